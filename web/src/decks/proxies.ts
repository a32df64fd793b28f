/** Cards as they are printed on paper. */
import type { PrintedCard } from "../contract/schema";

const SIZES: [number, number][] = [[180, 8], [320, 7], [520, 6], [800, 5]]; // signs, points
const SMALLEST = 4;

/** The size of letters, in points, in which all that is on a card finds room. */
export function lettersOf(card: PrintedCard): number {
  const lines = [...Object.entries(card.fields).map(([id, value]) => `${id} ${value}`), ...card.texts.map((text) => text.text)];
  const signs = lines.reduce((sum, line) => sum + Math.max(line.length, 20), 0);
  return SIZES.find(([most]) => signs <= most)?.[1] ?? SMALLEST;
}
