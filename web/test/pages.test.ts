import assert from "node:assert/strict";
import { test } from "node:test";
import { isLegal, seated, wished } from "../src/pages/modules.ts";

test("a table as an address names it", () => {
  const asked = wished(new URLSearchParams("players=3&cities=2025&orient=1999&take_fewer=free&extra_nobles=1&seat=club&seat=person"));
  assert.equal(asked.players, 3);
  assert.deepEqual(asked.modules, { cities: 2025, posts: null, orient: null, strongholds: null });
  assert.deepEqual(asked.options, { take_fewer: "free", extra_nobles: true });
  assert.deepEqual(asked.seats.map((seat) => seat.kind), ["me", "club", "me", "me"]);
});

test("an address that says nothing, or nonsense, asks for the usual table", () => {
  for (const query of ["", "players=9&take_fewer=so&cities=", "players=x"]) {
    const asked = wished(new URLSearchParams(query));
    assert.deepEqual(asked.modules, { cities: null, posts: null, orient: null, strongholds: null });
    assert.ok([2, 4].includes(asked.players));
    assert.deepEqual(asked.seats.map((seat) => seat.kind), ["me", "casual", "casual", "casual"]);
  }
});

test("whom the server does not have is named, and the usual bot sits there instead", () => {
  const levels = ["casual", "club"];
  const asked = wished(new URLSearchParams("players=4&seat=clubb&seat=open&seat=club"));
  const found = seated(asked.seats, levels, "casual");
  assert.deepEqual(found.seats.map((seat) => seat.kind), ["me", "casual", "open", "club"]);
  assert.deepEqual(found.unknown, ["clubb"]);
  const nobody = wished(new URLSearchParams("seat="));
  assert.deepEqual(seated(nobody.seats, levels, "casual"), { seats: nobody.seats, unknown: [] });
});

test("legal is what the server lists", () => {
  const setups = [{ players: 2 }, { players: 2, cities: 2025 as const }];
  assert.ok(isLegal({ players: 2, cities: 2025, orient: null }, setups));
  assert.ok(!isLegal({ players: 3 }, setups));
});
