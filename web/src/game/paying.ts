import type { WholeChoice } from "../wire.ts";
import { COLOURS, of } from "./amounts.ts";

/** Choosing among complete payments: a tap on one token asks for the payment nearest to the present one without it. */
const distance = (one: WholeChoice, other: WholeChoice): number =>
  COLOURS.reduce((sum, colour) => sum + Math.abs(of(one.tokens, colour) - of(other.tokens, colour)), 0) +
  3 * Math.abs((one.virtual ?? 0) - (other.virtual ?? 0));

/** Of the payments with more (1) or less (−1) of something, the one with the smallest change in it, then the nearest. */
function nearest(all: readonly WholeChoice[], now: WholeChoice, step: 1 | -1, amount: (one: WholeChoice) => number) {
  const change = (one: WholeChoice) => (amount(one) - amount(now)) * step;
  return all
    .filter((one) => change(one) > 0)
    .sort((one, other) => change(one) - change(other) || distance(one, now) - distance(other, now))[0];
}

/** A payment with fewer or more tokens of this colour, gold or virtual gold making up for it; usually by one, but gold
 * that is worth two may replace two at once. */
export const withColour = (all: readonly WholeChoice[], now: WholeChoice, colour: string, step: 1 | -1) =>
  nearest(all, now, step, (one) => of(one.tokens, colour));

/** A payment with more or fewer virtual-gold cards. */
export const withVirtual = (all: readonly WholeChoice[], now: WholeChoice, step: 1 | -1) =>
  nearest(all, now, step, (one) => one.virtual ?? 0);
