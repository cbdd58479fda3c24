import type { ByteWriter } from "./byte-writer.ts";
import { CHARACTER_CLASS, REGULAR } from "./characters.ts";
import { PdfDict, PdfName, type PdfObject, PdfRef, PdfString } from "./objects.ts";

/** The number under which a referenced object is written; 0 makes the reference null. */
export type NumberOf = (ref: PdfRef) => number;

/** Writes a direct object in the shortest form that every reader understands (ISO 32000-2, 7.3). */
export function writeObject(out: ByteWriter, object: PdfObject, numberOf: NumberOf): void {
  if (object === null) word(out, "null");
  else if (typeof object === "number") word(out, formatNumber(object));
  else if (typeof object === "boolean") word(out, object ? "true" : "false");
  else if (object instanceof PdfName) writeName(out, object.value);
  else if (object instanceof PdfRef) {
    const number = numberOf(object);
    word(out, number === 0 ? "null" : `${number} 0 R`);
  } else if (object instanceof PdfString) writeString(out, object.bytes);
  else if (object instanceof PdfDict) writeDict(out, object, numberOf);
  else if (Array.isArray(object)) {
    out.byte(91);
    for (const item of object) writeObject(out, item, numberOf);
    out.byte(93);
  } else throw new TypeError("A stream is always an indirect object.");
}

/** Writes a dictionary; entries that are null are left out, which means the same (7.3.7). */
export function writeDict(out: ByteWriter, dict: PdfDict, numberOf: NumberOf): void {
  out.latin1("<<");
  for (const [key, value] of dict) {
    if (value === null) continue;
    if (value instanceof PdfRef && numberOf(value) === 0) continue;
    writeName(out, key);
    writeObject(out, value, numberOf);
  }
  out.latin1(">>");
}

/** A number without exponent (7.3.3), as short as it can be without loss. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return "0";
  // readers take a number without a point for an integer of at most 64 bits
  if (Number.isInteger(value)) return Math.abs(value) < 2 ** 53 ? String(value) : `${BigInt(value)}.0`;
  let text = String(value);
  if (text.includes("e")) text = value.toFixed(20).replace(/\.?0+$/, "");
  if (text === "-0" || text === "") return "0";
  return text.replace(/^(-?)0\./, "$1.");
}

/** A token that has to be separated from the one before it. */
function word(out: ByteWriter, token: string): void {
  const last = out.last();
  if (last >= 0 && CHARACTER_CLASS[last] === REGULAR) out.byte(32);
  out.latin1(token);
}

function writeName(out: ByteWriter, value: string): void {
  out.byte(47);
  for (let index = 0; index < value.length; index++) {
    const byte = value.charCodeAt(index);
    if (byte > 32 && byte < 127 && byte !== 35 && CHARACTER_CLASS[byte] === REGULAR) out.byte(byte);
    else out.latin1(`#${byte.toString(16).padStart(2, "0")}`);
  }
}

function writeString(out: ByteWriter, bytes: Uint8Array): void {
  let special = 0;
  for (const byte of bytes) if (byte === 40 || byte === 41 || byte === 92 || byte === 13) special++;
  out.byte(40);
  if (special === 0) out.bytes(bytes);
  else {
    for (const byte of bytes) {
      if (byte === 13) out.latin1("\\r");
      else {
        if (byte === 40 || byte === 41 || byte === 92) out.byte(92);
        out.byte(byte);
      }
    }
  }
  out.byte(41);
}
