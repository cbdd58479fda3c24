/** Cells, columns, and how they are printed (MS-XLSB 2.1.7.61) -> worksheets (ECMA-376 Part 1, 18.3). */

import { element } from "../../binary/doc/xml-writer.ts";
import { checkLimit } from "../../domain/limits.ts";
import { TWIPS_PER_POINT } from "../../geometry/units.ts";
import { escapeXmlText } from "../../office/xml-text.ts";
import { columnName } from "../../spreadsheet/cell-reference.ts";
import { ConditionalRecords } from "./conditional-records.ts";
import { RECORD, type RecordData, recordsOf } from "./records.ts";
import { richTextXml } from "./texts-part.ts";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const MOST_ROWS = 1_048_576;
const MOST_COLUMNS = 16_384;
const MOST_ITEMS = 60_000;
const UNITS_PER_CHARACTER = 256;
const UNSET = 0xffff_ffff;
/** Bytes of column and format. */
const CELL_HEAD = 8;
const ERRORS: Readonly<Record<number, string>> = {
  ...{ 0: "#NULL!", 7: "#DIV/0!", 15: "#VALUE!", 23: "#REF!", 29: "#NAME?", 36: "#NUM!", 42: "#N/A" },
  43: "#GETTING_DATA",
};
const CELLS: ReadonlySet<number> = new Set([
  ...[RECORD.blank, RECORD.shortNumber, RECORD.error, RECORD.boolean, RECORD.number, RECORD.text],
  ...[RECORD.sharedText, RECORD.formulaText, RECORD.formulaNumber, RECORD.formulaBoolean, RECORD.formulaError],
  RECORD.richText,
]);

const INCOMPLETE = "Conditional formats of a binary workbook that use names or other sheets are not applied.";

export interface SheetContext {
  /** `worksheet`, or `chartsheet`. */
  root: string;
  /** `rPr` of each font. */
  fonts: readonly string[];
  /** Cells of all sheets so far. */
  cells: { count: number };
  warnings: Set<string>;
}

/** @throws Failure `too_complex` */
export function sheetXml(part: Uint8Array, context: SheetContext): string {
  const sheet = new SheetWriter(context);
  for (const [type, data] of recordsOf(part)) sheet.record(type, data);
  return sheet.xml();
}

class SheetWriter {
  readonly #context: SheetContext;
  readonly #rows: string[] = [];
  readonly #columns: string[] = [];
  readonly #merges: string[] = [];
  readonly #tables: string[] = [];
  readonly #conditional = new ConditionalRecords();
  readonly #breaks: Record<"row" | "column", string[]> = { row: [], column: [] };
  /** Markup of what is there once, by its place in a worksheet. */
  readonly #once = new Map<string, string>();
  #breaksOf: "row" | "column" = "row";
  #row: { start: string; cells: string[]; number: number } | undefined;
  #length = 0;

  constructor(context: SheetContext) {
    this.#context = context;
  }

  record(type: number, data: RecordData): void {
    if (CELLS.has(type)) this.#cell(type, data);
    else if (type === RECORD.rowHeader) this.#startRow(data);
    else if (type === RECORD.column) this.#add(this.#columns, columnXml(data));
    else if (type === RECORD.merge) this.#add(this.#merges, element("mergeCell", { ref: rangeOf(data) }));
    else if (type === RECORD.rowBreaks) this.#breaksOf = "row";
    else if (type === RECORD.columnBreaks) this.#breaksOf = "column";
    else if (type === RECORD.break) this.#add(this.#breaks[this.#breaksOf], breakXml(data));
    else if (type === RECORD.tablePart) this.#add(this.#tables, element("tablePart", { "r:id": data.text() }));
    else if (!this.#conditional.read(type, data)) {
      const read = ONCE[type];
      if (read) this.#once.set(read.place, read.xml(data));
    }
  }

  xml(): string {
    this.#endRow();
    const once = (place: string) => this.#once.get(place) ?? "";
    const list = (name: string, items: readonly string[]) =>
      items.length === 0 ? "" : element(name, {}, items.join(""));
    const { root, warnings } = this.#context;
    if (this.#conditional.isIncomplete) warnings.add(INCOMPLETE);
    const content =
      once("properties") +
      once("view") +
      once("format") +
      list("cols", this.#columns) +
      (root === "worksheet" ? element("sheetData", {}, this.#rows.join("")) : "") +
      list("mergeCells", this.#merges) +
      this.#conditional.xml() +
      once("print") +
      once("margins") +
      once("setup") +
      once("headers") +
      list("rowBreaks", this.#breaks.row) +
      list("colBreaks", this.#breaks.column) +
      once("drawing") +
      once("headerDrawing") +
      list("tableParts", this.#tables);
    return element(root, { xmlns: MAIN, "xmlns:r": RELATIONSHIPS }, content);
  }

  #add(list: string[], markup: string): void {
    if (list.length < MOST_ITEMS) list.push(markup);
  }

  #count(markup: string): string {
    this.#length += markup.length;
    checkLimit("sheetPartBytes", this.#length);
    return markup;
  }

  #startRow(data: RecordData): void {
    this.#endRow();
    const number = data.u32() + 1;
    if (number > MOST_ROWS) return;
    const style = data.u32();
    const height = data.u16();
    data.skip(1);
    const flags = data.u8();
    const start = `<row r="${number}"${flags & 0x40 ? ` s="${style}" customFormat="1"` : ""} ht="${height / TWIPS_PER_POINT}"${
      flags & 0x20 ? ' customHeight="1"' : ""
    }${flags & 0x10 ? ' hidden="1"' : ""}>`;
    this.#row = { start: this.#count(start), cells: [], number };
  }

  #endRow(): void {
    if (this.#row) this.#rows.push(`${this.#row.start}${this.#row.cells.join("")}</row>`);
    this.#row = undefined;
  }

  #cell(type: number, data: RecordData): void {
    if (data.left < CELL_HEAD) return;
    const column = data.u32();
    const style = data.u24();
    data.skip(1);
    if (!this.#row || column >= MOST_COLUMNS) return;
    checkLimit("cells", ++this.#context.cells.count);
    const { kind, content } = cellValue(type, data, this.#context.fonts);
    const start = `<c r="${columnName(column + 1)}${this.#row.number}" s="${style}"`;
    this.#row.cells.push(
      this.#count(content === "" ? `${start}/>` : `${start}${kind && ` t="${kind}"`}>${content}</c>`),
    );
  }
}

function cellValue(type: number, data: RecordData, fonts: readonly string[]): { kind: string; content: string } {
  const value = (text: string | number) => `<v>${text}</v>`;
  switch (type) {
    case RECORD.shortNumber:
      return { kind: "", content: value(data.shortNumber()) };
    case RECORD.number:
    case RECORD.formulaNumber:
      return { kind: "", content: value(data.f64()) };
    case RECORD.boolean:
    case RECORD.formulaBoolean:
      return { kind: "b", content: value(data.u8() === 0 ? 0 : 1) };
    case RECORD.error:
    case RECORD.formulaError:
      return { kind: "e", content: value(ERRORS[data.u8()] ?? "#N/A") };
    case RECORD.sharedText:
      return { kind: "s", content: value(data.u32()) };
    case RECORD.text:
    case RECORD.formulaText:
      return { kind: "str", content: value(escapeXmlText(data.text())) };
    case RECORD.richText:
      return { kind: "inlineStr", content: `<is>${richTextXml(data, fonts)}</is>` };
    default:
      return { kind: "", content: "" };
  }
}

function rangeOf(data: RecordData): string {
  const [top, bottom, left, right] = [data.u32(), data.u32(), data.u32(), data.u32()];
  const place = (row: number, column: number) =>
    `${columnName(Math.min(MOST_COLUMNS, column + 1))}${Math.min(MOST_ROWS, row + 1)}`;
  return `${place(top, left)}:${place(bottom, right)}`;
}

function columnXml(data: RecordData): string {
  const [first, last, width, style, flags] = [data.u32(), data.u32(), data.u32(), data.u32(), data.u16()];
  return element("col", {
    min: Math.min(MOST_COLUMNS, first + 1),
    max: Math.min(MOST_COLUMNS, last + 1),
    width: width / UNITS_PER_CHARACTER,
    style,
    hidden: flags & 1 ? 1 : undefined,
    customWidth: flags & 2 ? 1 : undefined,
  });
}

function breakXml(data: RecordData): string {
  const [id, min, max, isManual] = [data.u32(), data.u32(), data.u32(), data.u32()];
  return element("brk", { id, min, max, man: isManual === 0 ? undefined : 1 });
}

interface Once {
  place: string;
  xml(data: RecordData): string;
}

const flag = (flags: number, bit: number) => (flags & (1 << bit) ? 1 : undefined);

const ONCE: Readonly<Record<number, Once>> = {
  [RECORD.sheetProperties]: {
    place: "properties",
    xml: (data) => element("sheetPr", {}, element("pageSetUpPr", { fitToPage: flag(data.u16(), 8) })),
  },
  [RECORD.sheetView]: {
    place: "view",
    xml(data) {
      const flags = data.u16();
      const view = { showZeros: flag(flags, 4) ?? 0, rightToLeft: flag(flags, 5), workbookViewId: 0 };
      return element("sheetViews", {}, element("sheetView", view));
    },
  },
  [RECORD.sheetFormat]: {
    place: "format",
    xml(data) {
      const [width, characters, height, flags] = [data.u32(), data.u16(), data.u16(), data.u16()];
      return element("sheetFormatPr", {
        baseColWidth: characters,
        defaultColWidth: width === UNSET ? undefined : width / UNITS_PER_CHARACTER,
        defaultRowHeight: height / TWIPS_PER_POINT,
        customHeight: flag(flags, 0),
        zeroHeight: flag(flags, 1),
      });
    },
  },
  [RECORD.printOptions]: {
    place: "print",
    xml(data) {
      const flags = data.u16();
      return element("printOptions", {
        horizontalCentered: flag(flags, 0),
        verticalCentered: flag(flags, 1),
        headings: flag(flags, 2),
        gridLines: flag(flags, 3),
      });
    },
  },
  [RECORD.margins]: {
    place: "margins",
    xml(data) {
      const names = ["left", "right", "top", "bottom", "header", "footer"];
      return element("pageMargins", Object.fromEntries(names.map((name) => [name, data.f64()])));
    },
  },
  [RECORD.pageSetup]: {
    place: "setup",
    xml(data) {
      const [paperSize, scale] = [data.u32(), data.u32()];
      data.skip(12);
      const [firstPageNumber, fitToWidth, fitToHeight] = [data.u32() | 0, data.u32(), data.u32()];
      const flags = data.u16();
      return element("pageSetup", {
        paperSize,
        scale: scale >= 10 && scale <= 400 ? scale : undefined,
        firstPageNumber,
        fitToWidth,
        fitToHeight,
        pageOrder: flags & 1 ? "overThenDown" : undefined,
        orientation: flags & 0x40 ? undefined : flags & 2 ? "landscape" : "portrait",
        blackAndWhite: flag(flags, 3),
        draft: flag(flags, 4),
        useFirstPageNumber: flag(flags, 7),
      });
    },
  },
  [RECORD.headerFooter]: {
    place: "headers",
    xml(data) {
      const flags = data.u16();
      const texts = ["oddHeader", "oddFooter", "evenHeader", "evenFooter", "firstHeader", "firstFooter"].map((name) => {
        const text = data.nullableText();
        return text ? element(name, {}, escapeXmlText(text)) : "";
      });
      const attributes = {
        differentOddEven: flag(flags, 0),
        differentFirst: flag(flags, 1),
        scaleWithDoc: flag(flags, 2) ?? 0,
        alignWithMargins: flag(flags, 3) ?? 0,
      };
      return element("headerFooter", attributes, texts.join(""));
    },
  },
  [RECORD.drawing]: { place: "drawing", xml: (data) => element("drawing", { "r:id": data.text() }) },
  [RECORD.headerDrawing]: {
    place: "headerDrawing",
    xml: (data) => element("legacyDrawingHF", { "r:id": data.text() }),
  },
};
