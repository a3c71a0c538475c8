import type { Reviewing } from "./reviewing.svelte.ts";
import { LONGEST, packed } from "./share.ts";

/** The record as a file. */
export function saved(game: Reviewing, form: "text" | "json"): void {
  const text = game.review?.[form] ?? "";
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: form === "json" ? "application/json" : "text/plain" }));
  link.download = `splendor-${game.review?.match ?? "game"}.${form === "json" ? "json" : "txt"}`;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** The part of the address that leads to a step; null for a record that is too long for one. */
export async function pathTo(game: Reviewing): Promise<string | null> {
  if ("match" in game.source) return `#/review/${game.source.match}?step=${game.place + 1}`;
  const path = `#/review?step=${game.place + 1}&r=${await packed(game.review?.text ?? game.source.record)}`;
  return path.length > LONGEST ? null : path;
}
