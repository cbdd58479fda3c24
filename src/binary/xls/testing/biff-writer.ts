/** Workbooks made by tests: records of BIFF8 and BIFF5 (MS-XLS), and the container around them. */
import { utils, write } from "cfb";
import { RecordType } from "../biff/record-type.ts";
import { type Bytes, latin, shortText, u8, u16, u32 } from "./biff-bytes.ts";

export interface TestSheet {
  name: string;
  /** Between BOF and EOF. */
  records: Bytes;
  state?: number;
  kind?: number;
}

export function record(type: number, ...parts: Bytes[]): number[] {
  const body = parts.flat();
  return [...u16(type, body.length), ...body];
}

export function bof(kind: number, version = 0x0600): number[] {
  return record(RecordType.Bof, u16(version, kind, 0, 0), version === 0x0600 ? u32(0, 0) : []);
}

export const EOF = record(RecordType.Eof);

/** FONT; the first four of a workbook look alike. */
export function font(name: string, { heightTwips = 200, weight = 400, color = 0x7fff, flags = 0 } = {}): number[] {
  return record(RecordType.Font, u16(heightTwips, flags, color, weight, 0), u8(0, 2, 0, 0), shortText(name));
}

/** XF of BIFF8 with nothing special except what is given. */
export function cellFormat({
  fontIndex = 0,
  formatIndex = 0,
  alignment = 0x20,
  styles = 0,
  colors = 0,
  fill = 0x20c0,
}) {
  return record(RecordType.Xf, u16(fontIndex, formatIndex, 1), u8(alignment, 0, 0, 0), u32(styles, colors), u16(fill));
}

/** The workbook stream: globals, then the sheets, whose places are filled in. */
export function workbookStream(globals: Bytes, sheets: readonly TestSheet[], version = 0x0600): Uint8Array {
  const name = (text: string) => (version === 0x0600 ? shortText(text) : [text.length, ...latin(text)]);
  const bound = (offsets: readonly number[]) =>
    sheets.flatMap((sheet, index) =>
      record(RecordType.BoundSheet, u32(offsets[index] ?? 0), u8(sheet.state ?? 0, sheet.kind ?? 0), name(sheet.name)),
    );
  const head = (offsets: readonly number[]) => [...bof(5, version), ...globals, ...bound(offsets), ...EOF];
  const bodies = sheets.map((sheet) => [...bof(sheet.kind === 2 ? 0x20 : 0x10, version), ...sheet.records, ...EOF]);
  let at = head([]).length;
  const offsets = bodies.map((body) => {
    const begin = at;
    at += body.length;
    return begin;
  });
  return Uint8Array.from([...head(offsets), ...bodies.flat()]);
}

export function container(stream: Uint8Array, name = "Workbook"): Uint8Array {
  const file = utils.cfb_new();
  utils.cfb_add(file, name, stream as never);
  return new Uint8Array(write(file, { type: "buffer" }));
}

export const PLAIN_GLOBALS: Bytes = [...font("Arial"), ...cellFormat({})];
