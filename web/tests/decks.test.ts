import { beforeEach, expect, it } from "vitest";
import type { DeckRow, Pool } from "../src/contract/decks";
import { added, countOf, partFor, sectionsOf, sheetsOf, sorted, without } from "../src/decks/deck";
import { curveFields, curveOf, kindsOf, stepFor } from "../src/decks/counting";
import { fieldsAsked, found, NOTHING, type Filter } from "../src/decks/filtering";
import { keepDeck, keptDeck } from "../src/decks/kept";
import { lettersOf } from "../src/decks/proxies";
import { OWN, requestOf, seatsFor } from "../src/lobby/table_form";
import { decksIn } from "../src/store/address";
import { aCard, aKind, aSchema } from "./made";

const schema = aSchema({
  kinds: { Ant: { ...aKind("level", "colour", "says"), title: "Ant" }, Egg: { ...aKind("level"), title: "Egg" } },
  fields: {
    level: { title: "Level", type: "number", text: false },
    colour: { title: "Colour", type: "", text: false },
    says: { title: "Says", type: "act", text: true },
  },
  cards: {
    "A-1": aCard({ name: "Red Ant", kind: "Ant", fields: { level: 3, colour: "Red, Blue" }, texts: [{ field: "says", text: "Draw a card.", sentences: [] }] }),
    "A-2": aCard({ name: "Blue Ant", kind: "Ant", fields: { level: 5, colour: "Blue" } }),
    "E-1": aCard({ name: "Egg", kind: "Egg", fields: { level: 2 } }),
  },
});
const pool: Pool = {
  v: 1,
  schema,
  parts: [
    { name: "main", title: "Main", of_table: false, fits: ["A-1", "A-2"] },
    { name: "eggs", title: "Eggs", of_table: false, fits: ["E-1"] },
  ],
  rules: [],
  decks: [],
  shapes: [],
};
const filter = (more: Partial<Filter>): Filter => ({ ...structuredClone(NOTHING), ...more });

it("asks for each field as what stands in it", () => {
  expect(fieldsAsked(schema).map((one) => [one.id, one.kind, one.values])).toEqual([
    ["level", "number", []],
    ["colour", "choice", ["Blue", "Red"]],
    ["says", "words", []],
  ]);
});

it("finds cards by words anywhere on them, by kind and by every field", () => {
  expect(found(schema, filter({}))).toEqual(["A-1", "A-2", "E-1"]);
  expect(found(schema, filter({ text: "DRAW red" }))).toEqual(["A-1"]);
  expect(found(schema, filter({ text: "e-1" }))).toEqual(["E-1"]);
  expect(found(schema, filter({ kind: "Ant" }))).toEqual(["A-1", "A-2"]);
  expect(found(schema, filter({ says: { colour: "Blue" } }))).toEqual(["A-1", "A-2"]);
  expect(found(schema, filter({ says: { colour: "Red" } }))).toEqual(["A-1"]);
  expect(found(schema, filter({ says: { says: "card" } }))).toEqual(["A-1"]);
  expect(found(schema, filter({ ranges: { level: [3, null] } }))).toEqual(["A-1", "A-2"]);
  expect(found(schema, filter({ ranges: { level: [null, 2] } }))).toEqual(["E-1"]);
  expect(found(schema, filter({ text: "ant", ranges: { level: [4, 9] } }))).toEqual(["A-2"]);
});

it("puts cards into the part they fit into, and takes the last one out", () => {
  expect(partFor(pool, "E-1")).toBe("eggs");
  let rows: DeckRow[] = added([], "A-1", "main", 1);
  rows = added(added(rows, "A-1", "main", 1), "A-1", "eggs", 1);
  expect(rows).toEqual([[2, "A-1", "main"], [1, "A-1", "eggs"]]);
  expect(countOf(rows, "A-1")).toBe(3);
  expect(countOf(rows, "A-1", "main")).toBe(2);
  rows = without(rows, "A-1");
  expect(rows).toEqual([[2, "A-1", "main"]]);
  expect(without(without(rows, "A-1"), "A-1")).toEqual([]);
  expect(without(rows, "A-2")).toBe(rows);
  expect(countOf(added(rows, "A-2", "main", 5000))).toBe(1000);
});

it("gives each row of a list its part, by the cards only where no row says one", () => {
  expect(sorted(pool, [[1, "A-1", ""], [2, "E-1", ""], [1, "A-1", ""]])).toEqual([[2, "A-1", "main"], [2, "E-1", "eggs"]]);
  expect(sorted(pool, [[1, "E-1", "eggs"], [2, "E-1", ""]])).toEqual([[1, "E-1", "eggs"], [2, "E-1", "main"]]);
});

it("shows each part by kind and name", () => {
  const sections = sectionsOf(pool, [[1, "A-1", "main"], [1, "E-1", "main"], [3, "A-2", "main"]]);
  expect(sections.map((one) => [one.part.name, one.count])).toEqual([["main", 5], ["eggs", 0]]);
  expect(sections[0]?.rows.map((row) => row[1])).toEqual(["A-2", "A-1", "E-1"]);
});

it("counts a curve with its gaps, and kinds", () => {
  const rows: DeckRow[] = [[4, "E-1", "eggs"], [2, "A-2", "main"]];
  expect(curveFields(schema)).toEqual([{ id: "level", title: "Level" }]);
  expect(curveOf(schema, rows, "level")).toEqual([
    { label: "2", count: 4 },
    { label: "3", count: 0 },
    { label: "4", count: 0 },
    { label: "5", count: 2 },
  ]);
  expect(kindsOf(schema, rows)).toEqual([{ label: "Ant", count: 2 }, { label: "Egg", count: 4 }]);
  expect(curveOf(schema, [], "level")).toEqual([]);
});

it("puts numbers that lie far apart into round steps", () => {
  expect([stepFor(5), stepFor(14), stepFor(15), stepFor(40), stepFor(900), stepFor(9000)]).toEqual([1, 1, 2, 5, 100, 1000]);
  const far = aSchema({ ...schema, cards: { a: aCard({ kind: "Ant", fields: { level: 120 } }), b: aCard({ kind: "Ant", fields: { level: 990 } }) } });
  const bars = curveOf(far, [[1, "a", ""], [2, "b", ""]], "level");
  expect(bars[0]).toEqual({ label: "100–199", count: 1 });
  expect(bars.at(-1)).toEqual({ label: "900–999", count: 2 });
});

it("lays nine proxies on a sheet, each card as often as it is played", () => {
  const sheets = sheetsOf([[7, "A-1", "main"], [3, "A-2", "main"]]);
  expect(sheets.map((sheet) => sheet.length)).toEqual([9, 1]);
  expect(sheets[1]).toEqual(["A-2"]);
});

it("makes letters smaller the more is on a card", () => {
  const texts = (signs: number) => [{ field: "says", text: "x".repeat(signs), sentences: [] }];
  const sizes = [10, 300, 500, 700, 2000].map((signs) => lettersOf(aCard({ fields: {}, texts: texts(signs) })));
  expect(sizes).toEqual([8, 7, 6, 5, 4]);
});

beforeEach(() => localStorage.clear());

it("keeps a deck by format, and forgets what is none", () => {
  keepDeck("one", [[2, "A-1", "main"], [1, "gone", "main"]]);
  expect(keptDeck("one", (code) => code in schema.cards)).toEqual([[2, "A-1", "main"]]);
  expect(keptDeck("two", () => true)).toEqual([]);
  for (const wrong of ["{", "3", '[[0,"A-1",""],["1","A-1",""],[1,"A-1"],null]']) {
    localStorage.setItem("deck one", wrong);
    expect(keptDeck("one", () => true)).toEqual([]);
  }
});

it("finds the format of decks in the address", () => {
  expect(decksIn({ hash: "#decks=my%20game" })).toBe("my game");
  expect(decksIn({ hash: "#table=3" })).toBe(null);
});

it("plays the deck that was built where it is chosen for a seat", () => {
  const format = { name: "f", title: "F", seats: [2, 2] as [number, number], languages: [], decks: ["a"], table_decks: [], options: {} };
  const seats = seatsFor(format, "random").map((seat, place) => ({ ...seat, deck: place ? "a" : OWN }));
  expect(requestOf(format, seats, [[2, "A-1", "main"]]).seats).toEqual([
    { name: "ana", plays: "human", cards: [[2, "A-1", "main"]] },
    { name: "bo", plays: "random", deck: "a" },
  ]);
});
