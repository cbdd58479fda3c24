import { present } from "../../domain/present.ts";
import type { Frame } from "../../spreadsheet/formula/cell-provider.ts";
import { FormulaError, NotCalculable, raise } from "../../spreadsheet/formula/formula-error.ts";
import { type Area, AreaReference } from "../../spreadsheet/formula/formula-value.ts";
import { parseFormula } from "../../spreadsheet/formula/parse.ts";
import type { TableReference } from "../../spreadsheet/formula/tokenize.ts";
import type { ReferenceResolver } from "./resolve-references.ts";
import type { SheetInstance } from "./sheet-layout.ts";
import type { SourceTable } from "./workbook-source.ts";

/** Where a table of the template is in one of its sheet's copies. */
export function tablePlace(table: SourceTable, instance: SheetInstance, resolver: ReferenceResolver): Area | undefined {
  const [placed] = parseFormula(table.reference).references;
  if (!placed) return undefined;
  const origin = { instance, iteration: undefined, columnIteration: -1, row: 0, column: 0 };
  const areas = resolver.areas(resolver.resolve({ reference: placed.reference, takes: "value" }, origin));
  return areas instanceof AreaReference ? areas.areas[0] : undefined;
}

/** Cells of a table reference such as `Sales[Qty]`, `Sales[[#This Row],[Qty]:[Price]]`, `Sales[#Totals]`. */
export function tableArea(
  { table: name, specifier }: TableReference,
  frame: Frame,
  tables: readonly SourceTable[],
  resolver: ReferenceResolver,
  instances: readonly SheetInstance[],
  /** The names of its columns in the reference: those of the template, unless a text of the merged workbook names it. */
  columnsOf: (table: SourceTable, instance: SheetInstance) => readonly string[] = ({ columns }) => columns,
): AreaReference {
  const table = tables.find((each) => each.name.toLowerCase() === name.toLowerCase());
  if (!table) throw new NotCalculable(`the table ${name}`);
  const own = instances[frame.sheet];
  const instance = own?.template.source === table.sheet ? own : resolver.copiesOf(table.sheet.name)[0];
  const whole = instance && tablePlace(table, instance, resolver);
  if (!instance || !whole) return raise(FormulaError.REF);
  const { areas, columns } = readSpecifier(specifier);
  let { row1, row2 } = whole;
  const [first, last] = [row1 + table.headerRows, row2 - table.totalsRows];
  if (areas.includes("#this row")) {
    if (frame.row < first || frame.row > last) return raise(FormulaError.VALUE);
    [row1, row2] = [frame.row, frame.row];
  } else if (!areas.includes("#all")) {
    const [hasHeaders, hasTotals] = [areas.includes("#headers"), areas.includes("#totals")];
    const hasData = areas.includes("#data") || (!hasHeaders && !hasTotals);
    [row1, row2] = [hasHeaders ? row1 : hasData ? first : last + 1, hasTotals ? row2 : hasData ? last : first - 1];
    if (row2 < row1) return raise(FormulaError.REF);
  }
  const names = columnsOf(table, instance);
  const columnOf = (column: string): number => {
    const index = names.findIndex((each) => each.toLowerCase() === column.toLowerCase());
    return index < 0 ? raise(FormulaError.REF) : index;
  };
  const [from, to] =
    columns.length > 0 ? [columnOf(present(columns[0])), columnOf(present(columns.at(-1)))] : [0, names.length - 1];
  return new AreaReference([
    { sheet: instance.index, row1, row2, column1: whole.column1 + from, column2: whole.column1 + to },
  ]);
}

/** The areas (`#All`, `#This Row`, ...) and the columns that a specifier names. */
function readSpecifier(specifier: string): { areas: string[]; columns: string[] } {
  const text = specifier.trim();
  const parts = text.includes("[")
    ? [...text.matchAll(/\[((?:'.|[^[\]'])*)\]/g)].map((match) => present(match[1]))
    : [text];
  const areas: string[] = [];
  const columns: string[] = [];
  if (/^\s*@/.test(text)) areas.push("#this row");
  for (const part of parts) {
    const plain = part.replace(/^@/, "").replace(/'(.)/g, "$1").trim();
    if (plain === "") continue;
    if (part.startsWith("#")) areas.push(plain.toLowerCase());
    else columns.push(plain);
  }
  return { areas, columns };
}
