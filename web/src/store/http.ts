/** What is asked of the server before there is a socket. */
import type { Branch, Lobby, NewTable, Opened, Recording } from "../contract/messages";
import type { Schema } from "../contract/schema";
import type { Place } from "./live.svelte";

async function fetched<T>(path: string, sent?: RequestInit): Promise<T> {
  const reply = await fetch(new URL(path, location.origin), sent);
  const found: unknown = await reply.json().catch(() => null);
  if (reply.ok) return found as T;
  const wrong = typeof found === "object" && found !== null && "error" in found ? String(found.error) : reply.statusText;
  throw new Error(wrong);
}

/** The format of a table, in one of its languages; in its own if none is named. */
export function fetchSchema({ table }: Place, language: string | null): Promise<Schema> {
  const query = language === null ? "" : `?language=${encodeURIComponent(language)}`;
  return fetched(`/api/tables/${encodeURIComponent(table)}/schema${query}`);
}

export function fetchLobby(): Promise<Lobby> {
  return fetched("/api/lobby");
}

export function openTable(table: NewTable): Promise<Opened> {
  return fetched("/api/tables", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(table) });
}

/** A new table at which a saved game goes on. */
export function openBranch(branch: Branch): Promise<Opened> {
  return fetched("/api/branches", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(branch) });
}

/** A .game file as a recording. */
export function recordingOf(game: string): Promise<Recording> {
  return fetched("/api/replay", { method: "POST", headers: { "Content-Type": "text/plain" }, body: game });
}
