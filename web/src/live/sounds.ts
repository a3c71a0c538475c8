import { COLOURS } from "../game/amounts.ts";
import { settings } from "./settings.svelte.ts";

/** Short sounds, made on the spot; silent until switched on. */
const SCALE = [523.25, 587.33, 659.25, 783.99, 880, 1046.5];
const VOLUME = 0.12;
let audio: AudioContext | null = null;

function tone(pitch: number, start: number, length: number, kind: OscillatorType = "sine", volume = VOLUME): void {
  if (!audio) return;
  const [voice, loudness] = [audio.createOscillator(), audio.createGain()];
  voice.type = kind;
  voice.frequency.value = pitch;
  const at = audio.currentTime + start;
  loudness.gain.setValueAtTime(0, at);
  loudness.gain.linearRampToValueAtTime(volume, at + 0.006);
  loudness.gain.exponentialRampToValueAtTime(0.0006, at + length);
  voice.connect(loudness).connect(audio.destination);
  voice.start(at);
  voice.stop(at + length + 0.02);
}

function ready(): boolean {
  // before the first touch a browser lets nothing sound, and would play all of it at once afterwards
  if (!settings.sound || navigator.userActivation?.hasBeenActive === false) return false;
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
  return true;
}

const pitch = (colour: string): number => SCALE[Math.max(0, COLOURS.findIndex((one) => one === colour))] ?? 523.25;

export const sounds = {
  tokens(colours: string[]): void {
    if (ready()) colours.slice(0, 4).forEach((colour, place) => tone(pitch(colour), place * 0.06, 0.18, "triangle"));
  },
  purchase(colour: string | null): void {
    if (!ready()) return;
    tone(pitch(colour ?? "gold"), 0, 0.3, "triangle");
    tone(pitch(colour ?? "gold") * 1.5, 0.05, 0.32, "sine", VOLUME * 0.7);
  },
  card(): void {
    if (ready()) tone(150, 0, 0.12, "sine", VOLUME * 1.4);
  },
  noble(): void {
    if (ready()) [0, 2, 4].forEach((step, place) => tone(SCALE[step] ?? 523, place * 0.09, 0.25, "triangle"));
  },
  turn(): void {
    if (!ready()) return;
    tone(330, 0, 0.4);
    tone(660, 0, 0.25, "sine", VOLUME * 0.35);
  },
  refused(): void {
    if (ready()) tone(110, 0, 0.14, "triangle");
  },
};
