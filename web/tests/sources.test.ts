import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const SOURCES = readdirSync("src", { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));

it("never writes a text as HTML, runs a text, or names another host", () => {
  const wrong = /@html|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|https?:\/\//;
  expect(SOURCES.filter((path) => wrong.test(readFileSync(path, "utf-8")))).toEqual([]);
});

it("keeps its files small", () => {
  expect(SOURCES.filter((path) => readFileSync(path, "utf-8").split("\n").length > 300)).toEqual([]);
});
