import { present } from "../../domain/present.ts";
import type { Expression, Tag } from "../../language/ast.ts";
import { openRaw } from "./build-markup.ts";
import { takeOut } from "./cut-markup.ts";
import { closest } from "./markup-search.ts";
import {
  append,
  BlockMark,
  type MarkupElement,
  type MarkupNode,
  MarkupText,
  type RawMarkup,
  replace,
  TagMark,
} from "./markup-tree.ts";
import type { Printer } from "./printer.ts";
import type { TagRegister } from "./tag-register.ts";
import { CELLS, ROWS, TABLES } from "./vocabulary.ts";

interface Cell {
  node: MarkupElement | RawMarkup;
  start: number;
  end: number;
  /** Columns that a cell of DrawingML covers: those after its own have cells of their own. */
  covered?: number;
}

const SPAN = /<w:gridSpan w:val="(\d+)"\/>| gridSpan="(\d+)"/;

/** `{column}`: the columns from the opening tag's cell to the closing one's are repeated, in all rows of the table. */
export function bindColumn(tags: readonly TagMark[], register: TagRegister): void {
  const [opening, closing, ...rest] = tags;
  if (!opening || !closing || opening.tag.role !== "open" || opening.tag.block.kind !== "loop") return;
  const table = closest(opening, (name) => TABLES.has(name));
  if (rest.length > 0) {
    register.refuse(opening.tag, "{column} has no {else}");
    return;
  }
  if (!table || closest(closing, (name) => TABLES.has(name)) !== table) {
    register.refuse(opening.tag, "{column} and {/column} must be in the same table");
    return;
  }
  const from = cellOf(opening);
  const to = cellOf(closing);
  if (!from || !to) {
    register.refuse(opening.tag, "{column} must be in a cell");
    return;
  }
  const [first, last] = [from.start, Math.max(from.end, to.end)];
  takeOut(opening);
  takeOut(closing);

  const bind = new ColumnBinder(opening.tag, closing.tag, opening.tag.block.spec.from, first, last);
  for (const row of rowsOf(table)) bind.row(row);
  const grid = table.children.find((child) => "name" in child && /^(?:w|a):tblGrid$/.test(child.name));
  if (grid) bind.grid(grid as MarkupElement | RawMarkup);
}

function cellOf(tag: TagMark): Cell | undefined {
  const cell = closest(tag, (name) => CELLS.has(name));
  const row = closest(tag, (name) => ROWS.has(name));
  return row && cellsOf(row).find(({ node }) => node === cell);
}

/** The rows of a table; rows without tags are looked into from here on. */
function rowsOf(table: MarkupElement): MarkupElement[] {
  return table.children.flatMap((child) => {
    if (!("name" in child) || !ROWS.has(child.name)) return [];
    if (child.kind === "element") return [child];
    const row = openRaw(child as RawMarkup);
    replace(child, row);
    return [row];
  });
}

function cellsOf(row: MarkupElement): Cell[] {
  let column = 0;
  return row.children.flatMap((child) => {
    if ((child.kind !== "element" && child.kind !== "raw") || !CELLS.has(child.name)) return [];
    const xml = child.kind === "raw" ? child.xml : child.open + child.children.map(ownXml).join("");
    const match = SPAN.exec(xml.slice(0, 2_000));
    // DrawingML keeps the cells that others cover (21.1.3.16), so that each has a column of its own.
    if (child.name === "a:tc") {
      const span = Number(/^<a:tc\b[^>]*? gridSpan="(\d+)"/.exec(openingOf(child))?.[1] ?? 1);
      return [{ node: child, start: column, end: ++column, ...(span > 1 ? { covered: span } : {}) }];
    }
    const start = column;
    column += Number(match?.[1] ?? match?.[2] ?? 1);
    return [{ node: child, start, end: column }];
  });
}

const openingOf = (node: MarkupElement | RawMarkup): string => (node.kind === "raw" ? node.xml : node.open);
const ownXml = (node: MarkupNode): string => (node.kind === "raw" ? node.xml : "");

class ColumnBinder {
  readonly #count: Expression;

  readonly #open: Tag;
  readonly #close: Tag;
  readonly #first: number;
  readonly #last: number;

  constructor(open: Tag, close: Tag, list: Expression, first: number, last: number) {
    this.#open = open;
    this.#close = close;
    this.#first = first;
    this.#last = last;
    this.#count = { kind: "modifier", at: open.at, name: "count", operand: list, arguments: [] };
  }

  row(row: MarkupElement): void {
    const inside: MarkupNode[] = [];
    for (const { node, start, end, covered = 0 } of cellsOf(row)) {
      if (start < this.#first && start + covered >= this.#last) this.#widenDrawing(node, covered);
      else if (start >= this.#first && end <= this.#last) inside.push(this.#narrowedCell(node));
      else if (start <= this.#first && end >= this.#last) this.#widen(node, end - start);
    }
    this.#repeat(inside);
  }

  grid(grid: MarkupElement | RawMarkup): void {
    const element = grid.kind === "raw" ? openRaw(grid) : grid;
    if (element !== grid) replace(grid, element);
    const columns = element.children.filter((child) => "name" in child && /^(?:w|a):gridCol$/.test(child.name));
    const inside = columns.slice(this.#first, this.#last).map((column) => {
      const narrowed = this.#narrowed(column as RawMarkup);
      if (narrowed !== column) replace(column, narrowed);
      return narrowed;
    });
    this.#repeat(inside);
  }

  #repeat(nodes: readonly MarkupNode[]): void {
    const [first] = nodes;
    if (!first) return;
    const block = new BlockMark([new TagMark(this.#open), new TagMark(this.#close)]);
    replace(first, block);
    for (const node of nodes.slice(1)) replace(node);
    append(present(block.branches[0]), ...nodes);
  }

  #asked(printer: Printer): TagMark {
    const { at, source } = this.#open;
    return new TagMark({ role: "output", at, source, expression: this.#count, raw: false }, printer);
  }

  /** The width of a repeated column, divided by the number of its copies: the table keeps its width. */
  #narrowed(column: RawMarkup | MarkupElement): MarkupNode {
    const xml = column.kind === "raw" ? column.xml : `${column.open}</${column.name}>`;
    return this.#divided(xml, /^(<[wa]:gridCol\b[^>]*? (?:w:)?w=")(\d+)(?=")/) ?? column;
  }

  /** A cell's own preferred width (17.4.71) is divided, too. */
  #narrowedCell(cell: MarkupElement | RawMarkup): MarkupElement | RawMarkup {
    const element = cell.kind === "raw" ? openRaw(cell) : cell;
    const properties = element.children.find((child) => child.kind === "raw" && child.name === "w:tcPr");
    const divided = properties?.kind === "raw" && this.#divided(properties.xml, /(<w:tcW\b[^>]*? w:w=")(\d+)(?=%?")/);
    if (!divided) return cell;
    if (element !== cell) replace(cell, element);
    replace(properties, divided);
    return element;
  }

  /** Markup with the number of its second group divided by the number of copies; undefined if it does not match. */
  #divided(xml: string, pattern: RegExp): MarkupNode | undefined {
    const match = pattern.exec(xml);
    if (!match) return undefined;
    const width = Number(match[2]);
    const printer: Printer = { print: (count) => String(Math.round(width / Math.max(1, Number(count)))) };
    const at = match.index + present(match[1]).length;
    const rest = xml.slice(at + present(match[2]).length);
    return together(new MarkupText(xml.slice(0, at)), this.#asked(printer), new MarkupText(rest));
  }

  /** The same for DrawingML, where the number is in the cell's own tag. */
  #widenDrawing(cell: MarkupElement | RawMarkup, span: number): void {
    const element = cell.kind === "raw" ? openRaw(cell) : cell;
    const match = /^(<a:tc\b[^>]*? gridSpan=")(\d+)(?=")/.exec(element.open);
    if (!match) return;
    const rest = element.open.slice(match[0].length);
    const asked = this.#asked(this.#spanPrinter(span));
    const content = [new MarkupText(rest), ...element.children, new MarkupText("</a:tc>")];
    replace(cell, together(new MarkupText(present(match[1])), asked, ...content));
  }

  #spanPrinter(span: number): Printer {
    const own = this.#last - this.#first;
    return { print: (count) => String(Math.max(1, span - own + own * Number(count))) };
  }

  /** A cell over the repeated columns and others spans as many as there are. */
  #widen(cell: MarkupElement | RawMarkup, span: number): void {
    const element = cell.kind === "raw" ? openRaw(cell) : cell;
    if (element !== cell) replace(cell, element);
    const properties = element.children.find((child) => child.kind === "raw" && child.name === "w:tcPr");
    if (properties?.kind !== "raw") return;
    const match = SPAN.exec(properties.xml);
    if (!match) return;
    const at = match.index + match[0].search(/\d/);
    replace(
      properties,
      new MarkupText(properties.xml.slice(0, at)),
      this.#asked(this.#spanPrinter(span)),
      new MarkupText(properties.xml.slice(at + String(span).length)),
    );
  }
}

/** Several nodes as one, so that they can be moved together: a block that always prints. */
function together(...nodes: MarkupNode[]): BlockMark {
  const open: Tag = { role: "open", at: 0, source: "", name: "strip", block: { kind: "strip" } };
  const block = new BlockMark([new TagMark(open), new TagMark({ role: "close", at: 0, source: "", name: "strip" })]);
  append(present(block.branches[0]), ...nodes);
  return block;
}
