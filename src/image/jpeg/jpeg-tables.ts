/** Constants of ITU-T T.81 (JPEG): scan order, quantisation tables, DCT scale factors. */

/** T.81 figure A.6: position in zig-zag order -> index in the 8x8 block (row-major). */
export const ZIGZAG: Uint8Array = zigzag();

function zigzag(): Uint8Array {
  const order = new Uint8Array(64);
  let row = 0;
  let column = 0;
  for (let position = 0; position < 64; position++) {
    order[position] = row * 8 + column;
    const upwards = (row + column) % 2 === 0;
    if (upwards) {
      if (column === 7) row++;
      else {
        column++;
        if (row > 0) row--;
      }
    } else if (row === 7) column++;
    else {
      row++;
      if (column > 0) column--;
    }
  }
  return order;
}

/** T.81 table K.1, row-major. */
const LUMINANCE_QUANTIZATION: readonly number[] = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51,
  87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101,
  72, 92, 95, 98, 112, 100, 103, 99,
];

/** Flatter in the high frequencies than K.1, which keeps thin strokes of scanned text; N. Robidoux's table, row-major. */
const DETAIL_QUANTIZATION: readonly number[] = [
  16, 16, 16, 18, 25, 37, 56, 85, 16, 17, 20, 27, 34, 40, 53, 75, 16, 20, 24, 31, 43, 62, 91, 135, 18, 27, 31, 40, 53,
  74, 106, 156, 25, 34, 43, 53, 69, 94, 131, 189, 37, 40, 62, 74, 94, 124, 169, 238, 56, 53, 91, 106, 131, 169, 226,
  311, 85, 75, 135, 156, 189, 238, 311, 418,
];

/** Quantisation table (row-major, 1..255) for a quality of 1..100 on the IJG scale. */
export function quantizationTable(quality: number): Uint16Array {
  const percent = quality < 50 ? 5000 / quality : 200 - 2 * quality;
  return Uint16Array.from(DETAIL_QUANTIZATION, (step) =>
    Math.max(1, Math.min(255, Math.floor((step * percent + 50) / 100))),
  );
}

/** The IJG quality (1..100) whose luminance table is on average as coarse as this one (row-major). */
export function estimateQuality(table: ArrayLike<number>): number {
  let percent = 0;
  for (let index = 0; index < 64; index++)
    percent += ((table[index] ?? 1) * 100) / (LUMINANCE_QUANTIZATION[index] ?? 0);
  percent /= 64;
  return percent <= 100 ? (200 - percent) / 2 : 5000 / percent;
}

/** Scale factors of the AAN fast DCT (Arai, Agui, Nakajima 1988), one per row or column. */
export const AAN_SCALE: Float64Array = Float64Array.from({ length: 8 }, (_, k) =>
  k === 0 ? 1 : Math.cos((k * Math.PI) / 16) * Math.SQRT2,
);
