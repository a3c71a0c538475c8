#!/usr/bin/env node
// A bot for splendor in plain JavaScript: node 18 or newer, no packages.
//
//   splendor arena random "cmd:node examples/bots/shopper.mjs"
//
// It has one idea: go for the card that is worth the most for the tokens it still costs. The protocol is described
// in docs/engine-protocol.md; everything a bot must do about it stands in the last forty lines.

import { createInterface } from "node:readline";

const GEMS = ["white", "blue", "green", "red", "black"];
const LETTERS = { w: "white", u: "blue", g: "green", r: "red", k: "black", y: "gold" };

// --- what a card is worth -------------------------------------------------------------------------------------------
/** The tokens of each colour that a player lacks for a card; gold is counted apart. */
function missing(card, player) {
  const lacks = {};
  for (const colour of GEMS) {
    const price = Math.max(0, (card.cost[colour] ?? 0) - player.bonus[colour]);
    lacks[colour] = Math.max(0, price - player.tokens[colour]);
  }
  return lacks;
}

const sum = (amounts) => Object.values(amounts).reduce((total, number) => total + number, 0);

/** Prestige, a bonus that the nobles on the table ask for, and a little for any bonus at all. */
function worth(card, view) {
  const me = view.players[view.seat];
  const wanted = view.nobles.filter((noble) => noble && (noble.count[card.colour] ?? 0) > me.count[card.colour]);
  return 1 + card.prestige + 0.4 * wanted.length;
}

/** Worth for every turn that it takes to collect the rest. */
function appeal(card, view) {
  const me = view.players[view.seat];
  const short = Math.max(0, sum(missing(card, me)) - me.tokens.gold);
  const turns = 1 + Math.ceil(short / 3);
  return worth(card, view) / turns;
}

/** The cards one could purchase, now or later: those of the market and of the own hand. */
function targets(view) {
  const cards = [...view.market, ...view.players[view.seat].hand].filter((card) => card.cost && !card.sacrifice);
  return cards.sort((one, other) => appeal(other, view) - appeal(one, view));
}

// --- what an action is worth ----------------------------------------------------------------------------------------
/** How much we want one token of each colour: needed for a good card, more so for the best. */
function wishes(view) {
  const me = view.players[view.seat];
  const wish = Object.fromEntries(GEMS.map((colour) => [colour, 0]));
  targets(view).slice(0, 3).forEach((card, place) => {
    const lacks = missing(card, me);
    for (const colour of GEMS) if (lacks[colour] > 0) wish[colour] += 1 / (1 + place);
  });
  return wish;
}

const cardAt = (view, slot) => view.market.find((card) => card.slot === slot);
const coloursOf = (letters) => [...letters].map((letter) => LETTERS[letter]);

/** A number for an action; the largest is chosen. The first word of an action's text says what it is. */
function value(text, view) {
  const me = view.players[view.seat];
  const [verb, ...rest] = text.split(" ");
  const last = rest.at(-1);
  switch (verb) {
    case "purchase": {
      const card = rest[0] === "hand" ? me.hand[last - 1] : cardAt(view, last);
      return 100 + worth(card, view);
    }
    case "take": {
      const wish = wishes(view);
      const taken = coloursOf(last);
      const over = Math.max(0, sum(me.tokens) + taken.length - 10);
      return 10 + taken.reduce((total, colour) => total + 0.1 + wish[colour], 0) - 1.2 * over;
    }
    case "reserve": // worth a turn only for the gold, or when there is nothing to take
      return rest[0] === "deck" || rest[0] === "noble" ? 2 : 8 + appeal(cardAt(view, last), view);
    case "pay": // keep the gold: pay as many gems as possible
      return Number(last.slice(1)) || 0;
    case "give": // what is needed least; gold last of all
      return last === "y" ? -10 : -wishes(view)[LETTERS[last]];
    case "extra":
      return wishes(view)[LETTERS[last]];
    case "copy":
      return me.bonus[LETTERS[last]];
    case "free":
    case "place":
      return worth(cardAt(view, last), view);
    case "conquer":
      return 1;
    default: // nobles, posts and cities are all welcome
      return 0;
  }
}

function choose({ view, legal }) {
  let best = legal[0];
  let highest = -Infinity;
  for (const action of legal) {
    const found = value(action.text, view);
    if (found > highest) [best, highest] = [action, found];
  }
  return best;
}

// --- the protocol ---------------------------------------------------------------------------------------------------
function answer(message) {
  switch (message.type) {
    case "hello":
      return { type: "hello", name: "shopper", version: 1 };
    case "game":
      return { type: "ready" };
    case "decide":
      return { type: "answer", action: choose(message).number };
    default: // "over" and "forfeit" need no answer, nor what later versions may add
      return null;
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "quit") break;
  const reply = answer(message);
  if (reply) process.stdout.write(JSON.stringify(reply) + "\n");
}
