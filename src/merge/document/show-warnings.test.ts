import { describe, expect, it } from "vitest";
import { allAtOnce } from "../../domain/steps.ts";
import { openPdf } from "../../pdf/document.ts";
import { shownText, withoutBlanks } from "../../pdf/extract/shown-text.ts";
import { buildPages } from "../../pdf/testing/build-file.ts";
import { writePdf } from "../../pdf/writer.ts";
import { engineFor } from "../../templates/engines.ts";
import { docx, paragraph as p, row, table } from "../../templates/testing/docx-builder.ts";
import { pptx, textBox } from "../../templates/testing/pptx-builder.ts";
import { MergedPackage, merge, outline } from "../../templates/testing/render.ts";
import { buildWorkbook } from "../../templates/xlsx/testing/workbook-builder.ts";
import { warningSteps } from "../pdf/warning-lines.ts";
import { showWarnings } from "./show-warnings.ts";

it("writes the first warnings at the foot of every page, whatever letters they have", () => {
  const document = openPdf(buildPages(2, {}));
  allAtOnce(warningSteps(document, ["one", "zwei „Größe“ 数", "three", "four"]));
  const pdf = openPdf(writePdf(document));
  expect(pdf.pages).toHaveLength(2);
  for (const line of ["one", "zwei „Größe“ ?", "and 2 more"]) expect(shownText(pdf)).toContain(withoutBlanks(line));
});

it("leaves files without warnings and files of other types as they are", () => {
  const file = new Uint8Array(8);
  expect(showWarnings(file, "docx", [])).toBe(file);
  expect(showWarnings(file, "html", ["one"])).toBe(file);
});

const WARNINGS = ["The date “A & B” <was> odd.", "two", "three", "four"];

/** A test merge with the note; building the package checks that no program would need to repair it. */
async function shown(type: "docx" | "pptx" | "xlsx", template: Uint8Array): Promise<MergedPackage> {
  const { bytes } = await merge(engineFor(type), template, { a: "x" }, { test: true });
  return new MergedPackage(showWarnings(bytes, type, WARNINGS), []);
}

describe("in files of Office", () => {
  it.each([
    ["a paragraph", p("{$a}"), "x¶"],
    ["a table", table(row("{$a}")), "x¶|/"],
    ["nothing", "", ""],
  ])("below the text of a Word document that ends with %s", async (_, body, before) => {
    const file = await shown("docx", docx({ body }));
    const expected = `${before}The date “A & B” <was> odd.¶two¶and 2 more¶`;
    expect(outline(file.xml("word/document.xml")).replace(/^\u00b6?/, "")).toBe(expected);
  });

  it("before the properties of the last section", async () => {
    const xml = (await shown("docx", docx({ body: p("{$a}") }))).xml("word/document.xml");
    expect(xml).toMatch(/and 2 more<\/w:t><\/w:r><\/w:p><w:sectPr\b/);
  });

  it("at the foot of every slide", async () => {
    const file = await shown("pptx", pptx([{ shapes: textBox(2, "{$a}") }, { shapes: textBox(2, "b") }]));
    for (const number of [1, 2])
      expect(outline(file.xml(`ppt/slides/slide${number}.xml`))).toMatch(/odd\.¶two¶and 2 more¶$/);
  });

  it.each([
    ["none", "", /^&L&6&KB21A1A The date “A && B” <was> odd\.\ntwo\nand 2 more$/],
    ["one in the middle", "Page &P", /and 2 more&CPage &P$/],
    ["one at the left and right", "&Lleft&R&P of &N", /^&L&6&KB21A1A The date .*and 2 more\nleft&R&P of &N$/s],
    ["a long one", `&R${"r".repeat(190)}`, /^&L&6&KB21A1A The date “A && B” <was> odd…?.*&Rr{190}$/s],
    ["one that leaves no room", `&R${"r".repeat(235)}`, /^&Rr{235}$/],
  ])("in the footer of a sheet that has %s", async (_, footer, expected) => {
    const oddFooter = `<oddFooter>${footer.replaceAll("&", "&amp;")}</oddFooter>`;
    const tail = footer === "" ? "" : `<headerFooter>${oddFooter}</headerFooter>`;
    const file = await shown("xlsx", buildWorkbook({ sheets: [{ name: "S", cells: { A1: "{$a}" }, tail }] }));
    const [, text = ""] = /<oddFooter>([\s\S]*)<\/oddFooter>/.exec(file.xml("xl/worksheets/sheet1.xml")) ?? [];
    const plain = text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
    expect(plain).toMatch(expected);
    expect(plain.length).toBeLessThanOrEqual(255);
  });
});
