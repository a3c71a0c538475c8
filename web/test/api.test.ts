import assert from "node:assert/strict";
import { test } from "node:test";

import { reviewOf } from "../src/live/api.ts";

test("who looks back too fast asks again; what is refused for another reason is told at once", async () => {
  const told = [{ status: 429, body: { refusal: "too_fast" } }, { status: 200, body: { views: [] } }, { status: 409, body: { refusal: "not_now" } }];
  let asked = 0;
  globalThis.fetch = async () => {
    const { status, body } = told[asked++]!;
    return new Response(JSON.stringify(body), { status });
  };
  assert.deepEqual(await reviewOf({ match: "m" }), { views: [] });
  assert.equal(asked, 2);
  await assert.rejects(reviewOf({ match: "m" }), { message: "not_now" });
  assert.equal(asked, 3);
});
