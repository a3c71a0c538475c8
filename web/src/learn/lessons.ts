import type { Update } from "../wire.ts";
import written from "./lessons.json";

/** A position and the decisions it asks for; web/tools/lessons.py makes them. */
export interface Lesson {
  name: string;
  wanted: number[][];
  updates: Update[];
}

export const lessons = written as unknown as Lesson[];
