/** Starts the servers and joins them to the editor. */

import * as path from "node:path";

import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, type ServerOptions } from "vscode-languageclient/node";
import { coverage, PROGRESS } from "./coverage";
import { Explorer } from "./explorer";
import { findServer, type Found } from "./finding";
import { Panels, TryLenses } from "./panels";
import { INSTALL_WEB, serveCommand, Serving } from "./serving";

const LANGUAGES = ["playsheet-rules", "playsheet-cards", "playsheet-deck", "playsheet-scenario", "playsheet-looks"];
/** Endings of files that tables play by. */
const PLAYED = [".rules", ".cards", ".csv", ".deck", ".looks", ".yaml"];
const YAMLS = "**/{clauses,printed}.yaml";

let client: LanguageClient | undefined;
let explorer: Explorer | undefined;
let panels: Panels | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const register = vscode.commands.registerCommand;
  const shown = vscode.window.createOutputChannel("Playsheet table");
  const tables = (panels = newPanels(shown, (context.storageUri ?? context.globalStorageUri).fsPath));
  context.subscriptions.push(
    shown,
    register("playsheet.openTable", (uri?: vscode.Uri) => tables.openTable(uri)),
    register("playsheet.replay", (uri?: vscode.Uri) => tables.replay(uri)),
    register("playsheet.tryCard", (uri?: vscode.Uri, line?: number) => tables.tryCard(uri, line)),
    vscode.languages.registerCodeLensProvider({ scheme: "file", language: "playsheet-cards" }, new TryLenses()),
    vscode.workspace.onDidSaveTextDocument((document) => {
      if (PLAYED.includes(path.extname(document.fileName))) {
        tables.saved();
      }
    }),
    register("playsheet.restart", restart),
    register("playsheet.runFile", runFile),
    register("playsheet.coverage", lookForCoverage),
    register("playsheet.mendAll", () =>
      vscode.commands.executeCommand("editor.action.fixAll"),
    ),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  panels?.dispose();
  await stop();
}

async function stop(): Promise<void> {
  explorer?.dispose();
  await client?.stop();
  client = explorer = undefined;
}

async function restart(): Promise<void> {
  panels?.dispose();
  await stop();
  await start();
}

/** Tables of servers that are started as the language server is. */
function newPanels(shown: vscode.OutputChannel, folder: string): Panels {
  return new Panels({
    serve(format, ended) {
      const found = find();
      const command = "missing" in found ? undefined : serveCommand([found.command, ...found.args]);
      if (command === undefined) {
        const why = "missing" in found ? found.missing : "The setting playsheet.command does not end with lsp.";
        throw new Error(`There is no table: ${why} The table needs: ${INSTALL_WEB}`);
      }
      return new Serving(command, format, path.join(folder, "tables"), (line) => shown.appendLine(line), ended);
    },
    async request(method, params) {
      if (client === undefined) {
        throw new Error("The language server does not run.");
      }
      return client.sendRequest(method, params);
    },
    showOutput: () => shown.show(),
  });
}

function find(): Found {
  const setting = vscode.workspace.getConfiguration("playsheet").get<string[]>("command") ?? [];
  return findServer({ setting, python: activePython(), environment: process.env });
}

async function start(): Promise<void> {
  const found = find();
  if ("missing" in found) {
    void vscode.window.showErrorMessage(found.missing);
    return;
  }
  const server: ServerOptions = { command: found.command, args: found.args };
  const options: LanguageClientOptions = {
    documentSelector: [
      ...LANGUAGES.map((language) => ({ scheme: "file", language })),
      { scheme: "file", pattern: YAMLS },
    ],
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{rules,cards,deck,scenario,looks,yaml}") },
  };
  client = new LanguageClient("playsheet", "Playsheet", server, options);
  await client.start();
  const asked = client;
  explorer = new Explorer((method, params) => asked.sendRequest(method, params));
  await asked.sendRequest("playsheet/settled", {});
  await explorer.refresh();
}

/** The Python that the Python extension works with, if it is there. */
function activePython(): string | undefined {
  const python = vscode.extensions.getExtension("ms-python.python");
  const api = python?.exports as
    | { environments?: { getActiveEnvironmentPath(): { path: string } } }
    | undefined;
  return api?.environments?.getActiveEnvironmentPath().path;
}

/** Says what scenarios notice, and shows above cards what never happens. */
async function lookForCoverage(): Promise<void> {
  const uri = vscode.window.activeTextEditor?.document.uri.toString();
  const asked = client;
  if (uri === undefined || asked === undefined) {
    return;
  }
  const place = { location: vscode.ProgressLocation.Notification, title: "Scenarios and games are played" };
  try {
    const said = await vscode.window.withProgress(place, (shown) => {
      const told = asked.onNotification(PROGRESS, (far: { done: number; total: number }) =>
        shown.report({ message: `rules are changed: ${far.done} of ${far.total} clauses` }),
      );
      return coverage((method, params) => asked.sendRequest(method, params), uri).finally(() => told.dispose());
    });
    void vscode.window.showInformationMessage(said);
  } catch (error) {
    void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
  }
}

async function runFile(): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (document !== undefined && client !== undefined) {
    const pairs = [[document.uri.toString(), ""]];
    await client.sendRequest("workspace/executeCommand", { command: "playsheet.run", arguments: [pairs] });
  }
}
