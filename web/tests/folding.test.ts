import { expect, it } from "vitest";
import type { Event, Moved } from "../src/contract/events";
import { afterBeat } from "../src/store/folding";
import { aBeat, aView } from "./made";

const zone = (id: string, of: string | null, places: boolean, ...cards: { id?: string; code?: string }[]) => ({
  id,
  of,
  places,
  count: cards.length,
  objects: cards.filter((card) => places || card.code).map((card) => ({ cards: [card] })),
});

const hand = zone("hand", "ana", false, { id: "c1", code: "A" }, { id: "c2", code: "B" });
const deck = zone("deck", "ana", true, {}, {}, {});
const board = zone("board", "ana", true);
const table = aView({ zones: [hand, deck, board], values: { score: 1 } });

const move = (given: Partial<Moved>): Event => ({
  n: 1,
  kind: "move",
  card: { id: "c1", code: "A" },
  start: { zone: "hand", of: "ana" },
  end: { zone: "board", of: "ana" },
  ...given,
});

const after = (...events: Event[]) => afterBeat(table, aBeat({ n: 7, turn: 3, events }));
const counts = (view: ReturnType<typeof after>) => view.zones.map(({ count, objects }) => [count, objects.length]);

it("moves a card that keeps its id", () => {
  const found = after(move({ was: "c1" }));
  expect(counts(found)).toEqual([[1, 1], [3, 3], [1, 1]]);
  expect(found.zones[2]?.objects[0]?.cards[0]?.id).toBe("c1");
});

it("takes a card without an id from the top of a pile, and lays what becomes known of it", () => {
  const found = after(move({ was: null, card: { id: "c5", code: "C" }, start: { zone: "deck", of: "ana" }, end: { zone: "hand", of: "ana" } }));
  expect(counts(found)).toEqual([[3, 3], [2, 2], [0, 0]]);
  expect(found.zones[0]?.objects.at(-1)?.cards[0]).toMatchObject({ id: "c5", code: "C" });
});

it("counts a card that goes unseen into a zone without places", () => {
  const found = after(move({ card: {}, start: { zone: "deck", of: "ana" }, end: { zone: "hand", of: "ana" } }));
  expect(counts(found)).toEqual([[3, 2], [2, 2], [0, 0]]);
});

it("turns things, and sets values and figures", () => {
  const lies = aView({ zones: [{ ...board, objects: [{ cards: [{ id: "c9", code: "A" }], turned: "active", figures: { dp: [{ now: 5, printed: 5 }] } }], count: 1 }] });
  const events: Event[] = [
    { n: 1, kind: "turn", card: { id: "c9" }, turned: "resting" },
    { n: 2, kind: "figure", name: "dp", card: "c9", old: 5, new: 8 },
    { n: 3, kind: "value", name: "score", old: 1, new: 2 },
    { n: 4, kind: "value", name: "lives", seat: "bo", old: 1, new: 0 },
  ];
  const found = afterBeat(lies, aBeat({ events }));
  expect(found.zones[0]?.objects[0]).toMatchObject({ turned: "resting", figures: { dp: [{ now: 8, printed: 5 }] } });
  expect([found.values["score"], found.seats[1]?.values["lives"]]).toEqual([2, 0]);
});

it("changes nothing that was there before", () => {
  const before = JSON.stringify(table);
  after(move({ was: "c1" }));
  expect(JSON.stringify(table)).toBe(before);
});
