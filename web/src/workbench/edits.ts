/** Edits of texts, as the language server gives them: of one file or of several. */
import type { Text } from "@codemirror/state";
import { type EditorView, getDialog, showDialog } from "@codemirror/view";
import type { Position, TextChange } from "./language";

export interface FileEdit { textDocument: { uri: string }; edits: TextChange[] }
export interface WorkspaceEdit { documentChanges?: FileEdit[] }

/** Edits as changes of a text; none of them overlap. */
export function changesIn(doc: Text, edits: TextChange[]): { from: number; to: number; insert: string }[] {
  const place = ({ line, character }: Position) => (line < doc.lines ? Math.min(doc.line(line + 1).from + character, doc.length) : doc.length);
  return edits.map((one) => ({ from: place(one.range.start), to: place(one.range.end), insert: one.newText }));
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
