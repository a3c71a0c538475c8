/** The rules in our own words; the English source with every detail is src/splendor/rulebook. */
import { en } from "./en.ts";
import { fr } from "./fr.ts";
import { nl } from "./nl.ts";

export interface Part {
  title: string;
  text: string[];
}
export type Chapters = Record<"base" | "cities" | "posts" | "orient" | "strongholds", Part[]>;

export const rules: Record<"en" | "fr" | "nl", Chapters> = { en, fr, nl };
