import { expect, test } from "vitest";
import { Editor } from "../src/store/editor.svelte";
import { linesOf, toldOf } from "../src/store/reasons";
import { wordsIn } from "../src/text/segments";

/** A page in a frame, and what it said to the page around it. */
function framed() {
  const said: unknown[] = [];
  const parent = { postMessage: (message: unknown, origin: string) => void said.push([message, origin]) };
  const around = { parent, postMessage: () => {} };
  const editor = new Editor(around);
  return { said, parent, editor, hear: (data: unknown, source: unknown = parent) => editor.hear({ source, origin: "scheme://one", data }) };
}

test("what is asked of the editor goes to it alone, once it has said that it is there", () => {
  const { said, editor, hear } = framed();
  editor.at("t1");
  editor.open({ card: "A-1" });
  expect([editor.listens, said]).toEqual([false, []]);
  expect(hear({ playsheet: "editor" })).toBe(null);
  editor.open({ card: "A-1", text: 0, before: "Draw " });
  expect(said).toEqual([
    [{ playsheet: "at", table: "t1" }, "scheme://one"],
    [{ playsheet: "open", spot: { card: "A-1", text: 0, before: "Draw " } }, "scheme://one"],
  ]);
});

test("other pages are not listened to, and nothing but what is known", () => {
  const { editor, hear } = framed();
  for (const data of [null, "editor", 1, {}, { playsheet: 1 }, { playsheet: "replay" }, { playsheet: "replay", game: 1 }]) expect(hear(data)).toBe(null);
  expect(hear({ playsheet: "editor" }, {})).toBe(null);
  expect(hear({ playsheet: "replay", game: "x" }, {})).toBe(null);
  expect(editor.listens).toBe(false);
  expect(hear({ playsheet: "replay", game: "game x" })).toBe("game x");
});

test("a page that stands by itself has no editor", () => {
  const alone: { postMessage(): void; parent: unknown } = { postMessage: () => {}, parent: null };
  alone.parent = alone;
  const editor = new Editor(alone as never);
  editor.hear({ source: alone, origin: "x", data: { playsheet: "editor" } });
  expect(editor.listens).toBe(false);
});

test("the words of a text say it again", () => {
  for (const text of ["Draw 2 cards.", " a  b ", "\n one"]) {
    const words = wordsIn(text);
    expect(words.map((one) => one.blank + one.text + one.after).join("")).toBe(text);
    for (const one of words) expect(text.slice(one.at).startsWith(one.text)).toBe(true);
  }
  expect(wordsIn(" ")).toEqual([]);
});

test("a line of an answer knows the line of the rules that it is about", () => {
  const line = { text: "draw", file: "/a/b.rules", line: 3, clauses: ["X-1"] };
  expect(toldOf(line)).toEqual({ text: "draw (X-1) [b.rules:3]", place: { file: "/a/b.rules", line: 3, said: "draw" } });
  const reason = { ...line, value: "2", children: [{ ...line, file: null, line: null, clauses: [], value: null, children: [] }] };
  expect(linesOf(reason).map((one) => [one.text, one.place?.line])).toEqual([["draw: 2 (X-1) [b.rules:3]", 3], ["· draw", undefined]]);
});
