/** Gauges and notes in words. */
import type { Value, Values } from "../contract/parts";
import type { Schema } from "../contract/schema";
import type { TableModel } from "./model.svelte";

/** A value that is worth showing, with its title. */
export interface ShownValue {
  id: string;
  title: string;
  value: Value;
  low: number | null;
  high: number | null;
}

/** The values that are told and not empty, of the game, a seat or a card; first those that the looks
 * put in an order. */
export function shownValues(schema: Schema, values: Values): ShownValue[] {
  const order = [...(schema.looks?.between ?? []), ...(schema.looks?.beside ?? [])];
  const rank = (id: string) => (order.includes(id) ? order.indexOf(id) : order.length);
  const sorted = Object.entries(values).sort(([a], [b]) => rank(a) - rank(b));
  return sorted.flatMap(([id, value]) => {
    const spec = schema.values[id];
    const silent = value === null || value === false || schema.looks?.hidden.includes(id);
    return !spec || silent ? [] : { id, title: spec.title, value, low: spec.low, high: spec.high };
  });
}

/** A value as it is read; that something is so needs no word behind its title. */
export function valueText(table: TableModel, value: Value): string {
  if (value === true) return "";
  if (value === null || value === false) return "–";
  if (typeof value !== "object") return table.schema.looks?.symbols[String(value)] ?? String(value);
  if ("seat" in value) return value.seat;
  return value.card === null ? table.say("hiddenCard") : table.nameOf(table.thing(value.card)?.card);
}
