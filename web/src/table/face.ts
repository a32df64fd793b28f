/** What a small card shows, and in which colours. */
import type { CardKind, FaceLooks, PrintedCard, PrintedText, Schema } from "../contract/schema";

/** A field of a card in words. */
export interface FaceField {
  id: string;
  title: string;
  text: string;
  /** One of the names of colours. */
  colour: string | null;
}

export interface Face {
  corner: FaceField[];
  band: FaceField[];
  figure: string[];
  text: PrintedText[];
}

export const COLOURS = ["red", "blue", "yellow", "green", "black", "purple", "white", "orange", "brown", "pink", "grey", "teal"];

const LONGEST = 24; // letters of a word that fits on a small card

/** The face of a card as the looks of its format say, or as its fields are declared. */
export function faceOf(schema: Schema, card: PrintedCard): Face {
  const looks = schema.looks?.faces[card.kind] ?? plainFace(schema, card);
  const fields = (ids: string[]) => ids.flatMap((id) => fieldOf(schema, card, id) ?? []);
  const texts = card.texts.filter((text) => looks.text.includes(text.field));
  return { corner: fields(looks.corner), band: fields(looks.band), figure: looks.figure, text: texts };
}

/** Without looks: the first numbers in the corners, the first words in the band. */
function plainFace(schema: Schema, card: PrintedCard): FaceLooks {
  const kind: CardKind | undefined = schema.kinds[card.kind];
  const figures = Object.entries(schema.figures).filter(([, figure]) => figure.of.includes(card.kind) && !figure.part);
  const printed = new Set(figures.map(([, figure]) => figure.prints));
  const fields = (kind?.fields ?? []).filter((field) => card.fields[field] !== undefined && !printed.has(field));
  const numbers = fields.filter((field) => typeof card.fields[field] === "number");
  const words = fields.filter((field) => typeof card.fields[field] === "string" && String(card.fields[field]).length <= LONGEST);
  return {
    corner: numbers.length ? numbers.slice(0, 2) : words.slice(0, 1),
    band: words.slice(numbers.length ? 0 : 1, numbers.length ? 2 : 3),
    figure: [...figures.map(([name]) => name).slice(0, 3), ...numbers.slice(2, 4)],
    text: card.texts.map((text) => text.field),
  };
}

function fieldOf(schema: Schema, card: PrintedCard, id: string): FaceField | null {
  const value = card.fields[id];
  if (value === undefined) return null;
  return { id, title: titleOfField(schema, id), text: wordOf(schema, value), colour: colourOf(schema, value) };
}

/** What a field is called. */
export function titleOfField(schema: Schema, id: string): string {
  return schema.fields[id]?.title ?? id.replaceAll("_", " ");
}

/** What is in a field in words: its symbol where the looks give one. */
export function wordOf(schema: Schema, value: string | number): string {
  return schema.looks?.symbols[String(value)] ?? String(value);
}

/** The colour of a value: of the looks, else its own name if it is one of a colour. A list has
 * that of its first value. */
export function colourOf(schema: Schema, value: string | number): string | null {
  const first = String(value).split(", ")[0] ?? "";
  const given = schema.looks?.colours[first];
  if (given) return given;
  return COLOURS.includes(first.toLowerCase()) ? first.toLowerCase() : null;
}

/** The colour of a whole card: that of its first coloured field. */
export function cardColour(schema: Schema, card: PrintedCard): string | null {
  for (const value of Object.values(card.fields)) {
    const found = colourOf(schema, value);
    if (found) return found;
  }
  return null;
}
