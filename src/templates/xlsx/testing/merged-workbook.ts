import { present } from "../../../domain/present.ts";
import { inflateNatively } from "../../../office/inflate-native.ts";
import { OFFICE_LIMITS } from "../../../office/limits.ts";
import { parseXml } from "../../../office/xml-tree.ts";
import { ZipArchive } from "../../../office/zip-archive.ts";
import type { RenderEnvironment } from "../../template-engine.ts";
import { TEST_ENVIRONMENT } from "../../testing/render.ts";
import { officeProblems } from "../../testing/validity/office-problems.ts";
import { xlsxEngine } from "../xlsx-engine.ts";

/** A cell of a merged workbook: its value (numbers as numbers), and its formula. */
interface MergedCell {
  value: string | number | boolean | undefined;
  formula: string | undefined;
  style: string | undefined;
}

/** A merged workbook, read back. */
export interface MergedWorkbook {
  bytes: Uint8Array;
  warnings: string[];
  part(name: string): string;
  names(): string[];
  sheetNames(): string[];
  /** Cells of a sheet by reference. */
  sheet(name: string): Record<string, MergedCell>;
  /** Values of a sheet by reference. */
  values(name: string): Record<string, MergedCell["value"]>;
  formulas(name: string): Record<string, string>;
}

let versions = 0;

/** Merges data into a workbook with the engine and reads the result back. The result must need no repair. */
export async function mergeWorkbook(
  template: Uint8Array,
  data: Record<string, unknown>,
  environment: Partial<RenderEnvironment> = {},
): Promise<MergedWorkbook> {
  const source = { versionKey: `test-${versions++}`, bytes: async () => template };
  const { bytes, warnings } = await xlsxEngine.render(source, data, { ...TEST_ENVIRONMENT, ...environment });
  const zip = ZipArchive.open(bytes, OFFICE_LIMITS, inflateNatively);
  const part = (name: string) => new TextDecoder().decode(zip.read(name));
  const problems = officeProblems(zip);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  const entries = present(parseXml(part("xl/workbook.xml")).child("sheets")).elements("sheet");
  const targets = new Map(
    parseXml(part("xl/_rels/workbook.xml.rels"))
      .elements()
      .map((item) => [item.attribute("Id"), present(item.attribute("Target"))]),
  );
  const sheet = once((name: string): Record<string, MergedCell> => {
    const entry = entries.find((each) => each.attribute("name") === name);
    if (!entry) throw new Error(`there is no sheet ${name}`);
    const root = parseXml(part(`xl/${targets.get(entry.attribute("r:id"))}`));
    const cells: Record<string, MergedCell> = {};
    for (const row of present(root.child("sheetData")).elements("row"))
      for (const cell of row.elements("c")) {
        const type = cell.attribute("t");
        const text = cell.child("v")?.text() ?? cell.child("is")?.text();
        const value =
          text === undefined ? undefined : type === undefined ? Number(text) : type === "b" ? text === "1" : text;
        cells[present(cell.attribute("r"))] = { value, formula: cell.child("f")?.text(), style: cell.attribute("s") };
      }
    return cells;
  });
  const mapped = <T>(name: string, of: (cell: MergedCell) => T | undefined): Record<string, T> => {
    const found: Record<string, T> = {};
    for (const [reference, cell] of Object.entries(sheet(name))) {
      const value = of(cell);
      if (value !== undefined) found[reference] = value;
    }
    return found;
  };
  return {
    bytes,
    warnings,
    part,
    names: () => zip.names(),
    sheetNames: () => entries.map((entry) => present(entry.attribute("name"))),
    sheet,
    values: once((name) => mapped(name, ({ value }) => value)),
    formulas: once((name) => mapped(name, ({ formula }) => formula)),
  };
}

/** What is read of a sheet when it is asked for first: tests ask for cells of long sheets one by one. */
function once<T>(read: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>();
  return (name) => {
    const value = known.get(name) ?? read(name);
    known.set(name, value);
    return value;
  };
}
