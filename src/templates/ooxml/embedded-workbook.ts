import { chartCells } from "./chart-data.ts";
import { readChartWorkbook, type SheetCells, writeChartWorkbook } from "./chart-workbook.ts";
import type { OfficePackage } from "./office-package.ts";
import type { OutputPackage } from "./output-package.ts";
import type { RenderJob } from "./render-job.ts";

const NO_CELLS: SheetCells = new Map();

export const isChart = (source: OfficePackage, part: string): boolean =>
  /(?:drawingml\.chart|ms-office\.chartex)\+xml$/i.test(source.contentTypes.of(part) ?? "");

/** The cells of the workbook that a chart of the template was made from. */
export function workbookOf(source: OfficePackage, chart: string): SheetCells {
  const relationships = source.relationshipsOf(chart);
  const [workbook] = relationships.ofType("package");
  const part = workbook && relationships.targetPart(workbook);
  const bytes = part !== undefined && /\.xls[xm]$/i.test(part) ? source.zip.read(part) : undefined;
  return bytes ? readChartWorkbook(bytes) : NO_CELLS;
}

/** Gives merged charts a workbook of the data they show now. */
export function refreshWorkbooks(
  charts: readonly { template: string; part: string }[],
  output: OutputPackage,
  job: RenderJob,
): void {
  for (const { template, part } of charts) {
    const xml = output.text(part);
    const relationships = job.relationshipsOf(template, part);
    const [workbook] = relationships.ofType("package");
    const name = workbook && relationships.targetPart(workbook);
    if (xml === undefined || name === undefined) continue;
    const sheets = chartCells(xml);
    if (sheets.size > 0) output.add({ name, bytes: writeChartWorkbook(sheets) });
  }
}
