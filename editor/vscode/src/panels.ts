/** The table beside the text: opened, tried at, carried over when something is saved, and led back from. */

import { randomBytes } from "node:crypto";
import * as path from "node:path";
import * as vscode from "vscode";
import { formatOfGame, homeOf, rulesIn } from "./homes";
import { pageOf, rowsOf, type Heard, type Row, type Said } from "./panel_page";
import type { Request } from "./scenarios";
import type { Serving, Spot } from "./serving";

export const PLACE = "playsheet/place";
export const CARD = "playsheet/card";
const TOGETHER = 150; // milliseconds in which files that are saved one behind the other count as one

interface Location {
  uri: string;
  range: { start: { line: number; character: number }; end: { line: number; character: number } };
}

/** What the panels need of the rest. */
export interface Desk {
  /** Starts a server of a format; `ended` is called when it is gone. Throws what to tell. */
  serve(format: string, ended: () => void): Serving;
  /** Asks the language server. */
  request: Request;
  /** Shows what servers printed. */
  showOutput(): void;
}

/** A table of a format. */
interface Panel {
  view: vscode.WebviewPanel;
  serving: Serving;
  table: string;
  /** What is shown once the page is there. */
  game: string | undefined;
}

export class Panels {
  private readonly panels = new Map<string, Panel>();
  private readonly servers = new Map<string, Serving>();
  private pause: ReturnType<typeof setTimeout> | undefined;
  private carrying: Promise<void> = Promise.resolve();

  constructor(private readonly desk: Desk) {}

  dispose(): void {
    clearTimeout(this.pause);
    for (const { view } of [...this.panels.values()]) {
      view.dispose();
    }
    for (const serving of [...this.servers.values()]) {
      serving.stop();
    }
    this.servers.clear();
  }

  // ---- commands

  /** The lobby of the format around a file, or the table that is open already. */
  async openTable(uri = activeUri()): Promise<void> {
    const format = uri && homeOf(uri.fsPath);
    if (format === undefined) {
      this.tell("Open a file of a format: its folder has the .rules.");
      return;
    }
    await this.does(async () => {
      const known = this.panels.get(format);
      known ? known.view.reveal() : await this.show(format, "/");
    });
  }

  /** A saved game, step by step. */
  async replay(uri = activeUri()): Promise<void> {
    if (uri === undefined || !uri.fsPath.endsWith(".game")) {
      this.tell("Open a .game file to look at it.");
      return;
    }
    await this.does(async () => {
      const game = (await vscode.workspace.openTextDocument(uri)).getText();
      const format = formatOfGame(uri.fsPath, game);
      if (format === undefined) {
        throw new Error(`${path.basename(uri.fsPath)} is no saved game: its first line names none.`);
      }
      await this.show(format, "/", game);
    });
  }

  /** A table at which the card at a place can be chosen now; all is saved before. */
  async tryCard(uri = activeUri(), line = vscode.window.activeTextEditor?.selection.active.line ?? 0): Promise<void> {
    const format = uri && homeOf(uri.fsPath);
    if (uri === undefined || format === undefined) {
      this.tell("Put the cursor on a card of a format.");
      return;
    }
    await this.does(async () => {
      const asked = { textDocument: { uri: uri.toString() }, position: { line, character: 0 } };
      const card = await this.desk.request<{ name: string; code: string } | null>(CARD, asked);
      if (card === null) {
        throw new Error("There is no card where the cursor is.");
      }
      await vscode.workspace.saveAll(false);
      const bot = vscode.workspace.getConfiguration("playsheet").get<string>("bot") ?? "random";
      const found = await this.serving(format).try(card.code, bot);
      const hash = new URLSearchParams({ table: found.table, token: found.token });
      await this.show(format, `/#${hash.toString()}`);
      const said = found.offered
        ? `${card.name} can be chosen now.`
        : `${card.name} is in the hand of ${found.seat}; in no game by chance it could be chosen.`;
      this.say(format, [{ text: said, place: null }]);
    });
  }

  /** Something was saved: tables go on by it. */
  saved(): void {
    clearTimeout(this.pause);
    this.pause = setTimeout(() => void this.carryAll(), TOGETHER);
  }

  /** Takes every table to what is saved, one after the other. */
  carryAll(): Promise<void> {
    this.carrying = this.carrying.then(async () => {
      for (const [format, serving] of [...this.servers]) {
        const table = this.panels.get(format)?.table ?? "";
        try {
          const found = await serving.carry(table);
          if (table) {
            this.say(format, rowsOf(found));
          }
        } catch (wrong) {
          this.say(format, [{ text: `The table has the rules of before. ${reasonOf(wrong)}`, place: null }]);
        }
      }
    });
    return this.carrying;
  }

  // ---- panels

  private serving(format: string): Serving {
    const known = this.servers.get(format);
    if (known !== undefined) {
      return known;
    }
    const begun = this.desk.serve(format, () => {
      if (this.servers.get(format) === begun) {
        this.servers.delete(format);
      }
    });
    this.servers.set(format, begun);
    return begun;
  }

  /** A page of a server, in the panel of its format. */
  private async show(format: string, page: string, game?: string): Promise<void> {
    const serving = this.serving(format);
    const { at } = await serving.served();
    const known = this.panels.get(format);
    if (known !== undefined && known.serving === serving && game === undefined) {
      known.game = undefined;
      this.send(known, { at: at + page }, { rows: [] });
      known.view.reveal();
      return;
    }
    const view = known?.view ?? this.newView(format);
    const panel: Panel = { view, serving, table: "", game };
    this.panels.set(format, panel);
    view.webview.html = pageOf(at + page, randomBytes(16).toString("hex"));
    view.reveal();
  }

  private newView(format: string): vscode.WebviewPanel {
    const title = `Table: ${path.basename(format)}`;
    const options = { enableScripts: true, retainContextWhenHidden: true };
    const where = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const view = vscode.window.createWebviewPanel("playsheet.table", title, where, options);
    view.onDidDispose(() => this.panels.delete(format));
    view.webview.onDidReceiveMessage((heard: Heard) => void this.does(() => this.hear(format, heard)));
    return view;
  }

  private send({ view }: Panel, ...every: Said[]): void {
    for (const said of every) {
      void view.webview.postMessage(said);
    }
  }

  private say(format: string, rows: Row[]): void {
    const panel = this.panels.get(format);
    if (panel !== undefined) {
      this.send(panel, { rows });
    }
  }

  private async hear(format: string, heard: Heard): Promise<void> {
    const panel = this.panels.get(format);
    if (panel === undefined) {
      return;
    }
    switch (heard.playsheet) {
      case "loaded":
        if (panel.game !== undefined) {
          this.send(panel, { to: { playsheet: "replay", game: panel.game } });
        }
        return;
      case "at":
        panel.table = heard.table;
        return;
      case "open":
        return this.openSpot(format, heard.spot);
      case "go":
        return this.goTo(format, heard.place);
    }
  }

  /** Opens what stands behind something that the table shows. */
  private async openSpot(format: string, spot: Record<string, unknown>): Promise<void> {
    const rules = rulesIn(format);
    const file = rules === undefined ? undefined : await vscode.workspace.openTextDocument(vscode.Uri.file(rules));
    await this.desk.request("playsheet/settled", {}); // it may have been the first file of the format
    const asked = { ...spot, uri: file?.uri.toString() ?? "" };
    const found = await this.desk.request<Location | null>(PLACE, asked);
    if (found === null) {
      throw new Error("That stands in no file of this format.");
    }
    const { start, end } = found.range;
    const range = new vscode.Range(start.line, start.character, end.line, end.character);
    await this.reveal(vscode.Uri.parse(found.uri), range);
  }

  private goTo(format: string, { name, line }: Spot): Promise<void> {
    const uri = vscode.Uri.file(path.join(format, ...name.split("/")));
    return this.reveal(uri, new vscode.Range(line - 1, 0, line - 1, 0));
  }

  private async reveal(uri: vscode.Uri, selection: vscode.Range): Promise<void> {
    await vscode.window.showTextDocument(uri, { selection, viewColumn: vscode.ViewColumn.One });
  }

  // ---- what goes wrong

  private async does(task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (wrong) {
      this.tell(reasonOf(wrong));
    }
  }

  private tell(text: string): void {
    void vscode.window.showErrorMessage(text, "Show output").then((picked) => {
      if (picked !== undefined) {
        this.desk.showOutput();
      }
    });
  }
}

/** Above each card: try it. */
export class TryLenses implements vscode.CodeLensProvider {
  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const found: vscode.CodeLens[] = [];
    for (let line = 0; line < document.lineCount; line++) {
      if (/^card\s/.test(document.lineAt(line).text)) {
        const command = { title: "Try this card", command: "playsheet.tryCard", arguments: [document.uri, line] };
        found.push(new vscode.CodeLens(new vscode.Range(line, 0, line, 0), command));
      }
    }
    return found;
  }
}

const activeUri = (): vscode.Uri | undefined => vscode.window.activeTextEditor?.document.uri;

const reasonOf = (wrong: unknown): string => (wrong instanceof Error ? wrong.message : String(wrong));
