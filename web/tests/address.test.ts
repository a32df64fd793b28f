import { expect, it } from "vitest";
import { beatIn, hashWith, languageIn, looksIn, placeIn } from "../src/store/address";
import { clausesOf, goalOf, turnsOf } from "../src/store/replay";
import { checked } from "../src/table/pace.svelte";
import { agreedFor, requestOf, resized, seatsFor } from "../src/lobby/table_form";
import { aBeat } from "./made";

it("finds the table and the seat in a link", () => {
  expect(placeIn({ hash: "#table=Ab-1&token=x_y" })).toEqual({ table: "Ab-1", token: "x_y" });
  expect(placeIn({ hash: "#table=Ab-1" })).toEqual({ table: "Ab-1", token: "" });
  expect(placeIn({ hash: "#beat=3" })).toBeNull();
  expect(placeIn({ hash: "" })).toBeNull();
});

it("finds the beat in a link to a replay", () => {
  expect(beatIn({ hash: "#beat=12" })).toBe(12);
  expect(beatIn({ hash: "#a=1&beat=7" })).toBe(7);
  expect(beatIn({ hash: "#beat=x" })).toBeNull();
});

it("changes some parts of an address and leaves the others", () => {
  const here = { hash: "#table=a&token=t&lang=es&look=1" };
  expect(hashWith(here, { lang: null, beat: 4 })).toBe("#table=a&token=t&look=1&beat=4");
  expect([looksIn(here), languageIn(here), looksIn({ hash: "#table=a" })]).toEqual([true, "es", false]);
});

const frames = [1, 1, 2].map((turn, n) => ({
  beat: aBeat({ n, turn, events: [{ n, kind: "shuffle", clauses: n === 1 ? ["B"] : ["A"] }] }),
  view: null,
}));

it("lists the first beat of each turn", () => {
  expect(turnsOf(frames, String)).toEqual([{ label: "1", beats: [0] }, { label: "2", beats: [2] }]);
});

it("jumps to the next beat that follows a clause, from the start again behind the last", () => {
  const clauses = clausesOf(frames);
  const goals = (from: number) => clauses.map((one) => [one.label, goalOf(one, from)]);
  expect([goals(-1), goals(0), goals(2)]).toEqual([[["A", 0], ["B", 1]], [["A", 2], ["B", 1]], [["A", 0], ["B", 1]]]);
});

it("keeps of a visit only what it understands", () => {
  expect(checked({ speed: "fast", waits: true, theme: "neon" })).toEqual({ speed: "fast", waits: true });
  expect(checked({ language: "es", speed: 1 })).toEqual({ language: "es" });
  expect(checked("x")).toEqual({});
});

const options = {
  long_game: { title: "A long game", value: false, low: null, high: null },
  limit: { title: "Cards at most", value: 7, low: 1, high: null },
};
const guilds = { name: "guilds", title: "Guilds", seats: [2, 4] as [number, number], languages: ["en"], decks: ["a", "b"], table_decks: [], options };

it("asks for a table with oneself, people by link and bots", () => {
  const seats = resized(guilds, seatsFor(guilds, "search"), 9, "search");
  expect(seats).toHaveLength(4);
  seats[1] = { plays: "link", name: " bo ", deck: "b" };
  expect(requestOf(guilds, seats.slice(0, 3))).toEqual({
    format: "guilds",
    wait: false,
    seats: [
      { name: "ana", plays: "human" },
      { name: "bo", plays: "human", deck: "b" },
      { name: "cleo", plays: "search" },
    ],
  });
});

it("asks for the options of the rules that stand otherwise than unless set", () => {
  const agreed = agreedFor(guilds, true);
  const asked = (given: Record<string, boolean | number | null>) => requestOf(guilds, [], [], { ...agreed, options: { ...agreed.options, ...given } }).options;
  expect(asked({})).toBe(undefined);
  expect(asked({ long_game: true })).toEqual({ long_game: true });
  expect(asked({ long_game: false, limit: 9 })).toEqual({ limit: 9 });
  expect(asked({ limit: null })).toBe(undefined);
});
