import assert from "node:assert/strict";
import { test } from "node:test";
import "./svelte.ts";

const { refusalWords } = await import("../src/i18n/refusals.ts");
const { settings } = await import("../src/live/settings.svelte.ts");
const { wrongWith } = await import("../src/review/wrong.ts");

test("what a person can mend is said in their language, and exactly", () => {
  settings.language = "nl";
  const full = refusalWords({ refusal: "not_now", detail: "all seats are taken." });
  assert.deepEqual(full, { said: "Alle plaatsen zijn bezet. Je kunt nog wel kijken.", more: null });
  settings.language = "fr";
  assert.match(refusalWords({ refusal: "unreadable", detail: "text: expected `str` of length <= 500." }).said, /500 caractères au plus/);
  assert.match(refusalWords({ refusal: "unreadable", detail: "seats[1].agent: expected casual, club." }).said, /robot/);
});

test("what the page has no words for is told as the server says it", () => {
  settings.language = "en";
  const odd = refusalWords({ refusal: "unreadable", detail: "actions[0]: expected `int` <= 378." });
  assert.match(odd.said, /did not understand/);
  assert.equal(odd.more, "actions[0]: expected `int` <= 378.");
  assert.equal(refusalWords({ refusal: "over" }).more, null);
});

test("what is wrong with a record is told in every language", () => {
  const record = "Splendor record 1\nPlayers: 9";
  settings.language = "fr";
  assert.match(wrongWith({ refusal: "unreadable", reason: "line 2: players", detail: null }, record), /Players: 9/);
  assert.match(wrongWith({ refusal: "unreadable", reason: "not JSON", detail: null }, record), /en anglais.*not JSON/);
  settings.language = "en";
  assert.equal(wrongWith({ refusal: "unreadable", reason: "line 2: players", detail: null }, record), "line 2: players");
});
