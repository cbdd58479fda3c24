import { expect, it } from "vitest";
import { bodyTexts, layOut, paragraph, wordDocument } from "../testing/word-document.ts";

const run = (content: string) => `<w:r>${content}</w:r>`;
const text = (content: string) => run(`<w:t xml:space="preserve">${content}</w:t>`);
const field = (instruction: string, result: string, dirty = ' w:dirty="true"') =>
  run(`<w:fldChar w:fldCharType="begin"${dirty}/>`) +
  run(`<w:instrText xml:space="preserve"> ${instruction} </w:instrText>`) +
  run('<w:fldChar w:fldCharType="separate"/>') +
  text(result) +
  run('<w:fldChar w:fldCharType="end"/>');
const target =
  '<w:p><w:bookmarkStart w:id="1" w:name="there"/><w:r><w:t>Target</w:t></w:r><w:bookmarkEnd w:id="1"/></w:p>';
const PAGE_BREAK = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';

const lines = (body: string) => bodyTexts(layOut(wordDocument(body))).map((page) => page.join("|"));

it("shows the pages that dirty references lead to, and stored results elsewhere", () => {
  const references = `<w:p>${field("PAGEREF there \\h", "7")}${text(" ")}${field("PAGEREF there", "7", "")}${text(" ")}${field("PAGEREF gone", "9")}</w:p>`;
  expect(lines(references + PAGE_BREAK + PAGE_BREAK + target)[0]).toMatch(/^3 7 9/);
});

it("says of dirty references whether their target is above, below or on another page", () => {
  const position = (result: string) => `<w:p>${field("REF there \\n \\p", result)}</w:p>`;
  const pages = lines(position("2 below") + target + position("2 above") + PAGE_BREAK + position("2 above"));
  expect(pages[0]).toMatch(/^2 below\|Target\|2 above/);
  expect(pages[1]).toMatch(/2 on page 1/);
});

it("reads what follows such a field as before", () => {
  expect(lines(`<w:p>${field("PAGEREF there", "7")}${text(" behind")}</w:p>${paragraph("next")}${target}`)).toEqual([
    "1 behind|next|Target",
  ]);
});
