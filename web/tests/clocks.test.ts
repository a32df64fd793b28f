import { expect, it } from "vitest";
import { clockText, leftOf, warningOf } from "../src/table/clocks";
import { agreedFor, requestOf, seatsFor } from "../src/lobby/table_form";

const guilds = { name: "guilds", title: "Guilds", seats: [2, 4] as [number, number], languages: ["en"], decks: [], table_decks: [], options: {} };

it("ticks from what was told, and only while it runs", () => {
  expect(leftOf({ seat: "ana", left: 90, runs: true }, 1000, 31_500)).toBe(59.5);
  expect(leftOf({ seat: "ana", left: 90, runs: false }, 1000, 31_500)).toBe(90);
  expect(leftOf({ seat: "ana", left: 2, runs: true }, 0, 9000)).toBe(0);
  expect(leftOf({ seat: "ana", left: 2, runs: true }, 500, 0)).toBe(2);
});

it("shows minutes and seconds, and nothing only when nothing is left", () => {
  expect([0, 0.2, 59.1, 60, 605].map(clockText)).toEqual(["0:00", "0:01", "1:00", "1:00", "10:05"]);
});

it("warns twice: a minute before the end and ten seconds", () => {
  expect([61, 60, 59.9, 10, 9.9, 0].map(warningOf)).toEqual([null, null, 60, 60, 10, 10]);
});

it("asks for clocks where minutes are given, and for none otherwise", () => {
  const seats = seatsFor(guilds, "random");
  expect(requestOf(guilds, seats, [], { ...agreedFor(guilds, false), minutes: 12.5 }).minutes).toBe(12.5);
  expect("minutes" in requestOf(guilds, seats)).toBe(false);
});

it("says whether a seat with one possible answer seems to think", () => {
  const seats = seatsFor(guilds, "random");
  expect([true, false].map((wait) => requestOf(guilds, seats, [], agreedFor(guilds, wait)).wait)).toEqual([true, false]);
});
