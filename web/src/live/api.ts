import type { Why } from "../i18n/refusals.ts";
import type {
  Account, Analysis, Answer, Catalogue, ChangePassword, Claim, CreateMatch, Created, Credentials, DeleteAccount, Hint, Join, Lobby, Matches, Refusing, Review, Session,
  Ticket, Update,
} from "../wire.ts";

/** A request that the server refused, with its reason from the closed list. */
export class Refused extends Error {
  readonly refusal: Refusing["refusal"];
  /** In the server's words. */
  readonly reason: string;
  readonly detail: string | null;
  constructor(refusal: Refusing["refusal"], reason = "", detail: string | null = null) {
    super(refusal);
    this.refusal = refusal;
    this.reason = reason;
    this.detail = detail;
  }
}

/** The server's answer, unless it is a refusal or none at all. */
async function answerTo(method: string, path: string, body?: unknown, token?: string): Promise<Response> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["content-type"] = "application/json";
  if (token) headers.authorization = `Bearer ${token}`;
  let answer: Response;
  try {
    answer = await fetch(`api/${path}`, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Refused("unavailable"); // no connection
  }
  if (answer.ok) return answer;
  const told = (await answer.json().catch(() => ({ refusal: "unavailable" }))) as Refusing;
  throw new Refused(told.refusal, told.reason, told.detail);
}

async function ask<Told>(method: string, path: string, body?: unknown, token?: string): Promise<Told> {
  const answer = await answerTo(method, path, body, token);
  return (answer.status === 204 ? undefined : await answer.json()) as Told;
}

/** Why it was refused; what is not a refusal is a fault, or no connection. */
export const whyOf = (error: unknown): Why => (error instanceof Refused ? error : { refusal: "unavailable" });

// With an account's token, seats belong to the account.
export const createMatch = (wanted: CreateMatch, account?: string) => ask<Created>("POST", "matches", wanted, account);
export const join = (match: string, wanted: Join, account?: string) => ask<Ticket>("POST", `matches/${match}/seats`, wanted, account);
export const lobby = () => ask<Lobby>("GET", "lobby");
export const look = (match: string) => ask<Update>("GET", `matches/${match}`);
/** With all that happened from the beginning on. */
export const lookBack = (match: string, token: string | null) => ask<Update>("GET", `matches/${match}?since=0`, undefined, token ?? undefined);
export const hint = (match: string, token: string) => ask<Hint>("POST", `matches/${match}/hint`, undefined, token);

const LONGEST_PAUSE = 32_000; // milliseconds; with those before it longer than the server counts

/** Who only looks can wait: what was asked too fast is asked again a little later. */
async function patiently<Told>(method: string, path: string, body?: unknown): Promise<Told> {
  for (let pause = 1_000; ; pause *= 2) {
    try {
      return await ask<Told>(method, path, body);
    } catch (error) {
      if (whyOf(error).refusal !== "too_fast" || pause > LONGEST_PAUSE) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** Looking back at a match that is over, or at a record. */
type Source = { match: string } | { record: string };
export const reviewOf = (from: Source) =>
  "match" in from ? patiently<Review>("GET", `matches/${from.match}/review`) : patiently<Review>("POST", "reviews", { record: from.record });
export const analysisOf = (from: Source, level: Analysis["level"], first: number) =>
  "match" in from
    ? patiently<Analysis>("GET", `matches/${from.match}/analysis?level=${level}&first=${first}`)
    : patiently<Analysis>("POST", "reviews/analysis", { record: from.record, level, first });

export const register = (who: Credentials) => ask<Session>("POST", "accounts", who);
export const signIn = (who: Credentials) => ask<Session>("POST", "sessions", who);
export const signOut = (token: string) => ask<void>("DELETE", "sessions", undefined, token);
export const ownAccount = (token: string) => ask<Account>("GET", "account", undefined, token);
export const ownMatches = (token: string) => ask<Matches>("GET", "account/matches", undefined, token);
export const changePassword = (passwords: ChangePassword, token: string) => ask<void>("POST", "account/password", passwords, token);
export const deleteAccount = (password: DeleteAccount, token: string) => ask<void>("POST", "account/deletion", password, token);
export const claim = (seat: Claim, token: string) => ask<Answer>("POST", "account/claims", seat, token);

export const recordOf = async (match: string): Promise<string> => (await answerTo("GET", `matches/${match}/record`)).text();

let printed: Promise<Catalogue> | undefined;

/** Everything printed; fetched once. */
export function catalogue(): Promise<Catalogue> {
  printed ??= ask<Catalogue>("GET", "catalogue").catch((error: unknown) => {
    printed = undefined; // ask again next time
    throw error;
  });
  return printed;
}
