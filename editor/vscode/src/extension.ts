/** Starts the server and joins it to the editor. */

import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, type ServerOptions } from "vscode-languageclient/node";
import { Explorer } from "./explorer";
import { findServer } from "./finding";

const LANGUAGES = ["playsheet-rules", "playsheet-cards", "playsheet-deck", "playsheet-scenario"];
const YAMLS = "**/{clauses,printed}.yaml";

let client: LanguageClient | undefined;
let explorer: Explorer | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const register = vscode.commands.registerCommand;
  context.subscriptions.push(
    register("playsheet.restart", restart),
    register("playsheet.runFile", runFile),
    register("playsheet.mendAll", () =>
      vscode.commands.executeCommand("editor.action.fixAll"),
    ),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  explorer?.dispose();
  await client?.stop();
  client = explorer = undefined;
}

async function restart(): Promise<void> {
  await deactivate();
  await start();
}

async function start(): Promise<void> {
  const setting = vscode.workspace.getConfiguration("playsheet").get<string[]>("command") ?? [];
  const found = findServer({ setting, python: activePython(), environment: process.env });
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
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{rules,cards,deck,scenario,yaml}") },
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

async function runFile(): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (document !== undefined && client !== undefined) {
    const pairs = [[document.uri.toString(), ""]];
    await client.sendRequest("workspace/executeCommand", { command: "playsheet.run", arguments: [pairs] });
  }
}
