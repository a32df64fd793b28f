/** The code of the extension against the real server, without an editor. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";
import { candidates, findServer, INSTALL } from "../src/finding";
import { coverage } from "../src/coverage";
import { listed, run, type Request } from "../src/scenarios";

const FORMAT = path.resolve("../../tests/formats/tiny");
const PYTHON = process.env["PLAYSHEET_PYTHON"] ?? "python";

test("the server of the active environment comes first", () => {
  const places = { setting: [], python: "/env/bin/python", environment: { VIRTUAL_ENV: "/other" } };
  assert.deepEqual(candidates(places)[0], ["/env/bin/python", "-m", "playsheet", "lsp"]);
  assert.deepEqual(candidates({ ...places, setting: ["mine"] }), [["mine"]]);
  const found = findServer(places, (words) => words[0] === "playsheet");
  assert.deepEqual(found, { command: "playsheet", args: ["lsp", "--stdio"] });
});

test("where there is no server it is told how to install one", () => {
  const found = findServer({ setting: [], python: undefined, environment: {} }, () => false);
  assert.ok("missing" in found && found.missing.includes(INSTALL));
});

test("scenarios are listed and run, with what is not saved", { timeout: 240_000 }, async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "playsheet-"));
  const format = path.join(folder, "tiny");
  fs.cpSync(FORMAT, format, { recursive: true });
  const found = findServer({ setting: [], python: PYTHON, environment: {} });
  assert.ok("command" in found, "missing" in found ? found.missing : "");
  const server = spawn(found.command, found.args, { stdio: ["pipe", "pipe", "inherit"] });
  const connection = createMessageConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  connection.listen();
  const request: Request = (method, params) => connection.sendRequest(method, params);
  try {
    const rootUri = pathToFileURL(format).href;
    await request("initialize", { processId: process.pid, rootUri, capabilities: {} });
    await connection.sendNotification("initialized", {});
    const file = path.join(format, "tiny.rules");
    const uri = pathToFileURL(file).href;
    const text = fs.readFileSync(file, "utf8");
    await connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri, languageId: "playsheet-rules", version: 1, text },
    });
    assert.deepEqual(await request("playsheet/settled", {}), []);

    const files = [...(await listed(request)).values()][0];
    const scenarios = [...(files?.values() ?? [])].flat();
    assert.ok(scenarios.length > 3);
    const some = scenarios.slice(0, 3);
    const before = await run(request, some);
    assert.ok(before.every((one) => one?.passed));
    assert.match(await coverage(request, uri, 2), /^\d+ of \d+ clauses are noticed; (\d+) of \1 effects .* and 2 games\.$/);
    assert.match(await coverage(request, "file:///nowhere/a.rules", 0), /of no format/);

    const broken = text.replace(/^turn\b/m, "trun");
    assert.notEqual(broken, text);
    await connection.sendNotification("textDocument/didChange", {
      textDocument: { uri, version: 2 },
      contentChanges: [{ text: broken }],
    });
    const problems = await request<{ code: string }[]>("playsheet/settled", {});
    assert.ok(problems.length > 0);
    const after = await run(request, some);
    assert.ok(after.every((one) => one === undefined || !one.passed));
    await request("shutdown", undefined);
    await connection.sendNotification("exit");
  } finally {
    connection.dispose();
    server.kill();
    fs.rmSync(folder, { recursive: true, force: true });
  }
});
