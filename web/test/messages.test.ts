import assert from "node:assert/strict";
import { test } from "node:test";

test("the runner works", () => assert.ok(true));
