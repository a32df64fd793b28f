import { Text } from "@codemirror/state";
import { expect, test } from "vitest";
import { type Answers, shownIn, tokensIn } from "../src/workbench/showing";

const LEGEND = { tokenTypes: ["variable", "function"], tokenModifiers: ["declaration"] };

test("tokens lie behind one another, by lines and UTF-16 units", () => {
  const doc = Text.of(["zone hand", "  move hand to 🂡 deck", ""]);
  const data = [0, 5, 4, 0, 1, 1, 7, 4, 0, 0, 0, 11, 4, 0, 0, 9, 0, 4, 1, 0];
  const found = tokensIn(doc, LEGEND, data).map((one) => [doc.sliceString(one.from, one.to), one.kind, one.declares]);
  expect(found).toEqual([["hand", "variable", true], ["hand", "variable", false], ["deck", "variable", false]]);
});

test("what the service says of a text is shown in it, and nothing behind its end", () => {
  const doc = Text.of(["a", " b", "c"]);
  const at = (line: number, character: number) => ({ line, character });
  const answers: Answers = {
    legend: LEGEND,
    tokens: [0, 0, 1, 0, 0],
    hints: [{ position: at(1, 2), label: " by player" }, { position: at(0, 0), label: "player's " }],
    lenses: [{ range: { start: at(2, 0) }, command: { title: "Run", arguments: [[["file:///x", "A"]]] } }, { range: { start: at(0, 0) } }],
    folds: [{ startLine: 0, endLine: 1 }, { startLine: 2, endLine: 9 }],
  };
  const ran: string[] = [];
  const { marks, folds } = shownIn(doc, answers, (pairs) => ran.push(...pairs.map(([, title]) => title)));
  const found: [number, string][] = [];
  for (const at = marks.iter(); at.value; at.next()) {
    const made = at.value.spec.widget?.toDOM() as HTMLElement | undefined;
    found.push([at.from, made ? made.dataset.text ?? made.textContent ?? "" : at.value.spec.class]);
    made?.querySelector("button")?.click();
  }
  expect(found).toEqual([[0, "player's "], [0, "cm-token-variable"], [4, " by player"], [5, "Run"]]);
  expect(ran).toEqual(["A"]);
  expect(folds).toEqual([{ from: 1, to: 4 }]);
});
