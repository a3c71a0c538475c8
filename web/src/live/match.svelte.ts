import { same, type Amounts, type Gem } from "../game/amounts.ts";
import { tapped, takeOf, whyNot } from "../game/taking.ts";
import { t, type Key } from "../i18n/index.svelte.ts";
import type { Why } from "../i18n/refusals.ts";
import { byTarget } from "../game/targets.ts";
import type {
  Card,
  Catalogue,
  Chat,
  Choice,
  Decision,
  Happening,
  Hint,
  Message,
  Player,
  Refusing,
  Request,
  Update,
  View,
} from "../wire.ts";
import { account, ownName } from "./account.svelte.ts";
import { catalogue, hint, lookBack, whyOf } from "./api.ts";
import { Connection, type Line } from "./connection.ts";
import { forgetMatch, keepMatch, keptMatch, type Kept } from "./seats.ts";
import { settings, tempo } from "./settings.svelte.ts";

const HOLD = 900; // ms that another player's action stays before the next one is shown
const LOG = 400;
const MISSED = 12; // what others did while one was away, in a summary

/** Decisions of the others. */
const byOthers = (update: Update): Happening[] =>
  update.happenings.filter((one) => one.kind === "decided" && one.seat !== update.view.seat);

/** What they did since one's own last decision, which one may have made at another screen. */
function unseen(update: Update): { acted: boolean; others: Happening[] } {
  const own = update.happenings.findLastIndex((one) => one.kind === "decided" && one.seat === update.view.seat);
  return { acted: own >= 0, others: byOthers({ ...update, happenings: update.happenings.slice(own + 1) }) };
}

type Shown = (happenings: Happening[], before: View | null) => void;

/** A match as the page shows it. Its state is always what the server told last; nothing is guessed. */
export class Match {
  /** The match as it is, what was shown before, and which of it is looked at now (null: the present). */
  present = $state.raw<View | null>(null);
  past = $state.raw<View[]>([]);
  review = $state<number | null>(null);
  readonly view: View | null = $derived(this.review === null ? this.present : (this.past[this.review] ?? this.present));
  line = $state<Line>("connecting");
  retryAt = $state(0);
  log = $state.raw<Happening[]>([]);
  chat = $state.raw<Chat[]>([]);
  /** The last thing said that was there to read. */
  heard = $state(0);
  muted = $state.raw<number[]>([]);
  /** What was said last and not heard by anybody, because it was refused. */
  unsaid = $state<string | null>(null);
  onlookers = $state(0);
  here = $state.raw<boolean[]>([]);
  refusal = $state.raw<Why | null>(null);
  /** Why what was asked for changes nothing; unlike a refusal the page knows it by itself. */
  note = $state<Key | null>(null);
  sent = $state(false);
  /** What is being composed: tokens to take, or the thing that was tapped. */
  taken = $state.raw<Amounts>({});
  target = $state<string | null>(null);
  /** What one wants to do with it, where it was dragged somewhere. */
  wish = $state<"reserve" | "purchase" | null>(null);
  hint = $state.raw<Hint | null>(null);
  hinting = $state(false);
  /** On one screen: the seat whose eyes are next, while nobody may look. */
  cover = $state<number | null>(null);
  /** On one screen: the card just reserved unseen, to be looked at before the device is passed on. */
  drawn = $state.raw<Card | null>(null);
  printed = $state.raw<Catalogue | null>(null);
  showResult = $state(true);
  /** What others did while nobody looked: the page was closed or hidden, or the connection lost. */
  missed = $state.raw<Happening[]>([]);

  readonly id: string;
  /** The seats this browser has here, as they are stored. */
  kept = $state.raw<Kept | undefined>();
  /** With which one may sit down at a table that is not public; whoever gives the seat back may change their mind. */
  readonly invitation: string | null;
  /** Called with what happened, after it is on the page. */
  onShown: Shown | null = null;
  /** In a lesson: who hears decisions in the server's place. */
  onDecide: ((actions: number[]) => void) | null = null;

  #connection: Connection | null = null;
  #queue: Update[] = [];
  #timer = 0;
  #printing = 0; // a timer
  #passing = 0; // a timer
  #ended = false;
  #requests = 0;
  #seat: number | null;
  #awaited: string | null = null;
  readonly #said = new Map<string, string>(); // requests that nothing waits for, not answered yet, and what they say
  #heard = 0; // the version told last
  /** The page was just opened, or the connection is lost: what the next update tells was not seen. */
  #away = true;

  constructor(id: string, online = true) {
    this.id = id;
    this.kept = keptMatch(id);
    this.invitation = this.kept?.invitation ?? null;
    this.#seat = this.kept?.seats[0]?.seat ?? null;
    if (!online) return;
    void this.#fetchPrinted();
    this.#connect();
  }

  async #fetchPrinted(): Promise<void> {
    this.printed = await catalogue().catch(() => null);
    if (!this.printed && !this.#ended) this.#printing = window.setTimeout(() => void this.#fetchPrinted(), 3000);
  }

  /** All that happened: a connection tells the last steps only. */
  async #fetchLog(): Promise<void> {
    const told = await lookBack(this.id, this.#token).catch(() => null);
    if (told) this.#note(told.happenings);
  }

  #note(happenings: Happening[]): Happening[] {
    const known = new Set(this.log.map((one) => one.version));
    const newer = happenings.filter((one) => !known.has(one.version));
    this.log = [...this.log, ...newer].sort((one, other) => one.version - other.version).slice(-LOG);
    return newer;
  }

  /** As somebody else. */
  #reconnect(): void {
    if (!this.#connection) return; // a table without a server
    this.#connection.end();
    this.#connect();
  }

  #connect(): void {
    this.#connection = new Connection(
      () => ({ type: "hello", match: this.id, token: this.#token, version: this.present?.version ?? this.kept?.seen ?? null }),
      (message) => this.hear(message),
      (line, retryAt) => {
        this.line = line;
        this.retryAt = retryAt;
        if (line === "lost") {
          this.sent = false;
          this.#away = true;
        }
      },
    );
  }

  /** Of the seat; or of the account, whose seats are found without it. */
  get #token(): string | null {
    return this.kept?.seats.find((one) => one.seat === this.#seat)?.token ?? account.token;
  }

  // --- what is to be seen -------------------------------------------------------------------------------------
  readonly #cards = $derived(new Map((this.printed?.cards ?? []).map((card) => [card.name, card])));
  readonly decision: Decision | null = $derived(this.view?.decision ?? null);
  /** Whether this seat is asked for a decision: without a connection too. */
  readonly asked: boolean = $derived(this.review === null && this.decision !== null && this.decision.seat === this.view?.seat && !this.sent);
  /** Whether it may be told now. */
  readonly mine: boolean = $derived(this.asked && this.line === "open");
  readonly legal: Choice[] = $derived(this.mine ? (this.decision?.legal ?? []) : []);
  readonly targets: Map<string, Choice[]> = $derived(byTarget(this.legal));
  readonly take: Choice | undefined = $derived(takeOf(this.legal, this.taken));
  readonly me: Player | null = $derived(this.view?.table?.players[this.view.seat ?? -1] ?? null);
  readonly chosen: Choice[] = $derived(this.target ? (this.targets.get(this.target) ?? []) : []);

  /** Several people play at this screen. */
  readonly shared: boolean = $derived((this.kept?.seats.length ?? 0) > 1);

  /** What the others did since one's last decision; onlookers and those who look back: the last turn. */
  readonly recent: Happening[] = $derived.by(() => {
    const view = this.view;
    if (!view || view.seat === null || this.review !== null) return view?.last_turn ?? [];
    const own = this.log.findLast((one) => one.kind === "decided" && one.seat === view.seat)?.version ?? 0;
    return this.log.filter((one) => one.version > own);
  });

  /** What others said since then, and may be heard. */
  readonly unheard: number = $derived(
    this.chat.filter((one) => one.number > this.heard && one.seat !== this.view?.seat && !this.muted.includes(one.seat)).length,
  );

  /** Whether somebody sits there: at their own screen, or at this one. */
  isHere(seat: number): boolean {
    return (this.here[seat] ?? true) || !!this.kept?.seats.some((one) => one.seat === seat);
  }

  /** Played against what was written down, without a server. */
  get isLesson(): boolean {
    return this.onDecide !== null;
  }

  card(name: string | null | undefined): Card | null {
    return name ? (this.#cards.get(name) ?? null) : null;
  }

  name(seat: number): string {
    if (seat === this.view?.seat && this.#nameless) return t("you");
    return this.view?.seats[seat]?.name ?? t("new.guest", { n: seat + 1 });
  }

  /** Alone at this screen, and never said what to be called: to oneself one is no guest. */
  get #nameless(): boolean {
    return !ownName() && (this.kept?.seats.length ?? 1) < 2;
  }

  /** Look back, or forward again; at the last step one is in the present. */
  lookAt(place: number): void {
    this.clear();
    const last = this.past.length - 1;
    this.review = place >= last ? null : Math.max(0, place);
  }

  // --- composing ------------------------------------------------------------------------------------------------
  tapToken(gem: Gem): void {
    this.catchUp();
    this.target = null;
    this.refusal = null;
    const taken = tapped(this.legal, this.taken, gem);
    this.note = same(taken, this.taken) ? whyNot(taken, gem, this.view?.table?.bank ?? {}) : null;
    this.taken = taken;
  }

  tap(target: string): void {
    this.catchUp();
    this.taken = {};
    this.refusal = null;
    this.note = null;
    this.wish = null;
    this.target = this.target === target ? null : target;
  }

  /** A card that was dragged to where one reserves or purchases: chosen, and the button for that is the bright one. */
  drop(target: string, wish: "reserve" | "purchase"): void {
    if (this.target !== target) this.tap(target);
    this.wish = wish;
  }

  clear(): void {
    this.taken = {};
    this.target = null;
    this.wish = null;
    this.refusal = null;
    this.note = null;
  }

  // --- requests -------------------------------------------------------------------------------------------------
  decide(actions: number[]): void {
    if (this.onDecide) return this.onDecide(actions);
    this.#request({
      type: "decide",
      request_id: this.#newRequest(),
      expected_version: this.view?.version ?? 0,
      actions,
      confirm: !settings.confirm,
    });
  }

  /** Takes the last step back, or says why that is not possible. */
  undo(): void {
    this.catchUp();
    this.note = this.#whyNoUndo();
    if (!this.note) this.#request({ type: "undo", request_id: this.#newRequest(), expected_version: this.view?.version ?? 0 });
  }

  #whyNoUndo(): Key | null {
    const { view } = this;
    if (this.isLesson) return "undo.lesson";
    if (!view || view.seat === null) return "undo.watching";
    if (view.status === "over") return "refusal.over";
    if (this.review !== null) return "undo.review";
    if (this.sent || this.line !== "open") return null; // the page says so already
    if (this.mine && this.decision?.can_undo) return null;
    if (this.mine && this.decision?.phase !== "action") return "undo.shown";
    if (!this.log.some((one) => one.kind === "decided" && one.seat === view.seat)) return "undo.nothing";
    return settings.confirm ? "undo.confirmed" : "undo.played";
  }

  confirm(): void {
    this.#request({ type: "confirm", request_id: this.#newRequest(), expected_version: this.view?.version ?? 0 });
  }

  resign(): void {
    this.#request({ type: "resign", request_id: this.#newRequest() });
  }

  leave(): void {
    this.#request({ type: "leave", request_id: this.#newRequest() });
  }

  /** Nobody has come for an open seat: let a bot play. */
  seatBot(seat: number, agent: string): void {
    this.#request({ type: "seat_bot", request_id: this.#newRequest(), seat, agent });
  }

  rematch(): void {
    this.#request({ type: "rematch", request_id: this.#newRequest() });
  }

  /** The seats of the match that follows: everybody moves on by one, and the tokens stay. */
  keepNext(): string | null {
    const next = this.view?.rematch;
    if (!next || !this.view) return null;
    const number = this.view.seats.length;
    const seats = (this.kept?.seats ?? []).map((one) => ({ ...one, seat: (one.seat + number - 1) % number }));
    if (this.kept && !keptMatch(next)) keepMatch({ ...this.kept, match: next, seats, at: Date.now() });
    return next;
  }

  standIn(seat: number): void {
    this.#request({ type: "stand_in", request_id: this.#newRequest(), seat });
  }

  comeBack(): void {
    this.#request({ type: "return", request_id: this.#newRequest() });
  }

  /** Whether it could be sent. */
  say(text: string): boolean {
    return this.#tell({ type: "say", request_id: this.#newRequest(), text });
  }

  /** Hear no more of a seat, or hear it again. What it said before is hidden too. */
  mute(seat: number, muted: boolean): void {
    this.muted = muted ? [...this.muted, seat] : this.muted.filter((one) => one !== seat);
    this.#tell({ type: "mute", request_id: this.#newRequest(), seat, muted });
  }

  retry(): void {
    this.#connection?.now();
  }

  async askHint(): Promise<void> {
    const token = this.#token;
    if (!token || this.hinting) return;
    this.hinting = true;
    try {
      this.hint = await hint(this.id, token);
    } catch (error) {
      this.refusal = whyOf(error);
    } finally {
      this.hinting = false;
    }
  }

  #newRequest(): string {
    this.#requests += 1;
    return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}-${this.#requests}`;
  }

  /** What changes nothing on the table: nothing waits for the answer, but a refusal is told. */
  #tell(request: Request & { request_id: string }): boolean {
    const sent = this.#connection?.send(request) ?? false;
    if (sent) this.#said.set(request.request_id, request.type === "say" ? request.text : "");
    return sent;
  }

  #request(request: Request & { request_id: string }): void {
    this.catchUp();
    this.review = null;
    this.missed = [];
    if (this.sent || !this.#connection?.send(request)) return;
    this.#awaited = request.request_id;
    this.sent = true;
    this.refusal = null;
  }

  // --- what the server says -----------------------------------------------------------------------------------
  hear(message: Message): void {
    switch (message.type) {
      case "update":
        if (this.#away || document.hidden) {
          const { acted, others } = unseen(message);
          this.missed = [...(acted ? [] : this.missed), ...others].slice(-MISSED);
        }
        if (this.#connection && message.since > this.#heard) void this.#fetchLog();
        this.#heard = message.view.version;
        this.#away = false;
        this.#queue.push(message);
        if (!this.#timer) this.#showNext();
        break;
      case "refused":
        this.#refused(message);
        break;
      case "done":
        this.#said.delete(message.request_id ?? "");
        if (message.request_id === this.#awaited) this.sent = false;
        break;
      case "chat":
        if (!this.chat.some((one) => one.number === message.number)) this.chat = [...this.chat, message];
        break;
      case "muted":
        this.muted = message.seats;
        break;
      case "presence":
        this.here = message.here;
        this.onlookers = message.onlookers;
        break;
      default:
        break;
    }
  }

  #refused({ refusal, detail, request_id }: Refusing): void {
    if (!request_id && refusal === "bad_seat" && this.#token) return this.#dropToken();
    if (!this.present) this.#turnedAway(refusal);
    const said = request_id ? this.#said.get(request_id) : undefined;
    if (request_id && request_id !== this.#awaited && said === undefined) return;
    if (request_id && said !== undefined) this.#said.delete(request_id);
    else this.sent = false;
    if (said) this.unsaid = said;
    this.refusal = { refusal, detail };
  }

  /** Not let in, and asking again would not help. */
  #turnedAway(refusal: Refusing["refusal"]): void {
    if (refusal === "too_fast" || refusal === "unavailable") return;
    this.#connection?.end();
    this.line = "open";
  }

  /** Nobody is let in with this token any more: an account's has run out, or the seat was given back elsewhere. */
  #dropToken(): void {
    if (this.#token !== account.token) return this.#loseSeat();
    account.forget();
    this.#reconnect();
  }

  /** The seat was given back: it is kept no more, and one looks on, or has the next seat of this screen. */
  #loseSeat(): void {
    const seats = this.kept?.seats.filter((one) => one.seat !== this.#seat) ?? [];
    if (seats.length) this.#keep({ seats });
    else {
      forgetMatch(this.id);
      this.kept = undefined;
    }
    this.#seat = seats[0]?.seat ?? null;
    this.#reconnect();
  }

  #keep(change: Partial<Kept>): void {
    if (!this.kept) return;
    this.kept = { ...this.kept, ...change };
    keepMatch(this.kept);
  }

  /** Show what waits at once: whoever acts wants the present table. */
  catchUp(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    while (this.#queue.length) this.#show(this.#queue.shift() as Update, false);
  }

  #showNext(): void {
    this.#timer = 0;
    const next = this.#queue.shift();
    if (!next) return;
    this.#show(next, true);
    const hold = byOthers(next).length && !document.hidden ? HOLD * tempo() : 0;
    this.#timer = window.setTimeout(() => this.#showNext(), hold);
  }

  #show(update: Update, animated: boolean): void {
    const before = this.present;
    const newer = this.#note(update.happenings);
    this.#note(update.view.last_turn);
    if (before && before.version !== update.view.version) {
      this.clear();
      this.hint = null;
      this.sent = false;
    }
    this.present = update.view;
    if (!document.hidden) this.#keep({ seen: update.view.version });
    if (update.view.table && this.past.at(-1)?.version !== update.view.version) this.past = [...this.past, update.view];
    this.here = update.view.seats.map((seat) => seat.here);
    if (this.kept && update.view.seat === null) this.#loseSeat();
    this.#passDevice();
    if (animated) this.onShown?.(before ? newer : [], before);
  }

  /** On one screen the next person must not see the last one's hand: cover the table until they say so. */
  #passDevice(): void {
    clearTimeout(this.#passing);
    const next = this.present?.decision?.seat;
    if (next === undefined || next === this.#seat || !this.shared) return;
    if (!this.kept?.seats.some((one) => one.seat === next)) return;
    // first one sees what one did; nobody waits for that where nothing moves, and after coming back nobody did anything
    if (this.#own(this.present?.version)) this.#passing = window.setTimeout(() => this.#pass(next), HOLD * tempo());
    else this.#pass(next);
  }

  /** Whether the seat that looks led to this version. */
  #own(version: number | undefined): boolean {
    return this.log.some((one) => one.version === version && one.seat === this.#seat);
  }

  #pass(next: number): void {
    if (!this.#secrets()) return this.#sit(next);
    this.cover = next;
    const last = this.log.findLast((one) => one.kind === "decided" && one.seat === this.#seat);
    const unseen = last && last.version === this.present?.version && last.actions?.some((one) => one.kind === "reserve_deck");
    this.drawn = unseen ? (this.me?.hand.at(-1)?.card ?? null) : null;
  }

  /** Whether anybody at this screen holds a card that the others have not seen: one that did not come from the market. */
  #secrets(): boolean {
    const seen = new Set(
      this.log.flatMap((one) => (one.changes ?? []).flatMap((change) => (change.what === "card" && change.from.startsWith("market") ? [change.card] : []))),
    );
    const own = this.me?.hand.some(({ card }) => !card || !seen.has(card.name)) ?? true;
    const others = this.kept?.seats.some(({ seat }) => this.present?.table?.players[seat]?.hand.some(({ card }) => !card)) ?? true;
    return own || others;
  }

  uncover(): void {
    if (this.cover === null) return;
    this.present = null;
    this.#sit(this.cover);
  }

  /** With the eyes of another seat of this screen. */
  #sit(seat: number): void {
    this.#seat = seat;
    this.cover = null;
    this.past = []; // it holds what the last person saw
    this.review = null;
    this.#queue = [];
    this.#reconnect();
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#printing);
    clearTimeout(this.#passing);
    this.#connection?.end();
  }
}
