import { t } from "../i18n/index.svelte.ts";
import type { TimeControl } from "../wire.ts";

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];

/** The clocks one can choose, by what they count: every turn, the whole game, or days for a game by post. */
export const CLOCKS: Record<"turn" | "game" | "days", TimeControl[]> = {
  turn: [{ kind: "per_turn", seconds: 30 }, { kind: "per_turn", seconds: MINUTE }],
  game: [{ kind: "bank", seconds: 5 * MINUTE, increment: 5 }, { kind: "bank", seconds: 15 * MINUTE, increment: 10 }],
  days: [{ kind: "per_turn", seconds: DAY }, { kind: "per_turn", seconds: 3 * DAY }],
};

function lasting(seconds: number): string {
  if (seconds % DAY === 0) return t("clock.days", { n: seconds / DAY });
  if (seconds % HOUR === 0) return t("clock.hours", { n: seconds / HOUR });
  return seconds % MINUTE === 0 ? t("clock.minutes", { n: seconds / MINUTE }) : t("clock.seconds", { n: seconds });
}

/** `1 min per turn`, `5 min + 5 s`; programs may ask for any other. */
export function clockWords(clock: TimeControl | null): string {
  if (!clock) return t("clock.none");
  const time = lasting(clock.seconds);
  if (clock.kind === "per_turn") return t("clock.turn", { time });
  return clock.increment ? t("clock.bank", { time, n: clock.increment }) : time;
}
