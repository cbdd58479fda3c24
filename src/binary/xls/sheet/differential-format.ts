/** Formats that conditions lay over cells (`DXFN`, MS-XLS 2.5.78) -> the content of `dxf`. */
import type { RecordCursor } from "../biff/record-cursor.ts";
import { longText, type TextFormat, unicode } from "../biff/text.ts";
import { edgeMarkup, indexedMarkup, patternMarkup } from "../markup/style-markup.ts";
import { BOLD_WEIGHT, UNDERLINES } from "../markup/style-names.ts";
import { tag } from "../markup/xml.ts";

/** Bits that say what is left alone, and which structures follow. */
const Flag = {
  keepsLeft: 1 << 10,
  keepsRight: 1 << 11,
  keepsTop: 1 << 12,
  keepsBottom: 1 << 13,
  keepsPattern: 1 << 16,
  keepsForeground: 1 << 17,
  keepsBackground: 1 << 18,
  hasNumber: 1 << 25,
  hasFont: 1 << 26,
  hasAlignment: 1 << 27,
  hasBorder: 1 << 28,
  hasPattern: 1 << 29,
  hasProtection: 1 << 30,
} as const;
const OWN_NUMBER_FORMAT = 1;
const ITALIC = 2;
const STRIKE = 0x80;
const FONT_NAME_BYTES = 63;
const SOLID = 1;

/** The whole `dxf` element; the cursor is past the structure afterwards. */
export function readDifferentialFormat(cursor: RecordCursor, text: TextFormat): string {
  const flags = cursor.u32();
  const more = cursor.u16();
  const number = flags & Flag.hasNumber ? readNumberFormat(cursor, (more & OWN_NUMBER_FORMAT) !== 0, text) : "";
  const font = flags & Flag.hasFont ? readFont(cursor) : "";
  if (flags & Flag.hasAlignment) cursor.skip(8);
  const border = flags & Flag.hasBorder ? readBorder(cursor, flags) : "";
  const fill = flags & Flag.hasPattern ? readPattern(cursor, flags) : "";
  if (flags & Flag.hasProtection) cursor.skip(2);
  return `<dxf>${font}${number}${fill}${border}</dxf>`;
}

function readNumberFormat(cursor: RecordCursor, isOwn: boolean, text: TextFormat): string {
  if (!isOwn) {
    cursor.skip(1);
    return tag("numFmt", { numFmtId: cursor.u8() });
  }
  cursor.skip(2);
  return tag("numFmt", { numFmtId: 0, formatCode: longText(cursor, text) });
}

/** `DXFFntD` (2.5.82). */
function readFont(cursor: RecordCursor): string {
  const nameLength = cursor.u8();
  const stored = cursor.bytes(FONT_NAME_BYTES);
  const isWide = ((stored[0] ?? 0) & 1) !== 0;
  const name = nameLength > 0 ? unicode(stored.subarray(1, 1 + nameLength * (isWide ? 2 : 1)), isWide) : "";
  const heightTwips = cursor.i32();
  const style = cursor.u32();
  const weight = cursor.u16();
  const script = cursor.u16();
  const underline = cursor.u8();
  cursor.skip(3);
  const color = cursor.i32();
  cursor.skip(4);
  const keptStyles = cursor.u32();
  const keepsScript = cursor.u32() !== 0;
  const keepsUnderline = cursor.u32() !== 0;
  const keepsWeight = cursor.u32() !== 0;
  cursor.skip(14);
  const scriptName = ["baseline", "superscript", "subscript"][script];
  return tag(
    "font",
    {},
    (keepsWeight ? "" : tag("b", { val: weight >= BOLD_WEIGHT })) +
      (keptStyles & ITALIC ? "" : tag("i", { val: (style & ITALIC) !== 0 })) +
      (keptStyles & STRIKE ? "" : tag("strike", { val: (style & STRIKE) !== 0 })) +
      (keepsUnderline ? "" : tag("u", { val: underline === 0 ? "none" : (UNDERLINES[underline] ?? "single") })) +
      (keepsScript ? "" : tag("vertAlign", { val: scriptName })) +
      (heightTwips > 0 ? tag("sz", { val: heightTwips / 20 }) : "") +
      (color >= 0 ? indexedMarkup("color", color) : "") +
      (name ? tag("name", { val: name }) : ""),
  );
}

/** `DXFBdr` (2.5.80). */
function readBorder(cursor: RecordCursor, flags: number): string {
  const styles = cursor.u32();
  const colors = cursor.u32();
  const edge = (name: string, keeps: number, style: number, colorIndex: number) =>
    flags & keeps ? "" : edgeMarkup(name, { style: style & 15, colorIndex: colorIndex & 0x7f });
  return tag(
    "border",
    {},
    edge("left", Flag.keepsLeft, styles, styles >>> 16) +
      edge("right", Flag.keepsRight, styles >>> 4, styles >>> 23) +
      edge("top", Flag.keepsTop, styles >>> 8, colors) +
      edge("bottom", Flag.keepsBottom, styles >>> 12, colors >>> 7),
  );
}

/** `DXFPat` (2.5.86). */
function readPattern(cursor: RecordCursor, flags: number): string {
  const stored = cursor.u32();
  const pattern = flags & Flag.keepsPattern ? SOLID : (stored >>> 10) & 0x3f;
  return patternMarkup(
    pattern,
    flags & Flag.keepsForeground ? "" : indexedMarkup("fgColor", (stored >>> 16) & 0x7f),
    flags & Flag.keepsBackground ? "" : indexedMarkup("bgColor", (stored >>> 23) & 0x7f),
  );
}
