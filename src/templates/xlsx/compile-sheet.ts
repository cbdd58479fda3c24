import { appendAll } from "../../domain/collections/long-lists.ts";
import { present } from "../../domain/present.ts";
import { assembleTemplate } from "../../language/assemble.ts";
import type { AssemblyToken } from "../../language/assembly-token.ts";
import type { Tag, TemplateNode } from "../../language/ast.ts";
import { type CellRange, parseRange } from "../../spreadsheet/cell-reference.ts";
import type { OfficePackage } from "../ooxml/office-package.ts";
import type { TagRegister } from "../ooxml/tag-register.ts";
import { type CompiledRow, compileRow, type RowContext } from "./compile-row.ts";
import {
  columnCountMark,
  columnIterationMark,
  columnsEndMark,
  columnsStartMark,
  gapMark,
  iterationMark,
  keepMark,
  rowMark,
} from "./marks.ts";
import { readSheetXml } from "./sheet-data.ts";
import { SheetFrame } from "./sheet-frame.ts";
import type { ColumnLoop, RowLoop, RowTemplate, SheetTemplate } from "./sheet-template.ts";
import { partText, type SourceSheet, type SourceTable, type WorkbookSource } from "./workbook-source.ts";

type OpenTag = Tag & { role: "open" };

/** A sheet's program: the tokens of its rows, and the tag that repeats the whole sheet. */
export interface CompiledSheet {
  template: SheetTemplate;
  frame: SheetFrame;
  tokens: AssemblyToken[];
  sheetTag: OpenTag | undefined;
  rows: ReadonlyMap<number, RowTemplate>;
}

interface BoundColumns {
  loop: ColumnLoop;
  tag: OpenTag;
}

/** Compiles the rows of a sheet: binds its blocks to rows, columns and the sheet. Errors go to the register. */
export function compileSheet(
  workbook: WorkbookSource,
  source: SourceSheet,
  index: number,
  register: TagRegister,
  usedStrings: Set<number>,
  attach: (frame: SheetFrame, attachment: Attach) => void,
): CompiledSheet {
  const { head, rows, tail } = readSheetXml(partText(workbook.package, source.part));
  const context: RowContext = {
    sheetName: source.name,
    rows,
    strings: workbook.strings,
    formats: workbook.formats,
    usedStrings,
    sharedFormulas: new Map(),
    arrayParts: new Map(),
    spilled: [],
    headings: workbook.tables.filter(({ sheet }) => sheet === source).flatMap(headingsOf),
    cached: pivotAreas(workbook.package, source.part),
    register,
  };
  const compiled = rows.map((row) => compileRow(row, context));
  const template: SheetTemplate = {
    index,
    source,
    head,
    tail,
    rows: compiled.map((row) => row.template),
    rowLoops: [],
    columnLoops: [],
    lastRow: rows.at(-1)?.row ?? 0,
    lastColumn: lastColumnOf(compiled),
    hasSpills: context.spilled.length > 0,
    isFixed: true,
  };
  const rowMap = new Map(template.rows.map((row) => [row.row, row]));
  const frame = new SheetFrame(head, tail);
  attach(frame, attachTo(compiled));
  const { columns, sheetTag } = liftUnits(compiled, register);
  appendAll(
    template.columnLoops,
    columns.map(({ loop }) => loop),
  );
  const writer = new RowWriter(template, columns, rowMap);
  closeTableRows(compiled);
  for (const row of compiled) writer.row(row);
  template.isFixed = writer.isFixed && columns.length === 0;
  return { template, frame, tokens: writer.tokens, sheetTag, rows: rowMap };
}

function headingsOf({ reference, headerRows }: SourceTable): CellRange[] {
  const range = headerRows > 0 ? parseRange(reference) : undefined;
  return range ? [{ ...range, row2: range.row1 + headerRows - 1 }] : [];
}

/** Where a sheet has its pivot tables. */
function pivotAreas(source: OfficePackage, sheet: string): CellRange[] {
  const relationships = source.relationshipsOf(sheet);
  return relationships.ofType("pivotTable").flatMap((relationship) => {
    const part = relationships.targetPart(relationship);
    const xml = part === undefined ? undefined : source.text(part);
    return parseRange(/<(?:\w+:)?location\s[^>]*?\bref="([^"]*)"/.exec(xml ?? "")?.[1] ?? "") ?? [];
  });
}

/**
 * Gives something attached to a cell (a link, a comment, a picture) a slot in the cell's row, so that it is merged in
 * each turn.
 */
export interface Attach {
  (row: number, column: number, tokensOf: (slot: number) => AssemblyToken[]): number | undefined;
  /** The row with content that a loop repeats together with all of these rows, the nearest one; undefined without such a loop. */
  repeatedRow(first: number, last: number): number | undefined;
}

function attachTo(rows: readonly CompiledRow[]): Attach {
  const byRow = new Map(rows.map((row) => [row.template.row, row]));
  const attach = (row: number, column: number, tokensOf: (slot: number) => AssemblyToken[]): number | undefined => {
    const found = byRow.get(row);
    if (!found?.hasContent) return undefined;
    const slot = found.template.slots++;
    found.tokens.push({ column, tokens: tokensOf(slot) });
    found.tokens.sort((a, b) => a.column - b.column);
    return slot;
  };
  let loops: readonly LoopedRows[] | undefined;
  return Object.assign(attach, {
    repeatedRow: (row: number, lastRow: number) => {
      loops ??= loopedRows(rows);
      const around = loops.filter(({ first, last }) => first <= row && lastRow <= last);
      const [inner] = around.sort((a, b) => a.last - a.first - (b.last - b.first));
      if (!inner) return undefined;
      const isOwn = (each: number) =>
        !loops?.some((loop) => isWithin(loop, inner) && loop.first <= each && each <= loop.last);
      const near = rows
        .filter(({ template, hasContent }) => hasContent && inner.first <= template.row && template.row <= inner.last)
        .map(({ template }) => template.row)
        .filter(isOwn);
      return near.sort((a, b) => Math.abs(a - row) - Math.abs(b - row))[0];
    },
  });
}

interface LoopedRows {
  first: number;
  last: number;
}

const isWithin = (inner: LoopedRows, outer: LoopedRows): boolean =>
  inner !== outer && outer.first <= inner.first && inner.last <= outer.last;

/** The rows of each loop over rows, from the row of its tag to that of its end. */
function loopedRows(rows: readonly CompiledRow[]): LoopedRows[] {
  const found: LoopedRows[] = [];
  const open: { name: string; first: number; isLoop: boolean }[] = [];
  const isClosing = tableRowsEnd(rows);
  for (const { rowTags, template } of rows) {
    for (const { tag, isClosed } of rowTags) {
      if (isClosed) continue;
      if (tag.role === "open" && tag.name !== "sheet" && tag.name !== "column") {
        const isLoop = tag.block.kind === "loop" || tag.block.kind === "for" || tag.block.kind === "section";
        open.push({ name: tag.name, first: template.row, isLoop });
      } else if (tag.role === "close" && tag.name !== "sheet" && tag.name !== "column") {
        const block = open.pop();
        if (block?.isLoop) found.push({ first: block.first, last: template.row });
      }
    }
    while (isClosing && open.at(-1)?.name === "tablerow") {
      open.pop();
      found.push({ first: template.row, last: template.row });
    }
  }
  return found;
}

function lastColumnOf(rows: readonly CompiledRow[]): number {
  let last = 1;
  for (const { template } of rows) {
    if (!template.isPlain) {
      for (const column of template.cells().keys()) last = Math.max(last, column);
      continue;
    }
    // The cells of a plain row are in order: its last one shows that.
    const at = template.source.content.lastIndexOf("<c ");
    const letters =
      at < 0 ? undefined : /\sr\s*=\s*["']([A-Z]{1,3})\d/.exec(template.source.content.slice(at, at + 60))?.[1];
    if (letters)
      last = Math.max(
        last,
        [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0),
      );
    else for (const column of template.cells().keys()) last = Math.max(last, column);
  }
  return last;
}

/** Takes {sheet} and {column} out of the rows: they are bound to more than rows. */
function liftUnits(rows: readonly CompiledRow[], register: TagRegister) {
  let sheetTag: OpenTag | undefined;
  let sheetIsOpen = false;
  let open: { tag: OpenTag; column: number } | undefined;
  const columns: BoundColumns[] = [];
  const close = (last: number) => {
    if (!open) return;
    const [first, end] = [Math.min(open.column, last), Math.max(open.column, last)];
    if (columns.some(({ loop }) => loop.firstColumn <= end && first <= loop.lastColumn))
      register.refuse(open.tag, "The columns of two {column} blocks overlap");
    else columns.push({ tag: open.tag, loop: { index: 0, firstColumn: first, lastColumn: end } });
    open = undefined;
  };
  for (const row of rows) {
    row.rowTags = row.rowTags.filter(({ tag, column }) => {
      if (tag.role === "open" && tag.name === "sheet") {
        if (sheetTag) register.refuse(tag, "A sheet can be repeated by one {sheet} only");
        sheetTag ??= tag;
        sheetIsOpen = true;
        return false;
      }
      if (tag.role === "open" && tag.name === "column") {
        if (open) close(open.column);
        open = { tag, column };
        return false;
      }
      if (tag.role === "close" && tag.name === "column" && open) {
        close(column);
        return false;
      }
      if (tag.role === "close" && tag.name === "sheet" && sheetIsOpen) {
        sheetIsOpen = false;
        return false;
      }
      return true;
    });
  }
  if (open) close((open as { column: number }).column);
  columns.sort((a, b) => a.loop.firstColumn - b.loop.firstColumn);
  columns.forEach(({ loop }, index) => {
    loop.index = index;
  });
  return { columns, sheetTag };
}

/** Whether {tablerow} without an end is among the tags: then each ends with its row. */
function tableRowsEnd(rows: readonly CompiledRow[]): boolean {
  const count = (role: Tag["role"]) =>
    rows.reduce(
      (sum, { rowTags }) =>
        sum + rowTags.filter(({ tag }) => tag.role === role && "name" in tag && tag.name === "tablerow").length,
      0,
    );
  return count("open") !== count("close");
}

/** {tablerow} without an end repeats the row that holds it. */
function closeTableRows(rows: readonly CompiledRow[]): void {
  if (!tableRowsEnd(rows)) return;
  for (const row of rows) {
    let open = 0;
    for (const { tag } of row.rowTags) {
      if (tag.role === "open" && tag.name === "tablerow") open++;
      if (tag.role === "close" && tag.name === "tablerow" && open > 0) open--;
    }
    for (; open > 0; open--) {
      const opening = present(row.rowTags.find(({ tag }) => tag.role === "open" && tag.name === "tablerow"));
      const { at, source } = opening.tag;
      row.rowTags.push({ ...opening, tag: { role: "close", at, source, name: "tablerow" }, afterContent: true });
    }
  }
}

interface OpenBlock {
  loop: RowLoop | undefined;
  isElse: boolean;
}

/** Writes the rows of a sheet as tokens, each row at its place among the blocks' tags. */
class RowWriter {
  readonly tokens: AssemblyToken[] = [];
  isFixed = true;
  readonly #open: OpenBlock[] = [];
  #previousRow = 0;

  readonly #template: SheetTemplate;
  readonly #columns: readonly BoundColumns[];
  readonly #rows: ReadonlyMap<number, RowTemplate>;

  constructor(template: SheetTemplate, columns: readonly BoundColumns[], rows: ReadonlyMap<number, RowTemplate>) {
    this.#template = template;
    this.#columns = columns;
    this.#rows = rows;
    for (const { loop, tag } of columns)
      if (tag.block.kind === "loop") this.tokens.push(columnCountMark(loop, tag.block.spec.from));
  }

  row(row: CompiledRow): void {
    const { template, rowTags } = row;
    if (template.row > this.#previousRow + 1) {
      this.#noteRow(this.#previousRow + 1);
      this.#noteRow(template.row - 1);
      this.tokens.push(gapMark(this.#previousRow + 1, template.row - 1, this.#currentLoop()));
    }
    this.#previousRow = template.row;
    const place = placeOfRow(rowTags);
    rowTags.forEach(({ tag, isClosed }, index) => {
      if (index === place) this.#content(row);
      this.#tag(tag, isClosed, template.row);
    });
    if (place >= rowTags.length) this.#content(row);
  }

  /** The row itself; a row that holds nothing but tags vanishes. */
  #content(row: CompiledRow): void {
    const { template, hasContent, rowTags } = row;
    template.loop = this.#currentLoop();
    if (!hasContent && (rowTags.length > 0 || row.template.slots > 0)) {
      this.isFixed = false;
      return;
    }
    this.#noteRow(template.row);
    this.tokens.push(rowMark(template));
    let at = 0;
    while (at < row.tokens.length) {
      const { column, tokens } = present(row.tokens[at]);
      const bound = this.#columns.find(({ loop }) => loop.firstColumn <= column && column <= loop.lastColumn);
      if (!bound) {
        appendAll(this.tokens, tokens);
        at++;
        continue;
      }
      const { tag, loop } = bound;
      this.tokens.push(columnsStartMark(), { kind: "tag", tag }, columnIterationMark());
      for (; at < row.tokens.length && present(row.tokens[at]).column <= loop.lastColumn; at++)
        appendAll(this.tokens, present(row.tokens[at]).tokens);
      this.tokens.push({ kind: "tag", tag: { role: "close", at: tag.at, source: tag.source, name: tag.name } });
      this.tokens.push(columnsEndMark());
    }
  }

  /** A loop covers the rows that are written in it; the rows of its tags may have vanished. */
  #noteRow(row: number): void {
    for (const { loop } of this.#open) {
      if (!loop) continue;
      if (loop.lastRow === 0) loop.firstRow = row;
      loop.lastRow = row;
    }
  }

  #currentLoop(): RowLoop | undefined {
    return this.#open.findLast(({ loop, isElse }) => loop && !isElse)?.loop;
  }

  #tag(tag: Tag, isClosed: boolean, row: number): void {
    this.tokens.push({ kind: "tag", tag });
    if (isClosed) return;
    const top = this.#open.at(-1);
    if (tag.role === "open") {
      this.isFixed = false;
      const { kind } = tag.block;
      const isLoop = kind === "loop" || kind === "for" || kind === "section";
      const loop = isLoop ? { parent: this.#currentLoop(), firstRow: row, lastRow: 0, kept: [] } : undefined;
      this.#open.push({ loop, isElse: false });
      if (!loop) return;
      this.#template.rowLoops.push(loop);
      this.tokens.push(iterationMark(loop));
    } else if (tag.role === "middle" && top && tag.name !== "elseif") top.isElse = true;
    else if (tag.role === "close") {
      const closed = this.#open.pop();
      if (closed?.loop) {
        if (closed.loop.lastRow === 0) closed.loop.lastRow = closed.loop.firstRow;
        this.tokens.push(keepMark(closed.loop, this.#rows));
      }
    }
  }
}

/** How many of a row's tags come before the row itself: it belongs in the blocks that it opens. */
function placeOfRow(tags: CompiledRow["rowTags"]): number {
  let place = 0;
  let sawEnd = false;
  for (const [index, { tag, isClosed, afterContent }] of tags.entries()) {
    if (isClosed || tag.role === "assign" || tag.role === "break" || tag.role === "continue") {
      if (!sawEnd && !afterContent && place === index) place = index + 1;
      continue;
    }
    if (tag.role === "open") {
      if (!sawEnd) place = index + 1;
    } else {
      if (!sawEnd && place === 0 && !afterContent) {
        // An end or a middle at the start of the row belongs to the rows above.
        place = index + 1;
        if (tag.role === "close" && !tags.slice(index + 1).some((later) => later.tag.role === "open")) place = index;
        continue;
      }
      sawEnd = true;
    }
  }
  return place;
}

/** Pairs a sheet's tokens; errors go to the register. */
export function assembleSheet(tokens: readonly AssemblyToken[], register: TagRegister): TemplateNode[] {
  const { nodes, problems } = assembleTemplate(tokens, { keepNewlines: true });
  register.noteAll(problems);
  return nodes;
}
