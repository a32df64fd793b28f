/** What an address names behind its `#`: a table and the seat at it (`table=TABLE&token=TOKEN`; who
 * has no token watches), its recorded game (`look`), a step of it (`beat`), a language (`lang`). */
import type { Place } from "./live.svelte";

type Address = Pick<Location, "hash">;

const named = ({ hash }: Address): URLSearchParams => new URLSearchParams(hash.slice(1));

export function placeIn(address: Address): Place | null {
  const found = named(address);
  const table = found.get("table");
  return table ? { table, token: found.get("token") ?? "" } : null;
}

/** Whether the recorded game of the table is wanted, not the table. */
export const looksIn = (address: Address): boolean => named(address).has("look");

/** The step that is wanted. */
export function beatIn(address: Address): number | null {
  const found = named(address).get("beat") ?? "";
  return /^\d{1,9}$/.test(found) ? Number(found) : null;
}

/** The language that a link names. */
export const languageIn = (address: Address): string | null => named(address).get("lang");

/** The format whose decks an address names: `/#decks=FORMAT`. */
export const decksIn = (address: Address): string | null => named(address).get("decks");

/** The same address with other parts behind its `#`; null takes one away. */
export function hashWith(address: Address, parts: Record<string, string | number | null>): string {
  const found = named(address);
  for (const [name, value] of Object.entries(parts)) {
    if (value === null) found.delete(name);
    else found.set(name, String(value));
  }
  return `#${found.toString()}`;
}

/** The link of who watches a table, or looks at its game, at a step of it. */
export function watchLink(table: string, parts: Record<string, string | number> = {}): string {
  return new URL(hashWith({ hash: "" }, { table, ...parts }), location.href).href;
}
