/** What the service tells of the word under the pointer. */
import { hoverTooltips } from "@codemirror/lsp-client";
import type { Extension } from "@codemirror/state";
import { closeHoverTooltips, EditorView, hasHoverTooltips } from "@codemirror/view";

/** An answer that comes when the pointer has left the text is not shown: nothing would take it away
 * again, and it would cover what stands beside the text.
 */
const late = EditorView.updateListener.of(({ state, startState, view }) => {
  if (!hasHoverTooltips(state) || hasHoverTooltips(startState) || view.dom.matches(":hover")) return;
  queueMicrotask(() => view.dispatch({ effects: closeHoverTooltips })); // before anything is painted
});

export const hovering: Extension = [hoverTooltips(), late];
