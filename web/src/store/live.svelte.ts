/** A game at a server: what was received, and what can be asked of it. */
import type { Carried, Hinted, Message, Request, TableNow } from "../contract/messages";
import type { Schema } from "../contract/schema";
import { TableModel } from "../table/model.svelte";
import { Connection } from "./connection";
import { linesOf, plainly, type Told } from "./reasons";

export interface Place {
  table: string;
  token: string;
}

/** In which language somebody wants to play, if he said so, and how he says it. */
export interface Spoken {
  language: string | null;
  speak: (language: string) => void;
}

export class LiveGame {
  readonly place: Place;
  model = $state.raw<TableModel | null>(null);
  around = $state.raw<TableNow | null>(null);
  /** When that came, as `performance.now()` says it. */
  heard = $state(0);
  open = $state(false);
  notice = $state.raw<{ stale: true } | { text: string } | null>(null);
  hint = $state.raw<Hinted | null>(null);
  /** Whether there are beats before the first that is known. */
  more = $state(true);
  /** How the game came to other rules, until something is done. */
  carried = $state.raw<Carried | null>(null);
  readonly #connection: Connection;
  #pending: Message[] = [];
  /** The beat to begin with. */
  #wanted: number | null;
  /** Whether what the format says of itself is waited for, and for which rules of the game it was. */
  #waits = true;
  #number = 0;

  readonly #spoken: Spoken;
  readonly #describe: () => Promise<void>;

  constructor(place: Place, spoken: Spoken, schema: () => Promise<Schema>, beat: number | null = null) {
    this.place = place;
    this.#wanted = beat;
    this.#spoken = spoken;
    const address = new URL("/api/socket", location.origin);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const { language } = spoken;
    const join: Request = { t: "join", table: place.table, token: place.token, ...(language === null ? {} : { language }) };
    this.#connection = new Connection(address.href, join, {
      message: (message) => this.#message(message),
      state: (open) => (this.open = open),
    });
    this.#describe = () =>
      schema().then(
        (found) => this.#begin(found),
        (error: unknown) => void (this.notice = { text: String(error) }),
      );
    void this.#describe();
  }

  close(): void {
    this.#connection.close();
  }

  send(request: Request): void {
    this.notice = this.carried = null;
    this.#connection.send(request);
  }

  async askHint(): Promise<void> {
    const choice = this.model?.choice;
    if (!choice) return;
    const reply = await this.#connection.ask({ t: "hint", choice: choice.id });
    if (reply?.t === "hint") this.hint = reply;
    else if (reply?.t === "refused") this.notice = { text: reply.text };
  }

  async earlier(): Promise<void> {
    const first = this.model?.frames.list[0]?.beat.n;
    if (first === undefined) return;
    const reply = await this.#connection.ask({ t: "log", before: first });
    if (reply?.t !== "log") return;
    this.more = !reply.first;
    this.model?.act({ do: "earlier", beats: reply.beats });
  }

  /** Goes to a beat, though it may not be known yet. */
  async show(beat: number): Promise<void> {
    const first = () => this.model?.frames.list[0]?.beat.n ?? 0;
    for (let known = first() + 1; this.more && first() > beat && first() < known; ) {
      known = first();
      await this.earlier();
    }
    this.model?.act({ do: "to", beat });
  }

  /** The beat that is drawn, as who watches counts it. */
  async publicBeat(): Promise<number | null> {
    const beat = this.model?.frame?.beat.n;
    if (beat === undefined) return null;
    const reply = await this.#connection.ask({ t: "link", beat });
    if (reply?.t === "refused") this.notice = { text: reply.text };
    return reply?.t === "link" ? reply.beat : null;
  }

  /** Asks for how everything lay behind a beat of which only the events are known. */
  async past(beat: number): Promise<void> {
    const reply = await this.#connection.ask({ t: "past", beat });
    if (reply?.t === "past") this.model?.act({ do: "past", beat, view: reply.view });
  }

  #begin(schema: Schema): void {
    this.model = new TableModel(schema, {
      answer: (choice, i) => this.send({ t: "answer", choice: choice.id, i }),
      pick: (choice, picks) => this.send({ t: "answer", choice: choice.id, picks }),
      ask: (question) => this.#ask("not" in question ? { t: "why_not", text: question.not } : { t: "why", text: question.value }),
      why: (event) => this.#ask({ t: "why", event: event.n }),
      speak: this.#spoken.speak,
    });
    this.#waits = false;
    const messages = this.#pending.splice(0);
    for (const [place, message] of messages.entries()) {
      if (this.#waits) return void this.#pending.unshift(...messages.slice(place));
      this.#message(message);
    }
  }

  #message(message: Message): void {
    const { model } = this;
    if (!model || this.#waits) {
      this.#pending.push(message);
      return;
    }
    switch (message.t) {
      case "view":
        model.answered = null;
        this.hint = null;
        this.more = (message.beats[0]?.n ?? 0) > 0;
        model.undone = message.taken_back;
        model.act({ do: "whole", beats: message.beats, view: message.view });
        if (this.#wanted !== null) void this.show(this.#wanted);
        this.#wanted = null;
        return;
      case "beats":
        this.hint = null;
        return model.act({ do: "beats", beats: message.beats, view: message.view });
      case "table":
        this.around = message;
        this.heard = performance.now();
        this.#carried(message.carried ?? null);
        return;
      case "stale":
        this.notice = { stale: true };
        return;
      case "refused":
        model.answered = null;
        this.notice = { text: message.text };
        return;
    }
  }

  /** The game goes on by other rules: what is sent from here on needs their description. */
  #carried(carried: Carried | null): void {
    const number = carried?.number ?? 0;
    if (number === this.#number) return;
    this.#number = number;
    this.carried = carried;
    this.#waits = true;
    void this.#describe();
  }

  async #ask(request: Request): Promise<Told[]> {
    const reply = await this.#connection.ask(request);
    if (reply?.t === "why" || reply?.t === "why_not") return linesOf(reply.answer);
    return reply?.t === "refused" ? [plainly(reply.text)] : [];
  }
}
