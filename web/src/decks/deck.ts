/** A deck that is being built: rows of cards, in parts. */
import type { DeckPart, DeckRow, Pool } from "../contract/decks";

export const MOST_CARDS = 1000;

/** How many cards there are, of one card or of all, in one part or in all. */
export function countOf(rows: DeckRow[], code?: string, part?: string): number {
  return rows
    .filter((row) => (code === undefined || row[1] === code) && (part === undefined || row[2] === part))
    .reduce((sum, row) => sum + row[0], 0);
}

/** The deck with some more of a card, or with fewer: one row for each card in a part, none that is
 * empty. */
export function added(rows: DeckRow[], code: string, part: string, by: number): DeckRow[] {
  const more = Math.min(by, MOST_CARDS - countOf(rows));
  const place = rows.findIndex((row) => row[1] === code && row[2] === part);
  if (place < 0) return more > 0 ? [...rows, [more, code, part]] : rows;
  return rows.flatMap((row, here): DeckRow[] => {
    const count = row[0] + more;
    if (here !== place) return [row];
    return count > 0 ? [[count, code, part]] : [];
  });
}

/** The deck without one of a card, out of the last part that has it. */
export function without(rows: DeckRow[], code: string): DeckRow[] {
  const last = rows.filter((row) => row[1] === code).at(-1);
  return last ? added(rows, code, last[2], -1) : rows;
}

/** The part that a card goes to unless another is wanted: the first that it fits into. */
export function partFor(pool: Pool, code: string): string {
  const fits = (part: DeckPart) => part.fits === null || part.fits.includes(code);
  return (pool.parts.find(fits) ?? pool.parts[0])?.name ?? "";
}

/** A deck in which every row says its part, and each card has one row in it. */
export function sorted(pool: Pool, rows: DeckRow[]): DeckRow[] {
  const names = new Set(pool.parts.map((part) => part.name));
  const unsaid = rows.every((row) => !row[2]);
  const first = pool.parts.find((part) => !part.of_table)?.name ?? pool.parts[0]?.name ?? "";
  return rows.reduce<DeckRow[]>((found, [count, code, part]) => {
    const other = unsaid ? partFor(pool, code) : first;
    return added(found, code, part && names.has(part) ? part : other, count);
  }, []);
}

export interface Section {
  part: DeckPart;
  rows: DeckRow[];
  count: number;
}

/** The rows of each part, by kind, then by name. */
export function sectionsOf(pool: Pool, rows: DeckRow[]): Section[] {
  const kinds = Object.keys(pool.schema.kinds);
  const rank = (row: DeckRow) => kinds.indexOf(pool.schema.cards[row[1]]?.kind ?? "");
  const name = (row: DeckRow) => pool.schema.cards[row[1]]?.name ?? row[1];
  return pool.parts.map((part) => {
    const held = rows.filter((row) => row[2] === part.name);
    held.sort((a, b) => rank(a) - rank(b) || name(a).localeCompare(name(b)) || a[1].localeCompare(b[1]));
    return { part, rows: held, count: countOf(held) };
  });
}

/** Each card as often as it is in the deck, in sheets of so many. */
export function sheetsOf(rows: DeckRow[], most = 9): string[][] {
  const cards = rows.flatMap(([count, code]) => Array.from({ length: count }, () => code));
  return Array.from({ length: Math.ceil(cards.length / most) }, (_, sheet) => cards.slice(sheet * most, (sheet + 1) * most));
}
