import { paethOf } from "./paeth.ts";

/** How samples were predicted before compression (ISO 32000-2, 7.4.4.4). */
export interface PredictorParameters {
  /** 1 none, 2 TIFF, 10 to 15 PNG (each row names its own). */
  predictor: number;
  /** Components of a sample. */
  colors: number;
  bitsPerComponent: number;
  /** Samples of a row. */
  columns: number;
}

/** Undoes the prediction. A last row that is cut short is completed with zeros. */
export function undoPrediction(data: Uint8Array, parameters: PredictorParameters): Uint8Array {
  const { predictor, colors, bitsPerComponent, columns } = parameters;
  if (predictor < 2) return data;
  const rowBytes = (columns * colors * bitsPerComponent + 7) >> 3;
  const sampleBytes = (colors * bitsPerComponent + 7) >> 3;
  if (!(rowBytes > 0)) return data;
  return predictor === 2 ? undoTiff(data, parameters, rowBytes) : undoPng(data, rowBytes, sampleBytes);
}

function undoPng(data: Uint8Array, rowBytes: number, sampleBytes: number): Uint8Array {
  const rows = Math.ceil(data.length / (rowBytes + 1));
  const last = data.length - (rows - 1) * (rowBytes + 1) - 1;
  const out = new Uint8Array(rows === 0 ? 0 : (rows - 1) * rowBytes + Math.max(0, last));
  for (let row = 0, from = 0, to = 0; row < rows; row++) {
    const filter = data[from++] ?? 0;
    const count = Math.min(rowBytes, data.length - from);
    undoPngRow(filter, data, from, out, to, count, rowBytes, sampleBytes);
    from += count;
    to += rowBytes;
  }
  return out;
}

/** One row by the filters of the PNG specification, 9.2. The row above the first is all zero. */
function undoPngRow(
  filter: number,
  data: Uint8Array,
  from: number,
  out: Uint8Array,
  to: number,
  count: number,
  rowBytes: number,
  sampleBytes: number,
): void {
  const above = to - rowBytes;
  switch (filter) {
    case 1:
      for (let i = 0; i < count; i++)
        out[to + i] = (data[from + i] ?? 0) + (i >= sampleBytes ? (out[to + i - sampleBytes] ?? 0) : 0);
      return;
    case 2:
      if (above < 0) break;
      for (let i = 0; i < count; i++) out[to + i] = (data[from + i] ?? 0) + (out[above + i] ?? 0);
      return;
    case 3:
      for (let i = 0; i < count; i++) {
        const left = i >= sampleBytes ? (out[to + i - sampleBytes] ?? 0) : 0;
        out[to + i] = (data[from + i] ?? 0) + ((left + (above < 0 ? 0 : (out[above + i] ?? 0))) >> 1);
      }
      return;
    case 4:
      for (let i = 0; i < count; i++) {
        const left = i >= sampleBytes ? (out[to + i - sampleBytes] ?? 0) : 0;
        const up = above < 0 ? 0 : (out[above + i] ?? 0);
        const upLeft = i >= sampleBytes && above >= 0 ? (out[above + i - sampleBytes] ?? 0) : 0;
        out[to + i] = (data[from + i] ?? 0) + paethOf(left, up, upLeft);
      }
      return;
  }
  out.set(data.subarray(from, from + count), to);
}

/** TIFF predictor 2: each component is the difference to the sample on its left. */
function undoTiff(data: Uint8Array, parameters: PredictorParameters, rowBytes: number): Uint8Array {
  const { colors, bitsPerComponent, columns } = parameters;
  const out = data.slice();
  for (let row = 0; row < out.length; row += rowBytes) {
    const end = Math.min(row + rowBytes, out.length);
    if (bitsPerComponent === 8) {
      for (let i = row + colors; i < end; i++) out[i] = (out[i] ?? 0) + (out[i - colors] ?? 0);
    } else if (bitsPerComponent === 16) {
      for (let i = row + 2 * colors; i + 1 < end; i += 2) {
        const left = ((out[i - 2 * colors] ?? 0) << 8) | (out[i - 2 * colors + 1] ?? 0);
        const sum = (((out[i] ?? 0) << 8) | (out[i + 1] ?? 0)) + left;
        out[i] = sum >> 8;
        out[i + 1] = sum;
      }
    } else if (end - row === rowBytes) undoTiffBits(out, row, colors, bitsPerComponent, columns);
  }
  return out;
}

function undoTiffBits(out: Uint8Array, row: number, colors: number, bits: number, columns: number): void {
  const mask = (1 << bits) - 1;
  for (let index = colors; index < columns * colors; index++) {
    const leftBit = (index - colors) * bits;
    const bit = index * bits;
    const left = ((out[row + (leftBit >> 3)] ?? 0) >> (8 - bits - (leftBit & 7))) & mask;
    const shift = 8 - bits - (bit & 7);
    const at = row + (bit >> 3);
    const sum = ((((out[at] ?? 0) >> shift) & mask) + left) & mask;
    out[at] = ((out[at] ?? 0) & ~(mask << shift)) | (sum << shift);
  }
}
