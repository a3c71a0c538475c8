import type { Card, Happening } from "../wire.ts";
import { tempo } from "../live/settings.svelte.ts";

/**
 * Tokens and cards that fly over the table. The table under them is already true; what flies is a picture of what
 * changed and can be left out at any time.
 */
const MOVE = 420;
const APART = 55;

const find = (place: string): HTMLElement | null => document.querySelector(`[data-place="${place}"]`);

interface Flight {
  from: DOMRect;
  to: DOMRect;
  /** Height by width: 1 for a token. */
  shape: number;
  draw: () => HTMLElement;
}

type FindCard = (name: string | null) => Card | null;

export function fly(happenings: Happening[], cardOf: FindCard): void {
  const pace = tempo();
  if (!pace || document.hidden) return;
  // All places are measured before anything is added: the browser lays the page out once.
  flights(happenings, cardOf)
    .slice(0, 14)
    .forEach((flight, place) => launch(flight, place * APART * pace, MOVE * pace));
}

function flights(happenings: Happening[], cardOf: FindCard): Flight[] {
  const found: Flight[] = [];
  const add = (fromPlace: string, toPlace: string, shape: number, draw: () => HTMLElement): void => {
    const [from, to] = [find(fromPlace)?.getBoundingClientRect(), find(toPlace)?.getBoundingClientRect()];
    if (from?.width && to?.width) found.push({ from, to, shape, draw });
  };
  for (const { changes = [] } of happenings) {
    for (const change of changes) {
      if (change.what === "tokens") {
        for (const [colour, number] of Object.entries(change.tokens)) {
          const [bank, own] = [`bank ${colour}`, `tokens ${change.seat} ${colour}`];
          for (let at = 0; at < Math.abs(number); at++) {
            if (number > 0) add(bank, own, 1, () => token(colour));
            else add(own, bank, 1, () => token(colour));
          }
        }
      } else if (change.what === "card") {
        const target = change.to.replace(/^tableau (\d)$/, "seat $1");
        const known = change.from.startsWith("deck") ? null : cardOf(change.card);
        const draw = () => (known ? face(known) : back(change.level, change.orient));
        if (change.from.startsWith("deck") || change.to.startsWith("hand") || change.to.startsWith("tableau")) {
          add(change.from, find(target) ? target : change.to.replace(/^tableau/, "hand"), 4 / 3, draw);
        }
      }
    }
  }
  return found;
}

const use = (id: string): string => `<svg aria-hidden="true"><use href="#${id}"/></svg>`;

function token(colour: string): HTMLElement {
  const disc = document.createElement("span");
  disc.className = `tok ${colour} flying`;
  disc.innerHTML = use(`gem-${colour}`);
  return disc;
}

function back(level: number, orient: boolean): HTMLElement {
  const card = document.createElement("span");
  card.className = `card down l${level} flying`;
  card.innerHTML = use(`back${orient ? "o" : ""}-${level}`).replace("<svg", '<svg class="bg"');
  return card;
}

/** The card itself, without its price: it is seen for half a second. */
function face(card: Card): HTMLElement {
  const drawn = document.createElement("span");
  const gold = card.kind === "virtual_gold";
  const ground = card.colour ? `bg-${card.colour}-${card.level}` : gold ? "bg-gold-1" : `bg-copy-${Math.min(card.level, 2)}`;
  drawn.className = `card l${card.level} c-${card.colour ?? (gold ? "gold" : "copy")} flying`;
  drawn.innerHTML =
    use(ground).replace("<svg", '<svg class="bg"') +
    (card.prestige ? `<span class="pts">${card.prestige}</span>` : "") +
    use(`gem-${card.colour ?? (gold ? "gold" : "copy")}`).replace("<svg", '<svg class="bonus"');
  return drawn;
}

function launch({ from, to, shape, draw }: Flight, delay: number, duration: number): void {
  const ghost = draw();
  const width = Math.min(from.width, shape === 1 ? 44 : 96);
  ghost.style.setProperty("--d", `${width}px`);
  ghost.style.setProperty("--card", `${width}px`);
  document.body.append(ghost);
  const at = (rect: DOMRect) => [rect.x + (rect.width - width) / 2, rect.y + (rect.height - width * shape) / 2] as const;
  const [x0, y0] = at(from);
  const [x1, y1] = at(to);
  const [xm, ym] = [(x0 + x1) / 2, Math.min(y0, y1) + Math.abs(y1 - y0) * 0.35 - 18];
  const flight = ghost.animate(
    [
      { transform: `translate(${x0}px, ${y0}px) scale(1)`, opacity: 1 },
      { transform: `translate(${xm}px, ${ym}px) scale(1.08)`, opacity: 1, offset: 0.5 },
      { transform: `translate(${x1}px, ${y1}px) scale(.6)`, opacity: 0.2 },
    ],
    { duration, delay, easing: "cubic-bezier(.6, 0, .2, 1)", fill: "backwards" },
  );
  flight.onfinish = flight.oncancel = () => ghost.remove();
}
