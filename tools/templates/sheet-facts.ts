import { present } from "../../src/domain/present.ts";
import { decodeXmlText } from "../../src/office/xml-text.ts";
import { parseXml, type XmlElement } from "../../src/office/xml-tree.ts";
import type { Facts, Verdict } from "./facts.ts";
import type { OfficeFile } from "./office-file.ts";

interface Cell {
  value: string | number | boolean | undefined;
  formula: string | undefined;
}

const MILLISECONDS_PER_DAY = 86_400_000;
const FIRST_DAY = Date.UTC(1899, 11, 30);

/** All cells with their stored values, as `Sheet!A1`. */
function cellsOf(file: OfficeFile): Map<string, Cell> {
  const shared = file
    .names(/^xl\/sharedStrings\.xml$/)
    .flatMap((name) => parseXml(file.xml(name)).elements("si").map(textOf));
  const targets = new Map(
    Array.from(file.xml("xl/_rels/workbook.xml.rels").matchAll(/<Relationship\b[^>]*>/g), ([tag]) => [
      /\sId="([^"]*)"/.exec(tag)?.[1],
      (/Target="([^"]*)"/.exec(tag)?.[1] ?? "").replace(/^\/xl\//, ""),
    ]),
  );
  const cells = new Map<string, Cell>();
  for (const sheet of parseXml(file.xml("xl/workbook.xml")).child("sheets")?.elements("sheet") ?? []) {
    const root = parseXml(file.xml(`xl/${targets.get(sheet.attribute("r:id") ?? "")}`));
    for (const cell of root.descendants("c"))
      cells.set(`${sheet.attribute("name")}!${cell.attribute("r")}`, {
        value: cellValue(cell, shared),
        formula: cell.child("f")?.text(),
      });
  }
  return cells;
}

const textOf = (item: XmlElement): string => [...item.descendants("t")].map((text) => text.text()).join("");

function cellValue(cell: XmlElement, shared: readonly string[]): Cell["value"] {
  const raw = cell.child("v")?.text();
  switch (cell.attribute("t")) {
    case "s":
      return shared[Number(raw)];
    case "inlineStr":
      return textOf(cell);
    case "str":
    case "e":
      return raw;
    case "b":
      return raw === "1";
    default:
      return raw === undefined || raw === "" ? undefined : Number(raw);
  }
}

function matches(cell: Cell | undefined, expected: unknown): boolean {
  const value = cell?.value;
  if (typeof expected === "number") return typeof value === "number" && Math.abs(value - expected) < 1e-6;
  if (typeof expected === "object" && expected !== null && "date" in expected)
    return (
      typeof value === "number" &&
      new Date(FIRST_DAY + Math.floor(value) * MILLISECONDS_PER_DAY).toISOString().slice(0, 10) === expected.date
    );
  if (expected === null || expected === "") return value === undefined || value === "";
  return value === expected;
}

const plain = (reference: string): string => reference.replace(/\$/g, "");

/** Facts of a merged workbook; values are those stored in the file, after recalculation. */
export function checkSheets(facts: Facts, file: OfficeFile, verdict: Verdict): void {
  const cells = cellsOf(file);
  for (const [reference, expected] of Object.entries(facts.cells ?? {}))
    verdict.expect(
      matches(cells.get(reference), expected),
      `${reference} is ${JSON.stringify(cells.get(reference)?.value)} instead of ${JSON.stringify(expected)}`,
    );
  for (const [reference, expected] of Object.entries(facts.formulas ?? {}))
    verdict.expect(
      cells.get(reference)?.formula === expected,
      `the formula of ${reference} is ${cells.get(reference)?.formula}`,
    );
  const sheets = file
    .names(/^xl\/worksheets\/sheet\d+\.xml$/)
    .map((name) => file.xml(name))
    .join("");
  for (const range of facts.mergedIncludes ?? []) verdict.includes(sheets, `<mergeCell ref="${range}"`, "merged cells");
  if (facts.conditionalFormatRange)
    verdict.expect(
      new RegExp(`<conditionalFormatting\\b[^>]*sqref="${facts.conditionalFormatRange}"`).test(sheets),
      `no conditional format of ${facts.conditionalFormatRange}`,
    );
  const names = new Map(
    Array.from(parseXml(file.xml("xl/workbook.xml")).descendants("definedName"), (name) => [
      name.attribute("name"),
      name.text(),
    ]),
  );
  if (facts.printArea) verdict.includes(plain(names.get("_xlnm.Print_Area") ?? ""), facts.printArea, "the print area");
  for (const [name, range] of Object.entries(facts.definedName ?? {}))
    verdict.expect(plain(names.get(name) ?? "") === plain(range), `${name} is ${names.get(name)}`);
  const charts = file
    .names(/^xl\/charts\/chart\d+\.xml$/)
    .flatMap((name) =>
      Array.from(file.xml(name).matchAll(/<(?:c:)?f>([^<]*)</g), ([, range]) =>
        decodeXmlText(present(range)).replace(/'/g, ""),
      ),
    );
  for (const range of facts.chartRanges ?? [])
    verdict.expect(charts.includes(range.replace(/'/g, "")), `no chart of ${range} but ${charts.join(", ")}`);
  if (facts.tableRef) {
    const tables = file
      .names(/^xl\/tables\/.*\.xml$/)
      .map((name) => file.xml(name))
      .join("");
    verdict.includes(tables, `ref="${facts.tableRef}"`, "tables");
  }
  const texts = [...cells.values()].flatMap(({ value }) => (typeof value === "string" ? [value] : []));
  if (facts.noTags) verdict.expect(!texts.some((text) => /\{(?:\$|\/|if|foreach)/.test(text)), "a cell holds a tag");
  for (const text of facts.must ?? [])
    verdict.expect(
      texts.some((each) => each.includes(text)),
      `no cell holds ${text}`,
    );
  for (const text of facts.mustNot ?? [])
    verdict.expect(!texts.some((each) => each.includes(text)), `a cell holds ${text}`);
  verdict.expect(file.malformed().length === 0, `malformed: ${file.malformed().join(", ")}`);
  verdict.expect(file.dangling().length === 0, `dangling relationships: ${file.dangling().join(", ")}`);
  verdict.expect(
    ![...cells.values()].some(({ value, formula }) => value === "#REF!" || formula?.includes("#REF!")),
    "a #REF! is left",
  );
}
