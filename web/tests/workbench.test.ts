import { ChangeSet, Text } from "@codemirror/state";
import { expect, test } from "vitest";
import { rowsOf, saidIn, whoIn } from "../src/workbench/branching.svelte";
import { newName, scenarioText } from "../src/workbench/scenario";
import { changesIn, questionOf } from "../src/workbench/edits";
import { pathOf, tokenIn } from "../src/workbench/files";
import { harmless } from "../src/workbench/language";
import { keyed, once } from "../src/workbench/lists";

test("the token stands behind the sign", () => {
  expect(tokenIn("#token=abc_-1")).toBe("abc_-1");
  expect(tokenIn("#table=x")).toBe("");
});

test("a name is a path of folders, whatever it says", () => {
  expect(pathOf("cards/a b?#%.cards")).toBe("cards/a%20b%3F%23%25.cards");
});

test("what is shown of a card can do nothing", () => {
  const found = harmless('<p class="a" onclick="x()">One <b>two</b><img src=x onerror=y()><script>z()</script></p><a href="javascript:x()">here</a>');
  expect(found.replaceAll(/ xmlns="[^"]*"/g, "")).toBe('<p class="a">One <b>two</b>z()</p><a>here</a>');
});

test("a text is edited at several places, by lines and UTF-16 units", () => {
  const at = (line: number, from: number, to: number, newText: string) => ({ range: { start: { line, character: from }, end: { line, character: to } }, newText });
  const doc = Text.of(["a 🂡 b", "b", ""]);
  const edits = [at(0, 5, 6, "cc"), at(1, 0, 1, "d"), at(2, 0, 0, "end"), at(9, 0, 0, "!")];
  expect(ChangeSet.of(changesIn(doc, edits), doc.length).apply(doc).toString()).toBe("a 🂡 cc\nd\nend!");
});

test("what cards print is changed only if one agrees", () => {
  const one = (annotationId?: string) => ({ range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } }, newText: "x", ...(annotationId ? { annotationId } : {}) });
  const changes = [{ textDocument: { uri: "a" }, edits: [one(), one("printed"), one("printed")] }, { textDocument: { uri: "b" }, edits: [one()] }];
  const changeAnnotations = { printed: { label: "Printed text", needsConfirmation: true, description: "What a card prints is changed." } };
  expect(questionOf({ documentChanges: changes, changeAnnotations }, (uri) => `${uri}.cards`)).toBe("What a card prints is changed.\na.cards: 2×");
  expect(questionOf({ documentChanges: changes.slice(1), changeAnnotations }, String)).toBe("");
  expect(questionOf({ documentChanges: changes }, String)).toBe("");
});

test("a new file of scenarios is called by a title, and by a name that is free", () => {
  expect(newName("The Lynx: enters!", [])).toBe("scenarios/the_lynx_enters.scenario");
  expect(newName("A", ["tests/a.scenario"])).toBe("tests/a_2.scenario");
  expect(newName("?", ["b.scenario"])).toBe("scenarios/new.scenario");
});

test("a form is a scenario", () => {
  const zone = (subject: string, text: string) => ({ kind: "zone" as const, subject, text });
  const found = scenarioText({
    title: 'The "lynx"', step: "fight", of: "",
    given: [{ kind: "value", subject: "first", text: " ana " }, zone("ana's hand", "Cub, 2 Wolf,, 3 cards"), zone("bo's ring", "")],
    does: [{ kind: "chooses", subject: "ana", text: "Use a trick, Cub" }, { kind: "chooses", subject: "bo", text: "" }, { kind: "step", subject: "fight.rest", text: "" }],
    then: [{ kind: "value", subject: "bo's points", text: "4" }],
  });
  expect(found).toBe(`scenario "The lynx"
    given phase fight
    and first is ana
    and ana's hand holds "Cub", 2 "Wolf", 3 cards
    and bo's ring holds nothing
    when ana chooses "Use a trick" "Cub"
    and bo passes
    and play runs to fight.rest
    then bo's points is 4
`);
});

test("a tree of branches says what they share once, and of long runs the end", () => {
  const deed = (step: number) => ({ step, asked: `ask "ana b" t1 main "x"`, said: `#${step} "Cub" (seen by ana b)` });
  const tree = [{ deeds: [1, 2, 3, 4, 5, 6, 7].map(deed), ends: ["a"], behind: [{ deeds: [deed(8)], ends: ["b"], behind: [] }] }];
  const rows = rowsOf(tree);
  expect(rows.map((row) => row.deed?.step ?? row.end)).toEqual([3, 4, 5, 6, 7, "a", 8, "b"]);
  expect(rows.map((row) => row.depth)).toEqual([0, 0, 0, 0, 0, 0, 1, 1]);
  expect(rows[0]?.left).toBe(2);
  expect(rows.map((row) => row.of)).toEqual(["a", "a", "a", "a", "a", "a", "b", "b"]);
  expect(saidIn(deed(4).said)).toBe('"Cub"');
  expect(whoIn(deed(4).asked)).toBe('"ana b"');
});

test("rows that are called alike are told apart, and names are offered once", () => {
  expect(keyed(["a", "b", "a"], (one) => one).map(([key]) => key)).toEqual(["a", "b", "a\n2"]);
  expect(once(["Nope", "Pass"], undefined, ["Nope"])).toEqual(["Nope", "Pass"]);
});
