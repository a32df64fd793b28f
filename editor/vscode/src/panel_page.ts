/** The page of a panel: a table in a frame, and above it what its author is told. It passes on what the
 * table and the extension say to each other. */

import type { Carried, Parting, Spot } from "./serving";

/** What a table, or the page around it, says to the extension. */
export type Heard =
  | { playsheet: "loaded" }
  | { playsheet: "at"; table: string }
  | { playsheet: "open"; spot: Record<string, unknown> }
  | { playsheet: "go"; place: Spot };

/** A line above the table; a click on it goes to a place. */
export interface Row {
  text: string;
  place: Spot | null;
}

/** What the extension says: to the table, above it, or which table it is to be. */
export type Said = { to: object } | { rows: Row[] } | { at: string };

const SCRIPT = `
const editor = acquireVsCodeApi();
const frame = document.querySelector("iframe");
const rows = document.querySelector("#rows");
const origin = new URL(frame.src).origin;
function row({ text, place }) {
  const line = document.createElement("p");
  const said = place ? document.createElement("button") : line;
  said.textContent = text;
  if (place) {
    said.addEventListener("click", () => editor.postMessage({ playsheet: "go", place }));
    line.append(said);
  }
  return line;
}
addEventListener("message", ({ source, origin: from, data }) => {
  if (source === frame.contentWindow) {
    if (from === origin) editor.postMessage(data);
  } else if ("to" in data) frame.contentWindow.postMessage(data.to, origin);
  else if ("rows" in data) rows.replaceChildren(...data.rows.map(row));
  else if ("at" in data) frame.src = data.at;
});
frame.addEventListener("load", () => {
  frame.contentWindow.postMessage({ playsheet: "editor" }, origin);
  editor.postMessage({ playsheet: "loaded" });
});
`;

/** The page, with a table at an address; only the script of the `nonce` runs in it. */
export function pageOf(at: string, nonce: string): string {
  const { origin } = new URL(at);
  const policy = `default-src 'none'; frame-src ${origin}; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Table</title>
<style>
html, body { height: 100%; margin: 0; padding: 0; }
body { display: grid; grid-template-rows: auto minmax(0, 1fr); }
iframe { width: 100%; height: 100%; border: 0; }
#rows { max-height: 30vh; overflow: auto; }
#rows p { margin: 0; padding: 2px 12px; white-space: pre-wrap; overflow-wrap: anywhere; }
button { font: inherit; text-align: left; border: 0; padding: 0; cursor: pointer; background: none; color: var(--vscode-textLink-foreground); }
</style>
</head>
<body>
<div id="rows" role="status"></div>
<iframe title="The table" allow="clipboard-write; local-network-access" src="${escaped(at)}"></iframe>
<script nonce="${nonce}">${SCRIPT}</script>
</body>
</html>
`;
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/** What is said above a table that was taken to the rules as they are saved; nothing if it is as it was. */
export function rowsOf({ kept = 0, of = 0, first = null, last = null, changes = [] }: Carried): Row[] {
  if (first === null && last === null) {
    return [];
  }
  const head = `The table has the rules as they were saved: of ${of} answers ${kept} were given again.`;
  return [
    { text: head, place: null },
    ...(last ? partingOf(last) : []),
    ...(first && first.step !== last?.step ? partingOf(first) : []),
    ...changes.flatMap(({ title, lines, place }) => [
      { text: `Changed: ${title}`, place },
      ...lines.map((text) => ({ text, place: null })),
    ]),
  ];
}

function partingOf({ how, step, expected, found, place }: Parting): Row[] {
  const head = how === "not offered" ? "An answer is no longer offered" : "It differs";
  const where = place ? `: ${place.name}:${place.line}` : "";
  return [
    { text: `${head} at step ${step}${where}`, place },
    { text: `was: ${expected}`, place: null },
    { text: `now: ${found}`, place: null },
  ];
}
