import type { Account, Credentials } from "../wire.ts";
import * as api from "./api.ts";
import { Refused } from "./api.ts";
import { keptMatches } from "./seats.ts";
import { settings } from "./settings.svelte.ts";

/** The account that is signed in here, if any; nobody needs one. Its token stays in the browser. */
const KEY = "splendor.account";

const stored = (): string | null => {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // without storage one is signed in as long as the page is open
  }
};

class SignedIn {
  token = $state<string | null>(stored());
  who = $state.raw<Account | null>(null);

  async enter(how: "register" | "signIn", who: Credentials): Promise<void> {
    const session = await api[how](who);
    this.who = session.account;
    this.#keep(session.token);
  }

  async leave(): Promise<void> {
    const token = this.token;
    this.forget();
    if (token) await api.signOut(token).catch(() => undefined); // signed out here in any case
  }

  /** The account anew; a token that is no longer valid is forgotten. */
  async refresh(): Promise<void> {
    if (!this.token) return;
    try {
      this.who = await api.ownAccount(this.token);
    } catch (error) {
      if (error instanceof Refused && error.refusal === "bad_login") this.forget();
      else throw error;
    }
  }

  /** Lets the tables that were played as a guest in this browser belong to the account. */
  async claim(matches: readonly string[]): Promise<void> {
    const token = this.token;
    if (!token) return;
    const seats = keptMatches().filter((kept) => matches.includes(kept.match) && kept.seats.length === 1);
    const claims = seats.map((kept) => api.claim({ match: kept.match, token: kept.seats[0]?.token ?? "" }, token));
    await Promise.allSettled(claims);
  }

  forget(): void {
    this.who = null;
    this.#keep(null);
  }

  #keep(token: string | null): void {
    this.token = token;
    try {
      if (token) localStorage.setItem(KEY, token);
      else localStorage.removeItem(KEY);
    } catch {
      // see above
    }
  }
}

export const account = new SignedIn();

/** What one wants to be called here: as one said, else as the account. */
export const ownName = (): string => settings.name.trim() || (account.who?.name ?? "");
