/** Embedded OpenType (W3C member submission of 2008): the envelope in which PowerPoint files carry fonts. */
import { viewOf } from "../opentype/sfnt.ts";

const MAGIC_AT = 34;
const MAGIC = 0x504c;
const COMPRESSED = 0x4;
const ENCRYPTED = 0x1000_0000;
const KEY = 0x50;

/** The font; "compressed" for one in MicroType Express, which is not read; undefined for other files. */
export function fontInEnvelope(file: Uint8Array): Uint8Array | "compressed" | undefined {
  if (file.length < MAGIC_AT + 2) return undefined;
  const view = viewOf(file);
  if (view.getUint16(MAGIC_AT, true) !== MAGIC) return undefined;
  const length = view.getUint32(4, true);
  const flags = view.getUint32(12, true);
  if (length > file.length) return undefined;
  if (flags & COMPRESSED) return "compressed";
  const font = file.slice(file.length - length);
  return flags & ENCRYPTED ? font.map((byte) => byte ^ KEY) : font;
}
