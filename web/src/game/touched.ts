import type { Happening, Slot } from "../wire.ts";

/** Who touched a place of the market or a deck lately, and the card that went away from there. */
export interface Touch {
  seat: number;
  gone: string | null;
  /** It went into a hand, not on the table. */
  reserved: boolean;
}

/** What the others touched: `2.3`, `deck o1`. A card that still lies there was touched itself, as by a stronghold. */
export function touched(happenings: readonly Happening[], own: number | null, market: readonly Slot[]): Map<string, Touch> {
  const found = new Map<string, Touch>();
  for (const { kind, seat, actions } of happenings) {
    if (kind !== "decided" || seat === own) continue;
    for (const { kind: how, slot, deck, card } of actions ?? []) {
      const reserved = how.startsWith("reserve");
      const lies = market.find((one) => one.slot === slot)?.card?.name;
      if (slot) found.set(slot, { seat, gone: card && card !== lies ? card : null, reserved });
      if (deck) found.set(`deck ${deck}`, { seat, gone: null, reserved });
    }
  }
  return found;
}
