import assert from "node:assert/strict";
import { test } from "node:test";
import { band, edge, markAt, type Point } from "../src/review/graph.ts";
import { packed, unpacked } from "../src/review/share.ts";
import { sayDeed, sayReason, type Known } from "../src/review/words.ts";
import { pointsOf } from "../src/review/points.ts";
import { earned } from "../src/table/earned.ts";
import type { Card, Judged, Player } from "../src/wire.ts";

const CARD: Card = { name: "80", level: 3, orient: false, kind: "plain", colour: "black", prestige: 4, cost: { red: 7 }, sacrifice: null };
const known = (language: Known["language"]): Known => ({ language, name: (seat) => ["Ada", "Bob"][seat] ?? "?", card: (name) => (name === "80" ? CARD : null) });
const reason = (code: string, values: Record<string, string | number> = {}) => ({ code, good: true, values });

test("reasons in words, in every language", () => {
  const denied = reason("denies_now", { player: 1, card: "80" });
  assert.equal(sayReason(denied, known("en")), "Bob could have purchased the onyx card for 4 prestige at once.");
  assert.equal(sayReason(denied, known("fr")), "Bob pouvait acheter la carte onyx à 4 prestige tout de suite.");
  assert.equal(sayReason(denied, known("nl")), "Bob kon de onyxkaart met 4 prestige meteen kopen.");
  assert.equal(sayReason(reason("nearer", { n: 1, card: "80" }), known("en")), "Saves 1 turn on the way to the onyx card for 4 prestige.");
  assert.equal(sayReason(reason("nearer", { n: 2, card: "80" }), known("nl")), "Scheelt 2 beurten op weg naar de onyxkaart met 4 prestige.");
});

test("actions in words", () => {
  const take = { kind: "take", values: { tokens: { white: 1, red: 2 } }, slot: null };
  assert.equal(sayDeed(take, known("en")), "take 1 diamond and 2 rubies");
  assert.equal(sayDeed(take, known("fr")), "prendre 1 diamant et 2 rubis");
  assert.equal(sayDeed({ kind: "city", values: { city: "Madrid A" }, slot: null }, known("nl")), "de stad Madrid nemen");
  assert.equal(sayDeed({ kind: "purchase_hand", values: { card: "?" }, slot: null }, known("en")), "purchase a hidden card from the hand");
});

test("the graph has a band for each seat, and gaps where nothing is known", () => {
  const points: Point[] = [[0.5, 0.5], [0.75, 0.25], null, [1, 0]];
  assert.equal(band(points, 0), "M0.0 50.00L333.3 25.00L333.3 100.00L0.0 100.00Z");
  assert.equal(band(points, 1), "M0.0 0.00L333.3 0.00L333.3 25.00L0.0 50.00Z");
  assert.equal(edge(points, 0), "M0.0 50.00L333.3 25.00");
  assert.equal(band([null, null], 0), "");
});

test("marks stand on a line of their seat", () => {
  const points: Point[] = [[0.2, 0.3, 0.5], [1, 0, 0]];
  assert.deepEqual(markAt(points, 0, 0), { left: 0, top: 80 });
  assert.deepEqual(markAt(points, 0, 1), { left: 0, top: 50 });
  assert.deepEqual(markAt(points, 0, 2), { left: 0, top: 50 });
  assert.deepEqual(markAt([null, null], 1), { left: 100, top: 50 });
});

test("a record travels in a link and comes back as it was", async () => {
  const text = `Splendor record 1\n${"1A  take wug\n".repeat(80)}é ☃`;
  const link = await packed(text);
  assert.match(link, /^[A-Za-z0-9_-]+$/);
  assert.ok(link.length < text.length / 5);
  assert.equal(await unpacked(link), text);
  assert.equal(await unpacked("not a record"), null);
  assert.equal(await unpacked(await packed("x".repeat(500_000))), null);
});

test("the graph at the end of a match: a point for each turn, and at last what everybody got", () => {
  const judged = [
    { turn: 0, chances: [0.4, 0.6] },
    { turn: 0, chances: [0.9, 0.1] }, // a second decision of the same turn
    { turn: 2, chances: [0.7, 0.3] },
  ] as unknown as Judged[];
  assert.deepEqual(pointsOf(judged, null, 2), [[0.4, 0.6], null, [0.7, 0.3]]);
  assert.deepEqual(pointsOf(judged, { winners: [0, 1] }, 3).at(-1), [0.5, 0.5, 0]);
});

test("what brought prestige adds up to it", () => {
  const cards: Record<string, Card> = { "80": CARD, "1": { ...CARD, level: 1, prestige: 1 } };
  const player = { prestige: 9, tableau: ["80", "1"], nobles: [{ prestige: 3 }] } as unknown as Player;
  assert.deepEqual(earned(player, (name) => cards[name] ?? null), { level1: 1, level2: 0, level3: 4, nobles: 3, posts: 1 });
});
