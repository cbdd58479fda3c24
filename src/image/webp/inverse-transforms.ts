/** The two inverse transforms of the lossy format, in whole numbers (RFC 6386, 14.3 and 14.4). */

/** The block of DCs -> the first coefficients of 16 blocks, `stride` apart. */
export function inverseWalshHadamard(input: Int16Array, output: Int16Array, stride: number): void {
  const rows = new Int32Array(16);
  for (let x = 0; x < 4; x++) {
    const [a, b, c, d] = [input[x] ?? 0, input[4 + x] ?? 0, input[8 + x] ?? 0, input[12 + x] ?? 0];
    rows[x] = a + d + (b + c);
    rows[4 + x] = a - d + (b - c);
    rows[8 + x] = a + d - (b + c);
    rows[12 + x] = a - d - (b - c);
  }
  for (let y = 0; y < 16; y += 4) {
    const [a, b, c, d] = [(rows[y] ?? 0) + 3, rows[y + 1] ?? 0, rows[y + 2] ?? 0, rows[y + 3] ?? 0];
    output[y * stride] = (a + d + (b + c)) >> 3;
    output[(y + 1) * stride] = (a - d + (b - c)) >> 3;
    output[(y + 2) * stride] = (a + d - (b + c)) >> 3;
    output[(y + 3) * stride] = (a - d - (b - c)) >> 3;
  }
}

/** By the cosine and the sine of an eighth of pi, times the root of two. */
function byCosine(value: number): number {
  return value + ((value * 20_091) >> 16);
}

function bySine(value: number): number {
  return (value * 35_468) >> 16;
}

const columns = new Int32Array(16);

/** Adds the transform of 16 coefficients to the samples of a block. */
export function addInverseCosine(
  coefficients: Int16Array,
  start: number,
  samples: Uint8ClampedArray,
  at: number,
  stride: number,
): void {
  for (let x = 0; x < 4; x++) {
    const first = coefficients[start + x] ?? 0;
    const second = coefficients[start + 4 + x] ?? 0;
    const third = coefficients[start + 8 + x] ?? 0;
    const fourth = coefficients[start + 12 + x] ?? 0;
    const even = first + third;
    const odd = first - third;
    const low = bySine(second) - byCosine(fourth);
    const high = byCosine(second) + bySine(fourth);
    columns[x] = even + high;
    columns[4 + x] = odd + low;
    columns[8 + x] = odd - low;
    columns[12 + x] = even - high;
  }
  for (let y = 0; y < 4; y++) {
    const first = (columns[4 * y] ?? 0) + 4;
    const second = columns[4 * y + 1] ?? 0;
    const third = columns[4 * y + 2] ?? 0;
    const fourth = columns[4 * y + 3] ?? 0;
    const even = first + third;
    const odd = first - third;
    const low = bySine(second) - byCosine(fourth);
    const high = byCosine(second) + bySine(fourth);
    const row = at + y * stride;
    samples[row] = (samples[row] ?? 0) + ((even + high) >> 3);
    samples[row + 1] = (samples[row + 1] ?? 0) + ((odd + low) >> 3);
    samples[row + 2] = (samples[row + 2] ?? 0) + ((odd - low) >> 3);
    samples[row + 3] = (samples[row + 3] ?? 0) + ((even - high) >> 3);
  }
}
