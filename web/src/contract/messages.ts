/** What a page and a server say to each other: over the socket of a table, and before it. */
import type { DeckRow } from "./decks";
import type { Beat } from "./events";
import type { Place } from "./parts";
import type { OptionKind, Schema } from "./schema";
import type { View } from "./view";

export type Request =
  | { t: "join"; table: string; token: string; language?: string }
  | { t: "answer"; choice: string; i: number }
  | { t: "answer"; choice: string; picks: number[] }
  | { t: "undo" }
  | { t: "agree"; request: string; yes: boolean }
  | { t: "yield"; choice: string; i: number; scope?: Scope }
  | { t: "unyield"; id: string }
  | { t: "concede" }
  | { t: "substitute"; seat: string }
  | { t: "rematch" }
  | { t: "why"; event?: number; text?: string }
  | { t: "why_not"; text: string }
  | { t: "hint"; choice: string }
  | { t: "log"; before: number }
  | { t: "link"; beat: number }
  | { t: "past"; beat: number };

export interface Chair {
  name: string;
  kind: "human" | "bot";
  bot: string | null;
  here: boolean;
}

export interface OpenRequest {
  id: string;
  what: "undo" | "rematch";
  by: string;
  waits: string[];
}

/** How far an answer goes that is given by itself: to an effect, to a question, to all of a turn. */
export type Scope = "effect" | "question" | "turn";

export interface Yielded {
  id: string;
  scope: Scope;
  prompt: string;
  says: string | null;
  card: string | null;
  option: string;
}

/** The seconds that a player has left to choose in, and whether they are running. */
export interface Clock {
  seat: string;
  left: number;
  runs: boolean;
}

/** A game that goes on by other rules than it began with, for the `number`th time: of its answers
 * `kept` could be given again. */
export interface Carried {
  number: number;
  kept: number;
  of: number;
}

export interface TableNow {
  t: "table";
  table: string;
  format: string;
  title: string;
  chairs: Chair[];
  watchers: number;
  requests: OpenRequest[];
  yields: Yielded[];
  thinking: string[];
  clocks: Clock[];
  paused: string | null;
  outdated?: boolean;
  carried?: Carried | null;
  over: boolean;
}

/** A line of an answer, with the lines that it comes from. */
export interface Reason extends Line {
  value: string | null;
  children: Reason[];
}

export interface Weighed {
  i: number;
  text: string;
  on: Place[];
  tried: number;
  worth: number | null;
}

export interface Hinted {
  t: "hint";
  choice: string;
  i: number;
  bot: string;
  weighed: Weighed[];
}

/** Somebody took an answer back behind a beat. */
export interface TakenBack {
  by: string;
  behind: number;
}

export type Message =
  | { t: "view"; view: View; beats: Beat[]; undone?: string | null; taken_back: TakenBack[] }
  | { t: "beats"; beats: Beat[]; view: View }
  | { t: "stale"; at: View["at"] }
  | { t: "refused"; code: string; text: string }
  | TableNow
  | { t: "why" | "why_not"; asked: string; answer: Reason }
  | Hinted
  | { t: "log"; beats: Beat[]; first: boolean }
  | { t: "link"; beat: number }
  | { t: "past"; beat: number; view: View };

export interface FormatRow {
  name: string;
  title: string;
  seats: [number, number];
  languages: string[];
  decks: string[];
  table_decks: string[];
  options: Record<string, OptionKind>;
}

export interface Lobby {
  formats: FormatRow[];
  bots: string[];
  wait: boolean;
}

export interface NewTable {
  format: string;
  seats: { name?: string; plays: string; deck?: string; cards?: DeckRow[] }[];
  /** Those that stand otherwise than unless set. */
  options?: Record<string, boolean | number>;
  table_deck?: string;
  seed?: number;
  /** That each person has to choose in, for the whole game. */
  minutes?: number;
  /** A seat with one possible answer is not told apart by the time it takes. */
  wait?: boolean;
}

/** A saved game that goes on from the choice of a step; null: from where it stands. */
export interface Branch {
  game: string;
  step: number | null;
  plays: string[];
}

/** The position at a step of a saved game as a scenario, and the file it may stand in. */
export interface PositionTaken {
  file: string;
  text: string;
  begins: string | null;
  reasons: string[];
}

export interface Opened {
  table: string;
  seats: { name: string; token: string; link: string }[];
  watch: string;
}

/** A whole game for one reader, as it stands in a page of its own. */
export interface Recording {
  t: "replay";
  v: number;
  file: string;
  all_hands: boolean;
  schema: Schema;
  frames: { beats: Beat[]; changed: Changed }[];
  lines: Line[];
  /** For each event, by its number from 1, the places in `lines` of what brought it about. */
  behind: number[][];
  /** For each beat the line of the file with the choice that is open behind it, if one was answered. */
  steps: (number | null)[];
  taken_back: TakenBack[];
}

/** A line of the rules or of a card, as it stands there, and what it cites. */
export interface Line {
  text: string;
  file: string | null;
  line: number | null;
  clauses: string[];
}

/** The fields of a view that are other than before; of its zones those that are. */
export type Changed = Partial<View>;
