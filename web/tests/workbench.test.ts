import { expect, test } from "vitest";
import { pathOf, tokenIn } from "../src/workbench/files";
import { harmless } from "../src/workbench/language";

test("the token stands behind the sign", () => {
  expect(tokenIn("#token=abc_-1")).toBe("abc_-1");
  expect(tokenIn("#table=x")).toBe("");
});

test("a name is a path of folders, whatever it says", () => {
  expect(pathOf("cards/a b?#%.cards")).toBe("cards/a%20b%3F%23%25.cards");
});

test("what is shown of a card can do nothing", () => {
  const found = harmless('<p class="a" onclick="x()">One <b>two</b><img src=x onerror=y()><script>z()</script></p><a href="javascript:x()">here</a>');
  expect(found.replaceAll(/ xmlns="[^"]*"/g, "")).toBe('<p class="a">One <b>two</b>z()</p><a>here</a>');
});
