/** The language server over the web socket of `serve`, as CodeMirror speaks with it. */
import { setDiagnostics } from "@codemirror/lint";
import { findReferencesKeymap, formatKeymap, jumpToDefinitionKeymap, LSPClient, LSPPlugin } from "@codemirror/lsp-client";
import { serverCompletion, type Transport } from "@codemirror/lsp-client";
import { type EditorView, keymap } from "@codemirror/view";
import { SvelteMap } from "svelte/reactivity";
import type { Spot } from "../store/editor.svelte";
import type { WorkspaceEdit } from "./edits";
import { hovering } from "./hovering";
import type { Answers } from "./showing";
import { type Shelf, Texts } from "./texts";

export interface Position { line: number; character: number }
export interface Range { start: Position; end: Position }
export interface Mistake { range: Range; message: string; severity?: number; data?: { mend?: string } | null }
export interface TextChange { range: Range; newText: string; annotationId?: string }
export interface Mend { title: string; kind?: string; isPreferred?: boolean; edit?: WorkspaceEdit }
export interface Told { uri: string; title: string; line: number }
/** Where a scenario fails: the lines, from 0, and what happened last before the first of them. */
export interface Look { wrong: { line: number; message: string }[]; message: string; trace: string[] }
export interface Line { uri: string; line: number; text: string }
/** A thing of the rules: how often it is named, by scenarios too, and the cards that use it. */
export interface Entry { kind: string; name: string; says: string; snippet: string; uri: string; line: number; named: number; tested: number; cards: string[]; used: boolean }
/** A clause of the rulebook; `state`: what is missing, if anything. */
export interface Clause { clause: string; statement: string; state: string; not_testable: string; rules: Line[]; scenarios: Line[] }
/** The cards as rows of cells: code, name, a cell for each field, the file. */
export interface Sheet { heads: string[]; rows: string[][]; files: string[] }
/** What simple scenarios are made of; empty while the rules have mistakes. */
export interface Parts { seats: string[]; steps: string[]; zones: string[]; values: string[]; labels: string[]; cards: string[] }
/** Scenarios by their files and titles. */
export type Pairs = [uri: string, title: string][];
/** A clause: the scenario that notices a change of a rule that cites it, and which change, or why none does. */
export interface Noticed { clause: string; scenario: string; uri: string; line: number; change: string; why: string }
/** What scenarios notice, and what never happened in them and in so many games; `absent`: words and events. */
export interface Coverage {
  /** In a sentence. */
  said: string;
  games: number;
  noticed: Noticed[];
  effects: number;
  never: { uri: string; line: number; card: string; why: string }[];
  absent: { kind: "word" | "event"; name: string }[];
}
export interface Outcome { uri: string; title: string; passed: boolean; message: string }

const SLOW = 3_600_000; // milliseconds: changes of a large format's rules take a while
const PLAIN = new Set("A B BLOCKQUOTE BODY BR CODE EM H1 H2 H3 HR I LI OL P PRE SPAN STRONG TABLE TBODY TD TH THEAD TR UL".split(" "));

const CAN = { workspace: { semanticTokens: { refreshSupport: true }, workspaceEdit: { changeAnnotationSupport: {} } } };

/** HTML without whatever could do more than show a text. */
export function harmless(html: string): string {
  const found = new DOMParser().parseFromString(html, "text/html");
  for (const one of [...found.body.querySelectorAll("*")]) {
    if (!PLAIN.has(one.tagName)) one.replaceWith(one.textContent ?? "");
    else for (const name of one.getAttributeNames()) if (name !== "class") one.removeAttribute(name);
  }
  const writer = new XMLSerializer();
  return [...found.body.childNodes].map((one) => writer.serializeToString(one)).join("");
}

/** Opens the socket; its first message is the token. `checked`: the server asks to look anew at what
 * is shown; the client knows no such request.
 */
function opened(token: string, closed: () => void, checked: () => void): Promise<Transport> {
  const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/author/language`);
  const readers = new Set<(text: string) => void>();
  socket.onmessage = (event) => {
    const text = String(event.data);
    const { id, method } = JSON.parse(text) as { id?: unknown; method?: string };
    if (id !== undefined && method?.endsWith("/refresh")) {
      socket.send(JSON.stringify({ jsonrpc: "2.0", id, result: null }));
      checked();
    } else readers.forEach((read) => read(text));
  };
  socket.onclose = closed;
  return new Promise((resolve) => {
    socket.onopen = () => {
      socket.send(token);
      resolve({
        send: (text) => socket.send(text),
        subscribe: (read) => void readers.add(read),
        unsubscribe: (read) => void readers.delete(read),
      });
    };
  });
}

export class Language {
  readonly client: LSPClient;
  readonly mistakes = new SvelteMap<string, Mistake[]>(); // by file
  progress: (done: number, total: number) => void = () => {}; // of what takes a while

  constructor(root: string, shelf: Shelf) {
    this.client = new LSPClient({
      rootUri: root,
      workspace: (client) => new Texts(client, shelf),
      timeout: SLOW,
      sanitizeHTML: harmless,
      notificationHandlers: {
        "textDocument/publishDiagnostics": (_, params: { uri: string; diagnostics: Mistake[] }) => {
          this.mistakes.set(params.uri, params.diagnostics);
          const view = this.client.workspace.getFile(params.uri)?.getView();
          if (view) this.underline(view, params.uri);
          return true;
        },
        "playsheet/progress": (_, told: { done: number; total: number }) => {
          this.progress(told.done, told.total);
          return true;
        },
        "window/showMessage": () => true, // outcomes are shown beside the editor
      },
      extensions: [{ clientCapabilities: CAN }, serverCompletion(), hovering, keymap.of([...formatKeymap, ...jumpToDefinitionKeymap, ...findReferencesKeymap])],
    });
  }

  /** `checked`: does something whenever the server knows more. */
  async connect(token: string, closed: () => void, checked: () => void): Promise<void> {
    this.client.connect(await opened(token, closed, checked));
    await this.client.initializing;
  }

  get texts(): Texts {
    return this.client.workspace as Texts;
  }

  /** Shows in the text what is wrong with it. */
  underline(view: EditorView, uri: string): void {
    const plugin = LSPPlugin.get(view);
    if (!plugin) return;
    const place = (at: Position) => Math.min(plugin.fromPosition(at, plugin.syncedDoc), view.state.doc.length);
    const found = (this.mistakes.get(uri) ?? []).map((one) => ({
      from: place(one.range.start),
      to: place(one.range.end),
      severity: one.severity === 2 ? ("warning" as const) : ("error" as const),
      message: one.message,
    }));
    view.dispatch(setDiagnostics(view.state, found));
  }

  /** What is shown in a text of so many lines besides. */
  async shown(uri: string, lines: number): Promise<Answers> {
    const textDocument = { uri };
    const range = { start: { line: 0, character: 0 }, end: { line: lines, character: 0 } };
    const asked = <T>(what: string, more = {}) => this.client.request<unknown, T | null>(`textDocument/${what}`, { textDocument, ...more });
    const [tokens, hints, lenses, folds] = await Promise.all([
      asked<{ data: number[] }>("semanticTokens/full"),
      asked<Answers["hints"]>("inlayHint", { range }),
      asked<Answers["lenses"]>("codeLens"),
      asked<Answers["folds"]>("foldingRange"),
    ]);
    const legend = this.client.serverCapabilities?.semanticTokensProvider?.legend ?? { tokenTypes: [], tokenModifiers: [] };
    return { legend, tokens: tokens?.data ?? [], hints: hints ?? [], lenses: lenses ?? [], folds: folds ?? [] };
  }

  /** What would mend a mistake, the best first. */
  async mends(uri: string, mistake: Mistake): Promise<Mend[]> {
    this.client.sync();
    await this.settled();
    const asked = { textDocument: { uri }, range: mistake.range, context: { diagnostics: [] } };
    const found = (await this.client.request<unknown, Mend[] | null>("textDocument/codeAction", asked)) ?? [];
    const alone = (this.mistakes.get(uri) ?? []).length === 1; // then all mends of the file are that one
    return found.filter((one) => !alone || !one.kind?.startsWith("source")).sort((one, other) => Number(other.isPreferred ?? false) - Number(one.isPreferred ?? false));
  }

  /** When nothing waits to be checked. */
  settled(): Promise<unknown> {
    return this.client.request("playsheet/settled", {});
  }

  /** A file is there that was not, or is another one. */
  came(uri: string): void {
    this.client.notification("workspace/didChangeWatchedFiles", { changes: [{ uri, type: 1 }] });
  }

  /** A file is there no more. */
  went(uri: string): void {
    this.client.notification("workspace/didChangeWatchedFiles", { changes: [{ uri, type: 3 }] });
  }

  /** What the thing at a place is called. */
  async called(uri: string, position: Position): Promise<string> {
    return (await this.client.request<unknown, { placeholder: string }>("textDocument/prepareRename", { textDocument: { uri }, position })).placeholder;
  }

  /** What gives the thing at a place another name. */
  async rename(uri: string, position: Position, newName: string): Promise<WorkspaceEdit> {
    return (await this.client.request<unknown, WorkspaceEdit | null>("textDocument/rename", { textDocument: { uri }, position, newName })) ?? {};
  }

  /** The card at a place of a file. */
  card(uri: string, position: Position): Promise<{ name: string; code: string } | null> {
    return this.client.request("playsheet/card", { textDocument: { uri }, position });
  }

  /** Where that stands which a table of the format of a file shows. */
  place(uri: string, spot: Spot): Promise<{ uri: string; range: Range } | null> {
    return this.client.request("playsheet/place", { uri, ...spot });
  }

  /** Into a scenario that fails; null where it passes. */
  look({ uri, title }: Told): Promise<Look | null> {
    return this.client.request("playsheet/look", { uri, title });
  }

  /** What the format of a file has. */
  contents(uri: string): Promise<Entry[]> {
    return this.client.request("playsheet/contents", { uri });
  }

  /** Its rulebook, with what carries it out. */
  rulebook(uri: string): Promise<Clause[]> {
    return this.client.request("playsheet/rulebook", { uri });
  }

  /** What its scenarios notice, and what never happens in them and in so many games; `progress` is told meanwhile. */
  coverage(uri: string, games: number): Promise<Coverage | null> {
    return this.client.request("playsheet/coverage", { uri, games });
  }

  /** The cards of the format of a file. */
  sheet(uri: string): Promise<Sheet> {
    return this.client.request("playsheet/sheet", { uri });
  }

  /** What edited rows of them change: the headings, then the rows. */
  editSheet(uri: string, table: string[][]): Promise<WorkspaceEdit> {
    return this.client.request("playsheet/editSheet", { uri, table });
  }

  parts(uri: string): Promise<Partial<Parts>> {
    return this.client.request("playsheet/scenarioParts", { uri });
  }

  scenarios(): Promise<Told[]> {
    return this.client.request("playsheet/scenarios", {});
  }

  run(pairs: Pairs): Promise<Outcome[]> {
    return this.client.request("workspace/executeCommand", { command: "playsheet.run", arguments: [pairs] });
  }
}
