/** The graph of winning chances as paths: one band for each seat, from the bottom up, over the turns of a game. */
export const HEIGHT = 100;

/** The winning chances before a turn, by seat; null where nothing is known yet. */
export type Point = readonly number[] | null;

interface Place {
  x: number;
  /** Upper edges of the seats' bands, first seat first; 0 is the top. */
  tops: number[];
}

/** The stretches of the game that are known, without the gaps between them. */
function stretches(points: readonly Point[]): Place[][] {
  const last = Math.max(1, points.length - 1);
  const found: Place[][] = [[]];
  points.forEach((point, turn) => {
    if (point) found.at(-1)?.push({ x: (1000 * turn) / last, tops: topsOf(point) });
    else if (found.at(-1)?.length) found.push([]);
  });
  return found.filter((stretch) => stretch.length > 1);
}

function topsOf(point: readonly number[]): number[] {
  let sum = 0;
  const tops = point.map((chance) => HEIGHT - HEIGHT * Math.min(1, (sum += chance)));
  tops[tops.length - 1] = 0; // chances of all seats make one, whatever was rounded
  return tops;
}

const spot = (x: number, y: number): string => `${x.toFixed(1)} ${y.toFixed(2)}`;

/** The band of a seat; empty as long as nothing is known. */
export function band(points: readonly Point[], seat: number): string {
  return stretches(points)
    .map((places) => {
      const upper = places.map(({ x, tops }) => spot(x, tops[seat] ?? 0));
      const lower = places.map(({ x, tops }) => spot(x, seat ? (tops[seat - 1] ?? HEIGHT) : HEIGHT)).reverse();
      return `M${[...upper, ...lower].join("L")}Z`;
    })
    .join("");
}

/** The line above a seat's band. */
export function edge(points: readonly Point[], seat: number): string {
  return stretches(points)
    .map((places) => `M${places.map(({ x, tops }) => spot(x, tops[seat] ?? 0)).join("L")}`)
    .join("");
}

/** Where the mark of a seat's turn stands, in percent of width and height: on a line that bounds the seat's band. */
export function markAt(points: readonly Point[], turn: number, seat = 0): { left: number; top: number } {
  const last = Math.max(1, points.length - 1);
  const point = points[turn];
  const line = point ? Math.min(seat, point.length - 2) : 0;
  return { left: (100 * turn) / last, top: point ? Math.max(0, topsOf(point)[line] ?? 0) : 50 };
}
