import { columnNumber, LAST_COLUMN, LAST_ROW } from "../cell-reference.ts";

/** One end of a reference: 1-based, and whether `$` fixes it. */
export interface ReferenceEnd {
  index: number;
  absolute: boolean;
}

/** A reference to cells in A1 notation (ECMA-376 Part 1, 18.17.2.3), e.g. `$B7`, `Sheet1!A:C`, `'Q1:Q4'!D5:D9`. */
export interface CellReference {
  kind: "reference";
  /** The sheet prefix as written, `!` included; empty without one. */
  prefix: string;
  /** The sheet named, or the first one of a 3-D reference. */
  sheet?: string;
  /** The last sheet of a 3-D reference. */
  lastSheet?: string;
  /** Names another workbook. */
  external?: boolean;
  /** Absent for whole columns. */
  rows?: { first: ReferenceEnd; last: ReferenceEnd };
  /** Absent for whole rows. */
  columns?: { first: ReferenceEnd; last: ReferenceEnd };
  /** Written with a colon. */
  range: boolean;
}

/** A table reference, e.g. `Sales[[#This Row],[Qty]]`. */
export interface TableReference {
  kind: "table";
  table: string;
  /** The content of the outer brackets. */
  specifier: string;
}

export type FormulaToken = (
  | CellReference
  | TableReference
  | { kind: "number"; value: number }
  | { kind: "string"; value: string }
  | { kind: "error"; code: string }
  | { kind: "name"; name: string }
  | { kind: "function"; name: string }
  | { kind: "symbol"; text: string }
  | { kind: "space" }
) & { start: number; end: number };

/** Excel's limit of characters in a formula. */
const MAX_LENGTH = 8_192;

const SPACE = /\s+/y;
const STRING = /"(?:[^"]|"")*"/y;
const ERROR = /#(?:REF!|N\/A|VALUE!|NAME\?|NUM!|DIV\/0!|NULL!|SPILL!|CALC!|GETTING_DATA)/iy;
const QUOTED_PREFIX = /'((?:[^']|'')+)'!/y;
const PLAIN_PREFIX = /((?:\[[^\]]*\])?[\p{L}\p{N}_.\\]*(?::[\p{L}\p{N}_.]+)?)!/uy;
const CELLS = /(\$?)([A-Za-z]{1,3})(\$?)(\d{1,7})(?::(\$?)([A-Za-z]{1,3})(\$?)(\d{1,7}))?(?![\p{L}\p{N}_.(!])/uy;
const COLUMNS = /(\$?)([A-Za-z]{1,3}):(\$?)([A-Za-z]{1,3})(?![\p{L}\p{N}_.(!])/uy;
const ROWS = /(\$?)(\d{1,7}):(\$?)(\d{1,7})(?![\p{L}\p{N}_.(!])/uy;
const FUNCTION = /([A-Za-z_][A-Za-z0-9_.]*)(?=\()/y;
const TABLE = /([\p{L}_\\][\p{L}\p{N}_.\\]*)\[/uy;
const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?/y;
const NAME = /[\p{L}_\\][\p{L}\p{N}_.\\?]*/uy;
const SYMBOL = /<=|>=|<>|[-+*/^&=<>%:,;(){}@#]/y;

function match(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(source);
}

/** A group of a match, empty if it took no part. */
function text(found: RegExpExecArray, group: number): string {
  return found[group] ?? "";
}

/** Cuts a formula (without its `=`) into tokens that cover all of it; undefined if it is not a formula. */
export function tokenizeFormula(source: string): FormulaToken[] | undefined {
  if (source.length > MAX_LENGTH) return undefined;
  const tokens: FormulaToken[] = [];
  let at = 0;
  while (at < source.length) {
    const token = readToken(source, at);
    if (!token) return undefined;
    tokens.push(token);
    at = token.end;
  }
  return tokens;
}

function readToken(source: string, start: number): FormulaToken | undefined {
  let found = match(SPACE, source, start);
  if (found) return { kind: "space", start, end: SPACE.lastIndex };
  found = match(STRING, source, start);
  if (found) {
    return { kind: "string", value: found[0].slice(1, -1).replaceAll('""', '"'), start, end: STRING.lastIndex };
  }
  found = match(ERROR, source, start);
  if (found) return { kind: "error", code: found[0].toUpperCase(), start, end: ERROR.lastIndex };
  found = match(QUOTED_PREFIX, source, start);
  if (found) return afterPrefix(source, start, QUOTED_PREFIX.lastIndex, text(found, 1).replaceAll("''", "'"));
  found = match(PLAIN_PREFIX, source, start);
  if (found) return afterPrefix(source, start, PLAIN_PREFIX.lastIndex, text(found, 1));
  const reference = readCells(source, start);
  if (reference) return { ...reference.cells, prefix: "", start, end: reference.end };
  found = match(FUNCTION, source, start);
  if (found) return { kind: "function", name: text(found, 1), start, end: FUNCTION.lastIndex };
  found = match(TABLE, source, start);
  if (found) return readTable(source, start, text(found, 1), TABLE.lastIndex);
  found = match(NUMBER, source, start);
  if (found) return { kind: "number", value: Number(found[0]), start, end: NUMBER.lastIndex };
  found = match(NAME, source, start);
  if (found) return { kind: "name", name: found[0], start, end: NAME.lastIndex };
  found = match(SYMBOL, source, start);
  if (found) return { kind: "symbol", text: found[0], start, end: SYMBOL.lastIndex };
  return undefined;
}

function afterPrefix(source: string, start: number, end: number, sheets: string): FormulaToken | undefined {
  const prefix = source.slice(start, end);
  const reference = readCells(source, end);
  if (reference) {
    const colon = sheets.indexOf(":");
    const external = sheets.includes("[");
    const named = colon > 0 ? { sheet: sheets.slice(0, colon), lastSheet: sheets.slice(colon + 1) } : { sheet: sheets };
    return { ...reference.cells, ...named, prefix, ...(external ? { external } : {}), start, end: reference.end };
  }
  const error = match(ERROR, source, end);
  if (error) return { kind: "error", code: "#REF!", start, end: ERROR.lastIndex };
  const name = match(NAME, source, end);
  if (name) return { kind: "name", name: name[0], start, end: NAME.lastIndex };
  return undefined;
}

type Cells = Pick<CellReference, "kind" | "rows" | "columns" | "range">;

/** References that leave the sheet's bounds are names, e.g. `TAX2024` is a cell and `RATE12345678` is not. */
function readCells(source: string, at: number): { cells: Cells; end: number } | undefined {
  const code = source.charCodeAt(at);
  const isLetterOrDollar = code === 36 || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
  const isDigit = code >= 48 && code <= 57;
  if (!isLetterOrDollar && !isDigit) return undefined;
  let found = isLetterOrDollar ? match(CELLS, source, at) : null;
  if (found) {
    const [, dollar1 = "", column1 = "", dollar2 = "", row1 = "", ...last] = found;
    const [dollar3 = dollar1, column2 = column1, dollar4 = dollar2, row2 = row1] = last;
    const columns = ends(dollar1, columnNumber(column1), dollar3, columnNumber(column2));
    const rows = ends(dollar2, Number(row1), dollar4, Number(row2));
    const range = last[3] !== undefined;
    return within(rows, LAST_ROW) && within(columns, LAST_COLUMN)
      ? { cells: { kind: "reference", rows, columns, range }, end: CELLS.lastIndex }
      : undefined;
  }
  found = isLetterOrDollar ? match(COLUMNS, source, at) : null;
  if (found) {
    const [, dollar1 = "", column1 = "", dollar2 = "", column2 = ""] = found;
    const columns = ends(dollar1, columnNumber(column1), dollar2, columnNumber(column2));
    return within(columns, LAST_COLUMN)
      ? { cells: { kind: "reference", columns, range: true }, end: COLUMNS.lastIndex }
      : undefined;
  }
  found = isDigit || code === 36 ? match(ROWS, source, at) : null;
  if (!found) return undefined;
  const [, dollar1 = "", row1, dollar2 = "", row2] = found;
  const rows = ends(dollar1, Number(row1), dollar2, Number(row2));
  return within(rows, LAST_ROW) ? { cells: { kind: "reference", rows, range: true }, end: ROWS.lastIndex } : undefined;
}

type Ends = { first: ReferenceEnd; last: ReferenceEnd };

function ends(firstDollar: string, first: number, lastDollar: string, last: number): Ends {
  const [a, b] = [
    { index: first, absolute: firstDollar !== "" },
    { index: last, absolute: lastDollar !== "" },
  ];
  return first <= last ? { first: a, last: b } : { first: b, last: a };
}

function within({ first, last }: Ends, limit: number): boolean {
  return first.index >= 1 && last.index <= limit;
}

/** Brackets nest, and the bracket after a quote does not count. */
function readTable(source: string, start: number, table: string, open: number): FormulaToken | undefined {
  let depth = 1;
  for (let at = open; at < source.length; at++) {
    const character = source[at];
    if (character === "'") at++;
    else if (character === "[") depth++;
    else if (character === "]" && --depth === 0)
      return { kind: "table", table, specifier: source.slice(open, at), start, end: at + 1 };
  }
  return undefined;
}
