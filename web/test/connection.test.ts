import assert from "node:assert/strict";
import { mock, test } from "node:test";
import "./svelte.ts";
import { Connection, type Line } from "../src/live/connection.ts";

/** A socket that never opens by itself. */
class Socket {
  static readonly OPEN = 1;
  static readonly all: Socket[] = [];
  readyState = 0;
  constructor() {
    Socket.all.push(this);
  }
  close(): void {
    this.readyState = 3;
  }
}
Object.assign(globalThis, { WebSocket: Socket, addEventListener: () => undefined, removeEventListener: () => undefined });

test("a line that does not open counts as lost, and is tried again when one asks for it", () => {
  mock.timers.enable({ apis: ["setInterval", "setTimeout", "Date"] });
  const lines: Line[] = [];
  const connection = new Connection(() => ({ type: "hello", match: "m" }), () => undefined, (line) => lines.push(line));
  connection.now();
  assert.deepEqual(Socket.all.map((one) => one.readyState), [3, 0], "one socket at a time");
  mock.timers.tick(10_000);
  assert.equal(Socket.all[1]?.readyState, 3);
  assert.equal(lines.at(-1), "lost");
  connection.end();
  mock.timers.tick(60_000);
  assert.equal(Socket.all.length, 2, "nobody tries after the end");
  mock.timers.reset();
});
