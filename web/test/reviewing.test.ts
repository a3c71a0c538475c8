import assert from "node:assert/strict";
import { test } from "node:test";
import "./svelte.ts";

const { Reviewing } = await import("../src/review/reviewing.svelte.ts");

test("a game nobody waits for any more is not judged", async () => {
  const asked: string[] = [];
  globalThis.fetch = async (path) => {
    asked.push(String(path));
    return new Response(JSON.stringify({ steps: [{ decisions: [0] }], decisions: 1 }));
  };
  const game = new Reviewing({ match: "m" });
  const opening = game.open(0);
  game.end();
  await opening;
  assert.deepEqual(asked, ["api/matches/m/review"]);
  assert.equal(game.review, null);
});
