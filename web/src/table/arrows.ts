/**
 * Arrow keys over the cards: rows 3, 2, 1 are the market, row 0 is the hand; column 0 and 7 are decks. Where a row has no
 * such column, its nearest one is taken.
 */
const STEPS: Record<string, [number, number]> = { ArrowUp: [1, 0], ArrowDown: [-1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

const placeOf = (thing: HTMLElement): [number, number] => {
  const [row = 0, column = 0] = (thing.dataset.key ?? "").split(".").map(Number);
  return [row, column];
};

/** Moves the focus; whether there was somewhere to go. */
export function moveFocus(key: string, from: HTMLElement): boolean {
  const step = STEPS[key];
  if (!step) return false;
  const things = [...document.querySelectorAll<HTMLElement>("[data-key]")];
  const next = from.dataset.key ? neighbour(things, placeOf(from), step) : first(things);
  next?.focus();
  return !!next;
}

/** Coming from elsewhere: a card that can be had, or else the first one. */
const first = (things: HTMLElement[]) => things.find((thing) => thing.matches(".can")) ?? things.find((thing) => thing.dataset.key === "1.1");

function neighbour(things: HTMLElement[], [row, column]: [number, number], [up, right]: [number, number]) {
  const inRow = things.filter((thing) => placeOf(thing)[0] === row + up);
  const away = (thing: HTMLElement) => Math.abs(placeOf(thing)[1] - column - right);
  if (right) return inRow.find((thing) => away(thing) === 0);
  return inRow.sort((one, other) => away(one) - away(other))[0];
}
