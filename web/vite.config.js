import { createHash } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";
import { hashOfSources } from "./sources.js";

/** The content of an inline element, as a policy names it. */
const hashOf = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Writes into the finished page what it was built from, and a policy that lets nothing but its own
 * script and style run, and nobody but its own server be asked. */
function sealed(page) {
  return {
    name: "sealed",
    writeBundle: {
      order: "post",
      sequential: true,
      handler({ dir }) {
        if (page.from !== page.to) renameSync(join(dir, page.from), join(dir, page.to));
        const place = join(dir, page.to);
        writeFileSync(place, sealedPage(readFileSync(place, "utf-8"), page));
      },
    },
  };
}

function sealedPage(page, { styles, frames }) {
  const inline = (tag) =>
    [...page.matchAll(new RegExp(`<${tag}[^>]*>([\\s\\S]*?)</${tag}>`, "g"))].map((found) => hashOf(found[1]));
  const policy = [
    "default-src 'none'",
    `script-src ${inline("script").join(" ")}`,
    `style-src ${styles ?? inline("style").join(" ")}`,
    "connect-src 'self'",
    "img-src 'self' data:",
    ...(frames ? ["frame-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const head = [
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<meta name="sources" content="${hashOfSources()}">`,
  ].join("\n    ");
  return page.replace('<meta charset="utf-8">', `<meta charset="utf-8">\n    ${head}`);
}

/** The pages: of the table, and with `--mode workbench` of the author. The editor of that one makes
 * its styles while it runs, and a table stands beside it in a frame. */
const TABLE = { from: "index.html", to: "table.html", dir: "../table/page" };
const WORKBENCH = { from: "workbench.html", to: "workbench.html", dir: "../workbench/page", styles: "'unsafe-inline'", frames: true };

export default defineConfig(({ mode }) => {
  const page = mode === "workbench" ? WORKBENCH : TABLE;
  return {
    plugins: [svelte(), viteSingleFile({ removeViteModuleLoader: true }), sealed(page)],
    build: { outDir: page.dir, emptyOutDir: false, target: "es2022", modulePreload: false, rollupOptions: { input: page.from } },
    resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
    test: { environment: "jsdom", include: ["tests/**/*.test.ts"] },
  };
});
