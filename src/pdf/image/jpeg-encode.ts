import { present } from "../../domain/present.ts";
import type { Plane } from "./jpeg-decode.ts";
import { type ForwardBlocks, forwardTransform, quantize } from "./jpeg-forward-dct.ts";
import { inverseTransform } from "./jpeg-inverse-dct.ts";
import type { CodedComponent } from "./jpeg-scan-symbols.ts";
import { quantizationTable } from "./jpeg-tables.ts";
import { writeProgressive } from "./jpeg-write.ts";
import { resample } from "./resample.ts";
import { Scratch } from "./scratch.ts";
import { ssim } from "./ssim.ts";

/** Qualities to choose from (1..100) and the least structural similarity (0..1) to keep. */
export interface QualityRange {
  readonly lowest: number;
  readonly highest: number;
  readonly similarity: number;
}

const DEAD_ZONE = 0.12;
/** Rows of blocks that are quantised and transformed back at a time. */
const STRIP_ROWS = 4;
const SAMPLED_ABOVE_PIXELS = 600_000;

/** Codes one image at several qualities without transforming it anew. */
export class JpegEncoder {
  readonly #planes: readonly Plane[];
  readonly #blocks: readonly ForwardBlocks[];
  readonly #lumaChroma: boolean;
  readonly #scratch: Scratch;
  /** Quantised coefficients of a strip, and the samples they decode to. */
  readonly #stripCoefficients: Int16Array;
  readonly #stripSamples: Uint8ClampedArray;
  /** By plane: all of its quantised coefficients, and the samples they decode to. */
  readonly #quantized: (Int16Array | undefined)[] = [];
  #samples: (Uint8ClampedArray | undefined)[] = [];

  /**
   * @param planes of one size
   * @param lumaChroma the second and third plane are chroma; they may have any size and are stored at half the size of
   *   the first
   */
  constructor(planes: readonly Plane[], lumaChroma: boolean, scratch: Scratch = new Scratch()) {
    const { width, height } = present(planes[0]);
    this.#planes = planes;
    this.#lumaChroma = lumaChroma;
    this.#scratch = scratch;
    this.#blocks = planes.map((plane, index) => {
      if (!lumaChroma || (index !== 1 && index !== 2)) return forwardTransform(plane, scratch);
      const chroma = resample(plane, Math.ceil(width / 2), Math.ceil(height / 2), scratch);
      const blocks = forwardTransform(chroma, scratch);
      if (chroma !== plane) scratch.giveBack(chroma.samples);
      return blocks;
    });
    const stripLength = STRIP_ROWS * present(this.#blocks[0]).blocksPerRow * 64;
    this.#stripCoefficients = scratch.coefficients(stripLength);
    this.#stripSamples = scratch.samples(stripLength);
  }

  /** The lowest quality, in steps of 4, that keeps the similarity; undefined if the highest does not. */
  lowestQuality(range: QualityRange): number | undefined {
    const judged = this.#lumaChroma ? [0] : this.#planes.map((_, index) => index);
    return searchQuality(range, (quality) =>
      judged.every((index) => {
        const similarity = similarityAt(
          present(this.#planes[index]),
          present(this.#blocks[index]),
          quantizationTable(quality),
          this.#stripCoefficients,
          this.#stripSamples,
        );
        return similarity >= range.similarity;
      }),
    );
  }

  /**
   * What a decoder makes of the planes at this quality; only of luma if there is chroma. Valid until the next call of
   * any method.
   */
  reconstructed(quality: number): Plane[] {
    const quantization = quantizationTable(quality);
    return this.#blocks.slice(0, this.#lumaChroma ? 1 : undefined).map((blocks, index) => {
      const { width, height } = present(this.#planes[index]);
      const stride = blocks.blocksPerRow * 8;
      return {
        width,
        height,
        stride,
        samples: reconstruct(blocks, quantization, this.#stripCoefficients, this.#samplesOf(index)),
      };
    });
  }

  /** A progressive JPEG; `adobeTransform` goes into an Adobe marker. */
  encode(quality: number, adobeTransform: number | undefined): Uint8Array {
    const { width, height } = present(this.#planes[0]);
    const quantization = quantizationTable(quality);
    for (const samples of this.#samples) if (samples) this.#scratch.giveBack(samples);
    this.#samples = [];
    const components = this.#blocks.map((block, index): CodedComponent => {
      const sampling = this.#lumaChroma && (index === 0 || index === 3) ? 2 : 1;
      return {
        coefficients: quantize(block, quantization, DEAD_ZONE, this.#quantizedOf(index)),
        h: sampling,
        v: sampling,
        blocksPerRow: block.blocksPerRow,
        blockRows: block.blockRows,
        strideBlocks: block.blocksPerRow,
        paddedRows: block.blockRows,
        quantization,
      };
    });
    return writeProgressive({ width, height, components, adobeTransform });
  }

  #quantizedOf(index: number): Int16Array {
    this.#quantized[index] ??= this.#scratch.coefficients(present(this.#blocks[index]).coefficients.length);
    return this.#quantized[index];
  }

  #samplesOf(index: number): Uint8ClampedArray {
    this.#samples[index] ??= this.#scratch.samples(present(this.#blocks[index]).coefficients.length);
    return this.#samples[index];
  }
}

function searchQuality(range: QualityRange, passes: (quality: number) => boolean): number | undefined {
  const steps = Math.ceil((range.highest - range.lowest) / 4);
  const qualityOf = (step: number): number => Math.min(range.highest, range.lowest + step * 4);
  let failing = -1;
  let passing = steps >> 1;
  if (!passes(qualityOf(passing))) {
    // images with grain fail at every quality: one more look shows that
    if (passing === steps || !passes(range.highest)) return undefined;
    failing = passing;
    passing = steps;
  }
  while (passing - failing > 1) {
    const middle = (failing + passing) >> 1;
    if (passes(qualityOf(middle))) passing = middle;
    else failing = middle;
  }
  return qualityOf(passing);
}

/** Similarity of a plane after quantisation; of large planes every fourth strip of blocks is looked at. */
function similarityAt(
  plane: Plane,
  blocks: ForwardBlocks,
  quantization: Uint16Array,
  stripCoefficients: Int16Array,
  samples: Uint8ClampedArray,
): number {
  const { blocksPerRow, blockRows } = blocks;
  const stripStep = blocksPerRow * blockRows * 64 > SAMPLED_ABOVE_PIXELS ? 4 * STRIP_ROWS : STRIP_ROWS;
  const stride = blocksPerRow * 8;
  let total = 0;
  let weights = 0;
  for (let first = 0; first < blockRows; first += stripStep) {
    const strip = stripOf(blocks, first);
    reconstruct(strip, quantization, stripCoefficients, samples);
    const height = Math.min(strip.blockRows * 8, plane.height - first * 8);
    const original = { ...plane, height, samples: plane.samples.subarray(first * 8 * plane.stride) };
    total += height * ssim(original, { width: plane.width, height, stride, samples });
    weights += height;
  }
  return total / weights;
}

/** Quantises and transforms back into `samples`: rows of `blocksPerRow * 8`. */
function reconstruct(
  blocks: ForwardBlocks,
  quantization: Uint16Array,
  stripCoefficients: Int16Array,
  samples: Uint8ClampedArray,
): Uint8ClampedArray {
  const { blocksPerRow, blockRows } = blocks;
  const stride = blocksPerRow * 8;
  const transform = inverseTransform(quantization, 8);
  for (let first = 0; first < blockRows; first += STRIP_ROWS) {
    const strip = stripOf(blocks, first);
    const quantized = stripCoefficients.subarray(0, strip.coefficients.length);
    quantize(strip, quantization, DEAD_ZONE, quantized);
    for (let row = 0; row < strip.blockRows; row++) {
      for (let column = 0; column < blocksPerRow; column++) {
        const at = (first + row) * 8 * stride + column * 8;
        transform(quantized, (row * blocksPerRow + column) * 64, samples, at, stride);
      }
    }
  }
  return samples;
}

/** At most `STRIP_ROWS` rows of blocks from `first` on. */
function stripOf({ blocksPerRow, blockRows, coefficients }: ForwardBlocks, first: number): ForwardBlocks {
  const rows = Math.min(STRIP_ROWS, blockRows - first);
  const rowLength = blocksPerRow * 64;
  return {
    blocksPerRow,
    blockRows: rows,
    coefficients: coefficients.subarray(first * rowLength, (first + rows) * rowLength),
  };
}
