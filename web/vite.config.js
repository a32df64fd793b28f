import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";
import { hashOfSources } from "./sources.js";

/** The content of an inline element, as a policy names it. */
const hashOf = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Writes into the finished page what it was built from, and a policy that lets nothing but its own
 * script and style run, and nobody but its own server be asked. */
function sealed() {
  return {
    name: "sealed",
    writeBundle: {
      order: "post",
      sequential: true,
      handler({ dir }) {
        writeFileSync(join(dir, "table.html"), sealedPage(readFileSync(join(dir, "index.html"), "utf-8")));
        rmSync(join(dir, "index.html"));
      },
    },
  };
}

function sealedPage(page) {
  const inline = (tag) =>
    [...page.matchAll(new RegExp(`<${tag}[^>]*>([\\s\\S]*?)</${tag}>`, "g"))].map((found) => hashOf(found[1]));
  const policy = [
    "default-src 'none'",
    `script-src ${inline("script").join(" ")}`,
    `style-src ${inline("style").join(" ")}`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const head = [
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<meta name="sources" content="${hashOfSources()}">`,
  ].join("\n    ");
  return page.replace('<meta charset="utf-8">', `<meta charset="utf-8">\n    ${head}`);
}

export default defineConfig({
  plugins: [svelte(), viteSingleFile({ removeViteModuleLoader: true }), sealed()],
  build: { outDir: "../table/page", emptyOutDir: false, target: "es2022", modulePreload: false },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  test: { environment: "jsdom", include: ["tests/**/*.test.ts"] },
});
