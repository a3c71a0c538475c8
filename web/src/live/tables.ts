import { t } from "../i18n/index.svelte.ts";
import { account, ownName } from "./account.svelte.ts";
import { createMatch } from "./api.ts";
import { keepMatch } from "./seats.ts";
import { settings } from "./settings.svelte.ts";
import type { CreateMatch } from "../wire.ts";

/** A game for two against the bot one usually meets: its id. */
export const setUsualTable = (): Promise<string> =>
  setTable({
    setup: { players: 2 },
    seats: [{ kind: "me", name: ownName() || t("guest") }, { kind: "bot", agent: settings.level, name: "Ada" }],
    shuffle: true,
  });

/** Makes a table and keeps the seats that are one's own: its id. */
export async function setTable(wanted: CreateMatch): Promise<string> {
  const made = await createMatch(wanted, account.token ?? undefined);
  const own = wanted.seats.filter((seat) => seat.kind === "me");
  const others = wanted.seats.filter((seat) => seat.kind === "bot");
  keepMatch({
    match: made.match,
    seats: made.tickets.map((ticket, place) => ({ ...ticket, name: own[place]?.name ?? "" })),
    invitation: made.invitation,
    at: Date.now(),
    names: others.map((seat) => seat.name).join(", "),
  });
  return made.match;
}
