import { Match } from "../live/match.svelte.ts";
import type { Step } from "../wire.ts";

/** A table that is only looked at: the parts of the table show it, and a tap does nothing. */
export class Shown extends Match {
  constructor() {
    super("review", false);
  }

  override tap(): void {}
  override tapToken(): void {}

  /** The table before a turn; the things the turn is about are marked as touched. */
  show(step: Step): void {
    this.present = { ...step.view, last_turn: step.turn ? [{ ...step.turn, changes: [] }] : [] };
  }
}
