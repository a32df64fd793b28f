/** A text as the editor has it: how it looks, and what keys do. */
import { snippet } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { lintGutter } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers, scrollPastEnd } from "@codemirror/view";
import { showing } from "./showing";

/** `spoken`: what speaks of it with the language server. */
export interface Edited {
  name: string;
  doc: string;
  writes: boolean;
  spoken: Extension;
  rename(): void;
  typed(): void;
}

/** A text that is not saved, while another is in the editor; `mark`: what it was made of. */
export interface Draft { state: EditorState; mark: string }

export function stateOf({ name, doc, writes, spoken, rename, typed }: Edited): EditorState {
  const own = [{ key: "F2", run: () => (rename(), true) }];
  const keys = keymap.of([...own, ...searchKeymap, ...historyKeymap, ...defaultKeymap]);
  const looks = [lineNumbers(), lintGutter(), history(), drawSelection(), highlightActiveLine(), highlightSelectionMatches(), EditorView.lineWrapping, scrollPastEnd(), showing];
  const told = EditorView.updateListener.of((update) => update.docChanged && typed());
  const called = EditorView.contentAttributes.of({ "aria-label": name, tabindex: "0" });
  return EditorState.create({ doc, extensions: [keys, looks, spoken, told, EditorState.readOnly.of(!writes), called] });
}

/** Puts a text behind all that stands there, with a line between, and goes to it: it begins at the
 * top, where it stays when lines that the service shows come between those before it. */
export function appendTo(view: EditorView, text: string): void {
  const { doc } = view.state;
  const before = doc.length === 0 ? "" : doc.line(doc.lines).length ? "\n\n" : "\n";
  const at = doc.length + before.length;
  view.dispatch({ changes: { from: doc.length, insert: before + text }, selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "start" }) });
  view.focus();
}

/** Puts a text with places to fill where the cursor is; `label`: of what. */
export function insertInto(view: EditorView, text: string, label: string): void {
  const { from, to } = view.state.selection.main;
  snippet(text)(view, { label }, from, to);
  view.focus();
}
