/** The table and the seat that an address names: `/#table=TABLE&token=TOKEN`; who has no token
 * watches. */
import type { Place } from "./live.svelte";

export function placeIn({ hash }: Pick<Location, "hash">): Place | null {
  const named = new URLSearchParams(hash.slice(1));
  const table = named.get("table");
  return table ? { table, token: named.get("token") ?? "" } : null;
}

/** The format whose decks an address names: `/#decks=FORMAT`. */
export function decksIn({ hash }: Pick<Location, "hash">): string | null {
  return new URLSearchParams(hash.slice(1)).get("decks");
}
