/** Messages with places: `{name}`, and forms by number, by yes and no, or by a first letter: `{n:token|tokens}`, `{you:have|has}`, `{name:d’|de }{name}`. */
type Piece = { text: string } | { name: string };

const PLACE = /\{(\w+)(?::([^{}|]*)\|([^{}]*))?\}/g;

export function pieces(message: string, values: Record<string, unknown>, language: string): Piece[] {
  const found: Piece[] = [];
  let end = 0;
  for (const place of message.matchAll(PLACE)) {
    const [whole, name = "", first, second] = place;
    if (place.index > end) found.push({ text: message.slice(end, place.index) });
    end = place.index + whole.length;
    if (first === undefined) found.push({ name });
    else found.push({ text: (chooses(values[name], language) ? first : second) ?? "" });
  }
  if (end < message.length) found.push({ text: message.slice(end) });
  return found;
}

/** Whether the first form is the right one. */
function chooses(value: unknown, language: string): boolean {
  if (typeof value === "number") return new Intl.PluralRules(language).select(value) === "one";
  if (typeof value === "string") return /^[aeiouæœ]/i.test(value.normalize("NFD"));
  return Boolean(value);
}
