import { longs, smallFont, words } from "./small-font.ts";

/** Red, and half-transparent blue. */
const CPAL = [...words(0, 2, 1, 2), ...longs(14), ...words(0), ...[0, 0, 255, 255], ...[255, 0, 0, 128]];

const long24 = (value: number) => longs(value).slice(1);
const GLYPH_BYTES = 6;

const solid = (entry: number) => [2, ...words(entry, 0x4000)];
/** With its paint right after it. */
const within = (glyph: number, paint: readonly number[]) => [10, ...long24(GLYPH_BYTES), ...words(glyph), ...paint];
/** From red at the left to blue at 100 units. */
const gradient = [
  4,
  ...long24(16),
  ...words(0, 0, 100, 0, 0, 100),
  0,
  ...words(2),
  ...words(0, 0, 0x4000, 0x4000, 1, 0x4000),
];
const LAYERS = [within(2, solid(0)), within(3, gradient), within(1, solid(0xffff))];

/**
 * A font whose A is a red square, a square in a gradient and one in the color of the text, whose B names itself
 * endlessly, and whose C has the color of the text.
 */
export function colorFont(): Uint8Array {
  const header = 34;
  // Two glyphs: layers, and a paint that is the glyph itself.
  const bases = [...longs(2), ...words(1), ...longs(16), ...words(2), ...longs(22), 1, 3, ...longs(0), 11, ...words(2)];
  const offsets = LAYERS.map((_, index) => 16 + LAYERS.slice(0, index).flat().length);
  const layers = [...longs(3), ...longs(...offsets), ...LAYERS.flat()];
  const COLR = [
    ...words(1, 0),
    ...longs(0, 0),
    ...words(0),
    ...longs(header, header + bases.length, 0, 0, 0),
    ...bases,
    ...layers,
  ];
  return smallFont({ tables: { COLR, CPAL } });
}

/** The same A as outlines in one color each, as the first version of the table has them. */
export function layeredFont(): Uint8Array {
  const COLR = [...words(0, 1), ...longs(14, 20), ...words(2), ...words(1, 0, 2), ...words(2, 0, 3, 1)];
  return smallFont({ tables: { COLR, CPAL } });
}

/** A font whose A is a red outline over, under or within a half-transparent blue one, or all of one, by a composite mode. */
export function compositeFont(mode: number, backdrop: readonly number[] = within(3, solid(1))): Uint8Array {
  const source = within(2, solid(0));
  const composite = [32, ...long24(8), mode, ...long24(8 + source.length), ...source, ...backdrop];
  return smallFont({ tables: { COLR: paintedFirst(composite), CPAL } });
}

/** All of the half-transparent blue. */
export const BLUE_EVERYWHERE = solid(1);

/** A font whose A is the paint of another, moved by 10 and 20 units. */
export function movedFont(): Uint8Array {
  const moved = [14, ...long24(8), ...words(10, 20), ...within(2, solid(0))];
  return smallFont({ tables: { COLR: paintedFirst(moved), CPAL } });
}

/** The table for one glyph of one paint. */
function paintedFirst(paint: readonly number[]): number[] {
  const header = 34;
  const bases = [...longs(1), ...words(1), ...longs(10), ...paint];
  return [...words(1, 0), ...longs(0, 0), ...words(0), ...longs(header, 0, 0, 0, 0), ...bases];
}
