/** Where the zones of a format lie: worked out from their declarations, or as its looks say. */
import type { Schema, ZoneForm, ZoneKind } from "../contract/schema";
import type { Thing, View, ZoneView } from "../contract/view";
import { spotKey } from "./choosing";

/** How the zones of a side are put: rows from the middle of the table outwards; null: an empty place. */
export interface Layout {
  rows: (string | null)[][];
  between: string[];
  forms: Record<string, ZoneForm>;
}

/** The layout of a format: that of its looks, filled up with what they do not name. */
export function layoutOf(schema: Schema): Layout {
  const looks = schema.looks;
  if (!looks) return plainLayout(schema, Object.keys(schema.zones));
  const { rows } = looks;
  const named = new Set<string | null>([...rows.flat(), ...looks.between, ...looks.hidden]);
  const rest = plainLayout(schema, Object.keys(schema.zones).filter((id) => !named.has(id)));
  return {
    rows: [...rows, ...rest.rows].filter((row) => row.some((id) => id !== null)),
    between: [...looks.between.filter((id) => id in schema.zones), ...rest.between],
    forms: { ...formsOf(schema), ...looks.forms },
  };
}

/** Without looks: what lies open is nearest to the middle with the piles, what is held outermost. */
function plainLayout(schema: Schema, ids: string[]): Layout {
  const zones = ids.map((id): [string, ZoneKind | undefined] => [id, schema.zones[id]]);
  const own = zones.filter(([, zone]) => zone?.per === "player");
  const pick = (test: (zone: ZoneKind) => boolean) => own.flatMap(([id, zone]) => (zone && test(zone) ? id : []));
  const open = pick((zone) => isBoard(zone) && zone.kind !== "pile");
  const piles = pick((zone) => zone.kind === "pile");
  const held = pick((zone) => !isBoard(zone) && zone.kind !== "pile");
  const between = zones.flatMap(([id, zone]) => (zone?.per === "table" ? id : []));
  return { rows: [[...open, ...piles], held].filter((row) => row.length), between, forms: formsOf(schema) };
}

function isBoard(zone: ZoneKind): boolean {
  return zone.face === "up" || zone.kind === "slots" || Object.keys(zone.turned).length > 0;
}

function formsOf(schema: Schema): Record<string, ZoneForm> {
  return Object.fromEntries(Object.entries(schema.zones).map(([id, zone]) => [id, formOf(zone)]));
}

function formOf(zone: ZoneKind): ZoneForm {
  if (zone.kind === "pile") return "pile";
  return isBoard(zone) || zone.kind === "queue" ? "row" : "fan";
}

/** The zone of a seat (null: of the table) in a view. */
export function zoneIn(view: View, id: string, of: string | null): ZoneView | null {
  return view.zones.find((zone) => zone.id === id && zone.of === of) ?? null;
}

/** A thing with the key under which it is followed from one frame to the next, and those under which
 * it may be chosen. */
export interface KeyedThing {
  key: string;
  thing: Thing;
  keys: string[];
}

const known = new WeakMap<ZoneView, KeyedThing[]>();

/** The things of a zone in order, then the cards of which the reader knows nothing. */
export function thingsOf(zone: ZoneView): KeyedThing[] {
  const found = known.get(zone) ?? laidOut(zone);
  known.set(zone, found);
  return found;
}

function laidOut(zone: ZoneView): KeyedThing[] {
  const cards = zone.objects.reduce((count, thing) => count + thing.cards.length, 0);
  const unknown = zone.places ? 0 : Math.max((zone.count ?? cards) - cards, 0);
  const backs: Thing[] = Array.from({ length: unknown }, () => ({ cards: [{}] }));
  return [...zone.objects, ...backs].map((thing, place) => {
    const key = thing.cards.at(-1)?.id ?? spotKey(zone.id, zone.of, place);
    return { key, thing, keys: keysOf(key, thing) };
  });
}

/** The keys under which a thing may be chosen: its own, and those of its cards. */
export function keysOf(key: string, thing: Thing): string[] {
  return [...new Set([key, ...thing.cards.flatMap((card) => card.id ?? [])])];
}

/** Whether a zone is not drawn: the looks hide it while it is empty. */
export function isLeftOut(schema: Schema, zone: ZoneView): boolean {
  return Boolean(schema.looks?.hidden.includes(zone.id)) && !zone.count;
}

/** Seats in the order in which they sit: the reader's own first, the others clockwise. */
export function seatsFrom(view: View): string[] {
  const names = view.seats.map((seat) => seat.name);
  const own = Math.max(names.indexOf(view.you ?? ""), 0);
  return [...names.slice(own), ...names.slice(0, own)];
}
