import { glyphsOfCodes, namedGlyphs } from "../../font/cff/cff-encoding.ts";
import { type CffFont, readCff } from "../../font/cff/cff-font.ts";
import { subsetCff } from "../../font/subset/cff-subset.ts";
import type { PdfDocument } from "../document.ts";
import type { PdfStream } from "../objects.ts";
import { differencesOf } from "../text/encoding-differences.ts";
import type { FontProgram, FontUser } from "./font-programs.ts";
import { shownCids } from "./shown-cids.ts";

/** The CFF program with the glyphs shown; undefined if these cannot be determined, and for OpenType programs. */
export function subsetCffProgram(
  document: PdfDocument,
  program: FontProgram,
  stream: PdfStream,
  bytes: Uint8Array,
): Uint8Array | undefined {
  const kind = document.name(stream.dict.get("Subtype"));
  if (kind !== "Type1C" && kind !== "CIDFontType0C") return undefined;
  const font = readCff(bytes);
  if (!font) return undefined;
  const glyphs = new Set([0]);
  let keepNumbers = false;
  for (const user of program.users) {
    const shown = user.subtype === "Type0" ? glyphsOfCids(document, font, user) : simpleGlyphs(document, font, user);
    if (!shown) return undefined;
    keepNumbers ||= user.subtype === "Type0" && !font.isCid;
    for (const glyph of shown) glyphs.add(glyph);
  }
  // a glyph list by number has no room for another order
  if (keepNumbers && font.encoding) return undefined;
  return subsetCff(font, glyphs, keepNumbers);
}

function simpleGlyphs(document: PdfDocument, font: CffFont, user: FontUser): Iterable<number> | undefined {
  if (font.isCid || (user.subtype !== "Type1" && user.subtype !== "MMType1")) return undefined;
  return user.shown ? glyphsOfCodes(namedGlyphs(font), user.shown.bytes, differencesOf(document, user.font)) : [];
}

/** Fonts without CIDs are used by glyph number (ISO 32000-2, 9.7.4.2). */
function glyphsOfCids(document: PdfDocument, font: CffFont, user: FontUser): Iterable<number> | undefined {
  const cids = shownCids(document, user);
  if (!cids || !font.isCid || user.descendant.has("CIDToGIDMap")) return cids;
  const glyphs: number[] = [];
  for (let glyph = 0; glyph < font.charset.length; glyph++) if (cids.has(font.charset[glyph] ?? 0)) glyphs.push(glyph);
  return glyphs;
}
