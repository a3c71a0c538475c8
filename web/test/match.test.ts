import assert from "node:assert/strict";
import { test } from "node:test";
import "./svelte.ts";
import lessons from "../src/learn/lessons.json" with { type: "json" };
import type { Happening, Update } from "../src/wire.ts";

const { Match } = await import("../src/live/match.svelte.ts");
const { settings } = await import("../src/live/settings.svelte.ts");
const { told } = await import("../src/table/words.ts");
const { keepMatch, keptMatch } = await import("../src/live/seats.ts");

const updates = (lesson: string): Update[] => structuredClone(lessons.find((one) => one.name === lesson)?.updates ?? []) as unknown as Update[];

/** A match that heard the first message of a lesson. */
function begun(lesson: string): { match: InstanceType<typeof Match>; rest: Update[] } {
  const [first, ...rest] = updates(lesson);
  assert.ok(first);
  const match = new Match("lesson", false);
  match.line = "open";
  match.hear(first);
  return { match, rest };
}

test("the state is what the server said last", () => {
  const { match, rest } = begun("take");
  assert.equal(match.view?.version, updates("take")[0]?.view.version);
  assert.ok(match.mine);
  for (const update of rest) match.hear(update);
  match.catchUp();
  assert.deepEqual(match.view, rest.at(-1)?.view);
  const versions = match.log.map((one) => one.version);
  assert.deepEqual(versions, [...new Set(versions)].sort((one, other) => one - other), "each happening once, in order");
});

test("what was composed is gone when the table moves on, and stays when it does not", () => {
  const { match, rest } = begun("take");
  match.tapToken("white");
  assert.deepEqual(match.taken, { white: 1 });
  match.hear({ type: "presence", here: [true, true], onlookers: 2, stand_in_from: [null, null] });
  assert.deepEqual(match.taken, { white: 1 });
  assert.equal(match.onlookers, 2);
  assert.ok(rest[0]);
  match.hear(rest[0]);
  match.catchUp();
  assert.deepEqual(match.taken, {});
});

test("tokens, and things that are tapped, exclude each other; a second tap takes the choice back", () => {
  const { match } = begun("reserve");
  match.tapToken("white");
  match.tap("slot 2.1");
  assert.deepEqual([match.taken, match.target], [{}, "slot 2.1"]);
  match.tapToken("red");
  assert.deepEqual([match.taken, match.target], [{ red: 1 }, null]);
  match.tap("deck 1");
  match.tap("deck 1");
  assert.equal(match.target, null);
});

test("a tap that changes nothing says why, until something else is done", () => {
  const { match } = begun("take");
  for (const gem of ["white", "red", "black"] as const) match.tapToken(gem);
  assert.equal(match.note, null);
  match.tapToken("green");
  assert.deepEqual([match.taken, match.note], [{ white: 1, red: 1, black: 1 }, "take.enough"]);
  match.tapToken("black");
  assert.equal(match.note, null);
  match.tapToken("green");
  assert.deepEqual([match.taken, match.note], [{ white: 1, red: 1, green: 1 }, null]);
});

test("where nothing can be undone one is told why", () => {
  const why = (match: InstanceType<typeof Match>) => {
    match.undo();
    const told = match.note;
    match.clear();
    return told;
  };
  const { match, rest } = begun("take");
  assert.equal(why(match), "undo.nothing");
  for (const update of rest) match.hear(update);
  match.catchUp();
  assert.equal(why(match), "undo.played");
  settings.confirm = true;
  assert.equal(why(match), "undo.confirmed");
  settings.confirm = false;
  match.lookAt(0);
  assert.equal(why(match), "undo.review");
  const limit = begun("limit");
  assert.ok(limit.rest[0]);
  limit.match.hear(limit.rest[0]); // tokens are to be given back; here nothing can be taken back
  limit.match.catchUp();
  assert.equal(why(limit.match), "undo.shown");
  limit.match.onDecide = () => undefined;
  assert.equal(why(limit.match), "undo.lesson");
  const [first] = updates("take");
  assert.ok(first);
  const watching = new Match("lesson", false);
  watching.hear({ ...first, view: { ...first.view, seat: null } });
  assert.equal(why(watching), "undo.watching");
});

test("a card that is dragged to the hand is chosen for reserving", () => {
  const { match } = begun("reserve");
  match.drop("slot 2.1", "reserve");
  match.drop("slot 2.1", "reserve");
  assert.deepEqual([match.target, match.wish], ["slot 2.1", "reserve"]);
  match.tap("slot 2.2");
  assert.equal(match.wish, null);
});

test("a lost line puts the buttons to sleep, and a refusal is told", () => {
  const { match } = begun("take");
  match.line = "lost";
  assert.equal(match.mine, false);
  assert.deepEqual(match.legal, []);
  match.line = "open";
  match.hear({ type: "refused", refusal: "stale", reason: "", version: 1, request_id: null });
  assert.equal(match.refusal?.refusal, "stale");
  match.clear();
  assert.equal(match.refusal, null);
});

test("looking back shows what was, and nothing can be decided there", () => {
  const { match, rest } = begun("take");
  for (const update of rest) match.hear(update);
  match.catchUp();
  match.lookAt(0);
  assert.equal(match.view?.version, updates("take")[0]?.view.version);
  assert.equal(match.mine, false);
  match.lookAt(99);
  assert.equal(match.review, null);
});

test("what others did while the page was away is kept until one acts or closes it", () => {
  const [first] = updates("take");
  assert.ok(first);
  const seat = first.view.seat ?? 0;
  const did = (version: number, who: number): Happening => ({ version, at: version, kind: "decided", seat: who, round: 1, actions: [], changes: [] });
  const match = new Match("lesson", false);
  match.hear({ ...first, happenings: [did(1, seat + 1), did(2, seat), did(3, seat + 1)] });
  assert.deepEqual(match.missed.map((one) => one.version), [3], "nothing from before one's own last decision");
  assert.deepEqual(match.recent.map((one) => one.version).includes(3), true);
});

test("whom one does not want to hear the server remembers, and they may be heard again", () => {
  const match = new Match("m", false);
  match.hear({ type: "muted", seats: [1] });
  assert.deepEqual(match.muted, [1]);
  match.mute(2, true);
  assert.deepEqual(match.muted, [1, 2]);
  match.mute(1, false);
  assert.deepEqual(match.muted, [2]);
});

test("what was seen last is remembered, whatever else is", () => {
  keepMatch({ match: "s", seats: [{ seat: 0, token: "t", name: "" }], invitation: null, at: 0, names: "", seen: 1 });
  const match = new Match("s", false);
  const [first] = updates("take");
  assert.ok(first);
  match.hear({ ...first, view: { ...first.view, seat: 0, version: 7 } });
  assert.deepEqual([keptMatch("s")?.seen, keptMatch("s")?.seats.length], [7, 1]);
});

test("a seat that was given back, here or elsewhere, is kept no more", () => {
  const [first] = updates("take");
  assert.ok(first);
  const kept = (...seats: number[]) =>
    keepMatch({ match: "left", seats: seats.map((seat) => ({ seat, token: `t${seat}`, name: "" })), invitation: "code", at: 0, names: "" });
  kept(0);
  const here = new Match("left", false);
  here.hear({ ...first, view: { ...first.view, seat: null } });
  assert.equal(keptMatch("left"), undefined);
  assert.equal(here.invitation, "code");
  kept(0, 1);
  const elsewhere = new Match("left", false);
  elsewhere.hear({ type: "refused", refusal: "bad_seat", reason: "", version: 1, request_id: null });
  assert.deepEqual(keptMatch("left")?.seats.map((one) => one.seat), [1]);
  assert.equal(elsewhere.refusal, null);
});

test("the log speaks to whoever looks", () => {
  const { match } = begun("take");
  const own = match.view?.seat ?? 0;
  const stood = (seat: number): Happening => ({ version: 9, at: 9, kind: "stood_in", seat });
  assert.deepEqual(told(match, [stood(own), stood(own + 1)]).map((line) => line.text), ["log.stood_in.you", "log.stood_in"]);
  const removed: Happening = { ...stood(own + 1), kind: "decided", changes: [{ what: "stronghold", seat: own, number: -1, slot: "1.1" }] };
  assert.deepEqual(told(match, [removed]).map((line) => line.text), ["log.removed.yours"]);
});

test("people at one screen are all here", () => {
  keepMatch({ match: "two", seats: [0, 1].map((seat) => ({ seat, token: "t", name: "" })), invitation: null, at: 0, names: "" });
  const match = new Match("two", false);
  match.here = [true, false, false];
  assert.deepEqual([0, 1, 2].map((seat) => match.isHere(seat)), [true, true, false]);
});

test("what was taken back is not told any more", () => {
  const { match } = begun("take");
  const at = { at: 0, round: 1 } as const;
  const taking = (version: number, seat = 0): Happening => ({
    ...at, version, seat, kind: "decided", changes: [{ what: "tokens", seat, tokens: { white: 1 } }], actions: [],
  });
  const undone = (version: number, seat = 0): Happening => ({ ...at, version, seat, kind: "undone" });
  const versions = (...happened: Happening[]) => told(match, happened).map((line) => line.version);
  assert.deepEqual(versions(taking(1), taking(2), undone(3), taking(4)), [1, 4]);
  assert.deepEqual(versions(taking(1, 1), taking(2), taking(3), undone(4), undone(5)), [1], "each takes back one step of its seat");
  assert.deepEqual(versions(undone(3), taking(4)), [3, 4], "of what was not seen it is told that it is gone");
});

test("what others say is counted until the log was open", () => {
  const { match } = begun("take");
  const say = (number: number, seat: number) => match.hear({ type: "chat", number, at: number, seat, name: "Ada", text: "Hello" });
  say(1, 1);
  say(2, match.view?.seat ?? 0);
  say(3, 1);
  assert.equal(match.unheard, 2, "one's own words need no telling");
  match.heard = 3;
  assert.equal(match.unheard, 0);
  say(4, 1);
  assert.equal(match.unheard, 1);
});
