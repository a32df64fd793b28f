import type { Lobby } from "../contract/messages";

/** The author's files, as `serve` gives and takes them. */
export interface Folder {
  root: string;
  format: string;
  writes: boolean;
  files: { name: string; uri: string }[];
}

/** A table at which a card can be chosen; or, where it is not offered, lies in the hand. */
export interface Tried {
  table: string;
  seat: string;
  token: string;
  offered?: boolean;
}

/** A game that was kept, played again by the rules as they were saved; `step`: the first line that is not as it was. */
export interface Branch extends Parting {
  name: string;
  blessed: boolean;
  changes: Change[];
}
export interface Parting {
  how: "same" | "differs" | "not offered" | "stopped";
  step: number;
  expected: string;
  found: string;
  place: Spot | null;
}
export interface Change { title: string; lines: string[]; place: Spot | null }
export interface Spot { name: string; line: number }

/** Answers that branches share, those that end behind them, and what comes behind. */
export interface Fork {
  deeds: { step: number; asked: string; said: string }[];
  ends: string[];
  behind: Fork[];
}
export interface Branches { branches: Branch[]; tree: Fork[] }

/** A table that was taken to the rules as they were saved: `kept` of its answers could be given again;
 * the first line that is not as it was, the answer that is no longer offered, what was changed. */
export interface Carried {
  kept: number;
  of: number;
  first: Parting | null;
  last: Parting | null;
  changes: Change[];
}

/** The token behind the `#` of the link; empty without one. */
export function tokenIn(hash: string): string {
  return new URLSearchParams(hash.replace(/^#/, "")).get("token") ?? "";
}

export const endingOf = (name: string): string => name.split(".").pop() ?? "";

/** A name as a part of an address: each folder by itself. */
export function pathOf(name: string): string {
  return name.split("/").map(encodeURIComponent).join("/");
}

export class Files {
  constructor(readonly token: string) {}

  list(): Promise<Folder> {
    return this.asked("/api/author/files");
  }

  read(name: string): Promise<{ text: string; mark: string }> {
    return this.asked(`/api/author/files/${pathOf(name)}`);
  }

  /** Writes a file that still is what its mark says; gives the new mark. */
  async save(name: string, text: string, mark: string): Promise<string> {
    const sent = { method: "PUT", body: JSON.stringify({ text, mark }), headers: { "Content-Type": "application/json" } };
    return (await this.asked<{ mark: string }>(`/api/author/files/${pathOf(name)}`, sent)).mark;
  }

  /** Gives a file that still is what its mark says another name; an empty one removes it. */
  async move(name: string, to: string, mark: string): Promise<void> {
    await this.asked(`/api/author/files/${pathOf(name)}`, posted({ to, mark }));
  }

  /** Opens a table for a card by its code. */
  try(card: string, bot: string): Promise<Tried> {
    return this.asked("/api/author/try", posted({ card, bot }));
  }

  /** Takes a table to the rules as they were saved, if these have no mistakes. */
  carry(table: string): Promise<Carried | { error: string }> {
    return this.asked("/api/author/carry", posted({ table }));
  }

  /** The games that were kept, and what they share. */
  branches(): Promise<Branches> {
    return this.asked("/api/author/branches");
  }

  /** Does something with one of them, or with a table. */
  branch<T>(deed: "keep" | "bless" | "remove" | "open" | "scenario", sent: Record<string, string>): Promise<T> {
    return this.asked(`/api/author/branches/${deed}`, posted(sent));
  }

  /** Who can play the other seats. */
  async bots(): Promise<string[]> {
    return (await this.lobby()).bots;
  }

  /** How few and how many may play; nothing while the rules have mistakes. */
  async seats(): Promise<[number, number] | undefined> {
    return (await this.lobby()).formats[0]?.seats;
  }

  private lobby(): Promise<Lobby> {
    return this.asked("/api/lobby");
  }

  /** What was done last at such a table, as a scenario. */
  scenario(table: string, title: string): Promise<{ text: string }> {
    return this.asked("/api/author/scenario", posted({ table, title }));
  }

  /** What many games between bots come to, as a page. */
  async balance(games: string, bot: string, seats: string): Promise<string> {
    return (await this.answered("/api/author/balance", posted({ games, bot, seats }))).text();
  }

  /** All files as a zip. */
  async packed(): Promise<Blob> {
    return (await this.answered("/api/author/export")).blob();
  }

  private async asked<T>(path: string, more: RequestInit = {}): Promise<T> {
    return (await (await this.answered(path, more)).json()) as T;
  }

  private async answered(path: string, more: RequestInit = {}): Promise<Response> {
    const headers = { ...more.headers, Authorization: `Bearer ${this.token}` };
    const reply = await fetch(new URL(path, location.origin), { ...more, headers });
    if (reply.ok) return reply;
    const wrong = (await reply.json().catch(() => null)) as { error?: string } | null;
    throw new Error(wrong?.error ?? reply.statusText);
  }
}

const posted = (body: object): RequestInit => ({ method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } });

/** Gives the author a file to keep. */
export function download(found: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(found);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** What went wrong, in words; the language server's answers are no errors of the page. */
export function reasonOf(wrong: unknown): string {
  if (typeof wrong === "object" && wrong !== null && "message" in wrong) return String(wrong.message);
  return String(wrong);
}
