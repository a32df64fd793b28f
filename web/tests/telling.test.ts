import { expect, it } from "vitest";
import type { Event } from "../src/contract/events";
import { plainText } from "../src/contract/parts";
import { linesOf, logOf, optionsSet } from "../src/table/telling";
import { sayIn } from "../src/text/words";
import { aBeat, aSchema, aView } from "./made";

const looks = { rows: [], between: [], beside: [], forms: {}, hidden: ["clock"], faces: {}, colours: {}, symbols: {} };
const draw = (n: number, code?: string): Event => ({
  n,
  kind: "move",
  card: {},
  start: { zone: "deck", of: "bo" },
  end: { zone: "hand", of: "bo" },
  text: [code ? { text: code, code } : { text: "a card" }, ": deck -> hand"],
});

function told(events: Event[], turn = 1): string[] {
  return linesOf(aSchema({ looks }), sayIn("en"), aBeat({ turn, events }), turn).map((line) => `${line.kind} ${plainText(line.text)}`);
}

it("puts cards that go the same way on one line", () => {
  expect(told([draw(1), draw(2), draw(3, "Wolf"), draw(4, "Wolf")])).toEqual(["told Wolf ×2, 2 cards: deck → hand"]);
});

it("leaves out values that the looks hide, and those that are empty from now on", () => {
  const value = (n: number, name: string, next: string | null): Event => ({ n, kind: "value", name, old: "x", new: next, text: [`${name} x -> ${next}`] });
  expect(told([value(1, "clock", "noon"), value(2, "led", null), value(3, "led", "hearts")])).toEqual(["told led x → hearts"]);
});

it("heads a new turn and a step, if something is told of it", () => {
  const step = (n: number, title: string, turn: number): Event => ({ n, kind: "step", step: title, title, of: "bo", turn, text: [] });
  expect(told([step(1, "Rest", 1), step(2, "Draw", 2), draw(3), step(4, "Main", 2)])).toEqual(["turn Turn 2 · bo's turn", "step Draw", "told a card: deck → hand"]);
});

it("tells how often a line is said again", () => {
  const secret = (n: number): Event => ({ n, kind: "choice", seat: "bo", prompt: "Pick", option: null, text: ["bo: Pick (in secret)"] });
  expect(told([secret(1), secret(2)])).toEqual(["told bo: Pick (in secret) ×2"]);
});

it("names a card once that is shown several times", () => {
  const wolf = { text: "Wolf", code: "W" };
  expect(told([{ n: 1, kind: "show", cards: [{}], to: null, text: ["shown to all: ", wolf, ", ", wolf, ", ", { text: "Fox", code: "F" }] }])).toEqual(["told shown to all: Wolf ×2, Fox"]);
});

it("tells how options stand that are not as they are unless set", () => {
  const options = {
    a: { title: "Long", value: false, low: null, high: null },
    b: { title: "Reshuffle", value: true, low: null, high: null },
    c: { title: "Cards at most", value: 7, low: 1, high: 9 },
  };
  const said = (given: Record<string, boolean | number>) => optionsSet(aSchema({ options }), aView({ options: { a: false, b: true, c: 7, ...given } }), sayIn("en"));
  expect(said({})).toEqual([]);
  expect(said({ a: true, b: false, c: 9 })).toEqual(["Long", "Reshuffle: no", "Cards at most: 9"]);
});

it("heads whose part of a turn begins, where it was another's before", () => {
  const step = (n: number, of: string | null): Event => ({ n, kind: "step", step: "main", title: "Main", of, turn: 2, text: [] });
  const beats = [[step(1, "ana"), draw(2)], [step(3, null), draw(4), step(5, "bo"), draw(6)], [step(7, "bo"), draw(8)]].map((events, n) => ({ beat: aBeat({ n, turn: 2, events }) }));
  const heads = logOf(beats, sayIn("en")).flat().map(({ beat, of }) => linesOf(aSchema({ looks }), sayIn("en"), beat, 2, of).flatMap((line) => (line.kind === "turn" ? plainText(line.text) : [])));
  expect(heads).toEqual([[], ["bo's turn"], []]);
});
