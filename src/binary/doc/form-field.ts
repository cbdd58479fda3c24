/** Data of form fields in the Data stream (`NilPICFAndBinData` and `FFData`, MS-DOC 2.9.162 and 2.9.78). */
import { ByteReader } from "../../office/byte-reader.ts";

export type FormField = { kind: "checkBox"; checked: boolean } | { kind: "list"; text: string } | { kind: "text" };

const CHECK_BOX = 1;
const LIST = 2;
const UNDEFINED_RESULT = 25;
const VERSION = 0xffff_ffff;
const EXTENDED_TABLE = 0xffff;

/** Undefined when there is no form field, e.g. the data of a link. */
export function readFormField(data: Uint8Array, offset: number): FormField | undefined {
  const whole = new ByteReader(data);
  const size = whole.u32(offset);
  const headBytes = whole.u16(offset + 4);
  if (size <= headBytes || headBytes < 6) return undefined;
  const reader = new ByteReader(whole.bytes(offset + headBytes, size - headBytes));
  if (reader.u32(0) !== VERSION) return undefined;
  const bits = reader.u16(4);
  const kind = bits & 3;
  const result = (bits >> 2) & 31;
  if (kind !== CHECK_BOX && kind !== LIST) return { kind: "text" };

  // Both begin with a name; what follows is the default, and for lists four texts before the entries.
  let at = afterText(reader, 10);
  const fallback = reader.u16(at);
  const chosen = result === UNDEFINED_RESULT ? fallback : result;
  if (kind === CHECK_BOX) return { kind: "checkBox", checked: chosen === 1 };
  at += 2;
  for (let text = 0; text < 5; text++) at = afterText(reader, at);
  return { kind: "list", text: readEntry(reader, at, chosen) };
}

/** After an `Xstz` (MS-DOC 2.9.352). */
function afterText(reader: ByteReader, at: number): number {
  return at + 2 + 2 * reader.u16(at) + 2;
}

function readEntry(reader: ByteReader, tableAt: number, wanted: number): string {
  if (reader.u16(tableAt) !== EXTENDED_TABLE) return "";
  const count = reader.u16(tableAt + 2);
  let at = tableAt + 6;
  for (let index = 0; index < count && at < reader.length; index++) {
    const characters = reader.u16(at);
    if (index === wanted) return reader.utf16(at + 2, characters);
    at += 2 + 2 * characters;
  }
  return "";
}
