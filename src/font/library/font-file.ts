/** Font files that people send: what they are, what they are called, and whether documents may carry them. */

import type { FontStyle } from "../../domain/custom-font.ts";
import { Failure } from "../../domain/failure.ts";
import { LIMITS } from "../../domain/limits.ts";
import { woffToSfnt } from "../container/woff.ts";
import { woff2ToSfnt } from "../container/woff2.ts";
import { Face } from "../face.ts";
import { licenseRefusal } from "../opentype/embedding-permissions.ts";
import { readFontNames } from "../opentype/name-table.ts";
import { readOpenTypeCff, readTrueType, type SfntTables, viewOf } from "../opentype/sfnt.ts";

type FontFormat = "ttf" | "otf" | "woff" | "woff2";

export interface FontFile extends FontStyle {
  /** What it came as. */
  format: FontFormat;
  /** As an OpenType file. */
  bytes: Uint8Array;
}

/** Fonts of Chinese are the largest: some 10 MB. */
export const MAX_FONT_BYTES = LIMITS.fontBytes.most;

/** First four bytes -> what it is. */
const KINDS: ReadonlyMap<number, FontFormat> = new Map([
  [0x00010000, "ttf"],
  [0x74727565, "ttf"],
  [0x4f54544f, "otf"],
  [0x774f4646, "woff"],
  [0x774f4632, "woff2"],
]);
const COLLECTION = 0x74746366;
const NEEDED_TABLES = ["cmap", "head", "hhea", "hmtx", "maxp", "name"];

/**
 * Reads a TTF, OTF, WOFF or WOFF2 file.
 * @throws Failure `font_not_readable`, `font_not_allowed`, `file_too_large`
 */
export function readFontFile(file: Uint8Array): FontFile {
  if (file.length > MAX_FONT_BYTES) throw tooLarge();
  if (file.length < 12) throw notReadable("it is not a font");
  const signature = viewOf(file).getUint32(0);
  const format = KINDS.get(signature);
  if (signature === COLLECTION) throw notReadable("it is a collection of fonts: send each font by itself");
  if (!format) throw notReadable("it is not a TTF, OTF, WOFF or WOFF2 file");
  const bytes = unpacked(file, format);
  if (bytes.length > MAX_FONT_BYTES) throw tooLarge();
  const tables = tablesOf(bytes);
  const refusal = licenseRefusal(tables.get("OS/2"));
  if (refusal) throw new Failure("font_not_allowed", `The font may not be used: ${refusal}.`);
  const face = Face.open(bytes);
  if (!face) throw notReadable("its tables are damaged, or it has no character map of Unicode");
  const { family, styleFamily, postScriptName } = readFontNames(tables.get("name"));
  if (!family) throw notReadable("it does not state the name of its family");
  const named = { format, bytes, family, styleFamily, postScriptName: postScriptName || face.postScriptName };
  return { ...named, ...styleOf(tables) };
}

function unpacked(file: Uint8Array, format: FontFormat): Uint8Array {
  try {
    if (format === "woff") return woffToSfnt(file, MAX_FONT_BYTES);
    return format === "woff2" ? woff2ToSfnt(file, MAX_FONT_BYTES) : file;
  } catch (error) {
    if (error instanceof RangeError)
      throw notReadable(`as ${format.toUpperCase()} it cannot be unpacked: ${reasonOf(error)}`);
    throw error;
  }
}

/** A `DataView` that is read beyond its end gives an error that people do not understand. */
function reasonOf({ message }: RangeError): string {
  return message.startsWith("it") ? message : "it ends early";
}

function tablesOf(bytes: Uint8Array): SfntTables {
  const tables = readTrueType(bytes) ?? readOpenTypeCff(bytes);
  if (!tables) throw notReadable("it is not an OpenType font");
  const missing = NEEDED_TABLES.find((tag) => !tables.has(tag));
  if (missing) throw notReadable(`its table "${missing}" is missing`);
  if (tables.has("glyf") ? tables.has("loca") : tables.has("CFF ")) return tables;
  throw notReadable(
    tables.has("CFF2")
      ? "it is a variable font with PostScript outlines: send its styles one by one"
      : "it has no outlines, only pictures or colours",
  );
}

const BOLD = 0x20;
const ITALIC = 0x01;

/** From `OS/2`, or `head` if there is none (ISO/IEC 14496-22, 5.1.8 and 5.2.2). */
function styleOf(tables: SfntTables): Pick<FontStyle, "weight" | "isBold" | "isItalic"> {
  const os2 = tables.get("OS/2");
  if (os2 && os2.length >= 64) {
    const view = viewOf(os2);
    const selection = view.getUint16(62);
    const weight = Math.min(1000, Math.max(1, view.getUint16(4) || 400));
    return { weight, isBold: (selection & BOLD) !== 0, isItalic: (selection & ITALIC) !== 0 };
  }
  const head = tables.get("head");
  const style = head && head.length >= 46 ? viewOf(head).getUint16(44) : 0;
  const isBold = (style & 1) !== 0;
  return { weight: isBold ? 700 : 400, isBold, isItalic: (style & 2) !== 0 };
}

function notReadable(because: string): Failure {
  return new Failure("font_not_readable", `The font cannot be read: ${because}.`);
}

function tooLarge(): Failure {
  return new Failure("file_too_large", `The font is larger than ${MAX_FONT_BYTES >> 20} MiB.`);
}
