import type { City, Player } from "../wire.ts";
import { GEMS, listed, of, type Amounts } from "./amounts.ts";

export const needed = (count: Amounts): number => listed(count).reduce((sum, [, n]) => sum + n, 0);

export const has = (player: Player, count: Amounts): number =>
  listed(count).reduce((sum, [colour, n]) => sum + Math.min(n, of(player.count, colour)), 0);

/** How far a player is towards a city: in bonuses, the further colour included; in prestige where it asks for nothing else. */
export function towards(city: City, player: Player): { n: number; all: number } {
  const all = needed(city.count) + city.alike;
  if (!all) return { n: Math.min(player.prestige, city.prestige), all: city.prestige };
  const others = GEMS.filter((gem) => !of(city.count, gem)).map((gem) => of(player.count, gem));
  const alike = city.alike ? Math.min(city.alike, Math.max(0, ...others)) : 0;
  return { n: has(player, city.count) + alike, all };
}
