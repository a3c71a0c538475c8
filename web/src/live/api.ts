import type { Catalogue, CreateMatch, Created, Hint, Join, Lobby, Refusing, Ticket } from "../wire.ts";

/** A request that the server refused, with its reason from the closed list. */
export class Refused extends Error {
  readonly refusal: Refusing["refusal"];
  constructor(refusal: Refusing["refusal"]) {
    super(refusal);
    this.refusal = refusal;
  }
}

async function ask<Answer>(method: string, path: string, body?: unknown, token?: string): Promise<Answer> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["content-type"] = "application/json";
  if (token) headers.authorization = `Bearer ${token}`;
  let answer: Response;
  try {
    answer = await fetch(`api/${path}`, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Refused("unavailable"); // no connection
  }
  if (answer.ok) return (await answer.json()) as Answer;
  const told = (await answer.json().catch(() => ({ refusal: "unavailable" }))) as Refusing;
  throw new Refused(told.refusal);
}

export const createMatch = (wanted: CreateMatch) => ask<Created>("POST", "matches", wanted);
export const join = (match: string, wanted: Join) => ask<Ticket>("POST", `matches/${match}/seats`, wanted);
export const lobby = () => ask<Lobby>("GET", "lobby");
export const hint = (match: string, token: string) => ask<Hint>("POST", `matches/${match}/hint`, undefined, token);

export async function recordOf(match: string): Promise<string> {
  const answer = await fetch(`api/matches/${match}/record`);
  if (!answer.ok) throw new Refused("unavailable");
  return answer.text();
}

let printed: Promise<Catalogue> | undefined;

/** Everything printed; fetched once. */
export function catalogue(): Promise<Catalogue> {
  printed ??= ask<Catalogue>("GET", "catalogue").catch((error: unknown) => {
    printed = undefined; // ask again next time
    throw error;
  });
  return printed;
}
