import { expect, it } from "vitest";
import { answerOn, costText, maySend, offersAt, offersByKey, passOf, picksAtOnce, targetsOf } from "../src/table/choosing";
import { aChoice, anOption } from "./made";

it("lights what options are on; a pass lights nothing", () => {
  const choice = aChoice([
    anOption({ i: 0, on: [{ card: "c1" }] }),
    anOption({ i: 1, on: [{ card: "c1" }] }),
    anOption({ i: 2, on: [{ seat: "bo" }] }),
    anOption({ i: 3, on: [{ zone: "hand", of: "bo", hidden: 4 }] }),
    anOption({ i: 4, on: [{ zone: "deck", of: "bo", place: 2 }] }),
    anOption({ i: 5 }),
    anOption({ i: 6, passes: true }),
  ]);
  const found = Object.fromEntries([...offersByKey(choice)].map(([key, options]) => [key, options.map(({ i }) => i)]));
  expect(found).toEqual({ c1: [0, 1], "seat/bo": [2], "zone/bo/hand": [3], "zone/bo/deck/2": [4], "": [5] });
  expect(passOf(choice)?.i).toBe(6);
});

it("answers with the number of the card that was clicked where several come to the same", () => {
  const option = anOption({ i: 3, same: [3, 5, 7], on: [{ card: "c3" }, { card: "c4" }, { card: "c8" }] });
  expect(answerOn(option, "c4")).toBe(5);
  expect(answerOn(option, "c8")).toBe(7);
});

it("answers with its one number where hidden cards come to the same", () => {
  const option = anOption({ i: 2, same: [2, 3, 4], on: [{ zone: "hand", of: "bo", hidden: 3 }] });
  expect(answerOn(option, "zone/bo/hand")).toBe(2);
});

it("says what an option costs", () => {
  expect(costText(anOption({ i: 0, costs: { memory: 4 } }), (id) => id.toUpperCase())).toBe("MEMORY 4");
  expect(costText(anOption({ i: 0 }), String)).toBe("");
});

it("picks several at once where nothing is picked yet and all lie on the table", () => {
  const on = [{ card: "c1" }];
  const picks = { picked: 0, least: 2, most: 3 };
  const options = [anOption({ i: 0, on }), anOption({ i: 1, passes: true })];
  expect(picksAtOnce(aChoice(options, { picks }))).toBe(true);
  expect(picksAtOnce(aChoice(options, { picks: { ...picks, picked: 1 } }))).toBe(false);
  expect(picksAtOnce(aChoice([anOption({ i: 0 })], { picks }))).toBe(false);
  expect(picksAtOnce(aChoice(options))).toBe(false);
  expect([1, 2, 3, 4].map((count) => maySend(aChoice(options, { picks }), count))).toEqual([false, true, true, false]);
});

it("finds what is offered on a thing, a seat, or anywhere in a zone", () => {
  const options = [
    anOption({ i: 0, on: [{ card: "c1" }] }),
    anOption({ i: 1, on: [{ seat: "bo" }] }),
    anOption({ i: 2, on: [{ zone: "deck", of: "bo", place: 2 }] }),
    anOption({ i: 3 }),
  ];
  const at = (...keys: string[]) => offersAt(aChoice(options), keys).map(({ key, option }) => [key, option.i]);
  expect(at("c1", "c9")).toEqual([["c1", 0]]);
  expect(at("seat/bo")).toEqual([["seat/bo", 1]]);
  expect(at("zone/bo/deck")).toEqual([["zone/bo/deck/2", 2]]);
  expect(at("zone/bo/dec")).toEqual([]);
  expect(at("")).toEqual([]);
});

it("names targets, not cards with which something is done, and only if they are few", () => {
  const cards = [1, 2, 3].map((n) => anOption({ i: n, on: [{ card: `c${n}` }] }));
  expect(targetsOf(aChoice(cards))).toEqual(["c1", "c2", "c3"]);
  expect(targetsOf(aChoice(cards), 2)).toEqual([]);
  expect(targetsOf(aChoice([anOption({ i: 0, do: "Attack", on: [{ card: "c1" }] })]))).toEqual([]);
});
