import { escapeXmlText } from "../../opc/xml-text.ts";
import { textOfValue } from "../ooxml/text-markup.ts";
import { columnName, formatRange } from "./cell-reference.ts";
import type { CellValue } from "./cell-value.ts";
import { FormulaError, Matrix, type Scalar } from "./formula/formula-value.ts";
import type { FormatAdditions } from "./number-formats.ts";
import type { Origin } from "./resolve-references.ts";
import { toExcelText } from "./shared-strings.ts";
import type { OutputRow, SheetInstance } from "./sheet-layout.ts";
import type { CellTemplate, FormulaTemplate } from "./sheet-template.ts";
import type { WorkbookCells } from "./workbook-cells.ts";

/** The longest text that a cell holds. */
const LONGEST_TEXT = 32_767;

/** Texts are joined in stretches of this length: one string of a million pieces costs more to flatten. */
const CHUNK_CHARACTERS = 16_384;

/** Writes the rows of a merged sheet as the content of `<sheetData>`. */
export class RowsWriter {
  constructor(
    private readonly cells: WorkbookCells,
    private readonly formats: FormatAdditions,
    private readonly uses1904: boolean,
    /** The name of a table as formulas of this sheet must write it. */
    private readonly tableName: (name: string, instance: SheetInstance) => string,
    private readonly warn: (message: string) => void,
  ) {}

  write(instance: SheetInstance): string {
    const hasColumns = instance.template.columnLoops.length > 0;
    const chunks: string[] = [];
    let xml = "";
    for (const output of instance.rows) {
      if (xml.length > CHUNK_CHARACTERS) {
        chunks.push(xml);
        xml = "";
      }
      const { template, row } = output;
      const { attributes, content } = template.source;
      if (template.isPlain && !hasColumns && !output.isBlank) {
        const moved = row === template.row ? content : movedCells(content, row);
        xml += moved === "" ? `<row r="${row}"${attributes}/>` : `<row r="${row}"${attributes}>${moved}</row>`;
        continue;
      }
      let cells = "";
      if (hasColumns)
        for (const [cell, turn] of repeatedCells(instance, output)) cells += this.cell(instance, output, cell, turn);
      else for (const cell of template.cells().values()) cells += this.cell(instance, output, cell, 0);
      xml += `<row r="${row}"${attributes}>${cells}</row>`;
    }
    chunks.push(xml);
    return chunks.join("");
  }

  private cell(instance: SheetInstance, output: OutputRow, cell: CellTemplate, turn: number): string {
    const column = instance.template.columnLoops.length > 0 ? instance.columnOf(cell.column, turn) : cell.column;
    const { content, style } = cell;
    const open = `<c r="${columnName(column)}${output.row}"`;
    if (output.isBlank) return `${open}${style}/>`;
    switch (content.kind) {
      case "static":
        return open + style + content.xml;
      case "formula":
        return open + style + this.formula(instance, output, cell, content.formula, turn, column);
      case "array-part":
        return open + style + this.arrayPart(instance, output.row, column);
      case "rich": {
        const runs = textOfValue(output.values[content.slot + turn * output.template.slots]);
        return runs === "" ? `${open}${style}/>` : `${open}${style} t="inlineStr"><is>${runs}</is></c>`;
      }
      default:
        return this.merged(open, cell, this.cells.typed(output, cell, turn));
    }
  }

  private merged(open: string, { style, content }: CellTemplate, value: CellValue): string {
    switch (value.kind) {
      case "empty":
        return `${open}${style}/>`;
      case "number":
        return `${open}${style}><v>${value.value}</v></c>`;
      case "boolean":
        return `${open}${style} t="b"><v>${value.value ? 1 : 0}</v></c>`;
      case "date": {
        const serial = this.uses1904 ? value.serial - 1462 : value.serial;
        return `${open}${this.dateStyle(style, value.hasTime)}><v>${serial}</v></c>`;
      }
      case "text": {
        const properties = content.kind === "value" ? content.properties : "";
        return `${open}${style} t="inlineStr"><is>${this.text(value.text, properties)}</is></c>`;
      }
    }
  }

  private text(text: string, properties: string): string {
    let kept = text;
    if (text.length > LONGEST_TEXT) {
      kept = text.slice(0, LONGEST_TEXT);
      this.warn(`A text was cut to the ${LONGEST_TEXT} characters that a cell holds.`);
    }
    const space = needsSpace(kept) ? ' xml:space="preserve"' : "";
    const element = `<t${space}>${escapeXmlText(toExcelText(kept))}</t>`;
    return properties === "" ? element : `<r>${properties}${element}</r>`;
  }

  private dateStyle(style: string, hasTime: boolean): string {
    const index = style.slice(4, -1);
    return this.cells.hasDateFormat(index) ? style : ` s="${this.formats.dateStyle(index, hasTime)}"`;
  }

  private formula(
    instance: SheetInstance,
    output: OutputRow,
    cell: CellTemplate,
    formula: FormulaTemplate,
    turn: number,
    column: number,
  ): string {
    const origin: Origin = {
      instance,
      turn: output.turn,
      columnTurn: turn,
      row: output.template.row,
      column: cell.column,
    };
    const range = formula.array && this.cells.arrayRange(formula.array, instance, output, column);
    const open = range ? `<f t="array" ref="${formatRange(range)}">` : "<f>";
    const value = this.cells.calculated(instance, output.row, column);
    const text = this.formulaText(formula, output, origin, turn);
    const stored = value === undefined ? undefined : storedValue(value instanceof Matrix ? value.at(0, 0) : value);
    return `${stored?.type ?? ""}>${open}${text}</f>${stored ? `<v>${stored.text}</v>` : ""}</c>`;
  }

  private formulaText(formula: FormulaTemplate, output: OutputRow, origin: Origin, turn: number): string {
    const { resolver } = this.cells;
    const resolved = this.cells.resolved(formula.parsed, origin);
    let text = "";
    for (const piece of formula.pieces) {
      switch (piece.kind) {
        case "text":
          text += piece.xml;
          break;
        case "reference": {
          const placed = formula.parsed.references[piece.index]!;
          text += escapeXmlText(resolver.write(placed.reference, resolved[piece.index]!));
          break;
        }
        case "table":
          text += escapeXmlText(this.tableName(piece.table, origin.instance!) + piece.rest);
          break;
        case "merged": {
          const slot = formula.textSlots[piece.index]!;
          text += escapeXmlText(stringLiteral(textOfValue(output.values[slot + turn * output.template.slots])));
        }
      }
    }
    return text;
  }

  private arrayPart(instance: SheetInstance, row: number, column: number): string {
    try {
      const stored = storedValue(this.cells.valueOf(instance.index, row, column) ?? 0);
      return `${stored.type}><v>${stored.text}</v></c>`;
    } catch {
      return "/>";
    }
  }
}

/** Whether a reader could drop blanks of the text. */
function needsSpace(text: string): boolean {
  return text.charCodeAt(0) <= 0x20 || text.charCodeAt(text.length - 1) <= 0x20 || text.includes("\n");
}

/** A text as a formula writes it; beyond 255 characters a literal has to be put together. */
function stringLiteral(text: string): string {
  const pieces = text.match(/[\s\S]{1,250}/g) ?? [""];
  const literal = pieces.map((piece) => `"${piece.replaceAll('"', '""')}"`).join("&");
  return pieces.length > 1 ? `(${literal})` : literal;
}

/** Content of `<v>` and the type that goes with it. */
function storedValue(value: Scalar): { type: string; text: string } {
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
    const loop = instance.columnLoopAt(cell.column);
    const turns = loop ? instance.columnTurns[loop.index]! : 1;
    for (let turn = 0; turn < turns; turn++) placed.push([cell, turn, instance.columnOf(cell.column, turn)]);
  }
  return placed.sort((a, b) => a[2] - b[2]).map(([cell, turn]) => [cell, turn]);
}
