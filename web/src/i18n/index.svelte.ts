import { listed, type Amounts } from "../game/amounts.ts";
import type { Card, City, Level, Noble } from "../wire.ts";
import { settings } from "../live/settings.svelte.ts";
import { en, type Key } from "./en.ts";
import { fr } from "./fr.ts";
import { nl } from "./nl.ts";
import { nobleName as nobleIn } from "../review/words.ts";
import { pieces } from "./format.ts";

export type { Key } from "./en.ts";
export type Language = "en" | "fr" | "nl";
export const LANGUAGES: Record<Language, string> = { en: "English", fr: "Français", nl: "Nederlands" };

const TEXTS: Record<Language, Record<Key, string>> = { en, fr, nl };

/** The language of the browser, if it is one of ours. */
function detected(): Language {
  const found = navigator.languages.map((name) => name.slice(0, 2)).find((name) => name in TEXTS);
  return (found as Language | undefined) ?? "en";
}

export const language = (): Language => settings.language ?? detected();

export const message = (key: Key): string => TEXTS[language()][key];

/** A message as plain text. */
export function t(key: Key, values: Record<string, unknown> = {}): string {
  return pieces(message(key), values, language())
    .map((piece) => ("text" in piece ? piece.text : plain(values[piece.name])))
    .join("");
}

const plain = (value: unknown): string => (typeof value === "number" ? number(value) : String(value ?? ""));

export const number = (value: number): string => new Intl.NumberFormat(language()).format(value);

export const percent = (share: number): string =>
  new Intl.NumberFormat(language(), { style: "percent", maximumFractionDigits: 0 }).format(share);

export const list = (parts: string[], type: "conjunction" | "disjunction" = "conjunction"): string =>
  new Intl.ListFormat(language(), { type }).format(parts);

/** A point in time, as one writes it here: the language is chosen, the country is the browser's. */
export function when(at: number): string {
  const here = navigator.languages.find((name) => name.slice(0, 2) === language()) ?? language();
  return new Intl.DateTimeFormat(here, { dateStyle: "medium", timeStyle: "short" }).format(at);
}

export const gem = (colour: string): string => t(`gem.${colour}` as Key);

const counted = (given: Amounts): string[] => listed(given).map(([colour, n]) => t(`gems.${colour}` as Key, { n: Math.abs(n) }));

/** `2 diamonds, 1 ruby`. */
export const amounts = (given: Amounts): string => list(counted(given));

/** A card's name for screen readers and sentences. */
export function cardWords(card: Card): string {
  const facts = [t("card.level", { n: card.level })];
  if (card.colour) facts.push(t("card.bonus", { gem: gem(card.colour) }));
  if (card.kind !== "plain") facts.push(kindWords(card));
  if (card.prestige) facts.push(t("prestige.n", { n: card.prestige }));
  facts.push(card.sacrifice ? t("card.sacrifices", { gem: gem(card.sacrifice) }) : t("card.costs", { price: amounts(card.cost) }));
  return facts.join(", ");
}

/** A place of the market as one counts it in its row: `place 3`. */
export function placeWords(slot: string): string {
  const n = Number(slot.slice(2));
  return n > 4 ? t("market.place.orient", { n: n - 4 }) : t("market.place", { n });
}

/** The same with its row: `level 2, place 3`. */
export const slotWords = (slot: string): string => t("market.at", { level: Number(slot[0]), place: placeWords(slot) });

export const kindWords = (card: Card): string => t(`kind.${card.kind}` as Key);

export const nobleName = (name: string): string => nobleIn(name, language());

export const nobleWords = (noble: Noble): string =>
  t("noble.words", { name: nobleName(noble.name), count: amounts(noble.count), n: noble.prestige });

/** Faces of one tile are printed as `Madrid A` and `Madrid B`; people need the city. */
export const cityName = (city: { name: string }): string => city.name.replace(/ [AB]$/, "");

export function cityWords(city: City): string {
  const needs = [t("prestige.n", { n: city.prestige })];
  needs.push(...counted(city.count)); // one list, not a list in a list
  if (city.alike) needs.push(t("city.alike", { n: city.alike }));
  return t("city.words", { name: cityName(city), needs: list(needs) });
}

/** The bots of every server: six from weak to strong, and those with a style. */
export const STRENGTHS = ["newcomer", "casual", "club", "league", "expert", "master"];
export const STYLES = ["rush", "nobles", "engine", "spoiler", "reserver"];
export const LEVELS = [...STRENGTHS, ...STYLES];

/** A bot's level in words; one that an operator added is called as they call it. */
export const levelName = (level: string): string => (LEVELS.includes(level) ? t(`level.${level}` as Key) : level);

/** As wide as the figure that is to come. */
const UNTOLD = "\u2007".repeat(4);

/** How it plays, and how strong it is where that was measured. Until the server has told, the figure's place is kept: nothing below it moves then. */
export function levelAbout(level: string, all: readonly Level[]): string {
  const told = all.find((one) => one.name === level);
  const about = LEVELS.includes(level) ? t(`level.${level}.about` as Key) : (told?.summary ?? "");
  const elo = all.length ? told?.elo : UNTOLD;
  return elo == null ? about : t("level.elo", { about, n: elo });
}
