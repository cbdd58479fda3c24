/** Luma and chroma -> red, green and blue (ITU-R BT.601, its range for studios), chroma in between by its neighbors. */
import type { LossyImage } from "./lossy-image.ts";

/** Factors in 2^14ths, offsets in 2^6ths. */
const LUMA = 19_077;
const RED_BY_V = 26_149;
const GREEN_BY_U = 6_419;
const GREEN_BY_V = 13_320;
const BLUE_BY_U = 33_050;
const RED_OFFSET = -14_234;
const GREEN_OFFSET = 8_708;
const BLUE_OFFSET = -17_685;

/** Samples of red, green and blue, and of alpha where there is one. */
export function lossyColors({ width, height, y, u, v }: LossyImage, alpha: Uint8Array | undefined): Uint8Array {
  const channels = alpha ? 4 : 3;
  const samples = new Uint8Array(width * height * channels);
  const rowU = new Uint8Array(width);
  const rowV = new Uint8Array(width);
  for (let row = 0, to = 0, pixel = 0; row < height; row++) {
    chromaRow(u, row, width, height, rowU);
    chromaRow(v, row, width, height, rowV);
    const luma = y.origin + row * y.stride;
    for (let x = 0; x < width; x++, pixel++) {
      const light = ((y.samples[luma + x] ?? 0) * LUMA) >> 8;
      const [blueness, redness] = [rowU[x] ?? 0, rowV[x] ?? 0];
      samples[to++] = byte(light + ((redness * RED_BY_V) >> 8) + RED_OFFSET);
      samples[to++] = byte(light - ((blueness * GREEN_BY_U) >> 8) - ((redness * GREEN_BY_V) >> 8) + GREEN_OFFSET);
      samples[to++] = byte(light + ((blueness * BLUE_BY_U) >> 8) + BLUE_OFFSET);
      if (alpha) samples[to++] = alpha[pixel] ?? 255;
    }
  }
  return samples;
}

function byte(value: number): number {
  return value < 0 ? 0 : value >= 1 << 14 ? 255 : value >> 6;
}

/** A row as fine as luma's: nine sixteenths of the nearest sample, three of those beside and below or above, one across. */
function chromaRow(
  { samples, stride, origin }: LossyImage["u"],
  row: number,
  width: number,
  height: number,
  to: Uint8Array,
): void {
  const last = ((width + 1) >> 1) - 1;
  const lastRow = ((height + 1) >> 1) - 1;
  const near = row >> 1;
  const far = Math.min(lastRow, Math.max(0, (row & 1) === 0 ? near - 1 : near + 1));
  const [nearRow, farRow] = [origin + near * stride, origin + far * stride];
  for (let x = 0; x < width; x++) {
    const column = x >> 1;
    const beside = Math.min(last, Math.max(0, (x & 1) === 0 ? column - 1 : column + 1));
    const own = samples[nearRow + column] ?? 0;
    const side = samples[nearRow + beside] ?? 0;
    const below = samples[farRow + column] ?? 0;
    const across = samples[farRow + beside] ?? 0;
    // In two steps, each rounded, as decoders of the format do it.
    if (beside === column) to[x] = (3 * own + below + 2) >> 2;
    else {
      const diagonal = (own + side + below + across + 8 + 2 * (side + below)) >> 3;
      to[x] = (diagonal + own) >> 1;
    }
  }
}
