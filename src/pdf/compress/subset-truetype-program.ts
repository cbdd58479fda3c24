import { present } from "../../domain/present.ts";
import { subsetTrueType } from "../../font/subset/truetype-subset.ts";
import type { PdfDocument } from "../document.ts";
import { decodeWithin } from "../metered-walk.ts";
import type { PdfDict } from "../objects.ts";
import { differencesOf } from "../text/encoding-differences.ts";
import { lookUpGlyphs, type TrueTypeLookup } from "../text/truetype-encoding.ts";
import type { FontProgram, FontUser } from "./font-programs.ts";
import { shownCids } from "./shown-cids.ts";

/** East Asian fonts whose instructions place the strokes: without them the glyphs fall apart. */
const NEEDS_HINTING = /^(?:[A-Z]{6}\+)?(?:DF|DLC|HuaTian|P?Ming|cpop|NEC|DynaLab)/i;

/** The TrueType program with the glyphs shown; undefined if these cannot be determined. */
export function subsetTrueTypeProgram(
  document: PdfDocument,
  program: FontProgram,
  bytes: Uint8Array,
): Uint8Array | undefined {
  const glyphs = new Set<number>();
  let simple: TrueTypeLookup | undefined;
  for (const user of program.users) {
    if (user.subtype === "Type0") {
      const shown = compositeGlyphs(document, user);
      if (!shown) return undefined;
      for (const glyph of shown) glyphs.add(glyph);
      continue;
    }
    if (user.subtype !== "TrueType") return undefined;
    const lookup = lookUpGlyphs(bytes, user.shown?.bytes ?? new Uint8Array(256), differencesOf(document, user.font));
    if (!lookup) return undefined;
    for (const glyph of lookup.glyphs) glyphs.add(glyph);
    if (simple) {
      for (const [index, codes] of lookup.codes.entries())
        for (const code of codes) present(simple.codes[index]).add(code);
      if (lookup.byName) simple = { ...simple, byName: true };
    } else simple = lookup;
  }
  return subsetTrueType(bytes, {
    glyphs,
    cmap: simple ? { subtables: simple.subtables, codes: simple.codes } : undefined,
    glyphNames: simple?.byName ?? false,
    hinting: program.users.some(({ descendant }) => NEEDS_HINTING.test(baseFont(document, descendant))),
  });
}

function compositeGlyphs(document: PdfDocument, user: FontUser): Iterable<number> | undefined {
  const cids = shownCids(document, user);
  if (!cids) return undefined;
  const mapping = document.stream(user.descendant.get("CIDToGIDMap"));
  if (!mapping) return cids;
  const { bytes, remaining } = decodeWithin(document, mapping);
  if (remaining.length > 0) return undefined;
  return [...cids].map((cid) => ((bytes[2 * cid] ?? 0) << 8) | (bytes[2 * cid + 1] ?? 0));
}

function baseFont(document: PdfDocument, font: PdfDict): string {
  return document.name(font.get("BaseFont")) ?? "";
}
