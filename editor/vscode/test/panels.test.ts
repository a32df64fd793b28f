/** The tables of the extension, with an editor and servers that are only played. */

import assert from "node:assert/strict";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { beforeEach, test } from "node:test";
import { formatOfGame, homeOf } from "../src/homes";
import { pageOf, rowsOf, type Row } from "../src/panel_page";
import { CARD, Panels, PLACE, TryLenses, type Desk } from "../src/panels";
import type { Carried, Serving } from "../src/serving";
import { Document, shown, Uri, type Panel } from "./vscode_stub";

const AT = "http://localhost:4711";
const LYNX = { name: "Lynx", code: "Td-99" };
const AS_IT_WAS: Carried = { kept: 3, of: 3, first: null, last: null, changes: [] };

let folder = "";
let served: string[] = [];
let carried: string[] = [];
let asked: unknown[] = [];
let answer: () => Promise<Carried> = () => Promise.resolve(AS_IT_WAS);
let end: () => void = () => undefined;

const desk: Desk = {
  serve(format, ended) {
    served.push(format);
    end = ended;
    const serving = {
      served: () => Promise.resolve({ at: AT, token: "secret" }),
      try: (card: string) => Promise.resolve({ table: `of ${card}`, seat: "ana", token: "t&1", offered: true }),
      carry: (table: string) => (carried.push(table), answer()),
      stop: () => carried.push("stopped"),
    };
    return serving as unknown as Serving;
  },
  request: async <T>(method: string, params: unknown) => {
    asked.push([method, params]);
    const range = { start: { line: 4, character: 9 }, end: { line: 4, character: 12 } };
    const known: Record<string, unknown> = { [CARD]: LYNX, [PLACE]: { uri: `file://${folder}/a.cards`, range } };
    return known[method] as T;
  },
  showOutput: () => undefined,
};

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "playsheet-"));
  fs.mkdirSync(path.join(folder, "cards"));
  fs.writeFileSync(path.join(folder, "a.rules"), "");
  fs.writeFileSync(path.join(folder, "cards", "a.cards"), 'card "Lynx" Td-99\n    kind  Fighter\ncard "Cub" Td-1\n');
  fs.writeFileSync(path.join(folder, "one.game"), "game tiny\n");
  [served, carried, asked] = [[], [], []];
  answer = () => Promise.resolve(AS_IT_WAS);
  Object.assign(shown, { panels: [], errors: [], places: [], saved: 0 });
});

const uriOf = (name: string) => Uri.file(path.join(folder, ...name.split("/"))) as never;
const soon = () => new Promise((resolve) => setTimeout(resolve, 5));

function only(): Panel {
  assert.equal(shown.panels.length, 1);
  return shown.panels[0] as Panel;
}

test("a format is the folder of the nearest rules above a file", () => {
  assert.equal(homeOf(path.join(folder, "cards", "a.cards")), folder);
  assert.equal(homeOf(path.join(os.tmpdir(), "nothing.cards")), undefined);
  const elsewhere = path.join(os.tmpdir(), "nothing.game");
  assert.equal(formatOfGame(elsewhere, 'game "/a b/c"\n'), "/a b/c");
  assert.equal(formatOfGame(elsewhere, "game dcg\nrules 1"), "dcg");
  assert.equal(formatOfGame(elsewhere, "nothing"), undefined);
});

test("the page of a panel shows its server alone and runs its own script alone", () => {
  const page = pageOf(`${AT}/#table=1&token="x"<`, "abc");
  assert.ok(page.includes(`default-src 'none'; frame-src ${AT}; style-src 'unsafe-inline'; script-src 'nonce-abc'"`));
  assert.ok(page.includes('src="http://localhost:4711/#table=1&amp;token=&quot;x&quot;&lt;"'));
  assert.equal(page.split("<script").length, 2);
});

test("a table is opened once, and its server is used again", async () => {
  const panels = new Panels(desk);
  await panels.openTable(uriOf("cards/a.cards"));
  await panels.openTable(uriOf("a.rules"));
  assert.deepEqual([served, only().revealed, shown.errors], [[folder], 2, []]);
  only().dispose();
  await panels.openTable(uriOf("a.rules"));
  assert.deepEqual([served.length, shown.panels.length], [1, 2]);
  end();
  shown.panels[1]?.dispose();
  await panels.openTable(uriOf("a.rules"));
  assert.equal(served.length, 2, "a server that has ended is started again");
  panels.dispose();
  assert.deepEqual(carried, ["stopped"]);
});

test("above each card stands that it can be tried; all is saved, and it is tried", async () => {
  const panels = new Panels(desk);
  const lenses = new TryLenses().provideCodeLenses(new Document(uriOf("cards/a.cards")) as never);
  assert.deepEqual(lenses.map((one) => [one.command?.title, one.command?.arguments?.[1]]), [["Try this card", 0], ["Try this card", 2]]);
  await panels.tryCard(uriOf("cards/a.cards"), 2);
  assert.deepEqual(asked[0], [CARD, { textDocument: { uri: `file://${folder}/cards/a.cards` }, position: { line: 2, character: 0 } }]);
  assert.equal(shown.saved, 1);
  assert.ok(only().html.includes(`src="${AT}/#table=of+Td-99&amp;token=t%261"`), only().html);
  assert.deepEqual(only().sent.at(-1), { rows: [{ text: "Lynx can be chosen now.", place: null }] });
  await panels.tryCard(uriOf("cards/a.cards"), 0);
  assert.deepEqual(only().sent.at(-3), { at: `${AT}/#table=of+Td-99&token=t%261` }, "the page stays, its table is another");
});

test("a saved game is shown when the page is there", async () => {
  const panels = new Panels(desk);
  await panels.replay(uriOf("one.game"));
  assert.deepEqual(only().sent, []);
  only().say({ playsheet: "loaded" });
  await soon();
  assert.deepEqual(only().sent, [{ to: { playsheet: "replay", game: "game tiny\n" } }]);
  await panels.replay(uriOf("a.rules"));
  assert.match(shown.errors.join(), /\.game file/);
});

test("a click opens the line that the language server knows, or the one above the table", async () => {
  const panels = new Panels(desk);
  await panels.openTable(uriOf("a.rules"));
  only().say({ playsheet: "open", spot: { card: "Td-99", text: 0, before: "When " } });
  await soon();
  only().say({ playsheet: "go", place: { name: "cards/a.cards", line: 3 } });
  await soon();
  assert.deepEqual(asked.at(-1), [PLACE, { card: "Td-99", text: 0, before: "When ", uri: `file://${folder}/a.rules` }]);
  const file = path.join(folder, "cards", "a.cards");
  assert.deepEqual(shown.places, [{ file: `${folder}/a.cards`, line: 4, character: 9 }, { file, line: 2, character: 0 }]);
});

test("what is saved takes the table along, and what differs is said above it", async () => {
  const panels = new Panels(desk);
  await panels.openTable(uriOf("a.rules"));
  await panels.carryAll();
  assert.deepEqual(carried, [""], "nobody sits there: only the rules are looked at anew");
  only().say({ playsheet: "at", table: "t1" });
  await soon();
  panels.saved();
  panels.saved();
  await new Promise((resolve) => setTimeout(resolve, 250));
  assert.deepEqual(carried, ["", "t1"], "files that are saved together count once");
  assert.deepEqual(only().sent.at(-1), { rows: [] });
  const place = { name: "cards/a.cards", line: 1 };
  const last = { how: "not offered", step: 9, expected: "ana enters Lynx", found: "ana is asked: Cub", place };
  answer = () => Promise.resolve({ kept: 2, of: 3, first: last, last, changes: [{ title: "card Lynx", lines: ["- a"], place }] });
  await panels.carryAll();
  const { rows } = only().sent.at(-1) as { rows: Row[] };
  assert.deepEqual(rows.map((row) => row.text), [
    "The table has the rules as they were saved: of 3 answers 2 were given again.",
    "An answer is no longer offered at step 9: cards/a.cards:1",
    "was: ana enters Lynx",
    "now: ana is asked: Cub",
    "Changed: card Lynx",
    "- a",
  ]);
  assert.deepEqual(rows[1]?.place, place);
  answer = () => Promise.reject(new Error("I know no pionts."));
  await panels.carryAll();
  assert.deepEqual(only().sent.at(-1), { rows: [{ text: "The table has the rules of before. I know no pionts.", place: null }] });
  assert.deepEqual(rowsOf(AS_IT_WAS), []);
});

test("whoever is nowhere is told where to go", async () => {
  const panels = new Panels({ ...desk, serve: () => { throw new Error("There is no table: install it."); } });
  await panels.openTable();
  await panels.tryCard();
  await panels.openTable(uriOf("a.rules"));
  assert.equal(shown.errors.length, 3);
  assert.equal(shown.errors[2], "There is no table: install it.");
});
