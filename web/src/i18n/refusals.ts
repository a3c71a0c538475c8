import type { Refusing } from "../wire.ts";
import { t, type Key } from "./index.svelte.ts";

/** Why something was not done: from the closed list, and more exactly where the server can say so. */
export type Why = Pick<Refusing, "refusal" | "detail">;

/** What the server says of things that a person can mend, as it says them; a test finds each of them there. */
const SAID: Record<string, Key> = {
  "all seats are taken.": "refused.full",
  "seat: this seat is taken.": "refused.taken",
  "invitation: this match needs its own.": "refused.invitation",
  "this account has a seat here already.": "refused.seated",
  "name: nothing of it can be seen.": "refused.name",
  "text: nothing of it can be seen.": "refused.text",
  "control characters have no place here": "refused.control",
};

const LENGTH = /`str` of length (<=|>=) (\d+)/;
const UNKNOWN_BOT = /^(?:seats\[\d+\]\.)?agent: expected/;

function exactly(detail: string): string | null {
  const known = Object.keys(SAID).find((said) => detail.includes(said));
  if (known) return t(SAID[known] as Key);
  const [, sign, length] = LENGTH.exec(detail) ?? [];
  if (length) return t(sign === "<=" ? "refused.long" : "refused.short", { n: Number(length) });
  return UNKNOWN_BOT.test(detail) ? t("refused.agent") : null;
}

/** In a sentence. `more` is for programmers: what the server found, in English, where the page has no words for it. */
export function refusalWords({ refusal, detail }: Why): { said: string; more: string | null } {
  const exact = detail ? exactly(detail) : null;
  return { said: exact ?? t(`refusal.${refusal}` as Key), more: exact ? null : (detail ?? null) };
}
