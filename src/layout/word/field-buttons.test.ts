import { expect, it } from "vitest";
import { bodyTexts, layOut, section, wordDocument } from "../testing/word-document.ts";

const field = (instruction: string, result = "") =>
  '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r>' +
  `<w:r><w:instrText xml:space="preserve"> ${instruction} </w:instrText></w:r>` +
  `${result && `<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>${result}</w:t></w:r>`}<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;
const lines = (content: string) => bodyTexts(layOut(wordDocument(content + section(30, 60)))).flat();

it("buttons show the text of their instruction", () => {
  expect(lines(field("MACROBUTTON NoMacro [Click here and type]"))).toEqual(["[Click here and type]"]);
  expect(lines(field('GOTOBUTTON "my place" see  page 3'))).toEqual(["see  page 3"]);
  expect(lines(field("MACROBUTTON NoMacro", "kept"))).toEqual(["kept"]);
});

it("symbols are characters of their font, in their size", () => {
  expect(lines(field('SYMBOL 252 \\f "Wingdings" \\s 14'))).toEqual(["✓"]);
  expect(lines(field("SYMBOL 0xA7 \\f Symbol"))).toEqual(["♣"]);
  expect(lines(field("SYMBOL 65"))).toEqual(["A"]);
  const [page] = layOut(wordDocument(field('SYMBOL 65 \\f "Arial" \\s 20') + section(30, 60)));
  const [fragment] = page?.body ?? [];
  const part = fragment?.kind === "paragraph" ? fragment.lines[0]?.parts[0] : undefined;
  expect(part?.kind === "text" && part.style.format.sizePt).toBe(20);
});

it("text in a font of signs stands for its glyphs", () => {
  const run = (font: string, text: string) =>
    `<w:r><w:rPr><w:rFonts w:ascii="${font}" w:hAnsi="${font}"/></w:rPr><w:t>${text}</w:t></w:r>`;
  expect(lines(`<w:p>${run("Wingdings", "û\uf0fc")}${run("Symbol", "a·")}${run("Arial", "û")}</w:p>`)).toEqual([
    "✗✓α•û",
  ]);
});

it("equations are drawn from their instruction, whatever is stored", () => {
  const kinds = (content: string) => {
    const [page] = layOut(wordDocument(content + section(30, 60)));
    const [fragment] = page?.body ?? [];
    return fragment?.kind === "paragraph" ? fragment.paragraph.inlines.map(({ kind }) => kind) : [];
  };
  expect(kinds(field("EQ \\\\f(1,2)"))).toEqual(["math"]);
  expect(kinds(field("EQ \\\\f(1,2)", "1/2"))).toEqual(["math"]);
});
