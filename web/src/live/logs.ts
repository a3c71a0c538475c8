import type { Happening } from "../wire.ts";

/** What happened at the table looked at last: the server remembers some twenty steps, a page that is loaded anew all. */
interface KeptLog {
  match: string;
  log: Happening[];
}

const KEY = "splendor.log";

export function keptLog(match: string): Happening[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as KeptLog | null;
    return kept?.match === match ? kept.log : [];
  } catch {
    return [];
  }
}

export function keepLog(match: string, log: Happening[]): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ match, log } satisfies KeptLog));
  } catch {
    // without storage, or with too little, the log begins anew with the page
  }
}
