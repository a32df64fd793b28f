/** Games that are kept: files to save, and a recorded game as a page of its own. */
import type { Recording } from "../contract/messages";

/** Lets the browser save a file. */
export function download(file: string, text: string, type = "text/plain"): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = file;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** A recording as a page holds it: JSON, packed with gzip, in base64. */
export async function packed(recording: Recording): Promise<string> {
  const plain = new Blob([JSON.stringify(recording)]).stream().pipeThrough(new CompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(plain).arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** A tag; none stands whole in this source, which is a script of the page itself. */
const tag = (inside: string): string => ["<", inside, ">"].join("");

/** A page that holds a recording: the page of tables with it at its end. */
export function pageWith(page: string, text: string): string {
  const at = page.lastIndexOf(tag("/body"));
  const held = [tag('script type="application/gzip" id="replay"'), text, tag("/script")].join("");
  return page.slice(0, at) + held + page.slice(at);
}

/** Saves a recording as a page that needs no server. */
export async function savePage(recording: Recording): Promise<void> {
  const page = await (await fetch(new URL("/", location.origin))).text();
  download(recording.file.replace(/\.game$/, "") + ".html", pageWith(page, await packed(recording)), "text/html");
}
