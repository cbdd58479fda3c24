/** The text of a workbook without formatting: the fallback if the sheets cannot be laid out. */

import { NumberTexts } from "../layout/sheets/values/number-text.ts";
import { readSheet } from "../layout/sheets/workbook/sheet-reader.ts";
import { readWorkbook } from "../layout/sheets/workbook/workbook-reader.ts";
import type { OpcPackage } from "../office/package.ts";

const MAX_CELLS = 40_000;
const LINES_PER_PAGE = 48;

/** The rows of each sheet as lines. Throws if the package holds no workbook. */
export function renderPlainXlsx(
  pack: OpcPackage,
  root: HTMLElement,
  maxPages: number,
): { warnings: string[]; pages: number } {
  const warnings = new Set<string>();
  const workbook = readWorkbook(pack, {
    imageUrl: () => undefined,
    now: new Date(0),
    warnings,
    maxCells: MAX_CELLS,
  });
  const numbers = new NumberTexts(workbook.dates);
  const style = document.createElement("style");
  style.textContent =
    "@page{size:612pt 792pt;margin:54pt}body{margin:0;font:10pt Carlito,sans-serif}p{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}h1{font-size:12pt}";
  document.head.append(style);
  let lines = 0;
  for (const source of workbook.sheets) {
    const sheet = readSheet(source, workbook);
    if (!sheet || lines >= maxPages * LINES_PER_PAGE) continue;
    root.appendChild(document.createElement("h1")).textContent = sheet.name;
    for (const row of sheet.rows.values()) {
      if (row.hidden || lines >= maxPages * LINES_PER_PAGE) continue;
      const texts = [...row.cells.values()].map((cell) =>
        numbers.textOf(cell.value, workbook.styles.style(cell.styleIndex).numberFormat),
      );
      if (texts.every((text) => text === "")) continue;
      lines++;
      root.appendChild(document.createElement("p")).textContent = texts.join("\t");
    }
  }
  return { warnings: [...warnings], pages: Math.max(1, Math.ceil(lines / LINES_PER_PAGE)) };
}
