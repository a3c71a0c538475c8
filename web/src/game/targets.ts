import type { Choice } from "../wire.ts";

/** The thing on the table that one taps to make a choice: `slot 2.3`, `deck o1`, `hand 0`, `noble 2`, `bank red` … */
export function targetOf(choice: Choice): string | null {
  switch (choice.kind) {
    case "reserve":
    case "purchase":
    case "free_card":
    case "place":
    case "lift":
    case "remove":
      return `slot ${choice.slot}`;
    case "conquer":
    case "decline":
      return "conquest";
    case "reserve_deck":
      return `deck ${choice.deck}`;
    case "purchase_hand":
      return `hand ${choice.hand}`;
    case "extra_token":
      return `bank ${choice.colour}`;
    case "copy":
      return `colour ${choice.colour}`;
    case "keep":
      return `drawn ${choice.place}`;
    case "sacrifice":
      return `tableau ${choice.card}`;
    case "reserve_noble":
      return `noble ${choice.place}`;
    case "visit":
      return `${choice.text.includes("reserved") ? "own-noble" : "noble"} ${choice.place}`;
    case "post":
      return `post ${choice.post}`;
    case "city":
      return `city ${choice.place}`;
    default:
      return null;
  }
}

/** The choices of a decision by what one taps for them. */
export function byTarget(legal: readonly Choice[]): Map<string, Choice[]> {
  const found = new Map<string, Choice[]>();
  for (const choice of legal) {
    const target = targetOf(choice);
    if (target) found.set(target, [...(found.get(target) ?? []), choice]);
  }
  return found;
}
