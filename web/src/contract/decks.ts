/** What a page and a server say to each other about decks. */
import type { Schema } from "./schema";

/** So many of a card, its code, the part of the deck ("": unsaid). */
export type DeckRow = [number, string, string];

export interface DeckPart {
  name: string;
  title: string;
  of_table: boolean;
  fits: string[] | null;
}

export interface Pool {
  v: number;
  schema: Schema;
  parts: DeckPart[];
  rules: { text: string; clauses: string[]; of_table: boolean }[];
  decks: { name: string; of_table: boolean; rows: DeckRow[] }[];
  shapes: { name: string; example: string; ending: string }[];
}

export interface BrokenRule {
  rule: number | null;
  text: string;
  file: string;
  line: number;
  clauses: string[];
}

export interface DeckChecked {
  t: "check";
  cards: number;
  legal: boolean;
  broken: BrokenRule[];
}

export interface ToldLine {
  what: string;
  line: number;
  text: string;
  message: string;
  offers: string[];
}

export interface ListRead {
  t: "read";
  rows: DeckRow[];
  beside: DeckRow[];
  notes: string[];
  told: ToldLine[];
}

export interface ListWritten {
  t: "write";
  text: string;
  ending: string;
}
