/** What a format says of itself, once for every game. */

export interface ZoneKind {
  title: string;
  per: "player" | "table";
  kind: "pile" | "stack" | "group" | "queue" | "slots";
  seen: "all" | "owner" | "others" | "nobody" | "knowers";
  counted: "all" | "owner";
  face: "up" | "down";
  places: boolean;
  objects: boolean;
  turned: Record<string, string>;
  attached: string[];
}

export interface ValueKind {
  title: string;
  per: "game" | "player" | "card";
  type: string;
  gauge: boolean;
  low: number | null;
  high: number | null;
  two_sided: boolean;
  secret: boolean;
}

export interface FigureKind {
  title: string;
  of: string[];
  prints: string;
  part?: string | null;
}

export interface FieldKind {
  title: string;
  type: string;
  text: boolean;
}

export interface CardKind {
  title: string;
  fields: string[];
}

export interface Sentence {
  words: [number, number];
  says: string;
}

export interface PrintedText {
  field: string;
  text: string;
  sentences: Sentence[];
}

export interface PrintedCard {
  name: string;
  kind: string;
  fields: Record<string, string | number>;
  texts: PrintedText[];
}

export type ZoneForm = "row" | "fan" | "pile" | "count" | "track";

export interface FaceLooks {
  corner: string[];
  band: string[];
  figure: string[];
  text: string[];
}

/** How a format wants to be drawn: what its `.looks` file says. */
export interface Looks {
  rows: (string | null)[][];
  between: string[];
  beside: string[];
  forms: Record<string, ZoneForm>;
  hidden: string[];
  faces: Record<string, FaceLooks>;
  colours: Record<string, string>;
  symbols: Record<string, string>;
  goal?: string;
}

/** An option of the rules, on which players agree before a game: a truth or a number. */
export interface OptionKind {
  title: string;
  /** Unless they do. */
  value: boolean | number;
  low: number | null;
  high: number | null;
}

export interface Schema {
  v: number;
  format: string;
  title: string;
  rules: string;
  language: string;
  languages: string[];
  seats: [number, number];
  looks: Looks | null;
  steps: Record<string, string>;
  options: Record<string, OptionKind>;
  zones: Record<string, ZoneKind>;
  values: Record<string, ValueKind>;
  figures: Record<string, FigureKind>;
  fields: Record<string, FieldKind>;
  kinds: Record<string, CardKind>;
  parts: Record<string, string[]>;
  terms: Record<string, string>;
  cards: Record<string, PrintedCard>;
}
