/** Edits of texts, as the language server gives them: of one file or of several. */
import { LSPPlugin } from "@codemirror/lsp-client";
import type { Text } from "@codemirror/state";
import { type EditorView, getDialog, showDialog } from "@codemirror/view";
import type { Language, Position, TextChange } from "./language";

export interface FileEdit { textDocument: { uri: string }; edits: TextChange[] }
export interface WorkspaceEdit {
  documentChanges?: FileEdit[];
  changeAnnotations?: Record<string, { label: string; needsConfirmation?: boolean; description?: string }> | null;
}

/** Where edits change what should be asked about first: a question, empty for none. `nameOf`: what a
 * file is called.
 */
export function questionOf(edit: WorkspaceEdit, nameOf: (uri: string) => string): string {
  const rows: string[] = [];
  for (const [id, { description, label, needsConfirmation }] of Object.entries(edit.changeAnnotations ?? {})) {
    const asked = needsConfirmation ? (edit.documentChanges ?? []).map((file) => ({ file, count: file.edits.filter((one) => one.annotationId === id).length })) : [];
    const found = asked.filter(({ count }) => count).map(({ file, count }) => `${nameOf(file.textDocument.uri)}: ${count}×`);
    if (found.length) rows.push(description ?? label, ...found);
  }
  return rows.join("\n");
}

/** A place of the protocol in a text; behind the end it is the end. */
export function placeIn(doc: Text, { line, character }: Position): number {
  return line < doc.lines ? Math.min(doc.line(line + 1).from + character, doc.length) : doc.length;
}

/** Edits as changes of a text; none of them overlap. */
export function changesIn(doc: Text, edits: TextChange[]): { from: number; to: number; insert: string }[] {
  return edits.map((one) => ({ from: placeIn(doc, one.range.start), to: placeIn(doc, one.range.end), insert: one.newText }));
}

/** Asks for a new name of what is called `value`; null if none is given. */
export async function newNameIn(view: EditorView, value: string): Promise<string | null> {
  if (getDialog(view, "renaming")) return null;
  const { close, result } = showDialog(view, { label: "New name", input: { name: "name", value }, focus: true, submitLabel: "Rename", class: "renaming" });
  const form = await result;
  view.dispatch({ effects: close });
  view.focus();
  const name = form && (form.elements.namedItem("name") as HTMLInputElement).value.trim();
  return name && name !== value ? name : null;
}

/** Where the cursor is, as the protocol says it; null in a text that the server does not know. */
export function cursorIn(view: EditorView): Position | null {
  return LSPPlugin.get(view)?.toPosition(view.state.selection.main.head) ?? null;
}

/** The edit that gives what stands at the cursor the name that is asked for; null for none. */
export async function renamedIn(view: EditorView, language: Language, uri: string): Promise<WorkspaceEdit | null> {
  const at = cursorIn(view);
  const name = at && (await newNameIn(view, await language.called(uri, at)));
  return at && name ? language.rename(uri, at, name) : null;
}
