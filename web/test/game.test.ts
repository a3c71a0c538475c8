import assert from "node:assert/strict";
import { test } from "node:test";
import { listed, plus, same, spread } from "../src/game/amounts.ts";
import { towards } from "../src/game/goals.ts";
import { withColour, withVirtual } from "../src/game/paying.ts";
import { portrait } from "../src/game/portraits.ts";
import { payment, price, reach } from "../src/game/reach.ts";
import { leadsOn, takeOf, tapped, whyNot } from "../src/game/taking.ts";
import { byTarget, targetOf } from "../src/game/targets.ts";
import { touched } from "../src/game/touched.ts";
import lessons from "../src/learn/lessons.json" with { type: "json" };
import type { Card, Choice, City, Happening, Player, Slot, Table, Update, WholeChoice } from "../src/wire.ts";

const choice = (kind: string, more: Partial<Choice> = {}): Choice => ({ number: 0, text: "", words: "", kind, ...more });
const take = (number: number, tokens: Record<string, number>) =>
  choice(Object.values(tokens).includes(2) ? "take_same" : "take_different", { number, tokens });

const LEGAL = [
  take(1, { white: 1, blue: 1, green: 1 }),
  take(2, { white: 1, blue: 1, red: 1 }),
  take(3, { red: 2 }),
];

test("amounts leave out what is zero and come in colour order", () => {
  assert.deepEqual(plus({ red: 1 }, "red", -1), {});
  assert.deepEqual(listed({ gold: 1, white: 2 }), [["white", 2], ["gold", 1]]);
  assert.deepEqual(spread({ black: 2, blue: 1 }), ["blue", "black", "black"]);
  assert.ok(same({ red: 1, blue: 0 }, { red: 1 }));
});

test("tapping tokens adds them as long as a legal choice remains", () => {
  let taken = tapped(LEGAL, {}, "white");
  taken = tapped(LEGAL, taken, "blue");
  assert.equal(takeOf(LEGAL, taken), undefined);
  assert.deepEqual(tapped(LEGAL, taken, "black"), taken);
  taken = tapped(LEGAL, taken, "green");
  assert.equal(takeOf(LEGAL, taken)?.number, 1);
});

test("a tap that changes nothing has a reason", () => {
  const three = { white: 1, blue: 1, green: 1 };
  assert.deepEqual(tapped(LEGAL, three, "red"), three);
  assert.equal(whyNot(three, "red", { red: 4 }), "take.enough");
  assert.equal(whyNot({ white: 1 }, "black", { red: 4 }), "take.gone");
  assert.equal(whyNot({}, "red", { red: 1 }), "take.short");
});

test("a second tap takes two alike where that is legal, and otherwise puts the token back", () => {
  const pair = tapped(LEGAL, tapped(LEGAL, {}, "red"), "red");
  assert.equal(takeOf(LEGAL, pair)?.number, 3);
  assert.deepEqual(tapped(LEGAL, tapped(LEGAL, {}, "white"), "white"), {});
});

test("after two alike another colour starts anew", () => {
  assert.deepEqual(tapped(LEGAL, { red: 2 }, "white"), { white: 1 });
  assert.ok(!leadsOn(LEGAL, { red: 2, white: 1 }));
});

test("paying: a tap swaps one token with gold, and back", () => {
  const all: WholeChoice[] = [
    { actions: [1, 2], text: "", tokens: { blue: 1, green: 1, gold: 1 } },
    { actions: [1, 3], text: "", tokens: { blue: 1, gold: 2 } },
    { actions: [4], text: "", tokens: { green: 1, gold: 2 } },
  ];
  const [usual, noGreen, noBlue] = all as [WholeChoice, WholeChoice, WholeChoice];
  assert.equal(withColour(all, usual, "green", -1), noGreen);
  assert.equal(withColour(all, usual, "blue", -1), noBlue);
  assert.equal(withColour(all, noBlue, "blue", 1), usual);
  assert.equal(withColour(all, noGreen, "white", 1), undefined);
});

test("gold worth two replaces two tokens at once", () => {
  const all: WholeChoice[] = [
    { actions: [1], text: "", tokens: { white: 2, gold: 1 } },
    { actions: [2], text: "", tokens: { gold: 2 } },
  ];
  const [tokens, gold] = all as [WholeChoice, WholeChoice];
  assert.equal(withColour(all, tokens, "white", -1), gold);
  assert.equal(withColour(all, gold, "white", 1), tokens);
});

test("paying with virtual gold", () => {
  const all: WholeChoice[] = [
    { actions: [1], text: "", tokens: { gold: 2 } },
    { actions: [2], text: "", tokens: {}, virtual: 1 },
  ];
  const [gold, virtual] = all as [WholeChoice, WholeChoice];
  assert.equal(withVirtual(all, gold, 1), virtual);
  assert.equal(withVirtual(all, virtual, -1), gold);
  assert.equal(withVirtual(all, virtual, 1), undefined);
});

const CARD: Card = { name: "1", level: 1, orient: false, kind: "plain", colour: "white", prestige: 0, cost: { blue: 3, red: 2 }, sacrifice: null };
const PLAYER = { bonus: { blue: 1 }, tokens: { blue: 1, gold: 1 }, count: { red: 1 }, posts: [], virtual_gold: [] } as unknown as Player;
const TABLE = { posts: [{ letter: "D", power: "double_gold" }] } as unknown as Table;

test("every noble has a face of their own", () => {
  const names = ["Mary Stuart", "Charles V", "Hino Tomiko", "Henry VIII", "Anne of Brittany"];
  assert.equal(new Set(names.map(portrait)).size, names.length);
});

test("how far a card is", () => {
  assert.deepEqual(price(CARD, PLAYER), { blue: 2, red: 2 });
  assert.deepEqual(reach(CARD, PLAYER, TABLE), { gold: 3, short: 2, covered: new Set() });
  assert.equal(reach(CARD, PLAYER, TABLE, { red: 2 }).short, 0);
  assert.ok(reach(CARD, PLAYER, TABLE, { red: 2 }).covered.has("red"));
});

test("what one would pay: gold only where tokens do not suffice; what is asked for where nothing does", () => {
  assert.deepEqual(payment(CARD, PLAYER, TABLE), { blue: 2, red: 2 }); // two short
  assert.deepEqual(payment(CARD, { ...PLAYER, tokens: { blue: 2, red: 1, gold: 1 } }, TABLE), { blue: 2, red: 1, gold: 1 });
  assert.deepEqual(payment(CARD, { ...PLAYER, tokens: { gold: 2 }, posts: ["D"] }, TABLE), { gold: 2 }); // each worth two
});

test("gold worth two, virtual gold, and cards that cost cards", () => {
  const double = { ...PLAYER, posts: ["D"] };
  assert.deepEqual([reach(CARD, double, TABLE).gold, reach(CARD, double, TABLE).short], [2, 1]);
  assert.equal(reach(CARD, { ...PLAYER, virtual_gold: ["O17-01"] }, TABLE).short, 0);
  assert.equal(reach({ ...CARD, sacrifice: "red" }, PLAYER, TABLE).short, 1);
});

test("every choice but those composed of tokens has a thing to tap", () => {
  const targets = {
    purchase: choice("purchase", { slot: "2.3" }),
    reserve: choice("reserve", { slot: "2.3" }),
    deck: choice("reserve_deck", { deck: "o1" }),
    reserved: choice("visit", { place: 0, text: "visit reserved 1" }),
    visit: choice("visit", { place: 0, text: "visit 1" }),
  };
  assert.equal(targetOf(targets.deck), "deck o1");
  assert.notEqual(targetOf(targets.reserved), targetOf(targets.visit));
  assert.equal(targetOf(choice("pay")), null);
  assert.deepEqual(byTarget([targets.purchase, targets.reserve]).get("slot 2.3"), [targets.purchase, targets.reserve]);
});

test("in real positions every legal choice can be reached", () => {
  const composed = new Set(["take_different", "take_same", "pay", "pay_virtual", "give_back", "pass"]);
  const updates = lessons.flatMap((lesson) => lesson.updates as unknown as Update[]);
  const legal = updates.flatMap((update) => update.view.decision?.legal ?? []);
  assert.ok(legal.length > 300, `${legal.length} choices`);
  for (const one of legal) assert.ok(composed.has(one.kind) || targetOf(one) !== null, one.text);
});

test("what the others touched: a card that went away is not the one that lies there now", () => {
  const did = (seat: number, ...actions: Choice[]): Happening => ({ version: 1, at: 1, kind: "decided", seat, round: 1, actions, changes: [] });
  const market = [{ slot: "1.2", card: CARD }, { slot: "2.1", card: { ...CARD, name: "2" } }] as Slot[];
  const found = touched(
    [
      did(1, choice("purchase", { slot: "1.2", card: "7" }), choice("place", { slot: "2.1", card: "2" })),
      did(2, choice("reserve_deck", { deck: "o1" })),
      did(0, choice("purchase", { slot: "3.3", card: "9" })),
    ],
    0,
    market,
  );
  assert.deepEqual([...found], [
    ["1.2", { seat: 1, gone: "7", reserved: false }],
    ["2.1", { seat: 1, gone: null, reserved: false }],
    ["deck o1", { seat: 2, gone: null, reserved: true }],
  ]);
});

test("how far one is towards a city: bonuses, one further colour, or prestige alone", () => {
  const player = { prestige: 9, count: { red: 5, blue: 1, black: 2 } } as unknown as Player;
  const city = (count: Record<string, number>, alike = 0): City => ({ name: "", edition: 2025, prestige: 13, count, alike });
  assert.deepEqual(towards(city({ red: 4, blue: 3 }), player), { n: 5, all: 7 });
  assert.deepEqual(towards(city({ red: 4 }, 4), player), { n: 6, all: 8 });
  assert.deepEqual(towards(city({}), player), { n: 9, all: 13 });
});
