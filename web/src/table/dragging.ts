import { GEMS, plus, type Gem } from "../game/amounts.ts";
import { leadsOn } from "../game/taking.ts";
import type { Match } from "../live/match.svelte.ts";

/**
 * Dragging, for whoever likes it: a token of the bank to one's own side, a card or a deck to the hand (reserve) or to the
 * rest of one's side (purchase). It chooses what a tap would choose; the bar asks for the last word as always.
 */
const FAR = 8; // px before a press becomes a drag
const DRAGGED = ".bank .tok, .market .card, .market .spine";

/** What is at a place of the table, if it can be dragged now. */
function draggable(match: Match, place: string): { gem: Gem } | { target: string } | null {
  const [kind, name = ""] = place.split(" ");
  if (!match.mine || (match.decision?.phase !== "action" && match.decision?.phase !== "extra_token")) return null;
  if (kind === "bank") {
    const gem = GEMS.find((one) => one === name);
    if (match.decision.phase === "extra_token") return match.targets.has(place) ? { target: place } : null;
    return gem && leadsOn(match.legal, plus(match.taken, gem, 1)) ? { gem } : null;
  }
  const target = kind === "market" ? `slot ${name}` : place;
  return match.targets.has(target) ? { target } : null;
}

export const dragging = (match: Match) => (table: HTMLElement): (() => void) => {
  let from: { thing: HTMLElement; place: string; x: number; y: number; pointer: number } | null = null;
  let ghost: HTMLElement | null = null;

  const side = (event: PointerEvent): { dock: Element; hand: Element | null } | null => {
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const dock = under?.closest(".dock");
    return dock ? { dock, hand: under?.closest(".hand") ?? null } : null;
  };

  function press(event: PointerEvent): void {
    const thing = (event.target as Element).closest<HTMLElement>(DRAGGED);
    const place = thing?.dataset.place;
    if (event.button !== 0 || !thing || !place || !draggable(match, place)) return;
    from = { thing, place, x: event.clientX, y: event.clientY, pointer: event.pointerId };
  }

  function move(event: PointerEvent): void {
    if (!from || event.pointerId !== from.pointer) return;
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    if (!ghost) {
      if (Math.hypot(dx, dy) < FAR) return;
      lift(from.thing);
      table.setPointerCapture(from.pointer);
    }
    if (ghost) ghost.style.transform = `translate(${dx}px, ${dy}px) scale(1.06)`;
    const over = side(event);
    table.classList.toggle("over-hand", !!over?.hand);
    table.classList.toggle("over-dock", !!over && !over.hand);
  }

  function lift(thing: HTMLElement): void {
    const box = thing.getBoundingClientRect();
    ghost = thing.cloneNode(true) as HTMLElement;
    ghost.classList.add("dragged");
    ghost.setAttribute("aria-hidden", "true");
    ghost.removeAttribute("data-place");
    const style = getComputedStyle(thing);
    for (const name of ["--card", "--tok", "--spine"]) ghost.style.setProperty(name, style.getPropertyValue(name));
    Object.assign(ghost.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
    document.body.append(ghost);
    table.classList.add("dragging");
  }

  function release(event: PointerEvent): void {
    if (!from || event.pointerId !== from.pointer) return;
    const [place, over] = [from.place, ghost ? side(event) : null];
    if (ghost) table.addEventListener("click", swallow, { capture: true, once: true });
    // a click comes right after, or not at all
    setTimeout(() => table.removeEventListener("click", swallow, { capture: true }), 0);
    stop();
    const what = over && draggable(match, place);
    if (!what) return;
    if ("gem" in what) match.tapToken(what.gem);
    else match.drop(what.target, over.hand || place.startsWith("deck") ? "reserve" : "purchase");
  }

  const swallow = (event: Event): void => event.stopPropagation();

  function stop(): void {
    from = null;
    ghost?.remove();
    ghost = null;
    table.classList.remove("dragging", "over-hand", "over-dock");
  }

  const heard = { pointerdown: press, pointermove: move, pointerup: release, pointercancel: stop } as const;
  for (const [name, hear] of Object.entries(heard)) table.addEventListener(name, hear as EventListener);
  return () => {
    stop();
    for (const [name, hear] of Object.entries(heard)) table.removeEventListener(name, hear as EventListener);
  };
};
