import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { en } from "../src/i18n/en.ts";
import { pieces } from "../src/i18n/format.ts";
import { fr } from "../src/i18n/fr.ts";
import { nl } from "../src/i18n/nl.ts";

const SOURCES = new URL("../src/", import.meta.url);
const sources = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.(svelte|ts)$/.test(name) && !/i18n\/(en|fr|nl)\.ts$/.test(name) && name !== "wire.ts")
  .map((name) => readFileSync(new URL(name, SOURCES), "utf8"))
  .join("\n");
const keys = Object.keys(en);
const text = (key: string, from: Record<string, string>): string => from[key] ?? "";

test("every language has every text, and no other", () => {
  for (const other of [fr, nl]) assert.deepEqual(Object.keys(other).sort(), [...keys].sort());
});

test("a text has the same places in every language", () => {
  // `you` chooses a form that some languages do not need
  const places = (message: string) =>
    [...new Set([...message.matchAll(/\{(\w+)/g)].map(([, name]) => name))].filter((name) => name !== "you" && name !== "n").sort();
  for (const key of keys) {
    for (const other of [fr, nl]) assert.deepEqual(places(text(key, other)), places(text(key, en)), key);
  }
});

test("every text is used, and every text used is there", () => {
  // Keys are written out, or made from a prefix: t(`ask.${phase}`).
  const prefixes = [...sources.matchAll(/`([a-z_]+(?:\.[a-z_]+)*\.)\$\{/g)].map(([, prefix]) => prefix ?? "");
  const unused = keys.filter((key) => !sources.includes(`"${key}"`) && !prefixes.some((prefix) => key.startsWith(prefix)));
  assert.deepEqual(unused, []);
  const written = [...sources.matchAll(/\bt\("([^"]+)"/g)].map(([, key]) => key ?? "");
  assert.deepEqual(written.filter((key) => !keys.includes(key)), []);
});

test("French puts a narrow space, or none that breaks, before high punctuation", () => {
  for (const key of keys) assert.doesNotMatch(text(key, fr), / [:;!?»](?=\s|$)/, key);
});

test("forms by number, by yes and no, and by a first letter", () => {
  const said = (message: string, values: Record<string, unknown>, language: string) =>
    pieces(message, values, language).map((piece) => ("text" in piece ? piece.text : String(values[piece.name]))).join("");
  assert.equal(said("{n} {n:card|cards}", { n: 1 }, "en"), "1 card");
  assert.equal(said("{n} {n:card|cards}", { n: 2 }, "en"), "2 cards");
  assert.equal(said("{n} {n:carte|cartes}", { n: 0 }, "fr"), "0 carte");
  assert.equal(said("tour {name:d’|de }{name}", { name: "Ada" }, "fr"), "tour d’Ada");
  assert.equal(said("tour {name:d’|de }{name}", { name: "Élisabeth" }, "fr"), "tour d’Élisabeth");
  assert.equal(said("tour {name:d’|de }{name}", { name: "Mila" }, "fr"), "tour de Mila");
  assert.equal(said("{who} {you:avez|a} pris", { who: "Mila", you: false }, "fr"), "Mila a pris");
});

test("the rules have the same chapters and parts in every language", async () => {
  const { rules } = await import("../src/i18n/rules/index.ts");
  const shape = (language: keyof typeof rules) =>
    Object.entries(rules[language]).map(([chapter, parts]) => [chapter, parts.map((part) => part.text.length)]);
  assert.deepEqual(shape("fr"), shape("en"));
  assert.deepEqual(shape("nl"), shape("en"));
});
