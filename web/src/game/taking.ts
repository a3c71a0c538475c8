import type { Key } from "../i18n/en.ts";
import type { Choice } from "../wire.ts";
import { GEMS, of, plus, same, total, type Amounts, type Gem } from "./amounts.ts";

/** Taking tokens by tapping them: every tap adds one, and what cannot lead to a legal choice is taken away again. */
const takes = (legal: readonly Choice[]): Amounts[] =>
  legal.filter((choice) => choice.kind.startsWith("take_")).map((choice) => choice.tokens ?? {});

const within = (part: Amounts, whole: Amounts): boolean => GEMS.every((gem) => of(part, gem) <= of(whole, gem));

/** The legal choice that takes exactly these tokens. */
export const takeOf = (legal: readonly Choice[], taken: Amounts): Choice | undefined =>
  legal.find((choice) => choice.kind.startsWith("take_") && same(choice.tokens ?? {}, taken));

/** Whether some legal choice takes these tokens and perhaps more. */
export const leadsOn = (legal: readonly Choice[], taken: Amounts): boolean =>
  takes(legal).some((whole) => within(taken, whole));

/** What is taken after a tap on a colour of the bank: one more, or none of it where one more is not possible. */
export function tapped(legal: readonly Choice[], taken: Amounts, gem: Gem): Amounts {
  const more = plus(taken, gem, 1);
  if (leadsOn(legal, more)) return more;
  if (of(taken, gem)) return plus(taken, gem, -of(taken, gem));
  const alone = { [gem]: 1 };
  return total(taken) && leadsOn(legal, alone) && onlyPair(taken) ? alone : taken;
}

/** Why a tap on a colour of the bank changes nothing. */
export function whyNot(taken: Amounts, gem: Gem, bank: Amounts): Key {
  if (!of(bank, gem)) return "take.gone";
  return total(taken) >= 3 ? "take.enough" : "take.short";
}

/** Two alike cannot be joined by another colour: a tap on one starts anew. */
const onlyPair = (taken: Amounts): boolean => Object.values(taken).some((number) => number > 1);
