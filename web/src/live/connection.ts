import type { Hello, Message, Request } from "../wire.ts";

const PULSE = 10_000; // ms between two looks at whether the line is alive
const SILENCE = 25_000; // ms without a word after which an open line is dead
const OPENING = 10_000; // ms in which a line is opened, or never

export type Line = "connecting" | "open" | "lost";

/** The live connection: comes back by itself, and says then which version it has seen. */
export class Connection {
  #socket: WebSocket | null = null;
  #tries = 0;
  #timer = 0;
  #beat = 0;
  #heard = 0;
  #ended = false;
  readonly #hello: () => Hello;
  readonly #onMessage: (message: Message) => void;
  readonly #onLine: (line: Line, retryAt: number) => void;

  constructor(hello: () => Hello, onMessage: (message: Message) => void, onLine: (line: Line, retryAt: number) => void) {
    this.#hello = hello;
    this.#onMessage = onMessage;
    this.#onLine = onLine;
    this.#open();
    this.#beat = window.setInterval(() => this.#checkPulse(), PULSE);
    window.addEventListener("online", this.now);
    window.addEventListener("offline", this.#lose);
  }

  #open(): void {
    this.#onLine(this.#tries ? "lost" : "connecting", 0);
    const address = new URL("api/socket", location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    address.hash = "";
    const socket = new WebSocket(address);
    this.#socket = socket;
    this.#heard = Date.now();
    socket.onopen = () => {
      this.#heard = Date.now();
      socket.send(JSON.stringify(this.#hello()));
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      this.#heard = Date.now();
      const message = JSON.parse(event.data) as Message;
      if (message.type === "update") {
        this.#tries = 0;
        this.#onLine("open", 0);
      }
      this.#onMessage(message);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#retry();
    };
  }

  #retry(): void {
    this.#socket = null;
    if (this.#ended) return;
    const wait = Math.min(15_000, 500 * 2 ** this.#tries) * (0.75 + Math.random() / 2);
    this.#tries += 1;
    this.#onLine("lost", Date.now() + wait);
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#open(), wait);
  }

  /** A line that is silent for long is dead, though nobody closed it. */
  #checkPulse(): void {
    const socket = this.#socket;
    if (!socket) return;
    const open = socket.readyState === WebSocket.OPEN;
    if (Date.now() - this.#heard >= (open ? SILENCE : OPENING)) this.#lose();
    else if (open) socket.send(JSON.stringify({ type: "ping" }));
  }

  /** Nobody is at the other end any more, whatever the socket says. */
  #lose = (): void => {
    if (!this.#socket) return;
    this.#drop();
    this.#retry();
  };

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null; // so that its end is not taken for a loss
    socket?.close();
  }

  /** Try again at once. */
  now = (): void => {
    if (this.#ended || this.#socket?.readyState === WebSocket.OPEN) return;
    clearTimeout(this.#timer);
    this.#drop();
    this.#open();
  };

  /** Whether it could be sent. */
  send(request: Request): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(request));
    return true;
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    clearInterval(this.#beat);
    window.removeEventListener("online", this.now);
    window.removeEventListener("offline", this.#lose);
    this.#drop();
  }
}
