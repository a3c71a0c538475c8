/** The graph of winning chances as paths: one band for each seat, from the bottom up, over the turns of a game. */
export const HEIGHT = 100;

/** The winning chances before a turn, by seat; null where nothing is known yet. */
export type Point = readonly number[] | null;

interface Place {
  x: number;
  /** Upper edges of the seats' bands, first seat first; 0 is the top. */
  tops: number[];
}

function places(points: readonly Point[]): Place[] {
  const last = Math.max(1, points.length - 1);
  return points.flatMap((point, turn) => {
    if (!point) return [];
    let sum = 0;
    const tops = point.map((chance) => HEIGHT - HEIGHT * Math.min(1, (sum += chance)));
    tops[tops.length - 1] = 0; // chances of all seats make one, whatever was rounded
    return [{ x: (1000 * turn) / last, tops }];
  });
}

const spot = (x: number, y: number): string => `${x.toFixed(1)} ${y.toFixed(2)}`;

/** The band of a seat, closed; empty as long as nothing is known. */
export function band(points: readonly Point[], seat: number): string {
  const all = places(points);
  const upper = all.map(({ x, tops }) => spot(x, tops[seat] ?? 0));
  const lower = all.map(({ x, tops }) => spot(x, seat ? (tops[seat - 1] ?? HEIGHT) : HEIGHT)).reverse();
  return upper.length > 1 ? `M${[...upper, ...lower].join("L")}Z` : "";
}

/** The line above a seat's band. */
export function edge(points: readonly Point[], seat: number): string {
  const all = places(points);
  return all.length > 1 ? `M${all.map(({ x, tops }) => spot(x, tops[seat] ?? 0)).join("L")}` : "";
}

/** Where the mark of a turn stands, in percent of width and height: on the line above the first seat's band. */
export function markAt(points: readonly Point[], turn: number): { left: number; top: number } {
  const last = Math.max(1, points.length - 1);
  const point = points[turn];
  return { left: (100 * turn) / last, top: point ? 100 - 100 * Math.min(1, Math.max(0, point[0] ?? 0)) : 50 };
}
