/** Values between commas, semicolons or tabs (RFC 4180) -> the parts of a SpreadsheetML package. */

import Papa from "papaparse";
import { largestOf } from "../domain/collections/long-lists.ts";
import { escapeXmlText } from "../office/xml-text.ts";
import { columnName } from "../spreadsheet/cell-reference.ts";
import { decodeText } from "./decode-text.ts";
import type { ReadParts } from "./read-parts.ts";
import { sheetPackage } from "./sheet-package.ts";

const MOST_COLUMNS = 16_384;
const MOST_ROWS = 1_048_576;
/** Widths in characters: that of an empty column in Excel, and one that a page has room for. */
const LEAST_WIDTH = 8.43;
const MOST_WIDTH = 60;
/** The first rows say how wide columns are. */
const ROWS_OF_WIDTHS = 5_000;
/** Numbers as people and programs of many countries write them; they stand at the right. */
const NUMBER =
  /^\s*(?:[-+(]\s*)?(?:[$€£¥]\s*)?(?=[.,\d])(?:\d{1,3}(?:[.,'\u00a0\u202f ]\d{3})+|\d+)?(?:[.,]\d+)?\s*(?:[eE][-+]?\d+\s*)?(?:[%€]\s*)?(?:\)\s*)?$/;
/** Excel's way to name the separator in a line of its own. */
const NAMED_SEPARATOR = /^sep=(.)\r?\n/i;
const SEPARATORS = ["\t", ";", "|", ","];
const SEPARATOR_LINES = 30;
const SEPARATOR_CHARACTERS = 20_000;
/** Around the longest value of a column; letters may take up one of them. */
const FREE_WIDTH = 2;
/** Letters of Calibri in the units of columns, for each of which its digits have room; others take about one. */
const WIDTHS: readonly (readonly [letters: RegExp, width: number])[] = [
  [/[ fijlrtIJ.,:;'"|!()[\]{}/\\-]/, 0.65],
  [/[w%]/, 1.5],
  [/[mMW@]/, 1.8],
  [/[&\p{Lu}]/u, 1.25],
  [/[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\uff01-\uff60\p{Extended_Pictographic}]/u, 2.1],
];
const WIDEST = 2.1;

/** Formats of cells, by their places in the styles part. */
const FORMAT = { text: 0, number: 1, wrapped: 2 } as const;

export function tableToParts(bytes: Uint8Array): ReadParts {
  const { text, warnings: ofText } = decodeText(bytes);
  const named = NAMED_SEPARATOR.exec(text);
  const source = named ? text.slice(named[0].length) : text;
  const warnings = new Set(ofText);
  const widths: number[] = [];
  const rows: string[] = [];
  let number = 0;
  Papa.parse<string[]>(source, {
    delimiter: named?.[1] ?? separatorOf(source),
    step({ data, errors }, parser) {
      number++;
      if (errors.some(({ type }) => type === "Quotes"))
        warnings.add(`Row ${number}: the quotes are not closed; what follows them may be in the wrong cell.`);
      if (number > MOST_ROWS) {
        warnings.add(
          `The table has more than ${MOST_ROWS.toLocaleString("en")} rows, which no sheet has: the rest is left out.`,
        );
        parser.abort();
        return;
      }
      if (data.length > MOST_COLUMNS)
        warnings.add(
          `Row ${number} has more than ${MOST_COLUMNS.toLocaleString("en")} values, which no sheet has: the rest is left out.`,
        );
      const cells = data.slice(0, MOST_COLUMNS);
      if (number <= ROWS_OF_WIDTHS) measure(cells, widths);
      rows.push(rowMarkup(number, cells));
    },
  });
  const columns = widths.map((width, index) => {
    const place = index + 1;
    return `<col min="${place}" max="${place}" width="${Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, width + FREE_WIDTH))}" customWidth="1"/>`;
  });
  return { parts: sheetPackage(columns.join(""), rows.join("")), warnings: [...warnings] };
}

/** Where the first line begins that says something. */
function beginOfText(text: string): number {
  const before = text.slice(0, Math.max(0, text.search(/\S/)));
  return Math.max(before.lastIndexOf("\n"), before.lastIndexOf("\r")) + 1;
}

/**
 * What stands, outside of quotes, equally often in most of the first lines: titles above a table have none or others, and
 * commas of numbers are not in its head. Where two are, it is the one that values have less often.
 */
function separatorOf(text: string): string {
  const start = beginOfText(text);
  const lines = text
    .slice(start, start + SEPARATOR_CHARACTERS)
    .replace(/"[^"]*"/g, "")
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== "")
    .slice(0, SEPARATOR_LINES);
  let best = { mark: ",", lines: 0 };
  for (const mark of SEPARATORS) {
    const alike = new Map<number, number>();
    for (const line of lines) {
      const count = line.split(mark).length - 1;
      if (count > 0) alike.set(count, (alike.get(count) ?? 0) + 1);
    }
    const most = largestOf(alike.values(), 0);
    if (most > best.lines) best = { mark, lines: most };
  }
  return best.mark;
}

function measure(cells: readonly string[], widths: number[]): void {
  for (const [index, cell] of cells.entries()) {
    let width = 0;
    for (const line of cell.split(/\r\n?|\n/)) width = Math.max(width, widthOf(line));
    widths[index] = Math.max(widths[index] ?? 0, width);
  }
}

/** One for each letter at least: capitals and East Asian letters take more. */
function widthOf(line: string): number {
  if (line.length > MOST_WIDTH) return line.length;
  let width = 0;
  for (const letter of line) width += WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? 1;
  return Math.max(line.length, width - FREE_WIDTH / 2);
}

function isWide(cell: string): boolean {
  return cell.length * WIDEST > MOST_WIDTH && widthOf(cell) > MOST_WIDTH;
}

/** Values stay as they are written: nothing that looks like a number, a date or a formula becomes something else. */
function rowMarkup(row: number, cells: readonly string[]): string {
  let markup = "";
  for (const [index, cell] of cells.entries()) {
    if (cell === "") continue;
    const isLong = cell.length > MOST_WIDTH || /[\r\n]/.test(cell) || isWide(cell);
    const format = isLong ? FORMAT.wrapped : /\d/.test(cell) && NUMBER.test(cell) ? FORMAT.number : FORMAT.text;
    const text = escapeXmlText(cell.replace(/\r\n?/g, "\n"));
    markup += `<c r="${columnName(index + 1)}${row}" s="${format}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
  }
  return markup === "" ? "" : `<row r="${row}">${markup}</row>`;
}
