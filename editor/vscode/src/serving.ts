/** `playsheet serve` as a child of the editor: it ends with it. Knows nothing of the editor. */

import { spawn, type ChildProcess } from "node:child_process";
import * as path from "node:path";
import { createInterface } from "node:readline";

export const INSTALL_WEB = "pip install 'playsheet[web,lsp]'";
/** Of the pages of the editor, which alone may show those of the server. */
const SCHEMES = ["vscode-webview", "vscode-file"];
const PATIENCE = 120_000; // milliseconds until a server says where it is
const LAST = 6; // lines of what it said that a message repeats

/** Where a server answers, and the token of the author; none without the language server. */
export interface Served {
  at: string;
  token: string | null;
}

/** A line of a file of the folder, from 1. */
export interface Spot {
  name: string;
  line: number;
}

/** Where a game is not as it was; what was changed that does it; see `POST /api/author/carry`. */
export interface Parting {
  how: string;
  step: number;
  expected: string;
  found: string;
  place: Spot | null;
}
export interface Carried {
  kept?: number;
  of?: number;
  first?: Parting | null;
  last?: Parting | null;
  changes?: { title: string; lines: string[]; place: Spot | null }[];
}

/** A table at which a card can be chosen; or, where it is not offered, lies in the hand. */
export interface Tried {
  table: string;
  seat: string;
  token: string;
  offered: boolean;
}

/** What starts `serve`, made of what starts `lsp`; none where that does not say it at its end. */
export function serveCommand(lsp: readonly string[]): string[] | undefined {
  const words = lsp.filter((word) => word !== "--stdio");
  return words.at(-1) === "lsp" ? [...words.slice(0, -1), "serve"] : undefined;
}

export class Serving {
  private child: ChildProcess | undefined;
  private readonly said: string[] = [];
  private readonly begun: Promise<Served>;

  /** Starts a server of a format on a free port of this machine; `say` gets all that it prints. */
  constructor(
    readonly command: readonly string[],
    readonly format: string,
    state: string,
    private readonly say: (line: string) => void,
    ended: () => void,
  ) {
    const [program = "", ...first] = command;
    const schemes = SCHEMES.flatMap((scheme) => ["--framed-by", scheme]);
    const args = [...first, format, "--port", "0", "--json", "--attached", "--state", state, ...schemes];
    this.begun = this.start(program, args, ended);
    this.begun.catch(() => undefined); // whoever asks is told
  }

  private start(program: string, args: string[], ended: () => void): Promise<Served> {
    return new Promise((resolve, reject) => {
      const cwd = path.isAbsolute(this.format) ? this.format : undefined;
      const child = spawn(program, args, { stdio: ["pipe", "pipe", "pipe"], cwd });
      this.child = child;
      const late = setTimeout(() => reject(new Error(this.reason("it does not answer"))), PATIENCE);
      createInterface({ input: child.stderr }).on("line", (line) => this.hear(line));
      createInterface({ input: child.stdout }).on("line", (line) => {
        const served = servedIn(line);
        if (served === undefined) {
          this.hear(line);
          return;
        }
        clearTimeout(late);
        this.say(`The table of ${this.format} is at ${served.at}`);
        resolve(served);
      });
      child.on("error", (error) => {
        clearTimeout(late);
        reject(new Error(this.reason(error.message)));
        ended();
      });
      child.on("close", (code) => {
        clearTimeout(late);
        reject(new Error(this.reason(`it ended with ${String(code)}`)));
        this.say(`The server of ${this.format} has ended.`);
        ended();
      });
    });
  }

  private hear(line: string): void {
    this.said.push(line);
    this.said.splice(0, this.said.length - LAST);
    this.say(line);
  }

  /** Why there is no server, and which command it is that does not start. */
  private reason(why: string): string {
    const told = this.said.filter((line) => line.trim()).join(" ") || `${why}. Install it: ${INSTALL_WEB}`;
    return `The table does not start (${this.command.join(" ")}): ${told}`;
  }

  /** Where it is. Rejects with what to tell. */
  served(): Promise<Served> {
    return this.begun;
  }

  /** A table at which a card can be chosen now. */
  try(card: string, bot: string): Promise<Tried> {
    return this.ask("try", { card, bot });
  }

  /** Takes a table to the rules as they are saved; without one it only looks at them anew. */
  carry(table: string): Promise<Carried> {
    return this.ask("carry", { table });
  }

  private async ask<T>(what: string, sent: object): Promise<T> {
    const { at, token } = await this.served();
    if (token === null) {
      throw new Error(`This needs the language server beside the table: ${INSTALL_WEB}`);
    }
    const reply = await fetch(`${at}/api/author/${what}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify(sent),
    });
    const found = (await reply.json().catch(() => ({}))) as T & { error?: string };
    if (!reply.ok || found.error !== undefined) {
      throw new Error(found.error ?? reply.statusText);
    }
    return found;
  }

  /** Ends it. */
  stop(): void {
    this.child?.stdin?.end();
    this.child?.kill();
  }
}

/** What the first line of a server says, if it is that. */
export function servedIn(line: string): Served | undefined {
  try {
    const found = JSON.parse(line) as Partial<Served> | null;
    return typeof found?.at === "string" ? { at: found.at, token: found.token ?? null } : undefined;
  } catch {
    return undefined;
  }
}
