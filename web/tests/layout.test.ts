import { expect, it } from "vitest";
import { cardColour, faceOf } from "../src/table/face";
import { figuresOf } from "../src/table/figures";
import { layoutOf, seatsFrom, thingsOf } from "../src/table/layout";
import { nextSize } from "../src/ui/fitting";
import { aCard, aKind, aSchema, aView, aZoneKind } from "./made";

const zones = {
  deck: aZoneKind({ kind: "pile", face: "down", places: true }),
  hand: aZoneKind({ seen: "owner", face: "down" }),
  arena: aZoneKind({ places: true }),
  market: aZoneKind({ per: "table" }),
};

it("puts what lies open nearest to the middle, and what is held outermost", () => {
  const layout = layoutOf(aSchema({ zones }));
  expect(layout.rows).toEqual([["arena", "deck"], ["hand"]]);
  expect(layout.between).toEqual(["market"]);
  expect(layout.forms).toMatchObject({ deck: "pile", hand: "fan", arena: "row" });
});

it("follows the looks, and forgets no zone that they do not name", () => {
  const looks = { rows: [["deck", null, "arena"]], between: [], beside: [], forms: { deck: "count" as const }, hidden: [], faces: {}, colours: {}, symbols: {} };
  const layout = layoutOf(aSchema({ zones, looks }));
  expect(layout.rows).toEqual([["deck", null, "arena"], ["hand"]]);
  expect(layout.between).toEqual(["market"]);
  expect(layout.forms["deck"]).toBe("count");
});

it("draws a back for each card of a zone that the reader knows nothing of", () => {
  const hand = { id: "hand", of: "bo", count: 4, places: false, objects: [{ cards: [{ id: "c9", code: "A" }] }] };
  expect(thingsOf(hand).map(({ key }) => key)).toEqual(["c9", "zone/bo/hand/1", "zone/bo/hand/2", "zone/bo/hand/3"]);
});

it("finds a thing by any of its cards", () => {
  const [found] = thingsOf({ id: "arena", of: "bo", count: 2, places: true, objects: [{ cards: [{ id: "c1" }, { id: "c2" }] }] });
  expect(found?.keys).toEqual(["c2", "c1"]);
});

it("seats the reader first, and who watches nobody's seat", () => {
  const seats = ["ana", "bo", "cy"].map((name) => ({ name, out: false, values: {} }));
  expect(seatsFrom(aView({ you: "bo", seats }))).toEqual(["bo", "cy", "ana"]);
  expect(seatsFrom(aView({ you: null, seats }))).toEqual(["ana", "bo", "cy"]);
});

const fields = { level: number("level"), cost: number("cost"), dp: number("DP"), color: word("color"), effect: { title: "effect", type: "text", text: true } };
const beast = aCard({ fields: { level: 4, cost: 5, dp: 4000, color: "red" }, texts: [{ field: "effect", text: "Bite.", sentences: [] }] });
const schema = aSchema({
  fields,
  kinds: { Beast: aKind("level", "cost", "dp", "color", "effect") },
  figures: { power: { title: "DP", of: ["Beast"], prints: "dp" } },
});

function number(title: string) {
  return { title, type: "number", text: false };
}

function word(title: string) {
  return { title, type: "color", text: false };
}

it("makes a face of the declared fields", () => {
  const face = faceOf(schema, beast);
  expect(face.corner.map((field) => field.text)).toEqual(["4", "5"]);
  expect(face.figure).toEqual(["power"]);
  expect(face.band.map((field) => [field.text, field.colour])).toEqual([["red", "red"]]);
  expect(face.text).toHaveLength(1);
  expect(cardColour(schema, beast)).toBe("red");
});

it("shows a figure as it is now, beside what is printed", () => {
  const thing = { cards: [{ code: "B" }], figures: { power: [{ now: 6000, printed: 4000, why: [] }] } };
  expect(figuresOf(schema, beast, ["power"], thing)).toMatchObject([{ title: "DP", now: "6000", printed: "4000", change: 2000 }]);
  expect(figuresOf(schema, beast, ["power"], null)).toMatchObject([{ now: "4000", change: 0 }]);
});

it("shrinks cards until the table fits, and lets them grow only with room to spare", () => {
  expect(nextSize([100, 80, 60], 80, 900, 700)).toBe(60);
  expect(nextSize([100, 80, 60, 40], 100, 900, 700)).toBe(60);
  expect(nextSize([100, 80, 60, 40], 100, 9000, 700)).toBe(40);
  expect(nextSize([100, 80, 60], 60, 900, 700)).toBeNull();
  expect(nextSize([100, 80, 60], 80, 400, 700)).toBe(100);
  expect(nextSize([100, 80, 60], 80, 600, 700)).toBeNull();
});
