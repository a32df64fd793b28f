/** Small messages for tests; each test says what matters to it. */
import type { Beat } from "../src/contract/events";
import type { CardKind, PrintedCard, Schema, ZoneKind } from "../src/contract/schema";
import type { Choice, Option, View } from "../src/contract/view";

export function aBeat(given: Partial<Beat> = {}): Beat {
  return { n: 1, turn: 1, by: null, events: [], ...given };
}

export function aView(given: Partial<View> = {}): View {
  return {
    v: 1,
    reader: "seat",
    you: "ana",
    at: { beat: 1, event: 1, era: 0 },
    turn: 1,
    of: "ana",
    steps: [],
    values: {},
    seats: [
      { name: "ana", out: false, values: {} },
      { name: "bo", out: false, values: {} },
    ],
    zones: [],
    resolving: [],
    waiting: [],
    links: [],
    asked: [],
    choice: null,
    over: null,
    options: {},
    ...given,
  };
}

export function aZoneKind(given: Partial<ZoneKind> = {}): ZoneKind {
  return { title: "zone", per: "player", kind: "group", seen: "all", counted: "all", face: "up", places: false, objects: false, turned: {}, attached: [], ...given };
}

export function anOption(given: Partial<Option> & { i: number }): Option {
  return { same: [given.i], text: `option ${given.i}`, ...given };
}

export function aChoice(options: Option[], given: Partial<Choice> = {}): Choice {
  return {
    id: "0.1",
    seat: "ana",
    kind: "card",
    prompt: "Main: Choose",
    asks: "Choose",
    secret: false,
    together: false,
    back: 0,
    clause: null,
    rule: null,
    options,
    ...given,
  };
}

export function aSchema(given: Partial<Schema> = {}): Schema {
  return {
    v: 1,
    format: "small",
    title: "Small",
    rules: "0",
    language: "en",
    languages: ["en"],
    seats: [2, 2],
    looks: null,
    steps: {},
    options: {},
    zones: {},
    values: {},
    figures: {},
    fields: {},
    kinds: {},
    parts: {},
    terms: {},
    cards: {},
    ...given,
  };
}

export function aCard(given: Partial<PrintedCard> = {}): PrintedCard {
  return { name: "Wolf", kind: "Beast", fields: {}, texts: [], ...given };
}

export function aKind(...fields: string[]): CardKind {
  return { title: "Beast", fields };
}
