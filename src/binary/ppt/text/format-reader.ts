/** Reads the exceptions that style text: masks first, then the fields that the masks announce (MS-PPT 2.9.13, 2.9.20, 2.9.26). */
import type { ByteCursor } from "../../../office/byte-reader.ts";
import type { CharacterFormat, ParagraphFormat, TabStop } from "./text-format.ts";

const MAX_TABS = 100;

/** TextPFException (MS-PPT 2.9.20). */
export function readParagraphFormat(cursor: ByteCursor): ParagraphFormat {
  const masks = cursor.u32();
  const has = (bits: number) => (masks & bits) !== 0;
  const format: ParagraphFormat = {};
  if (has(0xf)) {
    const flags = cursor.u16();
    if (has(0x1)) format.hasBullet = (flags & 1) !== 0;
    if (has(0x2)) format.bulletHasFont = (flags & 2) !== 0;
    if (has(0x4)) format.bulletHasColor = (flags & 4) !== 0;
    if (has(0x8)) format.bulletHasSize = (flags & 8) !== 0;
  }
  if (has(0x80)) format.bulletChar = cursor.u16();
  if (has(0x10)) format.bulletFont = cursor.u16();
  if (has(0x40)) format.bulletSize = cursor.i16();
  if (has(0x20)) format.bulletColor = cursor.u32();
  if (has(0x800)) format.alignment = cursor.u16();
  if (has(0x1000)) format.lineSpacing = cursor.i16();
  if (has(0x2000)) format.spaceBefore = cursor.i16();
  if (has(0x4000)) format.spaceAfter = cursor.i16();
  if (has(0x100)) format.leftMargin = cursor.i16();
  if (has(0x400)) format.indent = cursor.i16();
  if (has(0x8000)) format.defaultTab = cursor.i16();
  if (has(0x100000)) format.tabs = readTabs(cursor);
  if (has(0x10000)) cursor.u16();
  if (has(0xe0000)) cursor.u16();
  if (has(0x200000)) format.isRightToLeft = (cursor.u16() & 1) !== 0;
  return format;
}

/** A count, then pairs of position and kind. */
export function readTabs(cursor: ByteCursor): TabStop[] {
  const count = Math.min(cursor.u16(), MAX_TABS);
  return Array.from({ length: count }, () => ({ position: cursor.i16(), kind: cursor.u16() }));
}

/** TextCFException (MS-PPT 2.9.13). */
export function readCharacterFormat(cursor: ByteCursor): CharacterFormat {
  const masks = cursor.u32();
  const has = (bits: number) => (masks & bits) !== 0;
  const format: CharacterFormat = {};
  if (has(0xffff)) {
    const style = cursor.u16();
    if (has(0x1)) format.bold = (style & 0x1) !== 0;
    if (has(0x2)) format.italic = (style & 0x2) !== 0;
    if (has(0x4)) format.underline = (style & 0x4) !== 0;
    if (has(0x10)) format.shadow = (style & 0x10) !== 0;
    if (has(0x200)) format.emboss = (style & 0x200) !== 0;
    if (has(0x3c00)) format.extension = (style >> 10) & 0xf;
  }
  if (has(0x10000)) format.font = cursor.u16();
  if (has(0x200000)) format.eastAsianFont = cursor.u16();
  if (has(0x400000)) format.ansiFont = cursor.u16();
  if (has(0x800000)) format.symbolFont = cursor.u16();
  if (has(0x20000)) format.sizePoints = cursor.u16();
  if (has(0x40000)) format.color = cursor.u32();
  if (has(0x80000)) format.position = cursor.i16();
  return format;
}

/** TextPFException9 (MS-PPT 2.9.26): picture bullets and numbers. */
export function readParagraphFormat9(cursor: ByteCursor): ParagraphFormat {
  const masks = cursor.u32();
  const format: ParagraphFormat = {};
  if (masks & 0x800000) format.bulletPicture = cursor.i16();
  if (masks & 0x2000000) format.isNumbered = cursor.u16() !== 0;
  if (masks & 0x1000000) format.autoNumber = { scheme: cursor.u16(), start: cursor.u16() };
  return format;
}

/** Passes over a TextCFException9 (MS-PPT 2.9.15), which says nothing that is seen. */
export function skipCharacterFormat9(cursor: ByteCursor): void {
  if (cursor.u32() & 0x100000) cursor.u32();
}

/** Passes over a TextSIException (MS-PPT 2.9.32): spelling, languages, smart tags. */
export function skipSpecialInfo(cursor: ByteCursor): void {
  const masks = cursor.u32();
  for (const bit of [0x1, 0x2, 0x4, 0x40]) if (masks & bit) cursor.u16();
  if (masks & 0x20) cursor.u32();
  if (masks & 0x200) for (let left = Math.min(cursor.u32(), 1_000); left > 0; left--) cursor.u32();
}
