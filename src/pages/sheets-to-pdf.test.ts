import { describe, expect, it } from "vitest";
import { WorkMeter } from "../domain/work-meter.ts";
import { testFonts } from "../font/testing/fonts.ts";
import { readSheet } from "../layout/sheets/workbook/sheet-reader.ts";
import { rowXml, type TestSheet, type TestWorkbookOptions, testWorkbook } from "../layout/testing/sheet-package.ts";
import { openPdf } from "../pdf/document.ts";
import { PdfRef } from "../pdf/objects.ts";
import { pageContent } from "../pdf/testing/read-pages.ts";
import { sheetsToPdf } from "./sheets-to-pdf.ts";

const ARIAL = '<fonts><font><sz val="10"/><name val="Arial"/></font></fonts>';
const FILLS =
  '<fills><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FF00FF00"/></patternFill></fill>' +
  '<fill><gradientFill degree="90"><stop position="0"><color rgb="FFFF0000"/></stop><stop position="1"><color rgb="FF0000FF"/></stop></gradientFill></fill></fills>';

function book(sheets: readonly TestSheet[], options: TestWorkbookOptions = {}) {
  const workbook = testWorkbook(sheets, { styles: ARIAL, ...options });
  const read = workbook.sheets.map((source) => readSheet(source, workbook)).filter((sheet) => sheet !== undefined);
  return { workbook, sheets: read };
}

async function printed(
  sheets: readonly TestSheet[],
  options: TestWorkbookOptions = {},
  limits: { maxPages?: number } = {},
) {
  const { workbook, sheets: read } = book(sheets, options);
  const pdf = await sheetsToPdf(workbook, read, {
    fonts: await testFonts(),
    images: () => undefined,
    fileName: "book.xlsx",
    now: new Date(Date.UTC(2026, 0, 15)),
    maxPages: 100,
    meter: new WorkMeter(),
    ...limits,
  });
  return { ...pdf, document: openPdf(pdf.bytes) };
}

const styled = (attributes: string, more = "") =>
  `${ARIAL}${FILLS}<cellXfs><xf/><xf ${attributes}>${more}</xf></cellXfs>`;
const oneCell = (text: string, style = 1) =>
  `<row r="1" ht="20" customHeight="1"><c r="A1" s="${style}" t="inlineStr"><is><t>${text}</t></is></c></row>`;
const roles = (content: string) => [...content.matchAll(/\/(\w+) <<\/MCID/g)].map(([, role]) => role);

describe("a workbook", () => {
  it("has the text of its cells at the bottom of their rows, within the margins", async () => {
    const { document, pageCount, warnings } = await printed([{ name: "One", rows: oneCell("a", 0) }]);
    expect([pageCount, warnings]).toEqual([1, []]);
    // the row is 20 points high, 19.51 as it is printed; below the baseline are a descent of 2.12 and a point
    expect(pageContent(document, 0)).toContain("1 0 0 1 50.4 54 cm");
    expect(pageContent(document, 0)).toMatch(/1 0 0 -1 2\.25 16\.39 Tm/);
  });

  it("is a section with a table for each sheet; titles head their columns and are read once", async () => {
    const rows = Array.from({ length: 100 }, (_, index) => rowXml(index + 1, [`r${index}`, index])).join("");
    const names = '<definedName name="_xlnm.Print_Titles" localSheetId="0">One!$1:$1</definedName>';
    const { document, pageCount } = await printed([{ name: "One", rows }], { names });
    expect(pageCount).toBe(3);
    expect(roles(pageContent(document, 0)).slice(0, 4)).toEqual(["TH", "TH", "TD", "TD"]);
    const second = pageContent(document, 1);
    expect(roles(second)).not.toContain("TH");
    expect(second).toContain("/Artifact BMC");
  });

  it("is mirrored where its sheet runs from right to left; lines run as their first letter says", async () => {
    const starts = async (sheet: Omit<TestSheet, "name">) => {
      const { document } = await printed([{ name: "One", ...sheet }]);
      return [...pageContent(document, 0).matchAll(/1 0 0 -1 ([\d.]+) [\d.]+ Tm/g)].map(([, xPt]) => Number(xPt));
    };
    const rows = rowXml(1, ["a", "b"]);
    const [a = 0, b = 0] = await starts({ rows });
    expect(a).toBeLessThan(b);
    const before = '<sheetViews><sheetView rightToLeft="1" workbookViewId="0"/></sheetViews>';
    const [mirroredA = 0, mirroredB = 0] = await starts({ rows, before });
    expect(mirroredA).toBeGreaterThan(mirroredB);
    const run = (text: string, color: string) =>
      `<r><rPr><sz val="10"/><color rgb="FF${color}"/><rFont val="Arial"/></rPr><t>${text}</t></r>`;
    const shown = async (first: string) => {
      const cell = `<c r="A1" t="inlineStr"><is>${run(first, "FF0000")}${run("b", "0000FF")}</is></c>`;
      const { document } = await printed([{ name: "One", rows: `<row r="1">${cell}</row>` }]);
      return [...pageContent(document, 0).matchAll(/([\d.]+) 0 ([\d.]+) rg/g)].map(([operator]) => operator);
    };
    expect(await shown("a")).toEqual(["1 0 0 rg", "0 0 1 rg"]);
    expect(await shown("\u05d0")).toEqual(["0 0 1 rg", "1 0 0 rg"]);
  });

  it("has equally long rows, whatever page something is on; spans count the columns of the table", async () => {
    const rest = '<mergeCells><mergeCell ref="A1:D1"/></mergeCells>';
    const rows = rowXml(1, ["a"]) + rowXml(2, ["b", 1]) + rowXml(100, ["c", 1, 2]);
    const { document } = await printed([{ name: "One", rows, rest }]);
    const elements = document.objects.numbers().map((number) => document.dict(document.objects.get(number)));
    const cells = elements.filter((element) => document.name(element?.get("S")) === "TD");
    const spans = cells.map((cell) => document.number(document.dict(cell?.get("A"))?.get("ColSpan")) ?? 1);
    expect(spans.toSorted()).toEqual([1, 1, 1, 1, 1, 1, 3]);
  });

  it("has each row once, in their order, with cells that are merged across pages", async () => {
    // Rows are written as soon as their page is; what is merged into the next page is not.
    const rows = Array.from({ length: 120 }, (_, index) => rowXml(index + 1, [`r${index}`, index])).join("");
    const rest = '<mergeCells><mergeCell ref="A40:A70"/></mergeCells>';
    const { document, pageCount } = await printed([{ name: "One", rows, rest }]);
    expect(pageCount).toBe(3);
    const elements = document.objects.numbers().map((number) => document.dict(document.objects.get(number)));
    const ofRole = (role: string) => elements.filter((element) => document.name(element?.get("S")) === role);
    const [table] = ofRole("Table");
    const kids = document.array(table?.get("K")) ?? [];
    expect(kids).toHaveLength(120);
    expect(new Set(kids.map((kid) => kid instanceof PdfRef && kid.number)).size).toBe(120);
    expect(ofRole("TR")).toHaveLength(120);
    const first = kids.map((row) => {
      const cells = document.dict(row)?.get("K");
      const [cell] = document.array(cells) ?? [cells];
      return document.dict(cell)?.get("K");
    });
    // One number for each cell; the cells of the first 39 rows are the first content of the first page.
    expect(first.slice(0, 39)).toEqual(Array.from({ length: 39 }, (_, index) => 2 * index));
    // 30 cells are covered by the merged one.
    expect(ofRole("TD")).toHaveLength(2 * 120 - 30);
  });

  it("counts its pages for headers that say how many there are", async () => {
    const rows = Array.from({ length: 100 }, (_, index) => rowXml(index + 1, [index])).join("");
    const rest = "<headerFooter><oddHeader>&amp;CM&amp;N</oddHeader></headerFooter>";
    const one = await printed([{ name: "One", rows, rest }]);
    const two = await printed([{ name: "One", rows: rows.slice(0, 2000), rest }]);
    expect([one.pageCount, two.pageCount]).toEqual([2, 1]);
    const shown = (content: string) => content.slice(content.lastIndexOf("Tf"));
    expect(shown(pageContent(one.document, 0))).not.toBe(shown(pageContent(two.document, 0)));
  });

  it("draws fills, gradients and borders", async () => {
    const solid = await printed([{ name: "One", rows: oneCell("a") }], { styles: styled('fillId="1"') });
    expect(pageContent(solid.document, 0)).toContain("0 1 0 rg");
    const running = await printed([{ name: "One", rows: oneCell("a") }], { styles: styled('fillId="2"') });
    expect(pageContent(running.document, 0)).toMatch(/\/S0 sh/);
  });

  it("turns text and cuts what is larger than its cell", async () => {
    const turned = styled("", '<alignment textRotation="90"/>');
    expect(
      pageContent((await printed([{ name: "One", rows: oneCell("abc") }], { styles: turned })).document, 0),
    ).toMatch(/0 -1 1 0 [\d.]+ [\d.]+ cm/);
    const number = '<row r="1" ht="5" customHeight="1"><c r="A1"><v>1</v></c></row>';
    const clipped = pageContent((await printed([{ name: "One", rows: number }])).document, 0);
    // once for the sheet, once for the cell
    expect(clipped.match(/0 0 m 47\.91 0 l 47\.91 4\.88 l 0 4\.88 l h W\* n/g)).toHaveLength(2);
  });

  it("draws data bars, scales and icons", async () => {
    const rest =
      '<conditionalFormatting sqref="A1:A3"><cfRule type="dataBar" priority="1"><dataBar><cfvo type="min"/><cfvo type="max"/><color rgb="FF638EC6"/></dataBar></cfRule></conditionalFormatting>' +
      '<conditionalFormatting sqref="B1:B3"><cfRule type="iconSet" priority="2"><iconSet iconSet="3Arrows"><cfvo type="percent" val="0"/><cfvo type="percent" val="33"/><cfvo type="percent" val="67"/></iconSet></cfRule></conditionalFormatting>';
    const rows = [1, 2, 3].map((row) => rowXml(row, [row, row])).join("");
    const content = pageContent((await printed([{ name: "One", rows, rest }])).document, 0);
    expect(content.match(/\/S\d sh/g)).toHaveLength(3);
    expect(content).toContain(".388 .745 .482 rg");
  });

  it("leads from links to cells, and to the sheet where the cell is not printed", async () => {
    const rest =
      '<hyperlinks><hyperlink ref="A1" location="Two!A1"/><hyperlink ref="A2" location="Two!Z90"/></hyperlinks>';
    const rows = rowXml(1, ["x"]) + rowXml(2, ["y"]);
    const { document } = await printed([
      { name: "One", rows, rest },
      { name: "Two", rows: rowXml(1, ["z"]) },
    ]);
    const annotations = document.array(document.pages[0]?.dict.get("Annots")) ?? [];
    const leadTo = annotations.map((annotation) => document.array(document.dict(annotation)?.get("Dest"))?.[0]);
    expect(leadTo.map((page) => document.dict(page))).toEqual([document.pages[1]?.dict, document.pages[1]?.dict]);
  });

  it("gives the same bytes each time", async () => {
    const make = async () => (await printed([{ name: "One", rows: rowXml(1, ["a", 1, 2]) }])).bytes;
    expect(await make()).toEqual(await make());
  });

  it("is refused where it has too many pages", async () => {
    const rows = Array.from({ length: 200 }, (_, index) => rowXml(index + 1, [index])).join("");
    await expect(printed([{ name: "One", rows }], {}, { maxPages: 2 })).rejects.toThrow("more than 2 pages");
    const { pageCount } = await printed([{ name: "One", rows }], {}, { maxPages: 5 });
    expect(pageCount).toBe(4);
  });
});
