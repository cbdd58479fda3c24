import { AAN_SCALE } from "./jpeg-tables.ts";

/** Samples per block side after decoding: 8 is full size, 4 half, 2 a quarter, 1 an eighth. */
export type BlockScale = 1 | 2 | 4 | 8;

const workspace = new Float32Array(64);

/** For 2 and 4: `basis[x * scale + u]`, the inverse DCT of only the low frequencies. */
const BASIS = { 2: basis(2), 4: basis(4) } as const;

function basis(size: number): Float32Array {
  const matrix = new Float32Array(size * size);
  for (let x = 0; x < size; x++) {
    for (let u = 0; u < size; u++) {
      matrix[x * size + u] =
        ((u === 0 ? 1 : Math.SQRT2) / Math.sqrt(8)) * Math.cos(((2 * x + 1) * u * Math.PI) / (2 * size));
    }
  }
  return matrix;
}

/** Dequantisation factors with the AAN scale folded in, kept per table. */
const scaledTables = new WeakMap<Uint16Array, Float32Array>();

function scaledTable(quantization: Uint16Array): Float32Array {
  let table = scaledTables.get(quantization);
  if (!table) {
    table = Float32Array.from(
      quantization,
      (step, index) => (step * (AAN_SCALE[index >> 3] ?? 0) * (AAN_SCALE[index & 7] ?? 0)) / 8,
    );
    scaledTables.set(quantization, table);
  }
  return table;
}

/** Dequantises the block at `coefficients[block]` and writes its samples at `samples[at]` in rows of `stride`. */
type BlockTransform = (
  coefficients: Int16Array,
  block: number,
  samples: Uint8ClampedArray,
  at: number,
  stride: number,
) => void;

/**
 * The inverse transform of a component's blocks (T.81 A.3.3); at a reduced scale only the low frequencies take part,
 * which is an exact area reduction of the block.
 */
export function inverseTransform(quantization: Uint16Array, scale: BlockScale): BlockTransform {
  if (scale === 8) return full(scaledTable(quantization));
  return scale === 1 ? mean(quantization[0] ?? 0) : reduced(quantization, scale);
}

const mean =
  (step: number): BlockTransform =>
  (coefficients, block, samples, at) => {
    samples[at] = ((coefficients[block] ?? 0) * step) / 8 + 128;
  };

const reduced = (quantization: Uint16Array, scale: 2 | 4): BlockTransform => {
  const matrix = BASIS[scale];
  return (coefficients, block, samples, at, stride) => {
    for (let v = 0; v < scale; v++) {
      for (let x = 0; x < scale; x++) {
        let sum = 0;
        for (let u = 0; u < scale; u++) {
          sum += (matrix[x * scale + u] ?? 0) * (coefficients[block + v * 8 + u] ?? 0) * (quantization[v * 8 + u] ?? 0);
        }
        workspace[v * scale + x] = sum;
      }
    }
    for (let y = 0; y < scale; y++) {
      for (let x = 0; x < scale; x++) {
        let sum = 128;
        for (let v = 0; v < scale; v++) sum += (matrix[y * scale + v] ?? 0) * (workspace[v * scale + x] ?? 0);
        samples[at + y * stride + x] = sum;
      }
    }
  };
};

const full =
  (table: Float32Array): BlockTransform =>
  (coefficients, block, samples, at, stride) => {
    let onlyDc = true;
    for (let column = 0; column < 8; column++) {
      let any = 0;
      for (let row = 1; row < 8; row++) any |= coefficients[block + row * 8 + column] ?? 0;
      const dc = (coefficients[block + column] ?? 0) * (table[column] ?? 0);
      if (any === 0) {
        for (let row = 0; row < 8; row++) workspace[row * 8 + column] = dc;
        if (column > 0 && dc !== 0) onlyDc = false;
        continue;
      }
      onlyDc = false;
      for (let row = 0; row < 8; row++) {
        workspace[row * 8 + column] = (coefficients[block + row * 8 + column] ?? 0) * (table[row * 8 + column] ?? 0);
      }
      transformLine(column, 8);
    }
    if (onlyDc) {
      const value = (workspace[0] ?? 0) + 128;
      for (let row = 0; row < 8; row++) samples.fill(value, at + row * stride, at + row * stride + 8);
      return;
    }
    for (let row = 0; row < 8; row++) {
      transformLine(row * 8, 1);
      const start = at + row * stride;
      for (let x = 0; x < 8; x++) samples[start + x] = (workspace[row * 8 + x] ?? 0) + 128;
    }
  };

/** 2 cos(pi/8), and its sum and difference with 2 sin(pi/8): the rotation of the odd part. */
const COSINE_PI_8 = 2 * Math.cos(Math.PI / 8);
const SUM_OF_ROTATION = COSINE_PI_8 + 2 * Math.sin(Math.PI / 8);
const DIFFERENCE_OF_ROTATION = COSINE_PI_8 - 2 * Math.sin(Math.PI / 8);

/** One-dimensional AAN inverse DCT of eight numbers `step` apart in the workspace. */
function transformLine(at: number, step: number): void {
  const w = workspace;
  const even0 = (w[at] ?? 0) + (w[at + 4 * step] ?? 0);
  const even1 = (w[at] ?? 0) - (w[at + 4 * step] ?? 0);
  const even3 = (w[at + 2 * step] ?? 0) + (w[at + 6 * step] ?? 0);
  const even2 = ((w[at + 2 * step] ?? 0) - (w[at + 6 * step] ?? 0)) * Math.SQRT2 - even3;
  const sum0 = even0 + even3;
  const sum3 = even0 - even3;
  const sum1 = even1 + even2;
  const sum2 = even1 - even2;

  const z13 = (w[at + 5 * step] ?? 0) + (w[at + 3 * step] ?? 0);
  const z10 = (w[at + 5 * step] ?? 0) - (w[at + 3 * step] ?? 0);
  const z11 = (w[at + step] ?? 0) + (w[at + 7 * step] ?? 0);
  const z12 = (w[at + step] ?? 0) - (w[at + 7 * step] ?? 0);
  const odd7 = z11 + z13;
  const z5 = (z10 + z12) * COSINE_PI_8;
  const odd6 = z5 - z10 * SUM_OF_ROTATION - odd7;
  const odd5 = (z11 - z13) * Math.SQRT2 - odd6;
  const odd4 = z5 - z12 * DIFFERENCE_OF_ROTATION - odd5;

  w[at] = sum0 + odd7;
  w[at + 7 * step] = sum0 - odd7;
  w[at + step] = sum1 + odd6;
  w[at + 6 * step] = sum1 - odd6;
  w[at + 2 * step] = sum2 + odd5;
  w[at + 5 * step] = sum2 - odd5;
  w[at + 3 * step] = sum3 + odd4;
  w[at + 4 * step] = sum3 - odd4;
}
