import { appendAll } from "../../domain/collections/long-lists.ts";
import { present } from "../../domain/present.ts";
import type { AssemblyToken } from "../../language/assembly-token.ts";
import { escapeXmlText } from "../../office/xml-text.ts";
import { type CellRange, columnName, parseRange } from "../../spreadsheet/cell-reference.ts";
import { FormulaError } from "../../spreadsheet/formula/formula-error.ts";
import type { Scalar } from "../../spreadsheet/formula/formula-value.ts";
import type { TagPlace } from "../ooxml/tag-place.ts";
import { ENDS_TAG, type TagRegister } from "../ooxml/tag-register.ts";
import { type CellTags, type RowTag, readCellTags } from "./cell-tags.ts";
import { compileFormula, formulaText, type SharedFormula } from "./compile-formula.ts";
import type { NumberFormats } from "./number-formats.ts";
import { readInlineString, type SharedStrings, type StringItem } from "./shared-strings.ts";
import { readCells, type SourceCell, type SourceFormula, type SourceRow } from "./sheet-data.ts";
import type { CellContent, CellTemplate, RowTemplate } from "./sheet-template.ts";

/** A row of the template and the tags in its cells, before its blocks are bound. */
export interface CompiledRow {
  template: RowTemplate;
  /** In the order of the cells. */
  rowTags: (RowTag & { column: number })[];
  /** By column: the tags that give the cells their values. */
  tokens: { column: number; tokens: AssemblyToken[] }[];
  /** Has something other than tags of the row. */
  hasContent: boolean;
}

/** What the rows of one sheet share while they are compiled. */
export interface RowContext {
  sheetName: string;
  rows: readonly SourceRow[];
  strings: SharedStrings;
  formats: NumberFormats;
  /** Shared strings whose tags have moved into cells. */
  usedStrings: Set<number>;
  sharedFormulas: Map<string, SharedFormula>;
  /** Cells that array formulas fill beside their own: `row:column` to the formula's cell. */
  arrayParts: Map<string, { row: number; column: number }>;
  /** Cells that dynamic array formulas filled when the template was made: they are filled anew. */
  spilled: CellRange[];
  /** Headings of tables, which Excel takes as texts only. */
  headings: readonly CellRange[];
  /** Ranges whose texts are copies of others, such as pivot tables: they are not templates. */
  cached: readonly CellRange[];
  register: TagRegister;
}

const HIDDEN = /\shidden\s*=\s*["'](?:1|true)["']/;

/** Reads a row. Rows without tags and formulas stay as they are, and their cells are read only when asked for. */
export function compileRow(source: SourceRow, context: RowContext): CompiledRow {
  const hidden = HIDDEN.test(source.attributes);
  if (context.register.readsAllTexts) lookAtTexts(source, context);
  const base = { row: source.row, source, loop: undefined, slots: 0, hidden };
  if (isPlain(source, context)) {
    let read: ReadonlyMap<number, CellTemplate> | undefined;
    const cells = () => {
      read ??= new Map(readCells(source).map((cell) => [cell.column, staticCell(cell, context.strings)]));
      return read;
    };
    const hasContent = /<(?:v|is)[\s>]/.test(source.content);
    return { template: { ...base, cells, isPlain: true }, rowTags: [], tokens: [], hasContent };
  }
  return compileCells(source, base, context);
}

/** Shows the linter the texts of a row that have no tags: `[Name]` and the like are not tags. */
function lookAtTexts(source: SourceRow, { strings, sheetName, register }: RowContext): void {
  if (!strings.hasBrackets && !/\[|&lt;|(?:Start|End):/.test(source.content)) return;
  for (const cell of readCells(source)) {
    const text =
      cell.type === "s" ? strings.item(Number(cell.value))?.text : cell.inline && readInlineString(cell.inline).text;
    if (!text || text.includes("{")) continue;
    register.look(text, { part: `${sheetName}!${columnName(cell.column)}${source.row}`, where: () => "" });
  }
}

function isPlain({ row, content }: SourceRow, { strings, arrayParts, spilled }: RowContext): boolean {
  if (content === "") return true;
  if (content.includes("<f") || content.includes("{")) return false;
  if (spilled.some(({ row1, row2 }) => row1 <= row && row <= row2)) return false;
  if (arrayParts.size > 0 && [...arrayParts.keys()].some((key) => key.startsWith(`${row}:`))) return false;
  if (!strings.hasTags || !/\st\s*=\s*["']s["']/.test(content)) return true;
  return readCells({ row, content, attributes: "" }).every(
    ({ type, value }) => type !== "s" || !strings.mayHoldTags(Number(value)),
  );
}

function compileCells(
  source: SourceRow,
  base: Omit<RowTemplate, "cells" | "isPlain">,
  context: RowContext,
): CompiledRow {
  const cells = new Map<number, CellTemplate>();
  const compiled: CompiledRow = {
    template: { ...base, isPlain: false, cells: () => cells },
    rowTags: [],
    tokens: [],
    hasContent: false,
  };
  for (const cell of readCells(source)) {
    const { column } = cell;
    const place: TagPlace = {
      part: `${context.sheetName}!${columnName(column)}${source.row}`,
      where: () => "",
      next: () => endOfCutTag(source, column, context),
      unit: "cell",
    };
    const slot = compiled.template.slots;
    const text = cell.formula ? undefined : stringItemOf(cell, context);
    const isCached = context.cached.some((range) => contains(range, source.row, column));
    const tags =
      text?.item.text.includes("{") && !isCached
        ? readCellTags(text.item, column, slot, context.register, place, () => context.formats.fontOf(cell.style))
        : undefined;
    if (tags) {
      if (text?.index !== undefined) context.usedStrings.add(text.index);
      addTags(compiled, cell, tags);
      const isHeading = context.headings.some((range) => contains(range, source.row, column));
      cells.set(column, { column, style: styleOf(cell), content: contentOf(tags, isHeading) });
      continue;
    }
    const content = cell.formula && formulaContent(cell, source.row, compiled, context);
    const template = content ? { column, style: styleOf(cell), content } : staticCell(cell, context.strings);
    if (!content && context.spilled.some((range) => contains(range, source.row, column))) template.content = EMPTY;
    const part = context.arrayParts.get(`${source.row}:${column}`);
    if (part && !content) template.content = { kind: "array-part", masterRow: part.row, masterColumn: part.column };
    if (content || cell.value !== undefined || cell.inline !== undefined) compiled.hasContent = true;
    cells.set(column, template);
  }
  return compiled;
}

const contains = ({ row1, row2, column1, column2 }: CellRange, row: number, column: number): boolean =>
  row >= row1 && row <= row2 && column >= column1 && column <= column2;

/** The cell in which a tag that was cut in two ends: the next one of its row, or the one below. */
function endOfCutTag(
  source: SourceRow,
  column: number,
  context: RowContext,
): ReturnType<NonNullable<TagPlace["next"]>> {
  const right = readCells(source).find((cell) => cell.column > column && stringItemOf(cell, context));
  const below = context.rows.find(({ row }) => row === source.row + 1);
  const lower = below && readCells(below).find((cell) => cell.column === column);
  for (const [cell, row] of [
    [right, source.row],
    [lower, source.row + 1],
  ] as const) {
    const text = cell && stringItemOf(cell, context)?.item.text;
    if (cell && text && ENDS_TAG.test(text))
      return { text, where: `${context.sheetName}!${columnName(cell.column)}${row}` };
  }
  return undefined;
}

function contentOf({ content = EMPTY }: CellTags, isHeading: boolean): CellContent {
  return isHeading && (content.kind === "value" || content.kind === "text")
    ? { kind: "heading", slot: content.slot }
    : content;
}

const EMPTY: CellContent = { kind: "static", xml: "/>", value: null };

function addTags(compiled: CompiledRow, { column }: SourceCell, tags: CellTags): void {
  const { hasContent } = compiled;
  for (const tag of tags.rowTags)
    compiled.rowTags.push({ ...tag, afterContent: tag.afterContent || hasContent, column });
  if (!tags.content) return;
  compiled.template.slots++;
  compiled.hasContent = true;
  compiled.tokens.push({ column, tokens: tags.tokens });
}

function formulaContent(
  cell: SourceCell,
  row: number,
  compiled: CompiledRow,
  context: RowContext,
): CellContent | undefined {
  const { column } = cell;
  const element = present(cell.formula);
  const text = formulaText(element, row, column, context.sharedFormulas);
  if (element.attributes.get("t") === "dataTable") return dataTable(cell, element, context);
  if (text === undefined || text === "") return undefined;
  const isArray = element.attributes.get("t") === "array";
  const reference = isArray ? (element.attributes.get("ref") ?? columnName(column) + row) : undefined;
  // Only a dynamic array formula has metadata of its cell (ECMA-376 Part 1, 18.9; XLDAPR).
  const isDynamic = isArray && cell.cellMetadata !== "";
  const slot = compiled.template.slots;
  const place = { part: `${context.sheetName}!${columnName(column)}${row}`, where: () => "" };
  const array = reference === undefined ? undefined : { reference, isDynamic };
  const { formula, tokens } = compileFormula(text, array, storedOf(cell), slot + 1, context.register, place);
  compiled.template.slots += 1 + formula.textSlots.length;
  if (tokens.length > 0) compiled.tokens.push({ column, tokens });
  if (isDynamic) appendAll(context.spilled, formula.array ? [formula.array] : []);
  else noteArray(reference, row, column, context);
  return { kind: "formula", slot, formula };
}

const storedOf = ({ cellMetadata, valueMetadata, type, value }: SourceCell) => ({
  cellMetadata,
  valueMetadata,
  type,
  value,
});

function dataTable(cell: SourceCell, formula: SourceFormula, { strings }: RowContext): CellContent | undefined {
  const { content } = staticCell(cell, strings);
  return content.kind === "static" ? { ...content, kind: "data-table", formula } : undefined;
}

const MAX_ARRAY_CELLS = 10_000;

function noteArray(reference: string | undefined, row: number, column: number, { arrayParts }: RowContext): void {
  const range = reference === undefined ? undefined : parseRange(reference);
  if (!range || (range.row2 - range.row1 + 1) * (range.column2 - range.column1 + 1) > MAX_ARRAY_CELLS) return;
  for (let y = range.row1; y <= range.row2; y++)
    for (let x = range.column1; x <= range.column2; x++)
      if (y !== row || x !== column) arrayParts.set(`${y}:${x}`, { row, column });
}

function styleOf({ style }: SourceCell): string {
  return style === "" ? "" : ` s="${escapeXmlText(style)}"`;
}

function stringItemOf(cell: SourceCell, { strings }: RowContext): { item: StringItem; index?: number } | undefined {
  if (cell.type === "s" && cell.value !== undefined) {
    const index = Number(cell.value);
    const item = strings.item(index);
    return item && { item, index };
  }
  if (cell.type === "inlineStr" && cell.inline !== undefined) return { item: readInlineString(cell.inline) };
  if (cell.type === "str" && cell.value !== undefined)
    return { item: { text: cell.value, runs: [{ properties: "", text: cell.value }] } };
  return undefined;
}

function staticCell(cell: SourceCell, strings: SharedStrings): CellTemplate {
  const type = `${cell.cellMetadata}${cell.valueMetadata}${cell.type === "n" ? "" : ` t="${escapeXmlText(cell.type)}"`}`;
  const inline = cell.inline === undefined ? "" : `<is>${cell.inline}</is>`;
  const value = cell.value === undefined ? "" : `<v>${escapeXmlText(cell.value)}</v>`;
  const xml = inline + value === "" ? "/>" : `${type}>${inline}${value}</c>`;
  return {
    column: cell.column,
    style: styleOf(cell),
    content: { kind: "static", xml, value: scalarOf(cell, strings) },
  };
}

function scalarOf(cell: SourceCell, strings: SharedStrings): Scalar {
  if (cell.type === "inlineStr") return cell.inline === undefined ? null : readInlineString(cell.inline).text;
  if (cell.value === undefined || (cell.value === "" && cell.type !== "str")) return null;
  switch (cell.type) {
    case "s":
      return strings.item(Number(cell.value))?.text ?? null;
    case "b":
      return cell.value === "1";
    case "e":
      return FormulaError.of(cell.value);
    case "str":
    case "d":
      return cell.value;
    default: {
      const number = Number(cell.value);
      return Number.isNaN(number) ? null : number;
    }
  }
}
