import { Failure } from "../../domain/failure.ts";
import { present } from "../../domain/present.ts";
import type { TextPart } from "../../office/packed-part.ts";
import { escapeXmlText } from "../../office/xml-text.ts";
import { type CellRange, columnName, formatRange, LAST_ROW } from "../../spreadsheet/cell-reference.ts";
import { FormulaError } from "../../spreadsheet/formula/formula-error.ts";
import { Matrix, type Scalar } from "../../spreadsheet/formula/formula-value.ts";
import { type DateSystem, serialFrom1900 } from "../../spreadsheet/serial-date.ts";
import { textOfValue } from "../ooxml/text-markup.ts";
import { OUTPUT_LIMITS } from "../output-limits.ts";
import type { CellValue } from "./cell-value.ts";
import { cellHtml, htmlOf, htmlRuns } from "./html-runs.ts";
import type { FormatAdditions } from "./number-formats.ts";
import { type Origin, originOf } from "./resolve-references.ts";
import { toExcelText } from "./shared-strings.ts";
import type { OutputRow, SheetInstance } from "./sheet-layout.ts";
import type { CellContent, CellTemplate, FormulaTemplate } from "./sheet-template.ts";
import { movedText } from "./shift-ranges.ts";
import type { TableNames } from "./table-headings.ts";
import type { TextsInSums } from "./texts-in-sums.ts";
import type { WorkbookCells } from "./workbook-cells.ts";

/** The longest text that a cell holds. */
const MAX_TEXT_LENGTH = 32_767;

/** A receiver of markup, piece by piece. */
type TextSink = Pick<TextPart, "text" | "size">;

/** Writes the rows of a merged sheet as the content of `<sheetData>`. */
export class RowsWriter {
  readonly #cells: WorkbookCells;
  readonly #formats: FormatAdditions;
  readonly #dates: DateSystem;
  readonly #tables: TableNames;
  readonly #warn: (message: string) => void;
  readonly #textsInSums: TextsInSums;

  constructor(
    cells: WorkbookCells,
    formats: FormatAdditions,
    dates: DateSystem,
    tables: TableNames,
    warn: (message: string) => void,
    textsInSums: TextsInSums,
  ) {
    this.#cells = cells;
    this.#formats = formats;
    this.#dates = dates;
    this.#tables = tables;
    this.#warn = warn;
    this.#textsInSums = textsInSums;
  }

  write(instance: SheetInstance, out: TextSink): void {
    const hasColumns = instance.template.columnLoops.length > 0;
    const spills = this.#cells.spills;
    const spilledRows = spills.has(instance) ? spills.rows(instance) : [];
    let nextSpilled = 0;
    /** Rows that nothing but a spilled array has. */
    const onlySpilled = (before: number) => {
      for (; (spilledRows[nextSpilled] ?? before) < before; nextSpilled++)
        this.#spilledRow(out, instance, present(spilledRows[nextSpilled]));
    };
    for (const output of instance.rows) {
      onlySpilled(output.row);
      const spilled = spills.has(instance) ? spills.row(instance, output.row) : undefined;
      if (spilled) nextSpilled++;
      if (out.size > OUTPUT_LIMITS.sheetBytes)
        throw new Failure(
          "sheet_too_large",
          `The sheet "${instance.name}" would have more than ${OUTPUT_LIMITS.sheetBytes} bytes, unpacked.`,
        );
      const { template, row } = output;
      const { attributes, content } = template.source;
      out.text(`<row r="`);
      const rowNumber = String(row);
      out.text(rowNumber);
      out.text(`"`);
      out.text(attributes);
      if (template.isPlain && !hasColumns && !output.isBlank && !spilled) {
        const moved = row === template.row ? content : movedCells(content, row);
        if (moved === "") {
          out.text("/>");
          continue;
        }
        out.text(">");
        out.text(moved);
      } else {
        out.text(">");
        if (hasColumns || spilled)
          for (const { cell, iteration, column } of placedCells(instance, output, spilled))
            if (cell) this.#cell(out, instance, output, rowNumber, cell, iteration);
            else this.#spilledCell(out, row, column, "", present(spilled).get(column) ?? null);
        else for (const cell of template.cells().values()) this.#cell(out, instance, output, rowNumber, cell, 0);
      }
      out.text("</row>");
    }
    onlySpilled(LAST_ROW + 1);
  }

  #spilledRow(out: TextSink, instance: SheetInstance, row: number): void {
    out.text(`<row r="${row}">`);
    const cells = [...(this.#cells.spills.row(instance, row) ?? [])].sort(([a], [b]) => a - b);
    for (const [column, value] of cells) this.#spilledCell(out, row, column, "", value);
    out.text("</row>");
  }

  #spilledCell(out: TextSink, row: number, column: number, style: string, value: Scalar): void {
    const { type, text } = storedValue(value ?? 0);
    out.text(`<c r="${columnName(column)}${row}"${style}${type}><v>${text}</v></c>`);
  }

  #cell(
    out: TextSink,
    instance: SheetInstance,
    output: OutputRow,
    rowNumber: string,
    cell: CellTemplate,
    iteration: number,
  ): void {
    const column = instance.template.columnLoops.length > 0 ? instance.columnOf(cell.column, iteration) : cell.column;
    const { content, style } = cell;
    const spilled = this.#cells.spills.has(instance)
      ? this.#cells.spills.row(instance, output.row)?.get(column)
      : undefined;
    if (spilled !== undefined) {
      this.#spilledCell(out, output.row, column, style, spilled);
      return;
    }
    out.text(`<c r="`);
    out.text(columnName(column));
    out.text(rowNumber);
    out.text(`"`);
    if (output.isBlank) {
      out.text(style);
      out.text("/>");
      return;
    }
    switch (content.kind) {
      case "static":
        out.text(style);
        out.text(content.xml);
        return;
      case "formula":
        out.text(style);
        this.#formula(out, content.formula, instance, output, cell, iteration, column);
        return;
      case "data-table":
        out.text(style);
        out.text(this.#dataTable(content, instance, output, cell, iteration));
        return;
      case "array-part":
        out.text(style);
        out.text(this.#arrayPart(instance, output.row, column));
        return;
      case "rich": {
        const runs = textOfValue(output.values[content.slot + iteration * output.template.slots]);
        out.text(style);
        out.text(runs === "" ? "/>" : ` t="inlineStr"><is>${runs}</is></c>`);
        return;
      }
      case "heading":
        out.text(style);
        this.#text(out, this.#tables.headingAt(instance, output.row, column) ?? "", "");
        return;
      default: {
        const value = this.#cells.typed(output, cell, iteration);
        if (value.kind === "text" && content.kind === "value") {
          const runs = this.#runsOf(
            output.values[content.slot + iteration * output.template.slots],
            cell,
            content.properties,
          );
          if (runs !== undefined) {
            out.text(`${style} t="inlineStr"><is>${runs}</is></c>`);
            return;
          }
        }
        // A cell whose format is text says that no number is meant.
        if (value.kind === "text" && content.kind === "value" && !this.#cells.hasTextFormat(style.slice(4, -1)))
          this.#textsInSums.note(instance, output.row, column, cell, value.text);
        if (value.kind === "unreadable")
          this.#warn(
            `${instance.name}!${columnName(column)}${output.row}: ${unreadable(value)}, and the cell stays empty.`,
          );
        this.#merged(out, cell, value);
      }
    }
  }

  /** Html of a cell of its own as rich text; undefined for what has no format. */
  #runsOf(value: unknown, { style }: CellTemplate, properties: string): string | undefined {
    const html = htmlOf(value);
    const read = html === undefined ? undefined : cellHtml(html);
    return read?.isFormatted ? htmlRuns(read, properties, this.#cells.fontOf(style.slice(4, -1))) : undefined;
  }

  #merged(out: TextSink, { style, content }: CellTemplate, value: CellValue): void {
    switch (value.kind) {
      case "empty":
      case "unreadable":
        out.text(style);
        out.text("/>");
        return;
      case "number":
        out.text(style);
        out.text("><v>");
        out.text(String(value.value));
        out.text("</v></c>");
        return;
      case "boolean":
        out.text(style);
        out.text(` t="b"><v>${value.value ? 1 : 0}</v></c>`);
        return;
      case "date": {
        const serial = serialFrom1900(value.serial, this.#dates);
        out.text(this.#dateStyle(style, value.hasTime));
        out.text(`><v>${serial}</v></c>`);
        return;
      }
      case "text":
        out.text(style);
        this.#text(out, value.text, content.kind === "value" ? content.properties : "");
    }
  }

  #text(out: TextSink, text: string, properties: string): void {
    let kept = text;
    if (text.length > MAX_TEXT_LENGTH) {
      kept = text.slice(0, MAX_TEXT_LENGTH);
      this.#warn(`A text was cut to the ${MAX_TEXT_LENGTH} characters that a cell holds.`);
    }
    out.text(` t="inlineStr"><is>`);
    if (properties !== "") out.text(`<r>${properties}`);
    out.text(needsSpace(kept) ? `<t xml:space="preserve">` : "<t>");
    out.text(escapeXmlText(toExcelText(kept)));
    out.text(properties === "" ? "</t></is></c>" : "</t></r></is></c>");
  }

  #dateStyle(style: string, hasTime: boolean): string {
    const index = style.slice(4, -1);
    return this.#cells.hasDateFormat(index) ? style : ` s="${this.#formats.dateStyle(index, hasTime)}"`;
  }

  #formula(
    out: TextSink,
    formula: FormulaTemplate,
    instance: SheetInstance,
    output: OutputRow,
    cell: CellTemplate,
    iteration: number,
    column: number,
  ): void {
    const origin = originOf(instance, output, cell, iteration);
    const value = this.#cells.calculated(instance, output.row, column);
    const range = formula.isDynamic
      ? this.#spilledRange(instance, output.row, column)
      : formula.array && this.#cells.arrayRange(formula.array, instance, output, column);
    const stored = this.#valueOfFormula(formula, value);
    out.text(formula.stored.cellMetadata);
    if (stored) out.text(stored.type);
    out.text(range ? `><f t="array" ref="${formatRange(range)}">` : "><f>");
    this.#formulaText(out, formula, output, origin, iteration);
    if (stored) {
      out.text("</f><v>");
      out.text(stored.text);
      out.text("</v></c>");
    } else out.text("</f></c>");
  }

  /** A dynamic array formula whose value is left for Excel fills its own cell until then. */
  #spilledRange(instance: SheetInstance, row: number, column: number): CellRange {
    const own = { row1: row, column1: column, row2: row, column2: column };
    return this.#cells.spills.from(instance, row, column) ?? own;
  }

  /**
   * What is kept as a formula's value. A picture in a cell is the record of a value that this service does not calculate:
   * it stays with the value, which is an error for programs that do not know such records.
   */
  #valueOfFormula(
    { stored }: FormulaTemplate,
    value: Scalar | Matrix | undefined,
  ): { type: string; text: string } | undefined {
    const own = value instanceof Matrix ? value.at(0, 0) : value;
    const isKept =
      stored.valueMetadata !== "" &&
      stored.value !== undefined &&
      (own === undefined || (own instanceof FormulaError && own.code === stored.value));
    if (!isKept) return own === undefined ? undefined : storedValue(own);
    const type = stored.type === "n" ? "" : ` t="${escapeXmlText(stored.type)}"`;
    return { type: stored.valueMetadata + type, text: escapeXmlText(present(stored.value)) };
  }

  /** A what-if table at its new place (ECMA-376 Part 1, 18.3.1.40); Excel calculates it when it opens the file. */
  #dataTable(
    { formula, xml }: CellContent & { kind: "data-table" },
    instance: SheetInstance,
    output: OutputRow,
    cell: CellTemplate,
    iteration: number,
  ): string {
    const { resolver } = this.#cells;
    const origin = originOf(instance, output, cell, iteration);
    const moved = (name: string): string | undefined => {
      const text = formula.attributes.get(name);
      return text === undefined ? undefined : movedText(text, origin, resolver);
    };
    const attributes = [...formula.attributes.keys()]
      .map((name) => {
        const value = /^r(?:ef|[12])$/.test(name) ? moved(name) : formula.attributes.get(name);
        return ` ${name}="${escapeXmlText(value ?? "")}"`;
      })
      .join("");
    this.#cells.noteDataTable(instance, output.row, instance.columnOf(cell.column, iteration));
    return xml.replace(/>|\/>$/, (end) => (end === ">" ? `><f${attributes}/>` : `><f${attributes}/></c>`));
  }

  #formulaText(out: TextSink, formula: FormulaTemplate, output: OutputRow, origin: Origin, iteration: number): void {
    const { resolver } = this.#cells;
    const resolved = this.#cells.resolved(formula.parsed, origin);
    for (const piece of formula.pieces) {
      switch (piece.kind) {
        case "text":
          out.text(piece.xml);
          break;
        case "reference": {
          const placed = present(formula.parsed.references[piece.index]);
          out.text(escapeXmlText(resolver.write(placed.reference, present(resolved[piece.index]))));
          break;
        }
        case "table":
          out.text(escapeXmlText(this.#tables.write(piece.reference, origin.instance)));
          break;
        case "merged": {
          const slot = present(formula.textSlots[piece.index]);
          out.text(escapeXmlText(stringLiteral(textOfValue(output.values[slot + iteration * output.template.slots]))));
        }
      }
    }
  }

  #arrayPart(instance: SheetInstance, row: number, column: number): string {
    const value = this.#cells.calculatedPart(instance, row, column);
    if (value === undefined) return "/>";
    const stored = storedValue(value ?? 0);
    return `${stored.type}><v>${stored.text}</v></c>`;
  }
}

const unreadable = ({ text, as }: CellValue & { kind: "unreadable" }): string =>
  as === "date"
    ? `“${text.slice(0, 40)}” is not a date that exists`
    : `the number ${text.slice(0, 40)} is larger than any number that a workbook holds`;

/** Whether a reader could drop blanks of the text. */
function needsSpace(text: string): boolean {
  return text.charCodeAt(0) <= 0x20 || text.charCodeAt(text.length - 1) <= 0x20 || text.includes("\n");
}

/** A text as a formula writes it; beyond 255 characters a literal has to be concatenated. */
function stringLiteral(text: string): string {
  const pieces = text.match(/[\s\S]{1,250}/g) ?? [""];
  const literal = pieces.map((piece) => `"${piece.replaceAll('"', '""')}"`).join("&");
  return pieces.length > 1 ? `(${literal})` : literal;
}

/** Content of `<v>` and the type that goes with it. */
function storedValue(value: Scalar): { type: string; text: string } {
  if (typeof value === "number" && !Number.isFinite(value)) return { type: ' t="e"', text: FormulaError.NUM.code };
  if (typeof value === "number") return { type: "", text: String(value) };
  if (typeof value === "boolean") return { type: ' t="b"', text: value ? "1" : "0" };
  if (value instanceof FormulaError) return { type: ' t="e"', text: codeOf(value) };
  return { type: ' t="str"', text: escapeXmlText(toExcelText(value ?? "")) };
}

/** Errors of arrays are younger than the format: Excel itself keeps them as this one. */
const codeOf = (error: FormulaError): string =>
  error === FormulaError.CALC || error === FormulaError.SPILL ? FormulaError.VALUE.code : error.code;

/** The cells of a row that is written elsewhere. */
function movedCells(content: string, row: number): string {
  return content.replace(
    /(<c\s(?:[^>]*?\s)?r=["'])([A-Z]{1,3})\d+/g,
    (_, before: string, letters: string) => before + letters + row,
  );
}

interface PlacedCell {
  /** Absent for a cell that nothing but a spilled array has. */
  cell: CellTemplate | undefined;
  iteration: number;
  column: number;
}

/** Cells in the order of their output columns, and those that an array fills beside them. */
function placedCells(
  instance: SheetInstance,
  { template }: OutputRow,
  spilled: ReadonlyMap<number, Scalar> | undefined,
): PlacedCell[] {
  const placed: PlacedCell[] = [];
  for (const cell of template.cells().values()) {
    const iterations = instance.iterationsOf(cell.column);
    for (let iteration = 0; iteration < iterations; iteration++)
      placed.push({ cell, iteration, column: instance.columnOf(cell.column, iteration) });
  }
  if (spilled) {
    const own = new Set(placed.map(({ column }) => column));
    for (const column of spilled.keys()) if (!own.has(column)) placed.push({ cell: undefined, iteration: 0, column });
  }
  return placed.sort((a, b) => a.column - b.column);
}
