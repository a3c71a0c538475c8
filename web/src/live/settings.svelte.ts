import { MediaQuery } from "svelte/reactivity";
import type { Analysis } from "../wire.ts";

/** What a person has chosen for themselves; kept in the browser. */
export interface Settings {
  name: string;
  language: "en" | "fr" | "nl" | null;
  theme: "dark" | "light" | null;
  /** The bot one meets with one click. */
  level: string;
  symbols: "shapes" | "letters";
  pace: "slow" | "normal" | "fast" | "off";
  sound: boolean;
  notify: boolean;
  confirm: boolean;
  lights: boolean;
  /** Who judges games one looks back at. */
  depth: Analysis["level"];
  /** The lessons one has done. */
  learned: string[];
}

const PLAIN: Settings = {
  name: "",
  language: null,
  theme: null,
  level: "casual",
  symbols: "shapes",
  pace: "normal",
  sound: false,
  notify: false,
  confirm: false,
  lights: true,
  depth: "network",
  learned: [],
};
const KEY = "splendor.settings";

function kept(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>;
  } catch {
    return {}; // somebody else's data, or none may be read: start plainly
  }
}

export const settings = $state<Settings>({ ...PLAIN, ...kept() });

export function keep(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // a full or forbidden store is no reason not to play
  }
}

/** Many systems change it in the evening: the page goes along. */
const bright = new MediaQuery("prefers-color-scheme: light");
export const theme = (): "dark" | "light" => settings.theme ?? (bright.current ? "light" : "dark");

/** How long movements last, as a factor; 0 is none. */
export function tempo(): number {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  return { slow: 2, normal: 1, fast: 0.5, off: 0 }[settings.pace];
}
