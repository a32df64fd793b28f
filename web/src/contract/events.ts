/** What a reader is told of what happened, in beats: one answer with all that it caused. */
import type { Source, Text, Value } from "./parts";
import type { CardView } from "./view";

interface Happening {
  n: number;
  text?: Text;
  source?: Source | null;
  clauses?: string[];
}

export interface Spot {
  zone: string;
  of: string | null;
  at?: "top" | "bottom" | "onto" | "place" | null;
}

export interface Chosen extends Happening {
  kind: "choice";
  seat: string;
  prompt: string;
  option: string | null;
  do?: string | null;
  cards?: CardView[];
  passes?: boolean;
}

export interface Moved extends Happening {
  kind: "move";
  was?: string | null;
  card: CardView;
  start: Spot;
  end: Spot;
  turned?: string | null;
  cause?: string | null;
}

export interface Shown extends Happening {
  kind: "show";
  cards: CardView[];
  to: string | null;
}

export interface Valued extends Happening {
  kind: "value";
  name: string;
  seat?: string | null;
  card?: CardView | null;
  old: Value;
  new: Value;
}

export interface Figured extends Happening {
  kind: "figure";
  name: string;
  card: string;
  part?: number | null;
  old: number | null;
  new: number | null;
}

export interface Stepped extends Happening {
  kind: "step";
  step: string;
  title: string;
  of: string | null;
  turn: number;
}

export interface Turned extends Happening {
  kind: "turn";
  card: CardView;
  turned: string;
}

/** Events of which the page needs no more than their line in the log. */
export interface Other extends Happening {
  kind: "face" | "attach" | "shuffle" | "give" | "modify" | "expire" | "wait" | "trigger" | "use" | "out" | "end";
}

export type Event = Chosen | Moved | Turned | Shown | Valued | Figured | Stepped | Other;

export interface Beat {
  n: number;
  turn: number;
  by: string | null;
  events: Event[];
}
