/** As much of the editor as the tables need, without one. Bundled in its place into the tests. */

import * as fs from "node:fs";

type Listener<T> = (value: T) => unknown;

export class Uri {
  private constructor(readonly fsPath: string) {}
  static file(path: string): Uri {
    return new Uri(path);
  }
  static parse(uri: string): Uri {
    return new Uri(decodeURIComponent(uri.replace(/^file:\/\//, "")));
  }
  toString(): string {
    return `file://${this.fsPath}`;
  }
}

export class Range {
  constructor(
    readonly line: number,
    readonly character: number,
    readonly endLine: number,
    readonly endCharacter: number,
  ) {}
}

export class CodeLens {
  constructor(
    readonly range: Range,
    readonly command: { title: string; command: string; arguments: unknown[] },
  ) {}
}

export enum ViewColumn {
  One = 1,
  Beside = -2,
}

export class Document {
  constructor(readonly uri: Uri) {}
  get fileName(): string {
    return this.uri.fsPath;
  }
  getText(): string {
    return fs.readFileSync(this.uri.fsPath, "utf8");
  }
  get lineCount(): number {
    return this.getText().split("\n").length;
  }
  lineAt(line: number): { text: string } {
    return { text: this.getText().split("\n")[line] ?? "" };
  }
}

/** A panel: what it shows, and what it was sent. */
export class Panel {
  html = "";
  sent: Record<string, unknown>[] = [];
  revealed = 0;
  private closed: Listener<void>[] = [];
  private heard: Listener<unknown>[] = [];
  readonly webview;
  constructor(readonly title: string) {
    const panel = this;
    this.webview = {
      get html(): string {
        return panel.html;
      },
      set html(text: string) {
        panel.html = text;
      },
      postMessage: (message: Record<string, unknown>) => Promise.resolve(panel.sent.push(message) > 0),
      onDidReceiveMessage: (listener: Listener<unknown>) => void panel.heard.push(listener),
    };
  }
  onDidDispose(listener: Listener<void>): void {
    this.closed.push(listener);
  }
  reveal(): void {
    this.revealed += 1;
  }
  dispose(): void {
    this.closed.forEach((listener) => listener());
  }
  /** The page of the panel says something. */
  say(message: unknown): void {
    this.heard.forEach((listener) => listener(message));
  }
}

/** What the editor was asked to show. */
export const shown = {
  panels: [] as Panel[],
  errors: [] as string[],
  places: [] as { file: string; line: number; character: number }[],
  saved: 0,
};

export const window = {
  activeTextEditor: undefined as { document: Document; selection: { active: { line: number } } } | undefined,
  createWebviewPanel(_: string, title: string): Panel {
    const panel = new Panel(title);
    shown.panels.push(panel);
    return panel;
  },
  showErrorMessage(text: string): Promise<undefined> {
    shown.errors.push(text);
    return Promise.resolve(undefined);
  },
  showTextDocument(uri: Uri, { selection }: { selection: Range }): Promise<void> {
    shown.places.push({ file: uri.fsPath, line: selection.line, character: selection.character });
    return Promise.resolve();
  },
};

export const workspace = {
  openTextDocument: (uri: Uri): Promise<Document> => Promise.resolve(new Document(uri)),
  saveAll(): Promise<boolean> {
    shown.saved += 1;
    return Promise.resolve(true);
  },
  getConfiguration: () => ({ get: () => undefined }),
};
