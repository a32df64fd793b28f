/** Which cards of a pool are looked for: by each of their fields, and by what is written on them. */
import type { PrintedCard, Schema } from "../contract/schema";
import { titleOfField } from "../table/face";

const MOST_CHOICES = 60; // values that can be chosen from; of more, words are looked for

/** How a field is asked for: a range of numbers, one of its values, or words in it. */
export interface FieldAsked {
  id: string;
  title: string;
  kind: "number" | "choice" | "words";
  values: string[];
}

export interface Filter {
  text: string;
  kind: string;
  /** By field: the value, or words. */
  says: Record<string, string>;
  /** By field: the smallest and the largest number; null: any. */
  ranges: Record<string, [number | null, number | null]>;
}

export const NOTHING: Filter = { text: "", kind: "", says: {}, ranges: {} };

/** All fields that some card has, in the order of the rules. */
export function fieldsAsked(schema: Schema): FieldAsked[] {
  const cards = Object.values(schema.cards);
  const declared = Object.values(schema.kinds).flatMap((kind) => kind.fields);
  const printed = cards.flatMap((card) => [...Object.keys(card.fields), ...card.texts.map((text) => text.field)]);
  const order = [...declared, ...printed];
  const ids = [...new Set(order)].filter((id) => cards.some((card) => said(card, id) !== ""));
  return ids.map((id) => {
    const title = titleOfField(schema, id);
    const values = cards.flatMap((card) => card.fields[id] ?? []);
    if (values.length && values.every((value) => typeof value === "number")) return { id, title, kind: "number", values: [] };
    const parts = [...new Set(values.flatMap((value) => partsOf(value)))].sort(compared);
    const few = parts.length > 0 && parts.length <= MOST_CHOICES && parts.every((part) => part.length <= 30);
    return few && !schema.fields[id]?.text ? { id, title, kind: "choice", values: parts } : { id, title, kind: "words", values: [] };
  });
}

/** Numbers by size, words by letters. */
function compared(a: string, b: string): number {
  return a.localeCompare(b, undefined, { numeric: true });
}

/** The values of a list, parted by commas. */
export function partsOf(value: string | number): string[] {
  return String(value).split(", ");
}

/** What stands in a field of a card, texts too. */
function said(card: PrintedCard, id: string): string {
  const texts = card.texts.filter((text) => text.field === id).map((text) => text.text);
  return [...(card.fields[id] === undefined ? [] : [String(card.fields[id])]), ...texts].join("\n");
}

/** All that is written on a card, with its code and kind. */
export function writing(schema: Schema, code: string, card: PrintedCard): string {
  const kind = schema.kinds[card.kind]?.title ?? card.kind;
  return [card.name, code, kind, ...Object.values(card.fields), ...card.texts.map((text) => text.text)].join("\n").toLowerCase();
}

/** Whether a card is looked for: each word of the text is on it, and every field is as asked. */
export function fits(schema: Schema, code: string, filter: Filter, asked: FieldAsked[]): boolean {
  const card = schema.cards[code];
  if (!card || (filter.kind && card.kind !== filter.kind)) return false;
  const all = writing(schema, code, card);
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => all.includes(word)) && asked.every((field) => fieldFits(card, field, filter));
}

function fieldFits(card: PrintedCard, field: FieldAsked, filter: Filter): boolean {
  const [low, high] = filter.ranges[field.id] ?? [null, null];
  if (low !== null || high !== null) {
    const value = card.fields[field.id];
    if (typeof value !== "number" || (low !== null && value < low) || (high !== null && value > high)) return false;
  }
  const wanted = filter.says[field.id];
  if (!wanted) return true;
  if (field.kind === "choice") return partsOf(card.fields[field.id] ?? "").includes(wanted);
  return said(card, field.id).toLowerCase().includes(wanted.toLowerCase());
}

/** The codes of the cards that are looked for, in the order of the pool. */
export function found(schema: Schema, filter: Filter, asked = fieldsAsked(schema)): string[] {
  return Object.keys(schema.cards).filter((code) => fits(schema, code, filter, asked));
}
