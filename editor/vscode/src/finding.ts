/** Which command starts the server, and what to tell where none does. Knows nothing of the editor. */

import { spawnSync } from "node:child_process";
import * as path from "node:path";

export const INSTALL = "pip install 'playsheet[lsp]'";

export interface Places {
  /** What the setting says; empty for nothing. */
  setting: readonly string[];
  /** The Python of the active environment, as far as it is known. */
  python: string | undefined;
  environment: NodeJS.ProcessEnv;
}

export type Found = { command: string; args: string[] } | { missing: string };

/** The first command that starts a server, or why there is none. */
export function findServer(places: Places, answers: (command: string[]) => boolean = starts): Found {
  const tried = candidates(places);
  for (const [command, ...args] of tried) {
    if (command !== undefined && answers([command, ...args, "--help"])) {
      return { command, args: [...args, "--stdio"] };
    }
  }
  const where = tried.map((words) => words.join(" ")).join(", ");
  return { missing: `The language server of Playsheet does not start (${where}). Install it: ${INSTALL}` };
}

/** What may start a server, the likeliest first. */
export function candidates(places: Places): string[][] {
  if (places.setting.length > 0) {
    return [[...places.setting]];
  }
  const found: string[][] = [];
  if (places.python !== undefined) {
    found.push([places.python, "-m", "playsheet", "lsp"]);
  }
  const active = places.environment["VIRTUAL_ENV"] ?? places.environment["CONDA_PREFIX"];
  if (active !== undefined && active !== "") {
    const folder = process.platform === "win32" ? "Scripts" : "bin";
    found.push([path.join(active, folder, "python"), "-m", "playsheet", "lsp"]);
  }
  found.push(["playsheet", "lsp"]);
  return found;
}

function starts(words: string[]): boolean {
  const [command, ...args] = words;
  if (command === undefined) {
    return false;
  }
  return spawnSync(command, args, { stdio: "ignore", timeout: 20_000 }).status === 0;
}
