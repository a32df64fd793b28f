/** What is asked of the server before there is a socket. */
import type { DeckChecked, DeckRow, ListRead, ListWritten, Pool } from "../contract/decks";
import type { Branch, Lobby, NewTable, Opened, PositionTaken, Reason, Recording } from "../contract/messages";
import type { Schema } from "../contract/schema";
import type { Question } from "../table/model.svelte";
import { linesOf, type Told } from "./reasons";
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
  return fetched("/api/tables", asJson(table));
}

const asJson = (body: object): RequestInit => ({ method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

/** What decks of a format are made of. */
export function fetchPool(format: string): Promise<Pool> {
  return fetched(`/api/pool?format=${encodeURIComponent(format)}`);
}

/** Whether a deck is legal, and if not, which rules it breaks. */
export function checkDeck(format: string, rows: DeckRow[]): Promise<DeckChecked> {
  return fetched("/api/decks", asJson({ t: "check", format, rows }));
}

/** The deck of a list. */
export function readList(format: string, text: string): Promise<ListRead> {
  return fetched("/api/decks", asJson({ t: "read", format, text }));
}

/** A deck as a list. */
export function writeList(format: string, rows: DeckRow[], shape: string): Promise<ListWritten> {
  return fetched("/api/decks", asJson({ t: "write", format, rows, shape }));
}

/** A new table at which a saved game goes on. */
export function openBranch(branch: Branch): Promise<Opened> {
  return fetched("/api/branches", asJson(branch));
}

/** Why a value is what it is at a step of a saved game, or why something is not offered there. */
export async function askGame(game: string, step: number, question: Question, language: string): Promise<Told[]> {
  const asked = "not" in question ? { t: "why_not", text: question.not } : { t: "why", text: question.value };
  const { answer } = await fetched<{ answer: Reason }>("/api/questions", asJson({ ...asked, game, step, language }));
  return linesOf(answer);
}

/** The position at a step of a saved game as a scenario. */
export function scenarioOf(game: string, step: number): Promise<PositionTaken> {
  return fetched("/api/scenarios", asJson({ game, step }));
}

/** The game of a table: of all when it is over, before of the seat that the place is. */
export function fetchRecording({ table, token }: Place, language: string | null): Promise<Recording> {
  const asked = { token, ...(language === null ? {} : { language }) };
  return fetched(`/api/tables/${encodeURIComponent(table)}/recording`, asJson(asked));
}

/** Its file, when it is over. */
export async function fetchGame({ table, token }: Place): Promise<string> {
  const reply = await fetch(new URL(`/api/tables/${encodeURIComponent(table)}/game`, location.origin), asJson({ token }));
  const text = await reply.text();
  if (!reply.ok) throw new Error(reply.statusText);
  return text;
}

/** A .game file as a recording. */
export function recordingOf(game: string): Promise<Recording> {
  return fetched("/api/replay", { method: "POST", headers: { "Content-Type": "text/plain" }, body: game });
}
