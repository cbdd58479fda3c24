/** Values between commas, semicolons or tabs (RFC 4180) -> the parts of a SpreadsheetML package. */
import Papa from "papaparse";
import { escapeXmlText } from "../office/xml-text.ts";
import { columnName } from "../spreadsheet/cell-reference.ts";
import { decodeText, GUESSED_ENCODING } from "./decode-text.ts";
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
const SEPARATORS = ["\t", ";", ",", "|"];

/** Formats of cells, by their places in the styles part. */
const FORMAT = { text: 0, number: 1, wrapped: 2 } as const;

export function tableToParts(bytes: Uint8Array): ReadParts {
  const { text, isGuessed } = decodeText(bytes);
  const named = NAMED_SEPARATOR.exec(text);
  const source = named ? text.slice(named[0].length) : text;
  const warnings = new Set<string>(isGuessed ? [GUESSED_ENCODING] : []);
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
    return `<col min="${place}" max="${place}" width="${Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, width + 2))}" customWidth="1"/>`;
  });
  return { parts: sheetPackage(columns.join(""), rows.join("")), warnings: [...warnings] };
}

/** What stands between the values of the first line that says something, outside of quotes. */
function separatorOf(text: string): string {
  const line = (/(?<![^\r\n])[^\S\r\n]*\S[^\r\n]*/.exec(text)?.[0] ?? "").replace(/"[^"]*"/g, "");
  const counted = SEPARATORS.map((mark) => ({ mark, count: line.split(mark).length }));
  const best = counted.reduce((most, each) => (each.count > most.count ? each : most));
  return best.count > 1 ? best.mark : ",";
}

function measure(cells: readonly string[], widths: number[]): void {
  for (const [index, cell] of cells.entries()) {
    let width = 0;
    for (const line of cell.split(/\r\n?|\n/)) width = Math.max(width, line.length);
    widths[index] = Math.max(widths[index] ?? 0, width);
  }
}

/** Values stay as they are written: nothing that looks like a number, a date or a formula becomes something else. */
function rowMarkup(row: number, cells: readonly string[]): string {
  let markup = "";
  for (const [index, cell] of cells.entries()) {
    if (cell === "") continue;
    const isLong = cell.length > MOST_WIDTH || /[\r\n]/.test(cell);
    const format = isLong ? FORMAT.wrapped : NUMBER.test(cell) ? FORMAT.number : FORMAT.text;
    const text = escapeXmlText(cell.replace(/\r\n?/g, "\n"));
    markup += `<c r="${columnName(index + 1)}${row}" s="${format}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
  }
  return markup === "" ? "" : `<row r="${row}">${markup}</row>`;
}
