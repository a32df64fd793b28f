/** The extension's server of tables: the real one, and none. And what is packed. */

import assert from "node:assert/strict";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { test } from "node:test";
import { serveCommand, servedIn, Serving } from "../src/serving";

const FORMAT = path.resolve("../../tests/formats/tiny");
const PYTHON = process.env["PLAYSHEET_PYTHON"] ?? "python";
const LARGEST = 1_000_000; // bytes

test("what starts the table is made of what starts the language server", () => {
  assert.deepEqual(serveCommand(["python", "-m", "playsheet", "lsp", "--stdio"]), ["python", "-m", "playsheet", "serve"]);
  assert.equal(serveCommand(["mine", "--stdio"]), undefined);
  assert.equal(servedIn("The table is at"), undefined);
  assert.equal(servedIn("null"), undefined);
  assert.deepEqual(servedIn('{"at": "x", "token": null}'), { at: "x", token: null });
});

test("where no server starts it is told which, and why", { timeout: 60_000 }, async () => {
  const none = new Serving(["/nowhere/playsheet", "serve"], "x", os.tmpdir(), () => undefined, () => undefined);
  await assert.rejects(none.served(), /\/nowhere\/playsheet serve.*pip install/s);
  const said = "This needs uvicorn, which is not installed: pip install 'playsheet[web]'";
  const program = `console.error(${JSON.stringify(said)}); process.exit(1)`;
  let ended = false;
  const lacks = new Serving([process.execPath, "-e", program, "--"], "x", os.tmpdir(), () => undefined, () => (ended = true));
  await assert.rejects(lacks.served(), (wrong: Error) => wrong.message.includes(said));
  await assert.rejects(lacks.carry("t"), /uvicorn/);
  assert.ok(ended);
});

test("a card is tried at a real server, its table carried over, and the server ends", { timeout: 240_000 }, async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "playsheet-"));
  const format = path.join(folder, "tiny");
  fs.cpSync(FORMAT, format, { recursive: true });
  const lines: string[] = [];
  let over: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (over = resolve));
  const command = [PYTHON, "-m", "playsheet", "serve"];
  const serving = new Serving(command, format, path.join(folder, "state"), (line) => lines.push(line), () => over());
  try {
    const { at } = await serving.served();
    assert.ok(lines.some((line) => line.includes(at)));
    const policy = (await fetch(at)).headers.get("content-security-policy") ?? "";
    assert.ok(policy.endsWith("frame-ancestors 'self' vscode-webview: vscode-file:"), policy);
    const found = await serving.try("Td-1", "random");
    assert.ok(found.offered && found.table && found.token);
    assert.deepEqual((await serving.carry(found.table)).first, null);
    const cards = path.join(format, "cards", "tiny.cards");
    const text = fs.readFileSync(cards, "utf8");
    fs.writeFileSync(cards, text.replace("gain 2 points", "gain 3 points"));
    const carried = await serving.carry(found.table);
    assert.equal(carried.kept, carried.of);
    fs.writeFileSync(cards, text.replace("gain 2 points", "gain 2 pionts"));
    await assert.rejects(serving.carry(found.table), /pionts/);
    await assert.rejects(serving.carry("nobody"), Error);
  } finally {
    serving.stop();
  }
  await ended;
  fs.rmSync(folder, { recursive: true, force: true });
});

test("what is packed is small, and has no sources", () => {
  const packed = fs.readFileSync("dist/playsheet.vsix");
  assert.ok(packed.length < LARGEST, `${packed.length} bytes`);
  assert.ok(packed.includes("extension/dist/extension.js") && !packed.includes("extension/src/"));
});
