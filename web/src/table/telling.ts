/** What happened as lines of a log: what belongs together on one line, no value that is not shown. */
import type { Beat, Event } from "../contract/events";
import type { Mention, Text } from "../contract/parts";
import type { Schema } from "../contract/schema";
import type { View } from "../contract/view";
import type { Say } from "../text/words";

export interface Line {
  kind: "turn" | "step" | "told";
  text: Text;
  /** The event that can be asked about; the first of several. */
  event: Event;
  chosen: boolean;
}

/** The lines of a beat. `turn`, `of`: the turn of what was told before it, and whose part of it that was,
 * as far as it is known. */
export function linesOf(schema: Schema, say: Say, beat: Beat, turn: number, of: string | null = null): Line[] {
  const found: Line[] = [];
  let together: Event[] = [];
  let [step, now, whose] = ["", turn, of];
  const flush = () => {
    const [event] = together;
    if (event) found.push({ kind: "told", text: textOf(say, together), event, chosen: event.kind === "choice" });
    together = [];
  };
  for (const event of beat.events) {
    if (event.kind === "step") {
      flush();
      if (event.turn !== now) found.push({ kind: "turn", text: headOf(say, event.turn, event.of), event, chosen: false });
      else if (event.of && whose && event.of !== whose) found.push({ kind: "turn", text: [say("turnOf", { who: event.of })], event, chosen: false });
      if (event.title !== step) found.push({ kind: "step", text: [event.title], event, chosen: false });
      [step, now, whose] = [event.title, event.turn, event.of ?? whose];
      continue;
    }
    if (!isTold(schema, event)) continue;
    if (together[0] && tailOf(together[0]) !== tailOf(event)) flush();
    together.push(event);
  }
  flush();
  return found.filter((line, place) => line.kind !== "step" || (found[place + 1]?.kind ?? "step") === "told");
}

/** A beat of the log, the heading above it, if it has one, and whose part of the turn it begins in. */
export interface LogBeat {
  beat: Beat;
  head: string | null;
  of: string | null;
}

const PART = 16; // numbers of beats that are told together

/** The beats of some frames, in parts of which each is drawn by itself. */
export function logOf(frames: readonly { beat: Beat }[], say: Say): LogBeat[][] {
  const parts = new Map<number, LogBeat[]>();
  let of: string | null = null;
  frames.forEach(({ beat }, place) => {
    const number = Math.floor(beat.n / PART);
    const part = parts.get(number) ?? [];
    part.push({ beat, head: headAbove(beat, frames[place - 1]?.beat, say), of });
    of = stepsOf(beat).flatMap((event) => event.of ?? []).at(-1) ?? of;
    parts.set(number, part);
  });
  return [...parts.values()];
}

function stepsOf({ events }: Beat) {
  return events.filter((event) => event.kind === "step");
}

/** The heading above a beat: of its turn, where nothing in the beat before it tells that it began. */
function headAbove({ turn }: Beat, before: Beat | undefined, say: Say): string | null {
  const told = before && stepsOf(before).at(-1)?.turn;
  if (turn === (told ?? before?.turn ?? -1)) return null;
  return turn ? say("turn", { n: turn }) : say("setup");
}

/** Each option that stands otherwise than unless set, as a line of its own. */
export function optionsSet(schema: Schema, view: View, say: Say): string[] {
  return Object.entries(view.options).flatMap(([name, value]) => {
    const kind = schema.options[name];
    if (!kind || value === kind.value) return [];
    if (value === true) return [kind.title];
    return [`${kind.title}: ${value === false ? say("no") : String(value)}`];
  });
}

function headOf(say: Say, turn: number, of: string | null): Text {
  const head = say("turn", { n: turn });
  return [of === null ? head : `${head} · ${say("turnOf", { who: of })}`];
}

/** Whether an event has a line: not a value that the looks hide, or that is empty from now on. */
function isTold(schema: Schema, event: Event): boolean {
  if (!event.text?.length) return false;
  if (event.kind === "value") return event.new !== null && event.new !== false && !schema.looks?.hidden.includes(event.name);
  return true;
}

/** What events on one line have in common: cards that go the same way, what is said again. */
function tailOf(event: Event): string {
  const text = event.text ?? [];
  const moves = event.kind === "move" && typeof text[0] === "object";
  return JSON.stringify([event.kind, moves ? text.slice(1) : text]);
}

function textOf(say: Say, events: Event[]): Text {
  const [first] = events;
  const text = first?.text ?? [];
  if (first?.kind !== "move" || typeof text[0] !== "object") {
    const once = counted(say, text);
    return arrowed(events.length > 1 ? [...once, ` ${say("times", { n: events.length })}`] : once);
  }
  return arrowed([...namesOf(say, events.map((event) => event.text?.[0] as Mention)), ...text.slice(1)]);
}

/** A text in which the same card does not stand several times side by side. */
function counted(say: Say, text: Text): Text {
  const found: { piece: Text[number]; n: number }[] = [];
  for (const piece of text) {
    const [last, behind] = [found.at(-1), found.at(-2)];
    const again = typeof piece === "object" && piece.code && last?.piece === ", " && typeof behind?.piece === "object" && behind.piece.code === piece.code;
    if (again) found.pop();
    if (again && behind) behind.n += 1;
    else found.push({ piece, n: 1 });
  }
  return found.flatMap(({ piece, n }) => (n > 1 ? [piece, ` ${say("times", { n })}`] : [piece]));
}

/** The names of cards, each once with how many there are; cards without a name at the end. */
function namesOf(say: Say, cards: Mention[]): Text {
  if (cards.length === 1) return cards;
  const known = new Map<string, Mention[]>();
  for (const card of cards) if (card.code) known.set(card.code, [...(known.get(card.code) ?? []), card]);
  const unknown = cards.filter((card) => !card.code).length;
  const named = [...known.values()].map((same): Text => [same[0] as Mention, ...(same.length > 1 ? [` ${say("times", { n: same.length })}`] : [])]);
  if (unknown) named.push([unknown > 1 ? say("cards", { n: unknown }) : say("oneCard")]);
  return named.flatMap((one, place) => (place ? [", ", ...one] : one));
}

function arrowed(text: Text): Text {
  return text.map((piece) => (typeof piece === "string" ? piece.replaceAll(" -> ", " → ") : piece));
}
