import { cell, chartXml, reportWorkbook, row, seriesOf } from "../support/gallery/excel-report.ts";

const COLUMNS = ["A", "B", "C", "D", "E", "F"] as const;
/** Formats of the gallery's workbook, by the kind of row; text and amounts. */
const FORMATS = { title: [1, 1], head: [3, 3], row: [4, 5], total: [7, 8] } as const;

/**
 * A workbook as its page shows it: each line `3 | a | b` is a row with its number, `chart: Title | C3 | A4:A4 | C4:C4` a
 * chart with the cells of its name, categories and values.
 */
export function guideWorkbook(source: string): Uint8Array {
  const rows: string[] = [];
  let chart: { xml: string; row: number; description: string } | undefined;
  let lastRow = 0;
  let hasHead = false;
  let columns = 1;
  for (const line of source.split("\n")) {
    const [first = "", ...cells] = line.split(/ \| /);
    if (first.startsWith("chart: ")) {
      const [name = "", categories = "", values = ""] = cells.map((each) => each.replace(/([A-Z]+)(\d+)/g, "$$$1$$$2"));
      const title = first.slice("chart: ".length);
      chart = {
        xml: chartXml(title, seriesOf(0, name, categories, values, "0F6E64")),
        row: lastRow + 1,
        description: title,
      };
      continue;
    }
    lastRow = Number(first);
    columns = Math.max(columns, cells.length);
    const kind = kindOf(cells, hasHead);
    hasHead ||= kind === "head";
    const [text, amount] = FORMATS[kind];
    const written = cells.map((content, index) =>
      cell(`${COLUMNS[index]}${lastRow}`, content.trim(), index === 0 ? text : amount),
    );
    rows.push(row(lastRow, written.join(""), kind === "title" ? 30 : 20));
  }
  const widths = Array.from({ length: columns }, (_, index) => (index === 0 ? 34 : 26));
  return reportWorkbook({ rows, widths, chart, paper: 11 });
}

function kindOf(cells: readonly string[], hasHead: boolean): keyof typeof FORMATS {
  if (cells.length === 1) return "title";
  if (!hasHead) return "head";
  return /^(?:Total|Sum)/.test(cells[0] ?? "") ? "total" : "row";
}
