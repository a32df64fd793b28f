/** Lists of what authors name, where names may repeat. */

/** Rows with keys that differ, also where rows are called alike. */
export function keyed<T>(rows: T[], called: (one: T) => string): [key: string, row: T][] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const name = called(row);
    const number = (seen.get(name) ?? 0) + 1;
    seen.set(name, number);
    return [number > 1 ? `${name}\n${number}` : name, row];
  });
}

/** Each name once. */
export const once = (...names: (string[] | undefined)[]): string[] => [...new Set(names.flatMap((some) => some ?? []))];
