import { describe, expect, it } from "vitest";
import { bodyTexts, layOut, paragraph, section, textOf, wordDocument } from "../testing/word-document.ts";
import { linesWithin } from "./fragment-notes.ts";

const mode = (value: number) => ({
  settings: `<w:compat><w:compatSetting w:name="compatibilityMode" w:val="${value}"/></w:compat>`,
});
const row = (content: string, properties = "") =>
  `<w:tr><w:trPr>${properties}</w:trPr><w:tc><w:tcPr><w:tcW w:w="400" w:type="dxa"/></w:tcPr>${content}</w:tc></w:tr>`;
const table = (...rows: string[]) =>
  '<w:tbl><w:tblPr><w:tblLayout w:type="fixed"/><w:tblCellMar><w:left w:w="0"/><w:right w:w="0"/></w:tblCellMar></w:tblPr>' +
  `<w:tblGrid><w:gridCol w:w="400"/></w:tblGrid>${rows.join("")}</w:tbl>`;

describe("a row that continues on the next page", () => {
  const pages = (compatibilityMode: number) =>
    bodyTexts(
      layOut(
        wordDocument(
          ["u", "v", "w"].map((text) => paragraph(text)).join("") + table(row(paragraph("bb cc dd"))) + section(4, 20),
          mode(compatibilityMode),
        ),
      ),
    ).map((lines) => lines.map((line) => line.trim()));

  it("leaves single lines before Word 2013", () => {
    expect(pages(14)).toEqual([
      ["u", "v", "w", "bb"],
      ["cc", "dd"],
    ]);
  });

  it("keeps lines together as other text since then", () => {
    expect(pages(15)[0]).toEqual(["u", "v", "w"]);
  });
});

it("contextual spacing holds towards a table whose first text has the same style", () => {
  const spacing = '<w:contextualSpacing/><w:spacing w:after="200"/>';
  const tops = (inCell: string) =>
    layOut(
      wordDocument(paragraph("a", spacing) + table(row(paragraph("b", inCell))) + paragraph("c") + section(10, 20), {
        styles: '<w:style w:type="paragraph" w:styleId="Other"/>',
      }),
    ).flatMap((page) => page.body.flatMap((fragment) => (fragment.kind === "table" ? [fragment.yPt - 10] : [])));
  expect(tops("")).toEqual([12]);
  expect(tops('<w:pStyle w:val="Other"/>')).toEqual([22]);
});

describe("a row of an exact height", () => {
  const cellOf = (height: number) => {
    const exact = `<w:trHeight w:val="${height}" w:hRule="exact"/>`;
    const [page] = layOut(wordDocument(table(row(paragraph("aa bb cc"), exact)) + section(10, 20)));
    const [fragment] = page?.body ?? [];
    return fragment?.kind === "table" ? fragment.rows[0]?.cells[0] : undefined;
  };

  it("shows what begins within it, and cuts that at its edge", () => {
    const cell = cellOf(360);
    expect(linesWithin(cell?.fragments ?? []).map((line) => textOf(line).trim())).toEqual(["aa", "bb"]);
    expect(cell?.clips).toBe(true);
  });

  it("shows text that fits as it is", () => {
    const cell = cellOf(800);
    expect(linesWithin(cell?.fragments ?? [])).toHaveLength(3);
    expect(cell?.clips).toBe(false);
  });
});

it("a dropped letter is beside as many lines as it is high, whatever its size was rounded to", () => {
  const frame =
    '<w:framePr w:dropCap="drop" w:lines="3" w:wrap="around" w:vAnchor="text" w:hAnchor="text"/>' +
    '<w:spacing w:line="725" w:lineRule="exact"/>';
  const text = paragraph("D", frame) + paragraph("one two six ten ".repeat(5));
  const [page] = layOut(wordDocument(text + section(10, 20)));
  expect(
    linesWithin(page?.body ?? [])
      .map(({ xPt }) => xPt > 0)
      .slice(0, 4),
  ).toEqual([true, true, true, false]);
});

describe("a row whose end is hidden", () => {
  const hidden = "<w:rPr><w:vanish/></w:rPr>";
  const texts = (content: string) =>
    bodyTexts(
      layOut(
        wordDocument(paragraph("above") + table(row(content, "<w:hidden/>"), row(paragraph("last"))) + section(20, 20)),
      ),
    )
      .flat()
      .map((line) => line.trim());

  it("is there with any text that is not hidden", () => {
    expect(texts(paragraph("all"))).toEqual(["above", "all", "last"]);
    expect(texts("<w:p/>")).toEqual(["above", "", "last"]);
  });

  it("is not when all of it is hidden", () => {
    expect(texts(`<w:p><w:pPr>${hidden}</w:pPr><w:r>${hidden}<w:t>gone</w:t></w:r></w:p>`)).toEqual(["above", "last"]);
  });
});

describe("frames that are none", () => {
  const style = (frame: string) => ({
    styles: `<w:style w:type="paragraph" w:styleId="Framed"><w:pPr>${frame}</w:pPr></w:style>`,
  });
  const far = '<w:framePr w:w="100" w:h="100" w:wrap="around" w:vAnchor="page" w:hAnchor="page" w:x="40" w:y="40"/>';
  const kinds = (body: string, options = {}) =>
    layOut(wordDocument(body + section(20, 20), options)).flatMap((page) => [
      page.body.map(({ kind }) => kind),
      linesWithin(page.body).map((line) => textOf(line).trim()),
    ]);

  it("an alignment in line with the text takes the style's frame away", () => {
    const inline = '<w:pStyle w:val="Framed"/><w:framePr w:wrap="auto" w:xAlign="left" w:yAlign="inline"/>';
    expect(kinds(paragraph("a", inline) + paragraph("b"), style(far))).toEqual([
      ["paragraph", "paragraph"],
      ["a", "b"],
    ]);
    expect(kinds(paragraph("a", '<w:pStyle w:val="Framed"/>') + paragraph("b"), style(far))[1]).toEqual(["b"]);
  });

  it("a frame without any size is none", () => {
    const empty = '<w:pStyle w:val="Framed"/><w:framePr w:w="0" w:h="0" w:hRule="exact" w:vAnchor="margin" w:y="0"/>';
    expect(kinds(paragraph("a", empty), style(far))[1]).toEqual(["a"]);
  });

  it("cells have none", () => {
    expect(kinds(table(row(paragraph("a", far) + paragraph("b"))))[1]).toEqual(["a", "b"]);
  });
});
