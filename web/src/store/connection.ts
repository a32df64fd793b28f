/** The socket of a table: it joins, and joins again when it is lost; asked questions are answered in
 * the order in which they were asked. */
import type { Message, Request } from "../contract/messages";

export type Reply = Extract<Message, { t: "why" | "why_not" | "hint" | "log" | "link" | "past" | "refused" }>;

export interface Listener {
  message(message: Message): void;
  state(open: boolean): void;
}

const SLOWEST = 5000; // milliseconds between two tries to join again

export class Connection {
  #socket: WebSocket | null = null;
  #tries = 0;
  #closed = false;
  #again: ReturnType<typeof setTimeout> | undefined;
  #waiting: { t: string; resolve: (reply: Reply | null) => void }[] = [];

  constructor(
    private readonly address: string,
    private readonly join: Request,
    private readonly listener: Listener,
  ) {
    this.#open();
  }

  /** Sends, if the socket is open; whether it was. */
  send(request: Request): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(request));
    return true;
  }

  /** Sends a question; what comes back for it, or null when the socket was lost meanwhile. */
  ask(request: Request): Promise<Reply | null> {
    return new Promise((resolve) => {
      if (this.send(request)) this.#waiting.push({ t: request.t, resolve });
      else resolve(null);
    });
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#again);
    this.#socket?.close();
  }

  #open(): void {
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    socket.onopen = () => {
      this.#tries = 0;
      this.send(this.join);
      this.listener.state(true);
    };
    socket.onmessage = (event) => this.#received(JSON.parse(String(event.data)) as Message);
    socket.onclose = () => this.#lost();
  }

  #received(message: Message): void {
    const place = this.#waiting.findIndex(({ t }) => t === message.t || message.t === "refused");
    const [asked] = place < 0 ? [] : this.#waiting.splice(place, 1);
    if (asked) asked.resolve(message as Reply);
    else this.listener.message(message);
  }

  #lost(): void {
    for (const { resolve } of this.#waiting.splice(0)) resolve(null);
    if (this.#closed) return;
    this.listener.state(false);
    this.#again = setTimeout(() => this.#open(), Math.min(SLOWEST, 250 * 2 ** this.#tries++));
  }
}
