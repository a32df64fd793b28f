import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import type { Line, Recording } from "../src/contract/messages";
import { framesOf, linesBehind, linesIn, unpacked } from "../src/store/replay";
import { aBeat, aSchema, aView } from "./made";

const zone = (id: string, count: number) => ({ id, of: null, count, places: false, objects: [] });
const line = (text: string): Line => ({ text, file: "a.rules", line: 3, clauses: [] });

function recordingOf(frames: Recording["frames"], lines: Line[] = [], behind: number[][] = []): Recording {
  return { t: "replay", v: 1, file: "x.game", all_hands: true, schema: aSchema(), frames, lines, behind, steps: [], taken_back: [] };
}

it("puts what has changed into the view before", () => {
  const first = aView({ turn: 1, zones: [zone("a", 3), zone("b", 0)] });
  const frames = framesOf(
    recordingOf([
      { beats: [aBeat({ n: 0 })], changed: first },
      { beats: [aBeat({ n: 1 })], changed: { turn: 2, zones: [zone("b", 1)] } },
      { beats: [aBeat({ n: 2 })], changed: { turn: 3 } },
    ]),
  );
  expect(frames.map(({ view }) => [view?.turn, view?.zones.map((one) => one.count)])).toEqual([
    [1, [3, 0]],
    [2, [3, 1]],
    [3, [3, 1]],
  ]);
});

it("draws something at the first of several beats that came together", () => {
  const frames = framesOf(recordingOf([{ beats: [aBeat({ n: 0 }), aBeat({ n: 1 })], changed: aView({ turn: 4 }) }]));
  expect(frames.map(({ view }) => view?.turn)).toEqual([4, 4]);
});

it("tells the lines behind an event, and those of a beat once", () => {
  const [draw, pay, turn] = [line("draw"), line("pay"), line("turn")];
  const events = [1, 2, 3, 4].map((n) => ({ n, kind: "out" as const, seat: "ana" }));
  const recording = recordingOf([], [draw, pay, turn], [[0, 2], [1, 2], [0], []]);
  expect(events.map((event) => linesBehind(recording, event))).toEqual([[draw, turn], [pay, turn], [draw], []]);
  expect(linesIn(recording, aBeat({ n: 0, events }))).toEqual([draw, pay]);
});

it("unpacks what a page holds, signs of every language with it", async () => {
  const recording = recordingOf([], [line("Coliseo – 闘技場 </script>")]);
  const packed = gzipSync(JSON.stringify(recording)).toString("base64");
  expect(await unpacked(packed)).toEqual(recording);
});
