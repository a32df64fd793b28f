import { expect, it } from "vitest";
import { framesOf } from "../src/store/replay";
import { aBeat, aSchema, aView } from "./made";

const zone = (id: string, count: number) => ({ id, of: null, count, places: false, objects: [] });

it("puts what has changed into the view before", () => {
  const first = aView({ turn: 1, zones: [zone("a", 3), zone("b", 0)] });
  const frames = framesOf({
    t: "replay",
    v: 1,
    file: "x.game",
    all_hands: true,
    schema: aSchema(),
    frames: [
      { beats: [aBeat({ n: 0 })], changed: first },
      { beats: [aBeat({ n: 1 })], changed: { turn: 2, zones: [zone("b", 1)] } },
      { beats: [aBeat({ n: 2 })], changed: { turn: 3 } },
    ],
  });
  expect(frames.map(({ view }) => [view?.turn, view?.zones.map((one) => one.count)])).toEqual([
    [1, [3, 0]],
    [2, [3, 1]],
    [3, [3, 1]],
  ]);
});

it("draws something at the first of several beats that came together", () => {
  const frames = framesOf({
    t: "replay",
    v: 1,
    file: "x.game",
    all_hands: true,
    schema: aSchema(),
    frames: [{ beats: [aBeat({ n: 0 }), aBeat({ n: 1 })], changed: aView({ turn: 4 }) }],
  });
  expect(frames.map(({ view }) => view?.turn)).toEqual([4, 4]);
});
