import type { Card, Player } from "../wire.ts";

/** Where a player's prestige came from; together it is all of it. */
export interface Earned {
  level1: number;
  level2: number;
  level3: number;
  nobles: number;
  posts: number;
}

export function earned(player: Player, cardOf: (name: string) => Card | null): Earned {
  const ofLevel = (level: number) =>
    player.tableau.reduce((sum, name) => sum + (cardOf(name)?.level === level ? (cardOf(name)?.prestige ?? 0) : 0), 0);
  const [level1, level2, level3] = [ofLevel(1), ofLevel(2), ofLevel(3)];
  const nobles = player.nobles.reduce((sum, noble) => sum + noble.prestige, 0);
  return { level1, level2, level3, nobles, posts: player.prestige - level1 - level2 - level3 - nobles }; // posts bring the rest
}
