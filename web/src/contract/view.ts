/** The table as one reader sees it, and what he is asked. */
import type { Place, RulePlace, Source, Text, Value, Values } from "./parts";

export interface Change {
  how: "set" | "raise" | "lower" | "multiply" | "divide";
  amount: number | null;
  until?: string | null;
  by?: string | null;
  says?: string | null;
}

export interface FigureNow {
  now: number | null;
  printed: number | null;
  why?: Change[];
  part?: number | null;
}

export interface CardView {
  id?: string | null;
  code?: string | null;
  of?: string | null;
  face?: "up" | "down" | null;
  copy_of?: string | null;
  values?: Values;
}

/** A thing in a zone: one card, or cards on each other, bottom first. */
export interface Thing {
  cards: CardView[];
  turned?: string | null;
  on?: string | null;
  figures?: Record<string, FigureNow[]>;
  marks?: string[];
}

export interface ZoneView {
  id: string;
  of: string | null;
  count: number | null;
  places: boolean;
  objects: Thing[];
}

export interface StepNow {
  id: string;
  title: string;
  of: string | null;
}

export interface SeatNow {
  name: string;
  out: boolean;
  values: Values;
}

export interface Waiting {
  source: Source;
  text: Text;
}

export interface Link {
  kind: string;
  title: string;
  start: string;
  end: Value;
}

export interface Over {
  winners: string[];
  draw: boolean;
  places: Record<string, number>;
  clauses: string[];
  rule: RulePlace | null;
  conceded?: string | null;
  out_of_time?: string | null;
}

export interface Picks {
  picked: number;
  least: number;
  most: number;
}

export interface Split {
  left: number;
  behind: number;
  least: number;
  most: number | null;
}

export interface Option {
  i: number;
  same: number[];
  text: string;
  do?: string | null;
  on?: Place[];
  value?: Value;
  costs?: Record<string, number>;
  then?: string | null;
  passes?: boolean;
  means?: string | null;
}

export interface Choice {
  id: string;
  seat: string;
  kind: string;
  prompt: string;
  asks: string;
  source?: Source | null;
  effect_of?: string | null;
  picks?: Picks | null;
  split?: Split | null;
  picked?: string[];
  secret: boolean;
  together: boolean;
  pays?: boolean;
  back: number;
  clause: string | null;
  rule: RulePlace | null;
  options: Option[];
}

export interface Asked {
  seat: string;
  prompt: string;
  secret: boolean;
  source?: Source | null;
}

export interface View {
  v: number;
  reader: "seat" | "public" | "all";
  you: string | null;
  at: { beat: number; event: number; era: number };
  turn: number;
  of: string | null;
  steps: StepNow[];
  values: Values;
  seats: SeatNow[];
  zones: ZoneView[];
  resolving: Source[];
  waiting: Waiting[];
  links: Link[];
  asked: Asked[];
  choice: Choice | null;
  over: Over | null;
  options: Values;
}
