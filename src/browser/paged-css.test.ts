import { expect, it } from "vitest";
import { keptHtml } from "./paged-css.ts";

const paged = "<style>h1{string-set:part content()}</style>";

it.each(["<style", "<style>", "/*", '\\"', "content:", "string-set:", " ", "leader("])(
  "keeps what is said before what never ends: %s",
  (piece) => {
    const html = `${paged}<style>a{content:target-text(attr(href)) "${piece.repeat(100_000)}`;
    expect(keptHtml(html)).toContain(`--docloom-string-set:"part%20content()"`);
  },
);

it("keeps what is important so, behind any number of blanks", () => {
  const kept = keptHtml(`<style>a{content:target-text(attr(href))${" ".repeat(100_000)}! important }</style>`);
  expect(kept).toMatch(/"target-text\(attr\(href\)\)" +! important }/);
});
