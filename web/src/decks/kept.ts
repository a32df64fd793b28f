/** The deck of each format that was built last, kept by the browser. */
import type { DeckRow } from "../contract/decks";

const keyOf = (format: string) => `deck ${format}`;

export function keepDeck(format: string, rows: DeckRow[]): void {
  try {
    localStorage.setItem(keyOf(format), JSON.stringify(rows));
  } catch {
    // a browser that keeps nothing
  }
}

/** The rows that were kept, of cards that there still are. */
export function keptDeck(format: string, known: (code: string) => boolean): DeckRow[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(keyOf(format)) ?? "[]");
    return Array.isArray(found) ? found.filter(isRow).filter((row) => known(row[1])) : [];
  } catch {
    return [];
  }
}

function isRow(one: unknown): one is DeckRow {
  if (!Array.isArray(one) || one.length !== 3) return false;
  const [count, code, part] = one as unknown[];
  return Number.isInteger(count) && Number(count) > 0 && Number(count) <= 1000 && typeof code === "string" && typeof part === "string";
}
