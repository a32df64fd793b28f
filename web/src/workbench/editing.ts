/** A text as the editor has it: how it looks, and what keys do. */
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { lintGutter } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { showing } from "./showing";

/** `spoken`: what speaks of it with the language server. */
export interface Edited {
  name: string;
  doc: string;
  writes: boolean;
  spoken: Extension;
  save(): void;
  rename(): void;
  typed(): void;
}

export function stateOf({ name, doc, writes, spoken, save, rename, typed }: Edited): EditorState {
  const own = [{ key: "Mod-s", run: () => (save(), true) }, { key: "F2", run: () => (rename(), true) }];
  const keys = keymap.of([...own, ...searchKeymap, ...historyKeymap, ...defaultKeymap]);
  const looks = [lineNumbers(), lintGutter(), history(), drawSelection(), highlightActiveLine(), highlightSelectionMatches(), EditorView.lineWrapping, showing];
  const told = EditorView.updateListener.of((update) => update.docChanged && typed());
  const called = EditorView.contentAttributes.of({ "aria-label": name, tabindex: "0" });
  return EditorState.create({ doc, extensions: [keys, looks, spoken, told, EditorState.readOnly.of(!writes), called] });
}
