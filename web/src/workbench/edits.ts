/** Edits of texts, as the language server gives them: of one file or of several. */
import { type EditorView, getDialog, showDialog } from "@codemirror/view";
import type { Position, TextChange } from "./language";

export interface FileEdit { textDocument: { uri: string }; edits: TextChange[] }
export interface WorkspaceEdit { documentChanges?: FileEdit[] }

/** The text behind some edits, none of which overlap. */
export function edited(text: string, edits: TextChange[]): string {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  const place = ({ line, character }: Position) => Math.min((starts[line] ?? text.length) + character, text.length);
  const rows = edits.map((one) => ({ from: place(one.range.start), to: place(one.range.end), insert: one.newText }));
  rows.sort((one, other) => other.from - one.from);
  return rows.reduce((found, { from, to, insert }) => found.slice(0, from) + insert + found.slice(to), text);
}

/** Asks for a new name of the word at the cursor; null if none is given. */
export async function newNameIn(view: EditorView): Promise<string | null> {
  const word = view.state.wordAt(view.state.selection.main.head);
  if (!word || getDialog(view, "renaming")) return null;
  const value = view.state.sliceDoc(word.from, word.to);
  const { close, result } = showDialog(view, { label: "New name", input: { name: "name", value }, focus: true, submitLabel: "Rename", class: "renaming" });
  const form = await result;
  view.dispatch({ effects: close });
  view.focus();
  const name = form && (form.elements.namedItem("name") as HTMLInputElement).value.trim();
  return name && name !== value ? name : null;
}
