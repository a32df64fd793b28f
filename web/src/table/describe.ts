/** What a screen reader says of a thing. */
import type { Thing } from "../contract/view";
import { faceOf } from "./face";
import { figuresOf } from "./figures";
import type { TableModel } from "./model.svelte";
import { shownValues, valueText } from "./values";

/** `Greymon, DP 5000, turned: resting, attacking, 3 cards, may be chosen`. */
export function describeThing(table: TableModel, thing: Thing, turned: string | null, lit: boolean): string {
  const top = thing.cards.at(-1);
  const card = table.card(top);
  const parts = [table.nameOf(top)];
  if (card) {
    const face = faceOf(table.schema, card);
    parts.push(...face.corner.map((field) => `${field.title} ${field.text}`));
    parts.push(...figuresOf(table.schema, card, face.figure, thing).map((one) => `${one.title} ${one.now}`));
  }
  if (turned !== null) parts.push(table.say("turnedAs", { how: turned }));
  parts.push(...(thing.marks ?? []));
  parts.push(...shownValues(table.schema, top?.values ?? {}).map((one) => `${one.title} ${valueText(table, one.value)}`));
  if (thing.cards.length > 1) parts.push(table.say("cards", { n: thing.cards.length }));
  if (lit) parts.push(table.say("mayChoose"));
  return parts.join(", ");
}
