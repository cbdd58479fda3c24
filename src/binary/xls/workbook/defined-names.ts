/** Defined names and the lists by which formulas name sheets (MS-XLS 2.4.150, 2.4.105, 2.4.271). */
import type { RecordCursor } from "../biff/record-cursor.ts";
import { shortText, type TextFormat, textOfLength } from "../biff/text.ts";
import { type FormulaNames, formulaText } from "../formula/formula-text.ts";
import { sheetPrefix } from "../formula/reference-text.ts";

interface StoredName {
  name: string;
  isBuiltIn: boolean;
  /** Number of the sheet that it belongs to, from one; zero is the whole workbook. */
  sheetNumber: number;
  expression: Uint8Array;
}

export interface DefinedName {
  name: string;
  /** Place of its sheet in the workbook; undefined for names of the whole workbook. */
  sheetIndex: number | undefined;
  formula: string;
}

interface SupportingBook {
  isOwn: boolean;
  names: string[];
}

interface ExternEntry {
  book: number;
  first: number;
  last: number;
}

const BUILT_IN_NAMES: Readonly<Record<number, string>> = {
  0: "Consolidate_Area",
  3: "Extract",
  4: "Database",
  5: "Criteria",
  6: "Print_Area",
  7: "Print_Titles",
  13: "_FilterDatabase",
};
const BUILT_IN = 0x20;
const OWN_BOOK = 0x0401;
const MAX_EXTERN_ENTRIES = 65_536;

/** Collects the records and answers for the names that formulas use. */
export class NameBook implements FormulaNames {
  readonly #text: TextFormat;
  readonly #names: StoredName[] = [];
  readonly #books: SupportingBook[] = [];
  readonly #entries: ExternEntry[] = [];
  /** Names of all sheets in the order of the workbook. */
  readonly #sheetNames: readonly string[];

  constructor(text: TextFormat, sheetNames: readonly string[]) {
    this.#text = text;
    this.#sheetNames = sheetNames;
  }

  readName(cursor: RecordCursor): void {
    const flags = cursor.u16();
    cursor.skip(1);
    const nameLength = cursor.u8();
    const expressionBytes = cursor.u16();
    cursor.skip(2);
    const sheetNumber = cursor.u16();
    cursor.skip(4);
    const text = textOfLength(cursor, nameLength, this.#text);
    const isBuiltIn = (flags & BUILT_IN) !== 0;
    const name = isBuiltIn ? `_xlnm.${BUILT_IN_NAMES[text.charCodeAt(0)] ?? `Other${text.charCodeAt(0)}`}` : text;
    this.#names.push({ name, isBuiltIn, sheetNumber, expression: cursor.bytes(expressionBytes) });
  }

  /** A name that cannot be read keeps its number. */
  readBrokenName(): void {
    this.#names.push({ name: "", isBuiltIn: false, sheetNumber: 0, expression: new Uint8Array() });
  }

  readSupportingBook(cursor: RecordCursor): void {
    cursor.skip(2);
    this.#books.push({ isOwn: cursor.u16() === OWN_BOOK, names: [] });
  }

  readExternName(cursor: RecordCursor): void {
    cursor.skip(6);
    this.#books.at(-1)?.names.push(shortText(cursor, this.#text));
  }

  readExternSheets(cursor: RecordCursor): void {
    if (!this.#text.biff8) return;
    for (let left = cursor.u16(); left > 0 && this.#entries.length < MAX_EXTERN_ENTRIES; left--) {
      this.#entries.push({ book: cursor.u16(), first: cursor.i16(), last: cursor.i16() });
    }
  }

  sheets(first: number, last: number): string | undefined {
    const from = this.#sheetNames[first];
    const to = this.#sheetNames[last];
    if (from === undefined || to === undefined) return undefined;
    return sheetPrefix(first === last ? from : `${from}:${to}`);
  }

  externSheet(index: number): string | undefined {
    const entry = this.#entries[index];
    return entry && this.#books[entry.book]?.isOwn ? this.sheets(entry.first, entry.last) : undefined;
  }

  definedName(index: number): string | undefined {
    return this.#names[index - 1]?.name || undefined;
  }

  externName(sheetIndex: number, index: number): string | undefined {
    const entry = this.#entries[sheetIndex];
    const book = entry && this.#books[entry.book];
    if (!book) return undefined;
    return book.isOwn ? this.definedName(index) : book.names[index - 1] || undefined;
  }

  /** All names whose formulas can be written. */
  definedNames(): DefinedName[] {
    return this.#names.flatMap(({ name, sheetNumber, expression }) => {
      if (name === "" || expression.length === 0) return [];
      const formula = formulaText(expression, { text: this.#text, names: this, base: { row: 0, column: 0 } });
      const sheetIndex = sheetNumber > 0 ? sheetNumber - 1 : undefined;
      return formula === undefined ? [] : [{ name, sheetIndex, formula }];
    });
  }
}
