/** Which drawing a noble or a city gets: always the same one for the same name. */
const NOBLES = [
  "Mary Stuart",
  "Catherine de' Medici",
  "Suleiman the Magnificent",
  "Charles V",
  "Niccolo Machiavelli",
  "Isabella I of Castile",
  "Anne of Brittany",
  "Henry VIII",
  "Elisabeth of Austria",
  "Francis I of France",
  "Rani Chennabhairadevi",
  "Hino Tomiko",
];

export const portrait = (name: string): number => Math.max(0, NOBLES.indexOf(name));

const SKYLINES = 5;
const hash = (name: string): number => [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);

export const skyline = (name: string): number => hash(name) % SKYLINES;
