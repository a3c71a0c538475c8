import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { checks, qr } from "../src/parts/qr.ts";

const drawn = (text: string): string => (qr(text) ?? []).map((row) => row.map((dark) => (dark ? "#" : ".")).join("")).join("\n");

test("check bytes are those of the standard's worked example", () => {
  const data = [0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11];
  assert.deepEqual(checks(data, 10), [0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55]);
});

test("codes are those that a scanner has read", () => {
  const link = "http://192.168.1.20:8000/#/match/ZCDSZj6KW3RjQ64N";
  const seen = { [link]: "75894d8283287f45", [`${link}?invitation=${"5Gvfwxl3".repeat(4)}`]: "f188a2aee7efe5e9", [`${link}?invitation=${"5Gvfwxl3".repeat(25)}`]: "5a6b6fb71dd1ed6e" };
  for (const [text, digest] of Object.entries(seen)) assert.equal(createHash("sha256").update(drawn(text)).digest("hex").slice(0, 16), digest, text);
});

test("a code has its marks, and a text that is too long has none", () => {
  const rows = drawn("a").split("\n");
  assert.equal(rows.length, 21);
  assert.deepEqual(rows.slice(0, 7).map((row) => row.slice(0, 7)), ["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"]);
  assert.equal(qr("é".repeat(260))?.length, 77);
  assert.equal(qr("é".repeat(261)), null);
});
