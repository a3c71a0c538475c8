import type { Amounts } from "../game/amounts.ts";
import type { Match } from "../live/match.svelte.ts";
import type { Key } from "../i18n/index.svelte.ts";
import { cityName, gem, nobleName, slotWords, t } from "../i18n/index.svelte.ts";
import type { CardMoved, Choice, Happening, TokensMoved } from "../wire.ts";

/** A line of the log: a message and what stands in its places. */
export interface Line {
  seat: number;
  /** When it happened: the version it led to, the time, the round. */
  version: number;
  at: number;
  round: number;
  text: Key;
  values: Record<string, unknown>;
  /** Places on the table that it is about. */
  places: string[];
}

/** Several happenings in lines, oldest first. What was given back one token after the other is one line. */
export function told(match: Match, happenings: readonly Happening[]): Line[] {
  const found: Line[] = [];
  for (const line of conquered(standing(happenings)).flatMap((one) => lines(match, one))) {
    const before = found.at(-1);
    if (before && before.text === "log.give_back" && line.text === before.text && line.seat === before.seat) {
      const tokens = { ...(before.values.tokens as Amounts) };
      for (const [colour, number] of Object.entries(line.values.tokens as Amounts)) tokens[colour] = (tokens[colour] ?? 0) + number;
      found[found.length - 1] = { ...before, values: { ...before.values, tokens } };
    } else found.push(line);
  }
  return found;
}

/** Without the decisions that were taken back: each “undone” takes the last one of its seat with it. */
function standing(happenings: readonly Happening[]): Happening[] {
  const found: Happening[] = [];
  for (const one of happenings) {
    const before = one.kind === "undone" ? found.findLastIndex((other) => other.seat === one.seat && other.kind === "decided") : -1;
    if (before < 0) found.push(one);
    else found.splice(before, 1);
  }
  return found;
}

/** A card is often conquered in two decisions, to do so and how to pay: the second one gets the action of the first. */
function conquered(happenings: readonly Happening[]): Happening[] {
  const conquests = new Map<number, Choice>();
  return happenings.map((one) => {
    if (one.kind !== "decided") return one;
    const before = conquests.get(one.seat);
    const conquest = one.actions?.find((action) => action.kind === "conquer") ?? before;
    if (!conquest) return one;
    if (gains(one)) conquests.delete(one.seat);
    else conquests.set(one.seat, conquest);
    return before ? { ...one, actions: [before, ...(one.actions ?? [])] } : one;
  });
}

const gains = ({ seat, changes = [] }: Happening): boolean => changes.some((one) => one.what === "card" && one.to === `tableau ${seat}`);

/** What happened, in lines. Changes tell more than actions: they also hold what left no choice. */
function lines(match: Match, happening: Happening): Line[] {
  const { seat } = happening;
  const who = { who: match.view?.seat === seat ? t("you") : match.name(seat), you: match.view?.seat === seat };
  const line = (text: Key, values: Record<string, unknown> = {}, places: string[] = []): Line => ({
    seat,
    version: happening.version,
    at: happening.at,
    round: happening.round ?? 0,
    text,
    values: { ...who, ...values },
    places,
  });
  switch (happening.kind) {
    case "decided":
      return decided(match, happening, line);
    case "undone":
      return [line("log.undone")];
    case "resigned":
      return [line(happening.reason === "time" ? "log.time" : "log.resigned")];
    case "stood_in":
      return [line(who.you ? "log.stood_in.you" : "log.stood_in")];
    case "returned":
      return [line("log.returned")];
    case "rematch":
      return [line("log.rematch")];
    default:
      return [];
  }
}

type MakeLine = (text: Key, values?: Record<string, unknown>, places?: string[]) => Line;

function decided(match: Match, happening: Happening, line: MakeLine): Line[] {
  const changes = happening.changes ?? [];
  const { seat } = happening;
  const moved = changes.find((one): one is TokensMoved => one.what === "tokens" && one.seat === seat);
  const tokens = moved?.tokens ?? {};
  const conquest = happening.actions?.some((action) => action.kind === "conquer") ?? false;
  /** Strongholds go back to their owner with the card they stood on: nothing to tell. */
  const left = new Set(changes.flatMap((one) => (one.what === "card" && one.from.startsWith("market") ? [one.from] : [])));
  const found: Line[] = [];
  for (const change of changes) {
    switch (change.what) {
      case "card":
        found.push(...cardLine(match, change, seat, tokens, conquest, line));
        break;
      case "noble":
        found.push(line(change.reserved ? "log.reserve_noble" : "log.noble", { noble: nobleName(change.noble) }));
        break;
      case "post":
        found.push(line("log.post", { post: postName(match, change.post) }, [`post ${change.post}`]));
        break;
      case "city":
        found.push(line("log.city", { city: cityName({ name: change.city }) }));
        break;
      case "copy":
        found.push(line("log.copy", { gem: gem(change.colour) }));
        break;
      case "stronghold":
        if (!left.has(`market ${change.slot}`)) found.push(strongholdLine(match, change.seat, change.number, seat, change.slot, line));
        break;
      default:
        break;
    }
  }
  const gained = changes.some((one) => one.what === "card");
  if (moved && !gained) found.unshift(...tokenLines(tokens, line));
  if (happening.actions?.some((action) => action.kind === "pass")) found.push(line("log.pass"));
  if (happening.actions?.some((action) => action.kind === "decline")) found.push(line("log.decline"));
  return found;
}

const postName = (match: Match, letter: string): string => {
  const post = match.view?.table?.posts.find((one) => one.letter === letter);
  return post ? t(`power.${post.power}` as Key) : letter;
};

function tokenLines(tokens: Record<string, number>, line: MakeLine): Line[] {
  const part = (sign: number) =>
    Object.fromEntries(Object.entries(tokens).flatMap(([colour, n]) => (n * sign > 0 ? [[colour, n * sign]] : [])));
  const [got, given] = [part(1), part(-1)];
  const found: Line[] = [];
  if (Object.keys(got).length) found.push(line("log.take", { tokens: got }, Object.keys(got).map((one) => `bank ${one}`)));
  if (Object.keys(given).length) found.push(line("log.give_back", { tokens: given }));
  return found;
}

function cardLine(match: Match, change: CardMoved, seat: number, tokens: Record<string, number>, conquest: boolean, line: MakeLine): Line[] {
  const card = match.card(change.card);
  const gold = (tokens.gold ?? 0) > 0;
  const bonus = card?.colour ? { [card.colour]: 1 } : null;
  if (change.to === `tableau ${seat}`) {
    if (!bonus) return [line(conquest ? "log.conquer.kind" : "log.purchase.kind", { kind: card ? t(`kind.${card.kind}` as Key) : "" }, [change.from])];
    const values = { bonus, n: card?.prestige ?? 0 };
    return [line(purchaseText(conquest, !!card?.prestige), values, [change.from])];
  }
  if (change.to === `hand ${seat}`) {
    const unseen = change.orient ? "log.reserve_orient" : "log.reserve_deck";
    const what = change.from.startsWith("deck") ? unseen : bonus ? "log.reserve" : "log.reserve.kind";
    const values = { level: change.level, bonus, kind: card ? t(`kind.${card.kind}` as Key) : "", gold: gold ? { gold: 1 } : "" };
    return [line(gold ? (`${what}.gold` as const) : what, values, [change.from])];
  }
  if (change.to === "gone") {
    if (card?.kind === "virtual_gold") return [line("log.spent")];
    return [line("log.gone", { bonus: bonus ?? (card ? t(`kind.${card.kind}` as Key) : "") })];
  }
  return [];
}

function purchaseText(conquest: boolean, prestige: boolean): Key {
  if (conquest) return prestige ? "log.conquer.prestige" : "log.conquer";
  return prestige ? "log.purchase.prestige" : "log.purchase";
}

function strongholdLine(match: Match, owner: number, number: number, seat: number, slot: string, line: MakeLine): Line {
  const [where, places] = [slotWords(slot), [`market ${slot}`]];
  if (owner !== seat) return line(owner === match.view?.seat ? "log.removed.yours" : "log.removed", { owner: match.name(owner), where }, places);
  return line(number > 0 ? "log.placed" : "log.lifted", { where }, places);
}

/** What a button says that makes this choice. */
export function act(choice: Choice): Key {
  return `act.${choice.kind}` as Key;
}
