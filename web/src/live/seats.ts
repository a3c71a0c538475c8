/** The seats this browser has taken: their tokens stay here and never go into an address. */
export interface Kept {
  match: string;
  seats: Array<{ seat: number; token: string; name: string }>;
  invitation: string | null;
  at: number;
  names: string;
  /** The version that was on the screen last. */
  seen?: number;
}

const KEY = "splendor.seats";
const MOST = 30;

export function keptMatches(): Kept[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as Kept[];
  } catch {
    return [];
  }
}

export const keptMatch = (match: string): Kept | undefined => keptMatches().find((kept) => kept.match === match);

export function keepMatch(kept: Kept): void {
  const others = keptMatches().filter((one) => one.match !== kept.match);
  write([kept, ...others].slice(0, MOST));
}

export const forgetMatch = (match: string): void => write(keptMatches().filter((one) => one.match !== match));

/** A name that nobody at the table has yet: `Guest`, `Guest 2` … */
export function freeName(name: string, taken: ReadonlyArray<string | null>): string {
  let free = name;
  for (let n = 2; taken.includes(free); n++) free = `${name} ${n}`;
  return free;
}

function write(all: Kept[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // without storage a seat lasts as long as the page
  }
}
