import type { Card, Player, Table } from "../wire.ts";
import { GEMS, of, type Amounts } from "./amounts.ts";

/** How far a card is from being affordable. Only for showing: what is legal, the server says. */
export interface Reach {
  /** Gold needed after bonuses and tokens. */
  gold: number;
  /** What is missing even with all gold. */
  short: number;
  /** Colours of the price that bonuses and tokens cover. */
  covered: Set<string>;
}

export const powerOf = (table: Table, player: Player, power: string): boolean =>
  table.posts.some((post) => post.power === power && player.posts.includes(post.letter));

export const price = (card: Card, player: Player): Amounts =>
  Object.fromEntries(
    GEMS.map((gem) => [gem, Math.max(0, of(card.cost, gem) - of(player.bonus, gem))] as const).filter(
      ([, number]) => number > 0,
    ),
  );

/** What one would pay with as little gold as possible; where that is not enough, what is asked for. */
export function payment(card: Card, player: Player, table: Table): Amounts {
  const asked = price(card, player);
  const { gold, short } = reach(card, player, table);
  if (short) return asked;
  const own = GEMS.map((gem) => [gem, Math.min(of(asked, gem), of(player.tokens, gem))] as const).filter(([, number]) => number > 0);
  return { ...Object.fromEntries(own), ...(gold ? { gold } : {}) };
}

export function reach(card: Card, player: Player, table: Table, extra: Amounts = {}): Reach {
  const covered = new Set<string>();
  if (card.sacrifice) {
    const short = Math.max(0, 2 - of(player.count, card.sacrifice));
    if (!short) covered.add(card.sacrifice);
    return { gold: 0, short, covered };
  }
  const worth = powerOf(table, player, "double_gold") ? 2 : 1;
  let gold = 0;
  for (const gem of GEMS) {
    if (!of(card.cost, gem)) continue;
    const missing = of(card.cost, gem) - of(player.bonus, gem) - of(player.tokens, gem) - of(extra, gem);
    if (missing <= 0) covered.add(gem);
    else gold += Math.ceil(missing / worth);
  }
  const supply = of(player.tokens, "gold") + of(extra, "gold") + 2 * player.virtual_gold.length;
  return { gold, short: Math.max(0, gold - supply), covered };
}
