import { describe, expect, it } from "vitest";
import type { Beat } from "../src/contract/events";
import type { Thing, ZoneView } from "../src/contract/view";
import { NO_FRAMES, isNewest, placeOf, reduceFrames, shownFrame, type Frames } from "../src/store/frames";
import { aBeat, aView } from "./made";

const beats = (...numbers: number[]): Beat[] => numbers.map((n) => aBeat({ n }));
const joined = reduceFrames(NO_FRAMES, { do: "whole", beats: beats(1, 2, 3), view: aView() });

describe("the frames of a game", () => {
  it("begin at the newest, with the log of what was before", () => {
    expect(joined.list.map(({ beat, view }) => [beat.n, view !== null])).toEqual([[1, false], [2, false], [3, true]]);
    expect(isNewest(joined)).toBe(true);
  });

  it("come one after the other: what arrives is not drawn at once", () => {
    const more = reduceFrames(joined, { do: "beats", beats: beats(4, 5), view: aView({ turn: 9 }) });
    expect(shownFrame(more)?.beat.n).toBe(3);
    const next = reduceFrames(more, { do: "next" });
    expect(shownFrame(next)?.beat.n).toBe(4);
    expect(isNewest(next)).toBe(false);
    expect(shownFrame(reduceFrames(next, { do: "next" }))?.view?.turn).toBe(9);
  });

  it("work out what lies between beats that came together", () => {
    const step = aBeat({ n: 4, events: [{ n: 9, kind: "step", step: "end", title: "End", of: "bo", turn: 7 }], turn: 7 });
    const more = reduceFrames(joined, { do: "beats", beats: [step, ...beats(5)], view: aView({ turn: 9 }) });
    expect(more.list.at(-2)?.view?.steps[0]?.title).toBe("End");
    expect(more.list.at(-2)?.view?.choice).toBeNull();
  });

  it("keep the place of who looks back while others come", () => {
    const back = reduceFrames(joined, { do: "to", beat: 1 });
    const more = reduceFrames(back, { do: "beats", beats: beats(4), view: aView() });
    expect(shownFrame(more)?.beat.n).toBe(1);
    expect(more.follows).toBe(false);
    expect(reduceFrames(more, { do: "newest" })).toMatchObject({ shown: 3, follows: true });
  });

  it("replace the newest view when only what is asked has changed", () => {
    const again = reduceFrames(joined, { do: "beats", beats: [], view: aView({ turn: 5 }) });
    expect(again.list).toHaveLength(3);
    expect(shownFrame(again)?.view?.turn).toBe(5);
  });

  it("forget beats that were taken back", () => {
    const more = reduceFrames(joined, { do: "beats", beats: beats(2), view: aView({ turn: 8 }) });
    expect(more.list.map(({ beat }) => beat.n)).toEqual([1, 2]);
    expect(more.shown).toBe(0);
  });

  it("put earlier beats in front, and what is drawn stays", () => {
    const earlier = reduceFrames(joined, { do: "earlier", beats: beats(0) });
    expect(shownFrame(earlier)?.beat.n).toBe(3);
    expect(earlier.list[0]?.beat.n).toBe(0);
  });

  it("take a view that was asked for", () => {
    const past: Frames = reduceFrames(joined, { do: "past", beat: 2, view: aView({ turn: 2 }) });
    expect(past.list[1]?.view?.turn).toBe(2);
  });

  it("find the last beat not behind the one that is asked for", () => {
    expect(placeOf(joined.list, 2)).toBe(1);
    expect(placeOf(joined.list, 99)).toBe(2);
    expect(placeOf([], 1)).toBe(-1);
  });
});

it("keep of a view what is as it was, so that it is not drawn again", () => {
  const thing = (name: string): Thing => ({ cards: [{ id: name, code: "A-1" }] });
  const zone = (id: string, ...things: string[]): ZoneView => ({ id, of: "ana", count: things.length, places: true, objects: things.map(thing) });
  const sent = (hand: string[], turn: number) => aView({ turn, zones: [zone("hand", ...hand), zone("deck", "c9")] });
  const first = reduceFrames(NO_FRAMES, { do: "whole", beats: beats(1), view: sent(["c1", "c2", "c3"], 1) });
  const second = reduceFrames(first, { do: "beats", beats: beats(2), view: sent(["c2", "c3", "c4"], 2) });
  const [before, after] = second.list.map((one) => one.view);
  expect(after).toEqual(sent(["c2", "c3", "c4"], 2));
  expect(after?.zones[1]).toBe(before?.zones[1]);
  expect(after?.zones[0]?.objects.map((one) => before?.zones[0]?.objects.indexOf(one))).toEqual([1, 2, -1]);
});
