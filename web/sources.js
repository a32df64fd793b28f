import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const FILES = ["index.html", "workbench.html", "package.json", "package-lock.json", "sources.js", "svelte.config.js", "tsconfig.json", "vite.config.js"];

/** The hash of everything that the page is built from: each path and its bytes, in order of the
 * paths. `tests/table/test_page.py` computes the same. */
export function hashOfSources() {
  const sources = readdirSync(join(HERE, "src"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(HERE, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
  const hash = createHash("sha256");
  for (const path of [...FILES, ...sources].sort()) hash.update(path).update("\0").update(readFileSync(join(HERE, path))).update("\0");
  return hash.digest("hex");
}
