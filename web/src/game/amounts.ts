/** Amounts by colour, as messages have them: what is zero is left out. */
export type Gem = "white" | "blue" | "green" | "red" | "black";
type Colour = Gem | "gold";
export type Amounts = Record<string, number>;

export const GEMS: readonly Gem[] = ["white", "blue", "green", "red", "black"];
export const COLOURS: readonly Colour[] = [...GEMS, "gold"];

export const of = (amounts: Amounts | null | undefined, colour: string): number => amounts?.[colour] ?? 0;

export const total = (amounts: Amounts | null | undefined): number =>
  Object.values(amounts ?? {}).reduce((sum, number) => sum + number, 0);

export const same = (one: Amounts, other: Amounts): boolean =>
  COLOURS.every((colour) => of(one, colour) === of(other, colour));

export const plus = (one: Amounts, colour: string, number: number): Amounts => {
  const sum = { ...one, [colour]: of(one, colour) + number };
  if (sum[colour] === 0) delete sum[colour];
  return sum;
};

/** In colour order, for showing. */
export const listed = (amounts: Amounts | null | undefined): Array<[Colour, number]> =>
  COLOURS.filter((colour) => of(amounts, colour) !== 0).map((colour) => [colour, of(amounts, colour)]);

/** One entry per token, in colour order. */
export const spread = (amounts: Amounts | null | undefined): Colour[] =>
  listed(amounts).flatMap(([colour, number]) => Array<Colour>(Math.abs(number)).fill(colour));
