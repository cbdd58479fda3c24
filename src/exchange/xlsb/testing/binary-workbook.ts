/** Writes small binary workbooks (MS-XLSB), as tests need them. */
import { strToU8, zipSync } from "fflate";
import { RECORD } from "../records.ts";

/** What stands in a record: whole numbers by their size in bytes, doubles and texts. */
export type Field =
  | readonly [size: 1 | 2 | 3 | 4, value: number]
  | { double: number }
  | { text: string | undefined }
  | Uint8Array;

export const u8 = (value: number): Field => [1, value];
export const u16 = (value: number): Field => [2, value];
const u24 = (value: number): Field => [3, value];
export const u32 = (value: number): Field => [4, value];
export const double = (value: number): Field => ({ double: value });
export const text = (value: string | undefined): Field => ({ text: value });

function fieldBytes(field: Field): number[] {
  if (field instanceof Uint8Array) return [...field];
  if ("double" in field) return [...new Uint8Array(new Float64Array([field.double]).buffer)];
  if ("text" in field) {
    if (field.text === undefined) return [255, 255, 255, 255];
    const codes = [...field.text].flatMap((letter) => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8]);
    return [...fieldBytes(u32(field.text.length)), ...codes];
  }
  const [size, value] = field;
  return Array.from({ length: size }, (_, at) => Math.floor(value / 2 ** (8 * at)) & 255);
}

function variable(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...variable(value >>> 7)];
}

export function record(type: number, ...fields: readonly Field[]): number[] {
  const data = fields.flatMap(fieldBytes);
  return [...variable(type), ...variable(data.length), ...data];
}

/** `row` from 0. */
export const row = (at: number, height: number, flags = 0) =>
  record(RECORD.rowHeader, u32(at), u32(0), u16(height), u8(0), u8(flags), u8(0), u32(0));
export const cell = (type: number, column: number, style: number, ...value: readonly Field[]) =>
  record(type, u32(column), u24(style), u8(0), ...value);

interface WorkbookParts {
  /** Records of the first sheet. */
  sheet?: readonly number[];
  /** After the list of sheets. */
  workbook?: readonly number[];
  styles?: readonly number[];
  texts?: readonly number[];
  more?: Readonly<Record<string, string | Uint8Array>>;
}

const TYPES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const relationships = (entries: readonly (readonly [id: string, type: string, target: string])[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${TYPES}/${type}" Target="${target}"/>`)
    .join("")}</Relationships>`;

/** A workbook with one sheet. */
export function binaryWorkbook({ sheet = [], workbook = [], styles, texts, more = {} }: WorkbookParts): Uint8Array {
  const main = [...record(RECORD.sheet, u32(0), u32(1), text("rId1"), text("It's")), ...workbook];
  const files: Record<string, string | Uint8Array> = {
    "[Content_Types].xml":
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/></Types>',
    "_rels/.rels": relationships([["rId1", "officeDocument", "xl/workbook.bin"]]),
    "xl/_rels/workbook.bin.rels": relationships([
      ["rId1", "worksheet", "worksheets/sheet1.bin"],
      ["rId2", "styles", "styles.bin"],
      ["rId3", "sharedStrings", "sharedStrings.bin"],
    ]),
    "xl/workbook.bin": new Uint8Array(main),
    "xl/worksheets/sheet1.bin": new Uint8Array(sheet),
    ...(styles ? { "xl/styles.bin": new Uint8Array(styles) } : {}),
    ...(texts ? { "xl/sharedStrings.bin": new Uint8Array(texts) } : {}),
    ...more,
  };
  return zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, content]) => [name, typeof content === "string" ? strToU8(content) : content]),
    ),
    // packed, thousands of cells that are alike would be taken for a bomb
    { level: 0 },
  );
}
