/** What the service shows in a text besides mistakes: colours of names, what is left unsaid, what
 * runs the scenarios of a line, and what can be folded. */
import { codeFolding, foldGutter, foldKeymap, foldService } from "@codemirror/language";
import { type ChangeDesc, type Extension, type Range, StateEffect, StateField, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, keymap, type ViewUpdate, WidgetType } from "@codemirror/view";
import { placeIn } from "./edits";
import type { Pairs, Position } from "./language";

/** Answers of the service about one text. `legend`: what the numbers of tokens mean. */
export interface Answers {
  legend: { tokenTypes: string[]; tokenModifiers: string[] };
  tokens: number[];
  hints: { position: Position; label: string; tooltip?: string }[];
  lenses: { range: { start: Position }; command?: { title: string; arguments?: [Pairs] } }[];
  folds: { startLine: number; endLine: number }[];
}

interface Fold { from: number; to: number } // ends of the first and the last line
export interface Shown { marks: DecorationSet; folds: Fold[] }

class Hint extends WidgetType {
  constructor(readonly text: string, readonly why: string) {
    super();
  }

  override eq(other: Hint): boolean {
    return other.text === this.text && other.why === this.why;
  }

  toDOM(): HTMLElement {
    const found = document.createElement("span");
    found.className = "cm-unsaid";
    found.dataset.text = this.text; // shown by a style: it is no part of the text
    found.title = this.why;
    return found;
  }
}

class Lens extends WidgetType {
  constructor(readonly text: string, readonly pairs: Pairs, readonly run: (pairs: Pairs) => void) {
    super();
  }

  override eq(other: Lens): boolean {
    return other.text === this.text && JSON.stringify(other.pairs) === JSON.stringify(this.pairs);
  }

  toDOM(): HTMLElement {
    const row = document.createElement("div");
    row.className = "cm-lens";
    const found = row.appendChild(document.createElement(this.pairs.length ? "button" : "span"));
    found.textContent = this.text;
    if (this.pairs.length) found.addEventListener("click", () => this.run(this.pairs));
    return row;
  }
}

/** Where tokens lie in a text, each with its kind and whether it declares. */
export function tokensIn(doc: Text, { tokenTypes }: Answers["legend"], data: number[]): { from: number; to: number; kind: string; declares: boolean }[] {
  const found = [];
  let [line, character] = [0, 0];
  for (let at = 0; at + 4 < data.length; at += 5) {
    const [down = 0, right = 0, length = 0, kind = 0, modifiers = 0] = data.slice(at, at + 5);
    character = down ? right : character + right;
    line += down;
    const [from, to] = [placeIn(doc, { line, character }), placeIn(doc, { line, character: character + length })];
    if (from < to) found.push({ from, to, kind: tokenTypes[kind] ?? "", declares: (modifiers & 1) === 1 });
  }
  return found;
}

/** Answers as marks of a text. */
export function shownIn(doc: Text, answers: Answers, run: (pairs: Pairs) => void): Shown {
  const marks: Range<Decoration>[] = tokensIn(doc, answers.legend, answers.tokens).map(({ from, to, kind, declares }) =>
    Decoration.mark({ class: `cm-token-${kind}${declares ? " cm-token-declares" : ""}` }).range(from, to));
  for (const { position, label, tooltip } of answers.hints) {
    marks.push(Decoration.widget({ widget: new Hint(label, tooltip ?? ""), side: 1 }).range(placeIn(doc, position)));
  }
  for (const { range, command } of answers.lenses) {
    if (command) marks.push(Decoration.widget({ widget: new Lens(command.title, command.arguments?.[0] ?? [], run), block: true, side: -1 }).range(placeIn(doc, range.start)));
  }
  const known = answers.folds.filter((one) => one.endLine < doc.lines);
  return { marks: Decoration.set(marks, true), folds: known.map((one) => ({ from: doc.line(one.startLine + 1).to, to: doc.line(one.endLine + 1).to })) };
}

const shows = StateEffect.define<Shown>();

const moved = ({ marks, folds }: Shown, changes: ChangeDesc): Shown => ({
  marks: marks.map(changes),
  folds: folds.map(({ from, to }) => ({ from: changes.mapPos(from, 1), to: changes.mapPos(to, 1) })),
});

const field = StateField.define<Shown>({
  create: () => ({ marks: Decoration.none, folds: [] }),
  update: (known, transaction) => {
    const given = transaction.effects.find((one) => one.is(shows));
    if (given) return given.value;
    return transaction.docChanged ? moved(known, transaction.changes) : known;
  },
  provide: (known) => EditorView.decorations.from(known, (one) => one.marks),
});

const folding = foldService.of((state, start, end) => state.field(field).folds.find(({ from, to }) => start <= from && from <= end && from < to) ?? null);

const isNew = (update: ViewUpdate) => update.transactions.some((one) => one.effects.some((effect) => effect.is(shows)));

/** An editor that shows such things. */
export const showing: Extension = [field, folding, codeFolding(), foldGutter({ foldingChanged: isNew }), keymap.of(foldKeymap)];

/** Shows answers in an editor, unless its text has changed since they were asked for. */
export function show(view: EditorView, doc: Text, answers: Answers, run: (pairs: Pairs) => void): void {
  if (view.state.doc.eq(doc)) view.dispatch({ effects: shows.of(shownIn(doc, answers, run)) });
}
