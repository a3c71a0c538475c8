/** The analysis in words. The sentences live beside the code that finds the reasons, and the command line reads them too. */
import en from "../../../src/splendor/analysis/words/en.json" with { type: "json" };
import fr from "../../../src/splendor/analysis/words/fr.json" with { type: "json" };
import nl from "../../../src/splendor/analysis/words/nl.json" with { type: "json" };
import { listed, type Amounts } from "../game/amounts.ts";
import { pieces } from "../i18n/format.ts";
import type { Card, Deed, Reason } from "../wire.ts";

export type Language = "en" | "fr" | "nl";
type Values = Record<string, unknown>;

const TEXTS: Record<Language, Record<string, string>> = { en, fr, nl };

/** Who is at the table, and what is printed on cards. */
export interface Known {
  language: Language;
  name: (seat: number) => string;
  card: (name: string) => Card | null;
}

export function say(key: string, values: Values, known: Known): string {
  const text = TEXTS[known.language][key] ?? key;
  return pieces(text, values, known.language)
    .map((piece) => ("text" in piece ? piece.text : shown(piece.name, values[piece.name], known)))
    .join("");
}

export function sayReason(reason: Reason, known: Known): string {
  const sentence = say(`reason.${reason.code}`, reason.values, known);
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
export const sayDeed = (deed: Deed, known: Known): string => say(`action.${deed.kind}`, deed.values, known);

/** A noble's name is English on the wire. */
export const nobleName = (name: string, language: Language): string => TEXTS[language][`noble.${name}`] ?? name;

/** What stands in a place depends on its name. */
function shown(place: string, value: unknown, known: Known): string {
  switch (place) {
    case "card":
      return cardWords(String(value ?? ""), known);
    case "gem":
      return say(`gem.${String(value)}`, {}, known);
    case "tokens":
      return tokenWords(value as Amounts, known);
    case "post":
      return say(`power.${String(value)}`, {}, known);
    case "noble":
      return nobleName(String(value ?? ""), known.language);
    case "city":
      return String(value).replace(/ [AB]$/, "");
    case "player":
      return known.name(Number(value));
    default:
      return String(value ?? "");
  }
}

function cardWords(name: string, known: Known): string {
  const card = known.card(name);
  if (!card) return say("card.unknown", {}, known);
  if (!card.colour) return say("card.special", { level: card.level }, known);
  const values = { gem: card.colour, n: card.prestige, level: card.level };
  return say(card.prestige ? "card.prestige" : "card.plain", values, known);
}

function tokenWords(tokens: Amounts, known: Known): string {
  const parts = listed(tokens).map(([colour, n]) => say(`gems.${colour}`, { n }, known));
  const last = parts.pop() ?? "";
  return parts.length ? `${parts.join(", ")} ${say("and", {}, known)} ${last}` : last;
}
