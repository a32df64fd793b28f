/** The figures of a thing: what they are now beside what is printed. */
import type { PrintedCard, Schema } from "../contract/schema";
import type { Change, Thing } from "../contract/view";
import { titleOfField } from "./face";

export interface ShownFigure {
  key: string;
  id: string;
  title: string;
  now: string;
  printed: string | null;
  /** By how much it is above (or below) what is printed. */
  change: number;
  why: Change[];
}

/** The named figures of a card: those of the thing it lies in, as far as the reader can tell; else what
 * is printed on it. A name that is a field is shown as it is printed. */
export function figuresOf(schema: Schema, card: PrintedCard, names: string[], thing: Thing | null): ShownFigure[] {
  return names.flatMap((name) => {
    const id = figureOf(schema, card, name);
    const now = thing ? running(schema, id, thing) : [];
    return now.length ? now : printed(schema, card, id);
  });
}

/** The figure that starts as what is printed in a field; the field itself if none does. */
function figureOf(schema: Schema, card: PrintedCard, name: string): string {
  if (schema.figures[name]) return name;
  const found = Object.entries(schema.figures).find(([, one]) => one.prints === name && one.of.includes(card.kind));
  return found?.[0] ?? name;
}

function running(schema: Schema, id: string, thing: Thing): ShownFigure[] {
  const spec = schema.figures[id];
  const parts = schema.parts[spec?.part ?? ""] ?? [];
  const known = (thing.figures?.[id] ?? []).filter((figure) => figure.now !== null);
  return known.map((figure, place) => ({
    key: `${id}/${place}`,
    id,
    title: [parts[figure.part ?? -1], spec?.title ?? id].filter(Boolean).join(" "),
    now: String(figure.now),
    printed: figure.printed === null ? null : String(figure.printed),
    change: figure.now === null || figure.printed === null ? 0 : figure.now - figure.printed,
    why: figure.why ?? [],
  }));
}

function printed(schema: Schema, card: PrintedCard, id: string): ShownFigure[] {
  const spec = schema.figures[id];
  const value = card.fields[spec?.prints ?? id];
  if (value === undefined) return [];
  const title = spec?.title ?? titleOfField(schema, id);
  return [{ key: id, id, title, now: String(value), printed: String(value), change: 0, why: [] }];
}

/** Every figure that a thing has now, those of its face first. */
export function allFigures(schema: Schema, card: PrintedCard, first: string[], thing: Thing | null): ShownFigure[] {
  const named = first.map((name) => figureOf(schema, card, name));
  const others = Object.keys(thing?.figures ?? {}).filter((id) => !named.includes(id));
  return figuresOf(schema, card, [...named, ...others], thing);
}
