/**
 * QR codes for links, as ISO/IEC 18004 describes them: bytes, the lowest level of correction, up to version 15.
 * A screen has no scratches, and fewer dots are read from further away.
 */
const CHECKS = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22]; // check bytes of a block, by version
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6];
const LEVEL_L = 1;

type Dots = boolean[][]; // rows of columns; true is dark

const bit = (value: number, place: number): boolean => ((value >>> place) & 1) === 1;

/** The field of 256 elements in which check bytes are computed. */
function times(one: number, other: number): number {
  let product = 0;
  for (let place = 7; place >= 0; place--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    if (bit(other, place)) product ^= one;
  }
  return product;
}

/** Check bytes of a block: the remainder of its polynomial. */
export function checks(data: readonly number[], length: number): number[] {
  const divisor = Array<number>(length).fill(0);
  divisor[length - 1] = 1;
  for (let step = 0, root = 1; step < length; step++, root = times(root, 2))
    for (let place = 0; place < length; place++) divisor[place] = times(divisor[place]!, root) ^ (divisor[place + 1] ?? 0);
  const rest = Array<number>(length).fill(0);
  for (const byte of data) {
    const factor = byte ^ rest.shift()!;
    rest.push(0);
    divisor.forEach((value, place) => (rest[place] = rest[place]! ^ times(value, factor)));
  }
  return rest;
}

/** How many bytes, data and checks, a version holds. */
function room(version: number): number {
  let dots = (16 * version + 128) * version + 64;
  if (version > 1) {
    const across = Math.floor(version / 7) + 2;
    dots -= (25 * across - 10) * across - 55;
  }
  return (version > 6 ? dots - 36 : dots) >> 3;
}

const dataRoom = (version: number): number => room(version) - CHECKS[version - 1]! * BLOCKS[version - 1]!;

/** The text with its length, filled up to what the version holds. */
function filled(text: Uint8Array, version: number): number[] {
  const length = version < 10 ? [text.length] : [text.length >> 8, text.length & 255];
  // The sign for bytes is half a byte long, so everything after it is shifted by that.
  const halves = [4, ...[...length, ...text].flatMap((byte) => [byte >> 4, byte & 15]), 0];
  const bytes = Array.from({ length: halves.length >> 1 }, (_, place) => (halves[2 * place]! << 4) | halves[2 * place + 1]!);
  for (let pad = 0xec; bytes.length < dataRoom(version); pad ^= 0xec ^ 0x11) bytes.push(pad);
  return bytes;
}

/** In blocks with their checks, one byte of each block after the other. */
function woven(bytes: number[], version: number): number[] {
  const [number, length] = [BLOCKS[version - 1]!, CHECKS[version - 1]!];
  const short = Math.floor(bytes.length / number);
  const shorter = number - (bytes.length % number);
  const blocks = Array.from({ length: number }, (_, place) => {
    const start = place * short + Math.max(0, place - shorter);
    return bytes.slice(start, start + short + (place < shorter ? 0 : 1));
  });
  const across = (all: number[][]) =>
    Array.from({ length: Math.max(...all.map((one) => one.length)) }, (_, place) => all.flatMap((one) => (place < one.length ? [one[place]!] : []))).flat();
  return [...across(blocks), ...across(blocks.map((block) => checks(block, length)))];
}

/** A number and the remainder that protects it. */
function guarded(value: number, bits: number, divisor: number): number {
  let rest = value;
  for (let step = 0; step < bits; step++) rest = (rest << 1) ^ ((rest >>> (bits - 1)) * divisor);
  return (value << bits) | rest;
}

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** What every code of a version has: marks to find it by, and lines to count along. Null: free for data. */
function frame(version: number): (boolean | null)[][] {
  const size = 4 * version + 17;
  const dots = Array.from({ length: size }, () => Array<boolean | null>(size).fill(null));
  const put = (x: number, y: number, dark: boolean) => {
    if (dots[y]?.[x] !== undefined) dots[y][x] = dark;
  };
  for (let place = 0; place < size; place++) {
    put(6, place, place % 2 === 0);
    put(place, 6, place % 2 === 0);
  }
  const rings = (x: number, y: number, radius: number, light: number[]) => {
    for (let dy = -radius; dy <= radius; dy++)
      for (let dx = -radius; dx <= radius; dx++) put(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
  };
  const across = version === 1 ? 0 : Math.floor(version / 7) + 2;
  const apart = 2 * Math.ceil((4 * version + 4) / (2 * across - 2));
  const middles = Array.from({ length: across }, (_, place) => (place === 0 ? 6 : size - 7 - (across - 1 - place) * apart));
  const corner = (x: number, y: number) => (x === 6 && (y === 6 || y === size - 7)) || (y === 6 && x === size - 7);
  for (const x of middles) for (const y of middles) if (!corner(x, y)) rings(x, y, 2, [1]);
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) rings(x, y, 4, [2, 4]);
  if (version > 6) {
    const code = guarded(version, 12, 0x1f25);
    for (let place = 0; place < 18; place++) {
      const [far, near] = [size - 11 + (place % 3), Math.floor(place / 3)];
      put(far, near, bit(code, place));
      put(near, far, bit(code, place));
    }
  }
  sign(put, size, 0);
  return dots;
}

/** Which mask lies over the data, told twice. */
function sign(put: (x: number, y: number, dark: boolean) => void, size: number, mask: number): void {
  const code = guarded((LEVEL_L << 3) | mask, 10, 0x537) ^ 0x5412;
  for (let place = 0; place < 15; place++) {
    const dark = bit(code, place);
    if (place < 8) put(8, place < 6 ? place : place + 1, dark);
    else put(place === 8 ? 7 : 14 - place, 8, dark);
    if (place < 8) put(size - 1 - place, 8, dark);
    else put(8, size - 15 + place, dark);
  }
  put(8, size - 8, true);
}

/** How hard a code is to read: long lines of one shade, and blocks of it. */
function hardship(dots: Dots): number {
  let sum = 0;
  for (let one = 0; one < dots.length; one++)
    for (let other = 0; other < dots.length; other++) {
      const row = (place: number) => dots[one]?.[other + place];
      const column = (place: number) => dots[other + place]?.[one];
      for (const at of [row, column]) if ([1, 2, 3, 4].every((place) => at(place) === at(0))) sum += 1;
      if ([row(1), dots[one + 1]?.[other], dots[one + 1]?.[other + 1]].every((dot) => dot === row(0))) sum += 3;
    }
  return sum;
}

/** The dots of a text; nothing for one that is too long. */
export function qr(text: string): Dots | null {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex((_, place) => bytes.length + (place < 9 ? 2 : 3) <= dataRoom(place + 1)) + 1;
  if (!version) return null;
  const fixed = frame(version);
  const size = fixed.length;
  const data = woven(filled(bytes, version), version);

  // Up and down in pairs of columns, from the right; the column that is counted along is left out.
  const order: [number, number][] = [];
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++)
      for (const x of [right, right - 1]) {
        const y = up ? size - 1 - step : step;
        if (fixed[y]?.[x] === null) order.push([x, y]);
      }
  }

  const under = (mask: number): Dots => {
    const dots = fixed.map((row) => row.map((dot) => dot ?? false));
    order.forEach(([x, y], place) => (dots[y]![x] = bit(data[place >> 3] ?? 0, 7 - (place & 7)) !== MASKS[mask]!(x, y)));
    sign((x, y, dark) => (dots[y]![x] = dark), size, mask);
    return dots;
  };
  const all = MASKS.map((_, mask) => under(mask));
  const ease = all.map(hardship);
  return all[ease.indexOf(Math.min(...ease))]!;
}
