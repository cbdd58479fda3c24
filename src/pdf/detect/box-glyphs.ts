import { largestOf, smallestOf } from "../../domain/collections/long-lists.ts";
import { type GlyphOutline, glyphOutline } from "../../font/opentype/glyph-outline.ts";
import { readTrueType, viewOf } from "../../font/opentype/sfnt.ts";
import type { PdfDocument } from "../document.ts";
import { decodeWithin } from "../metered-walk.ts";
import type { PdfDict } from "../objects.ts";
import { differencesOf } from "../text/encoding-differences.ts";
import { lookUpGlyphs } from "../text/truetype-encoding.ts";
import type { Area } from "./page-marks.ts";

/** Fonts of pictures by their name; others have pictures where they have no letters. */
const PICTURES = /symbol|ding|icon|commpi|check|box/i;
const LETTER = /^[\p{L}\p{N}\p{P}\s+=<>$€£%]/u;

/** An empty square or circle that an embedded glyph draws. */
export interface DrawnShape {
  text: "☐" | "○";
  /** Its frame, at font size 1 from the glyph's origin. */
  frame: Area;
}

/** Looks at the outlines of an embedded TrueType font: subsets have boxes under any code (ISO 32000-2, 9.9). */
export function boxGlyphs(
  document: PdfDocument,
  font: PdfDict,
  baseFont: string,
): (code: number, text: string) => DrawnShape | undefined {
  const isComposite = document.name(font.get("Subtype")) === "Type0";
  const descendant = isComposite ? document.dict(document.array(font.get("DescendantFonts"))?.[0]) : font;
  const program = document.stream(document.dict(descendant?.get("FontDescriptor"))?.get("FontFile2"));
  const isPictures = PICTURES.test(baseFont);
  let bytes: Uint8Array | undefined;
  const shapes = new Map<number, DrawnShape | undefined>();
  return (code, text) => {
    if (!program || (!isPictures && LETTER.test(text))) return undefined;
    if (!shapes.has(code)) {
      if (!bytes) {
        const decoded = decodeWithin(document, program);
        document.work.charge("programByte", decoded.bytes.length);
        bytes = decoded.remaining.length > 0 ? new Uint8Array(0) : decoded.bytes;
      }
      shapes.set(code, shapeOf(bytes, isComposite ? code : glyphOfCode(document, font, bytes, code)));
    }
    return shapes.get(code);
  };
}

function glyphOfCode(document: PdfDocument, font: PdfDict, bytes: Uint8Array, code: number): number | undefined {
  const shown = new Uint8Array(256);
  shown[code] = 1;
  const found = lookUpGlyphs(bytes, shown, differencesOf(document, font));
  return found && [...found.glyphs][0];
}

function shapeOf(bytes: Uint8Array, glyph: number | undefined): DrawnShape | undefined {
  const tables = glyph === undefined ? undefined : readTrueType(bytes);
  const [glyf, loca, head] = ["glyf", "loca", "head"].map((tag) => tables?.get(tag));
  if (glyph === undefined || !glyf || !loca || !head) return undefined;
  try {
    const view = viewOf(loca);
    const isLong = viewOf(head).getUint16(50) !== 0;
    const offset = (index: number) => (isLong ? view.getUint32(4 * index) : 2 * view.getUint16(2 * index));
    const em = viewOf(head).getUint16(18);
    return emptyShape(
      glyphOutline((index) => glyf.subarray(offset(index), offset(index + 1)), glyph),
      em,
    );
  } catch (error) {
    // damage of a glyph: it shows nothing
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

interface Contour {
  x0: number;
  x1: number;
  y0: number;
  y1: number;
  curves: number;
  corners: number;
}

/** One contour within another, both square or both round. */
function emptyShape(outline: GlyphOutline, em: number): DrawnShape | undefined {
  const contours = contoursOf(outline);
  const outer = contours.toSorted((a, b) => (b.x1 - b.x0) * (b.y1 - b.y0) - (a.x1 - a.x0) * (a.y1 - a.y0))[0];
  if (!outer || contours.length < 2 || contours.length > 4) return undefined;
  const [width, height] = [outer.x1 - outer.x0, outer.y1 - outer.y0];
  if (width < 0.3 * em || Math.abs(width - height) > 0.25 * width) return undefined;
  const inner = contours.find(
    (other) => other !== outer && other.x1 - other.x0 > 0.55 * width && other.y1 - other.y0 > 0.55 * height,
  );
  if (!inner) return undefined;
  // a box with a cross or a tick in it has more to it
  const frame = frameOf(outer, inner, em);
  if (outer.curves === 0 && inner.curves === 0)
    return inner.corners <= 6 && outer.corners <= 10 ? { text: "☐", frame } : undefined;
  return outer.curves >= 4 && inner.curves >= 4 && outer.corners <= 40 ? { text: "○", frame } : undefined;
}

/** The inner contour and its line, of which a shadow makes two sides thicker: half of it counts. */
function frameOf(outer: Contour, inner: Contour, em: number): Area {
  const sides = [inner.x0 - outer.x0, outer.x1 - inner.x1, inner.y0 - outer.y0, outer.y1 - inner.y1];
  const line = Math.max(0, (smallestOf(sides) + largestOf(sides)) / 2);
  return {
    x0: (inner.x0 - line) / em,
    y0: (inner.y0 - line) / em,
    x1: (inner.x1 + line) / em,
    y1: (inner.y1 + line) / em,
  };
}

function contoursOf({ operators, numbers }: GlyphOutline): Contour[] {
  const contours: Contour[] = [];
  let at = 0;
  for (const operator of operators) {
    if (operator === "Z") continue;
    if (operator === "M")
      contours.push({ x0: Infinity, x1: -Infinity, y0: Infinity, y1: -Infinity, curves: 0, corners: 0 });
    const contour = contours.at(-1);
    const points = operator === "C" ? 3 : 1;
    at += 2 * points;
    const [x, y] = [numbers[at - 2] ?? 0, numbers[at - 1] ?? 0];
    if (!contour) continue;
    contour.x0 = Math.min(contour.x0, x);
    contour.x1 = Math.max(contour.x1, x);
    contour.y0 = Math.min(contour.y0, y);
    contour.y1 = Math.max(contour.y1, y);
    contour.corners++;
    if (operator === "C") contour.curves++;
  }
  return contours;
}
