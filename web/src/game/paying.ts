import type { WholeChoice } from "../wire.ts";
import { COLOURS, of } from "./amounts.ts";

/** Choosing among complete payments: a tap on one token asks for the payment nearest to the present one without it. */
const distance = (one: WholeChoice, other: WholeChoice): number =>
  COLOURS.reduce((sum, colour) => sum + Math.abs(of(one.tokens, colour) - of(other.tokens, colour)), 0) +
  3 * Math.abs((one.virtual ?? 0) - (other.virtual ?? 0));

const nearest = (all: readonly WholeChoice[], now: WholeChoice, fits: (one: WholeChoice) => boolean) =>
  all.filter(fits).sort((one, other) => distance(one, now) - distance(other, now))[0];

/** The payment with one token of this colour more (1) or less (−1), gold or virtual gold making up for it. */
export const withColour = (all: readonly WholeChoice[], now: WholeChoice, colour: string, step: 1 | -1) =>
  nearest(all, now, (one) => of(one.tokens, colour) === of(now.tokens, colour) + step);

/** The payment with one virtual-gold card more or less. */
export const withVirtual = (all: readonly WholeChoice[], now: WholeChoice, step: 1 | -1) =>
  nearest(all, now, (one) => (one.virtual ?? 0) === (now.virtual ?? 0) + step);
