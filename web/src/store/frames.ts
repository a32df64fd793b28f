/** The frames of a game: what one beat led to, in order, and which of them is drawn. */
import type { Beat } from "../contract/events";
import type { View } from "../contract/view";
import { afterBeat } from "./folding";
import { withSameParts } from "./same";

/** One beat, and how everything lies behind it: null where that has to be asked for. */
export interface Frame {
  beat: Beat;
  view: View | null;
}

export interface Frames {
  list: readonly Frame[];
  /** The place in the list of the frame that is drawn; -1 before the first. */
  shown: number;
  /** Whether new frames are drawn one after the other as they come. */
  follows: boolean;
}

export const NO_FRAMES: Frames = { list: [], shown: -1, follows: true };

export type FrameAction =
  | { do: "whole"; beats: Beat[]; view: View }
  | { do: "beats"; beats: Beat[]; view: View }
  | { do: "earlier"; beats: Beat[] }
  | { do: "past"; beat: number; view: View }
  | { do: "loaded"; list: Frame[]; at: number }
  | { do: "next" }
  | { do: "previous" }
  | { do: "to"; beat: number }
  | { do: "newest" };

/** The frames after something was received or asked for. */
export function reduceFrames(frames: Frames, action: FrameAction): Frames {
  const { list, shown, follows } = frames;
  const last = list.length - 1;
  switch (action.do) {
    case "whole":
      return whole(action.beats, action.view);
    case "beats":
      return more(frames, action.beats, action.view);
    case "earlier":
      return { list: [...action.beats.map(unseen), ...list], shown: shown + action.beats.length, follows };
    case "past":
      return { list: list.map((one) => (one.beat.n === action.beat ? { ...one, view: action.view } : one)), shown, follows };
    case "loaded":
      return { list: action.list, shown: placeOf(action.list, action.at), follows: true };
    case "next":
      return { list, shown: Math.min(shown + 1, last), follows: follows || shown + 1 >= last };
    case "previous":
      return { list, shown: Math.max(shown - 1, Math.min(0, last)), follows: false };
    case "to":
      return { list, shown: placeOf(list, action.beat), follows: placeOf(list, action.beat) === last };
    case "newest":
      return { list, shown: last, follows: true };
  }
}

const unseen = (beat: Beat): Frame => ({ beat, view: null });

/** The table anew: of the beats before it only the log is known. */
function whole(beats: Beat[], view: View): Frames {
  const before = beats.slice(0, -1).map(unseen);
  const newest = beats.at(-1) ?? { n: view.at.beat, turn: view.turn, by: null, events: [] };
  const list = [...before, { beat: newest, view }];
  return { list, shown: list.length - 1, follows: true };
}

/** Several beats at once are shown one after the other: what lies between them is worked out, and
 * what was sent is drawn behind the last. Without a beat, only what is asked has changed. */
function more(frames: Frames, beats: Beat[], view: View): Frames {
  const { list, shown, follows } = frames;
  const known = list.at(-1);
  if (!beats.length) {
    return known ? { list: [...list.slice(0, -1), { beat: known.beat, view: withSameParts(known.view, view) }], shown, follows } : whole([], view);
  }
  let before = known?.view ?? null;
  const added = beats.map((beat, place): Frame => {
    const next = place === beats.length - 1 ? withSameParts(before, view) : before ? afterBeat(before, beat) : unasked(view);
    before = before && next;
    return { beat, view: next };
  });
  const kept = list.filter((one) => one.beat.n < (beats[0]?.n ?? 0));
  const all = [...kept, ...added];
  return { list: all, shown: shown < 0 || shown >= kept.length ? Math.max(kept.length - 1, 0) : shown, follows };
}

/** For beats before anything was sent: how everything lies behind them, with nobody asked. */
function unasked(view: View): View {
  return { ...view, asked: [], choice: null };
}

/** The place of the frame that a beat led to: the last one not behind it. */
export function placeOf(list: readonly Frame[], beat: number): number {
  let found = list.length ? 0 : -1;
  list.forEach((frame, place) => {
    if (frame.beat.n <= beat) found = place;
  });
  return found;
}

/** The frame to draw. */
export function shownFrame(frames: Frames): Frame | null {
  return frames.list[frames.shown] ?? null;
}

/** Whether the newest frame is drawn, so that its choice may be answered. */
export function isNewest(frames: Frames): boolean {
  return frames.list.length > 0 && frames.shown === frames.list.length - 1;
}
