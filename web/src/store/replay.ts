/** A recorded game: its frames, and where in it turns begin and clauses are followed. */
import type { Beat, Event } from "../contract/events";
import type { Changed, Line, Recording } from "../contract/messages";
import type { View } from "../contract/view";
import type { Question } from "../table/model.svelte";
import { reduceFrames, NO_FRAMES, type Frame } from "./frames";

/** The frames of a recording, one a beat. */
export function framesOf(recording: Recording): Frame[] {
  let frames = NO_FRAMES;
  for (const { beats, changed } of recording.frames) {
    const view = changedView(frames.list.at(-1)?.view ?? null, changed);
    frames = reduceFrames(frames, { do: "beats", beats, view });
  }
  return [...frames.list];
}

/** A view with what has changed in it; the first is whole. */
function changedView(before: View | null, changed: Changed): View {
  if (!before) return changed as View;
  const zones = before.zones.map((old) => changed.zones?.find((zone) => zone.id === old.id && zone.of === old.of) ?? old);
  return { ...before, ...changed, zones };
}

/** The recording that a page holds: JSON, packed with gzip, in base64. */
export async function unpacked(text: string): Promise<Recording> {
  const packed = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const plain = new Response(packed).body?.pipeThrough(new DecompressionStream("gzip"));
  return (await new Response(plain).json()) as Recording;
}

/** What brought an event about, the innermost line first. */
export function linesBehind({ lines, behind }: Recording, event: Event): Line[] {
  return (behind[event.n - 1] ?? []).flatMap((place) => lines[place] ?? []);
}

/** The lines of the rules that were carried out in a beat, each once, in order. */
export function linesIn(recording: Recording, beat: Beat): Line[] {
  const own = beat.events.flatMap((event) => linesBehind(recording, event).slice(0, 1));
  return [...new Set(own)];
}

/** The command that asks a question of the file of a recording at a step (null: at its end). */
export function commandFor({ file }: Recording, step: number | null, question: Question): string {
  const at = step === null ? "" : ` --at ${step}`;
  const [how, text] = "not" in question ? ["why-not", question.not] : ["why", question.value];
  return `playsheet replay ${quoted(file)}${at} --${how} ${quoted(text)}`;
}

/** One word of a command line. */
function quoted(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** What can be jumped to: what it is called, and the beats in which it is, in order. */
export interface Mark {
  label: string;
  beats: number[];
}

/** The first beat of each turn. */
export function turnsOf(frames: readonly Frame[], title: (turn: number) => string): Mark[] {
  return frames.flatMap(({ beat }, place) =>
    beat.turn === frames[place - 1]?.beat.turn ? [] : { label: title(beat.turn), beats: [beat.n] },
  );
}

/** Each clause, with the beats in which it was followed. */
export function clausesOf(frames: readonly Frame[]): Mark[] {
  const found = new Map<string, Set<number>>();
  for (const { beat } of frames) {
    for (const clause of beat.events.flatMap((event) => event.clauses ?? [])) {
      const beats = found.get(clause);
      if (beats) beats.add(beat.n);
      else found.set(clause, new Set([beat.n]));
    }
  }
  return [...found].map(([label, beats]) => ({ label, beats: [...beats] })).sort((a, b) => (a.label < b.label ? -1 : 1));
}

/** Where a jump leads from a beat: to the first behind it, else to the first of all. */
export function goalOf({ beats }: Mark, from: number): number {
  return beats.find((beat) => beat > from) ?? beats[0] ?? from;
}
