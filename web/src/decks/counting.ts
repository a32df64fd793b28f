/** What a deck is made of, in numbers: how many cards have each value of a field, or are of each kind. */
import type { DeckRow } from "../contract/decks";
import type { Schema } from "../contract/schema";
import { titleOfField } from "../table/face";

export interface Bar {
  label: string;
  count: number;
}

const WHOLE = /^-?\d+$/;
const MOST_BARS = 16;

/** The fields that are numbers on some card, as they are declared: those of a curve. */
export function curveFields(schema: Schema): { id: string; title: string }[] {
  const cards = Object.values(schema.cards);
  const ids = [...new Set(Object.values(schema.kinds).flatMap((kind) => kind.fields))];
  const isNumber = (id: string) => {
    const values = cards.flatMap((card) => card.fields[id] ?? []);
    return values.length > 0 && values.every((value) => WHOLE.test(String(value)));
  };
  return ids.filter(isNumber).map((id) => ({ id, title: titleOfField(schema, id) }));
}

/** How many cards have each number of a field: every whole number between the smallest and the
 * largest, or, of numbers far apart, equal steps. */
export function curveOf(schema: Schema, rows: DeckRow[], field: string): Bar[] {
  const counts = new Map<number, number>();
  for (const [count, code] of rows) {
    const value = schema.cards[code]?.fields[field];
    if (value !== undefined && WHOLE.test(String(value))) counts.set(Number(value), (counts.get(Number(value)) ?? 0) + count);
  }
  if (!counts.size) return [];
  const low = Math.min(...counts.keys());
  const step = stepFor(Math.max(...counts.keys()) - low);
  const start = step > 1 ? Math.floor(low / step) * step : low;
  const bars: Bar[] = [];
  for (let from = start; from <= Math.max(...counts.keys()); from += step) {
    const inside = [...counts].filter(([value]) => from <= value && value < from + step);
    const label = step > 1 ? `${from}–${from + step - 1}` : String(from);
    bars.push({ label, count: inside.reduce((sum, [, count]) => sum + count, 0) });
  }
  return bars;
}

/** The smallest round step (1, 2, 5, 10 ..) in which a range has not too many bars. */
export function stepFor(range: number): number {
  for (let ten = 1; ; ten *= 10) {
    const step = [1, 2, 5].map((one) => one * ten).find((one) => range / one < MOST_BARS - 1);
    if (step !== undefined) return step;
  }
}

/** How many cards are of each kind. */
export function kindsOf(schema: Schema, rows: DeckRow[]): Bar[] {
  return Object.entries(schema.kinds).flatMap(([kind, { title }]) => {
    const held = rows.filter((row) => schema.cards[row[1]]?.kind === kind);
    const count = held.reduce((sum, row) => sum + row[0], 0);
    return count ? [{ label: title, count }] : [];
  });
}
