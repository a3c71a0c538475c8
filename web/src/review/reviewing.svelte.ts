import { analysisOf, Refused, reviewOf } from "../live/api.ts";
import { keep, settings } from "../live/settings.svelte.ts";
import type { Analysis, Judged, Review } from "../wire.ts";
import type { Point } from "./graph.ts";
import { shares } from "./points.ts";

export type Level = Analysis["level"];
/** All that the server offers: another one there does not compile here. */
export const LEVELS = Object.keys({ quick: 0, standard: 0, deep: 0, network: 0, network_deep: 0 } satisfies Record<Level, 0>) as Level[];

/** Where a game comes from: a match of this server, or a record. */
export type Source = { match: string } | { record: string };

const AGAIN = 2500; // ms before a piece is asked for again that the server could not give
const ATTEMPTS = 20;
const PACE = 1400; // ms a turn is shown while playing

/** A game one looks back at: its steps, where one is, and what is known of its decisions by now. */
export class Reviewing {
  review = $state.raw<Review | null>(null);
  refused = $state.raw<Refused | null>(null);
  place = $state(0);
  level = $state<Level>(settings.depth);
  /** What can be said of the whole game: at first by the quick look, then by the level chosen. */
  analysis = $state.raw<Analysis | null>(null);
  judged = $state.raw<ReadonlyMap<number, Judged>>(new Map());
  /** The decisions judged at the level chosen; the others are first impressions. */
  sure = $state.raw<ReadonlySet<number>>(new Set());
  stuck = $state(false);
  playing = $state(false);

  readonly source: Source;
  readonly last: number = $derived(Math.max(0, (this.review?.steps.length ?? 1) - 1));
  readonly step = $derived(this.review?.steps[this.place] ?? null);
  /** The decisions of the step, as far as they are judged. */
  readonly here: Judged[] = $derived((this.step?.decisions ?? []).flatMap((number) => this.judged.get(number) ?? []));
  readonly points: Point[] = $derived.by(() => this.#points());
  readonly done: boolean = $derived(this.review !== null && this.sure.size >= this.review.decisions);
  /** Whether what is said of the step may still change. */
  readonly rough: boolean = $derived((this.step?.decisions ?? []).some((number) => !this.sure.has(number)));

  #run = 0;
  #timer = 0;

  constructor(source: Source) {
    this.source = source;
  }

  async open(place: number): Promise<void> {
    const run = this.#run;
    try {
      const review = await reviewOf(this.source);
      if (run !== this.#run) return; // nobody looks any more
      this.review = review;
      this.place = Math.min(Math.max(0, place), this.last);
      void this.#judge();
    } catch (error) {
      this.refused = error instanceof Refused ? error : new Refused("unavailable");
    }
  }

  go(place: number): void {
    this.place = Math.min(Math.max(0, place), this.last);
    if (this.place === this.last) this.pause();
  }

  choose(level: Level): void {
    this.level = settings.depth = level;
    keep();
    this.sure = new Set();
    void this.#judge();
  }

  retry(): void {
    void this.#judge();
  }

  // --- playing ----------------------------------------------------------------------------------------------------
  play(): void {
    if (this.place === this.last) this.place = 0;
    this.playing = true;
    clearInterval(this.#timer);
    this.#timer = window.setInterval(() => this.go(this.place + 1), PACE);
  }

  pause(): void {
    this.playing = false;
    clearInterval(this.#timer);
  }

  end(): void {
    this.#run += 1;
    this.pause();
  }

  // --- judging ----------------------------------------------------------------------------------------------------
  /** The mark of a turn: of what it lost, or of the action it began with. */
  mark(turn: number): Judged["mark"] {
    const judged = (this.review?.steps[turn]?.decisions ?? []).flatMap((number) => this.judged.get(number) ?? []);
    const marks = judged.map((one) => one.mark);
    return (["??", "?", "?!"] as const).find((mark) => marks.includes(mark)) ?? marks[0] ?? "";
  }

  /** A quick look at the whole game first, so that the graph is there at once; then as deeply as one wants. */
  async #judge(): Promise<void> {
    const run = ++this.#run;
    this.stuck = false;
    const all = this.review?.decisions ?? 0;
    if (this.level !== "quick" && this.judged.size < all) await this.#pass(run, "quick");
    await this.#pass(run, this.level);
  }

  async #pass(run: number, level: Level): Promise<void> {
    let attempts = 0;
    for (let first = this.#next(level); first !== null && run === this.#run; first = this.#next(level)) {
      try {
        const piece = await analysisOf(this.source, level, first);
        if (run === this.#run) this.#learn(piece);
        attempts = 0;
      } catch {
        if (run !== this.#run) return;
        if (++attempts > ATTEMPTS) {
          this.stuck = true;
          this.#run += 1;
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, AGAIN));
      }
    }
  }

  /** The decision to be judged next: one of those looked at, otherwise the first unknown one. */
  #next(level: Level): number | null {
    const known = level === this.level ? this.sure : this.judged;
    const here = (this.step?.decisions ?? []).find((number) => !known.has(number));
    if (here !== undefined) return here;
    for (let number = 0; number < (this.review?.decisions ?? 0); number++) if (!known.has(number)) return number;
    return null;
  }

  #learn(piece: Analysis): void {
    const judged = new Map(this.judged);
    for (const one of piece.decisions) judged.set(one.decision, one);
    this.judged = judged;
    const sure = piece.level === this.level;
    if (sure) this.sure = new Set([...this.sure, ...piece.decisions.map((one) => one.decision)]);
    if (!sure || this.done || this.analysis === null) this.analysis = piece;
  }

  /** The chances before each turn; at the end, what everybody got. */
  #points(): Point[] {
    return (this.review?.steps ?? []).map((step) => {
      const first = step.decisions[0];
      if (first !== undefined) return this.judged.get(first)?.chances ?? null;
      const winners = step.view.result?.winners;
      return winners ? shares(winners, step.view.seats.length) : null;
    });
  }
}
