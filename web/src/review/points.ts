import type { Judged, Result } from "../wire.ts";
import type { Point } from "./graph.ts";

/** What everybody got: a win is shared by those who won. */
export const shares = (winners: readonly number[], players: number): number[] =>
  Array.from({ length: players }, (_, seat) => (winners.includes(seat) ? 1 / winners.length : 0));

/** The chances before each turn that was judged, and at the end what everybody got. */
export function pointsOf(judged: readonly Judged[], result: Pick<Result, "winners"> | null, players: number): Point[] {
  const points: Point[] = [];
  for (const one of judged) points[one.turn] ??= one.chances;
  if (result && points.length) points.push(shares(result.winners, players));
  return Array.from(points, (point) => point ?? null);
}
