import { download } from "../live/download.ts";
import type { Reviewing } from "./reviewing.svelte.ts";
import { LONGEST, packed } from "./share.ts";

/** The record as a file. */
export function saved(game: Reviewing, form: "text" | "json"): void {
  const text = game.review?.[form] ?? "";
  const name = `splendor-${game.review?.match ?? "game"}`;
  if (form === "json") download(`${name}.json`, text, "application/json");
  else download(`${name}.txt`, text, "text/plain");
}

/** The part of the address that leads to a step; null for a record that is too long for one. */
export async function pathTo(game: Reviewing): Promise<string | null> {
  if ("match" in game.source) return `#/review/${game.source.match}?step=${game.place + 1}`;
  const path = `#/review?step=${game.place + 1}&r=${await packed(game.review?.text ?? game.source.record)}`;
  return path.length > LONGEST ? null : path;
}
