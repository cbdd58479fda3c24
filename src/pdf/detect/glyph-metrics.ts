import type { PdfDocument } from "../document.ts";
import { fontCodes } from "../extract/font-text.ts";
import type { PdfDict } from "../objects.ts";
import { type StandardFontName, standardFontWidths } from "../text/standard-font-metrics.ts";
import { boxGlyphs } from "./box-glyphs.ts";
import type { Area } from "./page-marks.ts";

/** How the codes of a font are shown: the text that each stands for, and how far it advances at size 1. */
export interface GlyphMetrics {
  codeBytes: number;
  symbol: boolean;
  /** Text as it is looked at: boxes and circles of fonts of pictures are those of Unicode. */
  textOf(code: number): string;
  /** Where a box or circle is drawn, at size 1 from the glyph's origin; undefined if the outline does not say. */
  frameOf(code: number): Area | undefined;
  advanceOf(code: number): number;
}

/** Empty boxes and circles among the pictures of the usual fonts, by their code. */
const ZAPF_BOXES: ReadonlyMap<number, string> = new Map([
  [0x6d, "○"],
  [0x6f, "☐"],
  [0x70, "☐"],
  [0x71, "☐"],
  [0x72, "☐"],
]);
/** Of the boxes of ZapfDingbats, at size 1; viewers have the font, so files do without its outlines. */
const ZAPF_FRAME: Area = { x0: 0.035, y0: 0, x1: 0.727, y1: 0.692 };
const WINGDINGS_BOXES: ReadonlyMap<number, string> = new Map([
  [0x6f, "☐"],
  [0x70, "☐"],
  [0x71, "☐"],
  [0x72, "☐"],
  [0xa8, "☐"],
  [0xa1, "○"],
  [0x99, "○"],
]);
const WEBDINGS_BOXES: ReadonlyMap<number, string> = new Map([[0x63, "☐"]]);
/** The measures of a font dictionary (ISO 32000-2, 9.2.4, 9.7.4.3). */
export function glyphMetrics(document: PdfDocument, font: PdfDict): GlyphMetrics {
  const codes = fontCodes(document, font);
  const baseFont = (document.name(font.get("BaseFont")) ?? "").replace(/^[A-Z]{6}\+/, "");
  const boxes = pictureBoxes(baseFont);
  const shapeOf = boxGlyphs(document, font, baseFont);
  const advance =
    document.name(font.get("Subtype")) === "Type0"
      ? compositeAdvance(document, font)
      : simpleAdvance(document, font, baseFont);
  return {
    codeBytes: codes.codeBytes,
    symbol: boxes !== undefined,
    textOf(code) {
      const text = codes.textOf(code);
      const unit = text.charCodeAt(0);
      // private characters of fonts of pictures have their code as the low byte
      const picture = unit >= 0xf000 && unit <= 0xf0ff ? unit - 0xf000 : code;
      const box = (boxes ?? (unit >= 0xf000 && unit <= 0xf0ff ? WINGDINGS_BOXES : undefined))?.get(picture);
      return box ?? shapeOf(code, text)?.text ?? text;
    },
    frameOf: (code) =>
      shapeOf(code, codes.textOf(code))?.frame ?? (boxes === ZAPF_BOXES && boxes.has(code) ? ZAPF_FRAME : undefined),
    advanceOf: advance,
  };
}

function pictureBoxes(baseFont: string): ReadonlyMap<number, string> | undefined {
  if (/dingbats/i.test(baseFont)) return ZAPF_BOXES;
  if (/wingdings/i.test(baseFont)) return WINGDINGS_BOXES;
  return /webdings/i.test(baseFont) ? WEBDINGS_BOXES : undefined;
}

function simpleAdvance(document: PdfDocument, font: PdfDict, baseFont: string): (code: number) => number {
  const widths = document.array(font.get("Widths"));
  const first = document.number(font.get("FirstChar")) ?? 0;
  const isType3 = document.name(font.get("Subtype")) === "Type3";
  const matrix = document.array(font.get("FontMatrix"));
  const unit = isType3 ? Math.abs(document.number(matrix?.[0]) ?? 0.001) : 0.001;
  const missing = document.number(document.dict(font.get("FontDescriptor"))?.get("MissingWidth"));
  const standard = widths ? undefined : standardFontWidths(standardNameOf(baseFont));
  return (code) => {
    const width = widths ? document.number(widths[code - first]) : standard?.[code];
    return (width ?? missing ?? (isType3 ? 0 : 500)) * unit;
  };
}

function standardNameOf(baseFont: string): StandardFontName {
  const bold = /bold/i.test(baseFont);
  const slanted = /italic|oblique/i.test(baseFont);
  if (/courier/i.test(baseFont)) return "Courier";
  if (/times|serif|roman/i.test(baseFont) && !/sans/i.test(baseFont)) {
    if (bold) return slanted ? "Times-BoldItalic" : "Times-Bold";
    return slanted ? "Times-Italic" : "Times-Roman";
  }
  return bold ? "Helvetica-Bold" : "Helvetica";
}

const MAX_WIDTHS = 70_000;

function compositeAdvance(document: PdfDocument, font: PdfDict): (code: number) => number {
  const descendant = document.dict(document.array(font.get("DescendantFonts"))?.[0]);
  const usual = document.number(descendant?.get("DW")) ?? 1000;
  const widths = new Map<number, number>();
  const entries = document.array(descendant?.get("W")) ?? [];
  document.work.charge("object", entries.length);
  for (let at = 0; at < entries.length; ) {
    const first = document.number(entries[at]) ?? 0;
    const list = document.array(entries[at + 1]);
    if (list) {
      for (const [index, width] of list.entries()) widths.set(first + index, document.number(width) ?? usual);
      at += 2;
      continue;
    }
    const last = Math.min(document.number(entries[at + 1]) ?? first, first + MAX_WIDTHS);
    const width = document.number(entries[at + 2]) ?? usual;
    document.work.charge("object", Math.max(0, last - first));
    for (let code = first; code <= last; code++) widths.set(code, width);
    at += 3;
  }
  return (code) => (widths.get(code) ?? usual) / 1000;
}
