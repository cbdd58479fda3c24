import { joinBytes } from "../../domain/join-bytes.ts";
import { ArithmeticEncoder } from "./arithmetic-encoder.ts";

/** Context of the "row equals the one above" flag for template 0 (ISO/IEC 14492 figure 8). */
const TYPICAL_ROW_CONTEXT = 0x9b25;
/** Zeros before each row, so that templates may look to the left. */
const MARGIN = 4;

/**
 * Encodes a bitmap losslessly as one JBIG2 generic region (ISO/IEC 14492 6.2, template 0, typical prediction), in
 * the embedded organisation that PDF uses (ISO 32000-2, 7.4.7). `rows` are packed, 1 is white as in PDF images.
 */
export function encodeJbig2(rows: Uint8Array, width: number, height: number): Uint8Array {
  const region = encodeRegion(rows, width, height);
  const header = Uint8Array.of(
    ...uint32(width),
    ...uint32(height),
    ...uint32(0),
    ...uint32(0),
    0, // combination operator: OR
    0x08, // template 0, typical prediction
    ...[3, 0xff, 0xfd, 0xff, 2, 0xfe, 0xfe, 0xfe], // adaptive pixels at their nominal places
  );
  const page = Uint8Array.of(...uint32(width), ...uint32(height), ...uint32(0), ...uint32(0), 0, 0, 0);
  return joinBytes([
    segmentHeader(0, 48, page.length),
    page,
    segmentHeader(1, 38, header.length + region.length),
    header,
    region,
  ]);
}

function encodeRegion(rows: Uint8Array, width: number, height: number): Uint8Array {
  const encoder = new ArithmeticEncoder(1 << 16);
  const bytesPerRow = (width + 7) >> 3;
  let twoAbove = new Uint8Array(width + 2 * MARGIN);
  let above = new Uint8Array(width + 2 * MARGIN);
  let current = new Uint8Array(width + 2 * MARGIN);
  let wasTypical = 0;
  for (let y = 0; y < height; y++) {
    const start = y * bytesPerRow;
    const typical = y > 0 ? rowsEqual(rows, start - bytesPerRow, start, width) : isWhite(rows, start, width);
    encoder.encode(TYPICAL_ROW_CONTEXT, typical ^ wasTypical);
    wasTypical = typical;
    if (typical === 1) current.set(above);
    else {
      for (let x = 0; x < width; x++) current[x + MARGIN] = (((rows[start + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) ^ 1;
      encodeRow(encoder, twoAbove, above, current, width);
    }
    const recycled = twoAbove;
    twoAbove = above;
    above = current;
    current = recycled;
  }
  return encoder.finish();
}

/** Template 0 (figure 3): five pixels two rows up, seven one row up, four to the left. */
function encodeRow(
  encoder: ArithmeticEncoder,
  twoAbove: Uint8Array,
  above: Uint8Array,
  current: Uint8Array,
  width: number,
): void {
  let upper = ((twoAbove[MARGIN] ?? 0) << 1) | (twoAbove[MARGIN + 1] ?? 0);
  let middle = ((above[MARGIN] ?? 0) << 2) | ((above[MARGIN + 1] ?? 0) << 1) | (above[MARGIN + 2] ?? 0);
  let left = 0;
  for (let x = MARGIN; x < width + MARGIN; x++) {
    upper = ((upper << 1) | (twoAbove[x + 2] ?? 0)) & 31;
    middle = ((middle << 1) | (above[x + 3] ?? 0)) & 127;
    const bit = current[x] ?? 0;
    encoder.encode((upper << 11) | (middle << 4) | left, bit);
    left = ((left << 1) | bit) & 15;
  }
}

function rowsEqual(rows: Uint8Array, first: number, second: number, width: number): 0 | 1 {
  const whole = width >> 3;
  for (let i = 0; i < whole; i++) if (rows[first + i] !== rows[second + i]) return 0;
  const rest = width & 7;
  if (rest === 0) return 1;
  return ((rows[first + whole] ?? 0) ^ (rows[second + whole] ?? 0)) >> (8 - rest) === 0 ? 1 : 0;
}

function isWhite(rows: Uint8Array, start: number, width: number): 0 | 1 {
  for (let x = 0; x < width; x++) if ((((rows[start + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) === 0) return 0;
  return 1;
}

function segmentHeader(number: number, type: number, length: number): Uint8Array {
  return Uint8Array.of(...uint32(number), type, 0, 1, ...uint32(length));
}

function uint32(value: number): [number, number, number, number] {
  return [value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255];
}
