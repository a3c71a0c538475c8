import type { Setup } from "../wire.ts";

export type Module = "cities" | "posts" | "orient" | "strongholds";
export const MODULES: readonly Module[] = ["cities", "posts", "orient", "strongholds"];
export type Edition = 2017 | 2025;
export const EDITIONS: readonly Edition[] = [2017, 2025];
type Editions = Record<Module, Edition | null>;

/** Who shall sit in a seat: `me` (at this screen), `open`, or the level of a bot. */
export interface Chosen {
  kind: string;
  name: string;
}

export const moduleIcon = (name: Module): string => ({ cities: "i-city", posts: "i-post", orient: "i-orient", strongholds: "i-stronghold" })[name];

const key = (setup: Partial<Setup>): string => [setup.players, ...MODULES.map((name) => setup[name] ?? 0)].join(" ");

/** Whether a set-up is among the legal ones, which the server lists. */
export const isLegal = (setup: Partial<Setup>, setups: readonly Setup[]): boolean =>
  setups.some((one) => key(one) === key(setup));

/** A table as an address names it: `players=3&orient=2025&seat=club&seat=person`; what it does not name stays usual. */
interface Wished {
  players: number;
  modules: Editions;
  options: Pick<Setup, "take_fewer" | "extra_nobles">;
  seats: Chosen[];
}

export function wished(query: URLSearchParams, usual = "casual"): Wished {
  const players = Math.min(4, Math.max(2, Number(query.get("players")) || 2));
  const edition = (name: Module): Edition | null => EDITIONS.find((year) => String(year) === query.get(name)) ?? null;
  const fewer = query.get("take_fewer");
  const asked = query.getAll("seat").filter(Boolean).map((kind) => (kind === "person" ? "me" : kind));
  return {
    players,
    modules: { cities: edition("cities"), posts: edition("posts"), orient: edition("orient"), strongholds: edition("strongholds") },
    options: { take_fewer: fewer === "never" || fewer === "free" ? fewer : "short_supply_only", extra_nobles: query.has("extra_nobles") },
    seats: ["me", ...[0, 1, 2].map((place) => asked[place] ?? asked.at(-1) ?? usual)].map((kind) => ({ kind, name: "" })),
  };
}

/** The seats with nobody in them whom the server does not have: the usual bot sits there instead. */
export function seated(seats: readonly Chosen[], levels: readonly string[], usual: string): { seats: Chosen[]; unknown: string[] } {
  const known = (kind: string) => kind === "me" || kind === "open" || levels.includes(kind);
  return {
    seats: seats.map((seat) => (known(seat.kind) ? seat : { ...seat, kind: usual })),
    unknown: [...new Set(seats.map((seat) => seat.kind).filter((kind) => !known(kind)))],
  };
}
