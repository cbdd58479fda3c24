import { expect, it } from "vitest";
import { htmlEngine } from "./html-engine.ts";
import { printCssFindings } from "./print-css.ts";

it.each([
  ["<style>h1 { position: running(head) }</style>", "position: running(head)", "running()"],
  ["<style>@page { @top-left { content: element(head) } }</style>", "content: element(head)", "element()"],
  ["<style>a::after { content: leader('.') target-counter(attr(href), page) }</style>", "leader('.')", "leader()"],
  [
    "<style>a::after { content: target-counter(attr(href url), chapter) }</style>",
    "target-counter(attr(href url), chapter)",
    "target-counter()",
  ],
  ["<p style='string-set: a counter(x)'>", "string-set: a counter(x)", "string-set leaves counters out"],
  ["<style>.n { float: footnote }</style>", "float: footnote", "Footnotes"],
  ["<style>h1 { bookmark-level: 1 }</style>", "bookmark-level:", "Bookmarks"],
  ["<style>@page { marks: crop; }</style>", "marks: crop", "Crop marks"],
  ["<style>@page :nth(2) { margin: 0 }</style>", "@page :nth(2)", "The rule is left out"],
  ["<style>p { -prince-bookmark-level: 1 }</style>", "-prince-bookmark-level", "another printer"],
  ["<style>table { -fs-table-paginate: paginate }</style>", "-fs-table-paginate", "another printer"],
])("css of other printers is told where it does nothing: %s", (html, what, message) => {
  const [finding, ...others] = printCssFindings(html);
  expect(others).toEqual([]);
  expect(html.slice(finding?.at, finding?.end).trim()).toBe(what);
  expect(finding?.message).toContain(message);
});

it.each([
  "<style>h1{string-set: a content(), b attr(x)}@page{@top-left{content:string(a) counter(page)}}</style>",
  "<style>a::after{content: ' ' target-counter(attr(href url), page, lower-roman) target-text(attr(href))}</style>",
  "<style>/* position: running(x) */ @page :first{margin:0} @page cover:left{size:A4} p{position:relative;float:left}</style>",
  "<style>.leader{color:red} .element{content:'element(x)'}a{marker-start:none;margin-bleed:0}</style>",
  "<p>position: running(head)</p><!-- <style>h1{position:running(x)}</style> -->",
  "<script src='https://a.example/paged.polyfill.js'></script><style>h1{position:running(x)}</style>",
])("other css is not: %s", (html) => expect(printCssFindings(html)).toEqual([]));

it("is told for documents that are printed", async () => {
  const bytes = new TextEncoder().encode("<p>{$x}\n<style>h1 { position: running(head) }</style>");
  const { warnings } = await htmlEngine.inspect(bytes, {}, "pdf");
  expect(warnings).toEqual([expect.objectContaining({ code: "print_css", part: "body", line: 2, column: 13 })]);
  expect((await htmlEngine.inspect(bytes, {}, "html")).warnings).toEqual([]);
});

it.each([
  "content:",
  "position:running(",
  "content:element(",
  "string-set:",
  "target-counter(attr(href),a",
  "<style",
  "<style>",
  "<!--",
  "/*",
  "@page ",
])("is told of what stands before what never ends: %s", (piece) => {
  const own = "<style>h1 { position: running(head) }</style>";
  expect(printCssFindings(`${own}<style>${piece.repeat(200_000)}`)).toContainEqual(
    expect.objectContaining({ at: own.indexOf("position") }),
  );
});
