/** What the messages of a table are made of: texts that name cards, values, places. */

export interface Mention {
  text: string;
  card?: string | null;
  code?: string | null;
}

export type Text = (string | Mention)[];

export interface CardValue {
  card: string | null;
}

export interface SeatValue {
  seat: string;
}

export type Value = boolean | number | string | CardValue | SeatValue | null;
export type Values = Record<string, Value>;

export interface CardPlace {
  card: string;
}

export interface ZonePlace {
  zone: string;
  of: string | null;
  place: number;
}

export interface HiddenPlace {
  zone: string;
  of: string | null;
  hidden: number;
}

export interface SeatPlace {
  seat: string;
}

export type Place = CardPlace | ZonePlace | HiddenPlace | SeatPlace;

/** The card whose text speaks, and which words of it. */
export interface Source {
  card?: string | null;
  code?: string | null;
  text?: number | null;
  words?: [number, number] | null;
  says?: string | null;
  of?: string | null;
}

export interface RulePlace {
  file: string;
  line: number;
}

/** A text without its mentions, as one string. */
export function plainText(text: Text): string {
  return text.map((piece) => (typeof piece === "string" ? piece : piece.text)).join("");
}
