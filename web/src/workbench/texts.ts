/** The texts that the language server is told of: the one in the editor, and those that are not saved. */
import { type LSPClient, LSPPlugin, Workspace, type WorkspaceFile } from "@codemirror/lsp-client";
import type { Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";

/** What the page does with files: whether the text of one is kept while another is in the editor, and showing one. */
export interface Shelf {
  keeps(uri: string): boolean;
  shows(uri: string): Promise<EditorView | null>;
}

interface Told extends WorkspaceFile { view: EditorView | null }

export class Texts extends Workspace {
  files: Told[] = [];
  private readonly versions = new Map<string, number>();

  constructor(client: LSPClient, private readonly shelf: Shelf) {
    super(client);
  }

  syncFiles() {
    return this.files.flatMap((file) => {
      const plugin = file.view && LSPPlugin.get(file.view);
      if (!file.view || !plugin || plugin.unsyncedChanges.empty) return [];
      const found = { changes: plugin.unsyncedChanges, file, prevDoc: file.doc };
      file.doc = file.view.state.doc;
      file.version = this.next(file.uri);
      plugin.clear();
      return [found];
    });
  }

  openFile(uri: string, languageId: string, view: EditorView): void {
    const known = this.files.find((file) => file.uri === uri);
    if (known) known.view = view;
    else this.begin(uri, languageId, view.state.doc, view);
  }

  closeFile(uri: string): void {
    const known = this.files.find((file) => file.uri === uri);
    if (known && this.shelf.keeps(uri)) known.view = null;
    else if (known) this.forget(uri);
  }

  /** Says what stands in a file that is in no editor. */
  tell(uri: string, languageId: string, doc: Text): void {
    this.forget(uri);
    this.begin(uri, languageId, doc, null);
  }

  /** From here on a file says what was saved. */
  forget(uri: string): void {
    if (!this.files.some((file) => file.uri === uri)) return;
    this.files = this.files.filter((file) => file.uri !== uri);
    this.client.didClose(uri);
  }

  override displayFile(uri: string): Promise<EditorView | null> {
    return this.shelf.shows(uri);
  }

  private begin(uri: string, languageId: string, doc: Text, view: EditorView | null): void {
    const file: Told = { uri, languageId, doc, version: this.next(uri), view, getView: () => file.view };
    this.files.push(file);
    this.client.didOpen(file);
  }

  private next(uri: string): number {
    const found = (this.versions.get(uri) ?? -1) + 1;
    this.versions.set(uri, found);
    return found;
  }
}
