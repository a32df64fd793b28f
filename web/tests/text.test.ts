import { expect, it } from "vitest";
import { linesOf } from "../src/store/reasons";
import { piecesOf } from "../src/text/segments";
import { sayIn } from "../src/text/words";

it("explains the longest term that stands whole in a text", () => {
  const terms = { Block: "stops", "Block All": "stops all" };
  expect(piecesOf("Block All, Block, Blocked", terms, [])).toEqual([
    { text: "Block All", lit: false, means: "stops all" },
    { text: ", ", lit: false },
    { text: "Block", lit: false, means: "stops" },
    { text: ", Blocked", lit: false },
  ]);
});

it("lights the words that are being carried out", () => {
  expect(piecesOf("Draw 2. Lose.", {}, [[0, 7]])).toEqual([
    { text: "Draw 2.", lit: true },
    { text: " Lose.", lit: false },
  ]);
});

it("loses no letter of a text", () => {
  const text = "⟨On Play⟩ a <b>b</b> Blocker";
  const pieces = piecesOf(text, { Blocker: "x", "<b>": "y" }, [[3, 9], [7, 20]]);
  expect(pieces.map((piece) => piece.text).join("")).toBe(text);
});

it("says everything in both languages, and falls back to the first", () => {
  expect(sayIn("es")("turn", { n: 3 })).toBe("Turno 3");
  expect(sayIn("xx")("turn", { n: 3 })).toBe("Turn 3");
});

it("makes lines of an answer, each as far in as it hangs on another", () => {
  const child = { text: "Wolf rests", value: "no", file: "a.rules", line: 3, clauses: ["X-1"], children: [] };
  const top = { text: "may attack", value: null, file: null, line: null, clauses: [], children: [child] };
  expect(linesOf(top).map((one) => one.text)).toEqual(["may attack", "· Wolf rests: no (X-1) [a.rules:3]"]);
});
