import { Failure } from "../../domain/failure.ts";
import { present } from "../../domain/present.ts";
import type { TextPart } from "../../office/packed-part.ts";
import { escapeXmlText } from "../../office/xml-text.ts";
import { columnName, formatRange } from "../../spreadsheet/cell-reference.ts";
import { FormulaError } from "../../spreadsheet/formula/formula-error.ts";
import { Matrix, type Scalar } from "../../spreadsheet/formula/formula-value.ts";
import { type DateSystem, serialFrom1900 } from "../../spreadsheet/serial-date.ts";
import { textOfValue } from "../ooxml/text-markup.ts";
import { OUTPUT_LIMITS } from "../output-limits.ts";
import type { CellValue } from "./cell-value.ts";
import type { FormatAdditions } from "./number-formats.ts";
import { type Origin, originOf } from "./resolve-references.ts";
import { toExcelText } from "./shared-strings.ts";
import type { OutputRow, SheetInstance } from "./sheet-layout.ts";
import type { CellTemplate, FormulaTemplate } from "./sheet-template.ts";
import type { TextsInSums } from "./texts-in-sums.ts";
import type { WorkbookCells } from "./workbook-cells.ts";

/** The longest text that a cell holds. */
const MAX_TEXT_LENGTH = 32_767;

/** A receiver of markup, piece by piece. */
type TextSink = Pick<TextPart, "text" | "size">;

/** Writes the rows of a merged sheet as the content of `<sheetData>`. */
export class RowsWriter {
  private readonly cells: WorkbookCells;
  private readonly formats: FormatAdditions;
  private readonly dates: DateSystem;
  /** The name of a table as formulas of this sheet must write it. */
  private readonly tableName: (name: string, instance: SheetInstance) => string;
  private readonly warn: (message: string) => void;
  private readonly textsInSums: TextsInSums;

  constructor(
    cells: WorkbookCells,
    formats: FormatAdditions,
    dates: DateSystem,
    tableName: (name: string, instance: SheetInstance) => string,
    warn: (message: string) => void,
    textsInSums: TextsInSums,
  ) {
    this.cells = cells;
    this.formats = formats;
    this.dates = dates;
    this.tableName = tableName;
    this.warn = warn;
    this.textsInSums = textsInSums;
  }

  write(instance: SheetInstance, out: TextSink): void {
    const hasColumns = instance.template.columnLoops.length > 0;
    for (const output of instance.rows) {
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
      if (template.isPlain && !hasColumns && !output.isBlank) {
        const moved = row === template.row ? content : movedCells(content, row);
        if (moved === "") {
          out.text("/>");
          continue;
        }
        out.text(">");
        out.text(moved);
      } else {
        out.text(">");
        if (hasColumns)
          for (const [cell, turn] of repeatedCells(instance, output))
            this.cell(out, instance, output, rowNumber, cell, turn);
        else for (const cell of template.cells().values()) this.cell(out, instance, output, rowNumber, cell, 0);
      }
      out.text("</row>");
    }
  }

  private cell(
    out: TextSink,
    instance: SheetInstance,
    output: OutputRow,
    rowNumber: string,
    cell: CellTemplate,
    turn: number,
  ): void {
    const column = instance.template.columnLoops.length > 0 ? instance.columnOf(cell.column, turn) : cell.column;
    const { content, style } = cell;
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
        this.formula(out, content.formula, instance, output, cell, turn, column);
        return;
      case "array-part":
        out.text(style);
        out.text(this.arrayPart(instance, output.row, column));
        return;
      case "rich": {
        const runs = textOfValue(output.values[content.slot + turn * output.template.slots]);
        out.text(style);
        out.text(runs === "" ? "/>" : ` t="inlineStr"><is>${runs}</is></c>`);
        return;
      }
      default: {
        const value = this.cells.typed(output, cell, turn);
        // A cell whose format is text says that no number is meant.
        if (value.kind === "text" && content.kind === "value" && !this.cells.hasTextFormat(style.slice(4, -1)))
          this.textsInSums.note(instance, output.row, column, cell, value.text);
        if (value.kind === "unreadable")
          this.warn(`${instance.name}!${columnName(column)}${output.row}: ${unreadable(value)}, and the cell stays empty.`);
        this.merged(out, cell, value);
      }
    }
  }

  private merged(out: TextSink, { style, content }: CellTemplate, value: CellValue): void {
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
        const serial = serialFrom1900(value.serial, this.dates);
        out.text(this.dateStyle(style, value.hasTime));
        out.text(`><v>${serial}</v></c>`);
        return;
      }
      case "text":
        out.text(style);
        this.text(out, value.text, content.kind === "value" ? content.properties : "");
    }
  }

  private text(out: TextSink, text: string, properties: string): void {
    let kept = text;
    if (text.length > MAX_TEXT_LENGTH) {
      kept = text.slice(0, MAX_TEXT_LENGTH);
      this.warn(`A text was cut to the ${MAX_TEXT_LENGTH} characters that a cell holds.`);
    }
    out.text(` t="inlineStr"><is>`);
    if (properties !== "") out.text(`<r>${properties}`);
    out.text(needsSpace(kept) ? `<t xml:space="preserve">` : "<t>");
    out.text(escapeXmlText(toExcelText(kept)));
    out.text(properties === "" ? "</t></is></c>" : "</t></r></is></c>");
  }

  private dateStyle(style: string, hasTime: boolean): string {
    const index = style.slice(4, -1);
    return this.cells.hasDateFormat(index) ? style : ` s="${this.formats.dateStyle(index, hasTime)}"`;
  }

  private formula(
    out: TextSink,
    formula: FormulaTemplate,
    instance: SheetInstance,
    output: OutputRow,
    cell: CellTemplate,
    turn: number,
    column: number,
  ): void {
    const origin = originOf(instance, output, cell, turn);
    const range = formula.array && this.cells.arrayRange(formula.array, instance, output, column);
    const value = this.cells.calculated(instance, output.row, column);
    const stored = value === undefined ? undefined : storedValue(value instanceof Matrix ? value.at(0, 0) : value);
    if (stored) out.text(stored.type);
    out.text(range ? `><f t="array" ref="${formatRange(range)}">` : "><f>");
    this.formulaText(out, formula, output, origin, turn);
    if (stored) {
      out.text("</f><v>");
      out.text(stored.text);
      out.text("</v></c>");
    } else out.text("</f></c>");
  }

  private formulaText(out: TextSink, formula: FormulaTemplate, output: OutputRow, origin: Origin, turn: number): void {
    const { resolver } = this.cells;
    const resolved = this.cells.resolved(formula.parsed, origin);
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
          out.text(escapeXmlText(this.tableName(piece.table, present(origin.instance)) + piece.rest));
          break;
        case "merged": {
          const slot = present(formula.textSlots[piece.index]);
          out.text(escapeXmlText(stringLiteral(textOfValue(output.values[slot + turn * output.template.slots]))));
        }
      }
    }
  }

  private arrayPart(instance: SheetInstance, row: number, column: number): string {
    const value = this.cells.calculatedPart(instance, row, column);
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
  if (value instanceof FormulaError) return { type: ' t="e"', text: value.code };
  return { type: ' t="str"', text: escapeXmlText(toExcelText(value ?? "")) };
}

/** The cells of a row that is written elsewhere. */
function movedCells(content: string, row: number): string {
  return content.replace(
    /(<c\s(?:[^>]*?\s)?r=["'])([A-Z]{1,3})\d+/g,
    (_, before: string, letters: string) => before + letters + row,
  );
}

/** Cells in the order of their output columns. */
function repeatedCells(instance: SheetInstance, { template }: OutputRow): [CellTemplate, number][] {
  const placed: [CellTemplate, number, number][] = [];
  for (const cell of template.cells().values()) {
    const turns = instance.turnsOf(cell.column);
    for (let turn = 0; turn < turns; turn++) placed.push([cell, turn, instance.columnOf(cell.column, turn)]);
  }
  return placed.sort((a, b) => a[2] - b[2]).map(([cell, turn]) => [cell, turn]);
}
