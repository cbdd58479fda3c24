import { present } from "../../domain/present.ts";
import { blockError } from "../block-error.ts";
import type { Plane } from "../plane.ts";
import { resample } from "../scale.ts";
import { Scratch } from "../scratch.ts";
import { ssim } from "../ssim.ts";
import { type ForwardBlocks, forwardTransform, quantize } from "./jpeg-forward-dct.ts";
import { inverseTransform } from "./jpeg-inverse-dct.ts";
import type { CodedComponent } from "./jpeg-scan-symbols.ts";
import { quantizationTable } from "./jpeg-tables.ts";
import { writeProgressive } from "./jpeg-write.ts";

/** Qualities to choose from (1..100) and the least structural similarity (0..1) to keep. */
export interface QualityRange {
  readonly lowest: number;
  readonly highest: number;
  readonly similarity: number;
}

const DEAD_ZONE = 0.12;
/** The most that one place may differ, of 255: in what is judged by its structure, too, and in chroma. */
const LARGEST_ERROR = 40;
const LARGEST_CHROMA_ERROR = 18;
/** From here on halving chroma shows: edges of colors of one brightness, thin strokes. */
const LARGEST_HALVING_ERROR = 26;
/** Rows of blocks that are quantised and transformed back at a time. */
const STRIP_ROWS = 4;
const SAMPLED_ABOVE_PIXELS = 600_000;

/** Codes one image at several qualities without transforming it anew. */
export class JpegEncoder {
  readonly #planes: readonly Plane[];
  readonly #blocks: readonly ForwardBlocks[];
  readonly #lumaChroma: boolean;
  /** Whether chroma is stored at half the size of luma. */
  readonly #isHalved: boolean;
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
   *   the first, where that does not show
   */
  constructor(planes: readonly Plane[], lumaChroma: boolean, scratch: Scratch = new Scratch()) {
    this.#lumaChroma = lumaChroma;
    this.#scratch = scratch;
    const stored = lumaChroma ? storedPlanes(planes, scratch) : { planes, isHalved: false };
    this.#planes = stored.planes;
    this.#isHalved = stored.isHalved;
    this.#blocks = stored.planes.map((plane) => forwardTransform(plane, scratch));
    const stripLength = STRIP_ROWS * present(this.#blocks[0]).blocksPerRow * 64;
    this.#stripCoefficients = scratch.coefficients(stripLength);
    this.#stripSamples = scratch.samples(stripLength);
  }

  /** The lowest quality, in steps of 4, that keeps the similarity; undefined if the highest does not. */
  lowestQuality(range: QualityRange): number | undefined {
    return searchQuality(range, (quality) => {
      const quantization = quantizationTable(quality);
      return this.#planes.every((_, index) => {
        const isChroma = this.#isChroma(index);
        const { similarity, error } = this.#judged(index, quantization, !isChroma);
        return isChroma ? error <= LARGEST_CHROMA_ERROR : similarity >= range.similarity && error <= LARGEST_ERROR;
      });
    });
  }

  /** Whether chroma keeps its look at this quality. */
  keepsChroma(quality: number): boolean {
    const quantization = quantizationTable(quality);
    return this.#planes.every(
      (_, index) => !this.#isChroma(index) || this.#judged(index, quantization, false).error <= LARGEST_CHROMA_ERROR,
    );
  }

  #isChroma(index: number): boolean {
    return this.#lumaChroma && (index === 1 || index === 2);
  }

  #judged(index: number, quantization: Uint16Array, byStructure: boolean) {
    return judgedAt(
      present(this.#planes[index]),
      present(this.#blocks[index]),
      quantization,
      { coefficients: this.#stripCoefficients, samples: this.#stripSamples },
      byStructure,
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
      const sampling = this.#isHalved && !this.#isChroma(index) ? 2 : 1;
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

/** Chroma as it is stored: at half the size, unless that shows. */
function storedPlanes(planes: readonly Plane[], scratch: Scratch): { planes: Plane[]; isHalved: boolean } {
  const { width, height } = present(planes[0]);
  const [halfWidth, halfHeight] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const isChroma = (index: number) => index === 1 || index === 2;
  const halved = planes.map((plane, index) =>
    isChroma(index) ? resample(plane, halfWidth, halfHeight, scratch) : plane,
  );
  const isHalved = planes.every((plane, index) => {
    if (!isChroma(index) || (plane.width <= halfWidth && plane.height <= halfHeight)) return true;
    const full = resample(plane, width, height, scratch);
    const error = blockError(full, present(halved[index]), 2);
    if (full !== plane) scratch.giveBack(full.samples);
    return error <= LARGEST_HALVING_ERROR;
  });
  if (isHalved) return { planes: halved, isHalved };
  for (const [index, plane] of halved.entries()) if (plane !== planes[index]) scratch.giveBack(plane.samples);
  return { planes: planes.map((plane) => resample(plane, width, height, scratch)), isHalved };
}

/**
 * How alike a plane is after quantisation, and how much one place differs; of large planes every fourth strip of blocks
 * is looked at.
 * @param room for a strip
 */
function judgedAt(
  plane: Plane,
  blocks: ForwardBlocks,
  quantization: Uint16Array,
  room: { coefficients: Int16Array; samples: Uint8ClampedArray },
  byStructure: boolean,
): { similarity: number; error: number } {
  const { blocksPerRow, blockRows } = blocks;
  const stripStep = blocksPerRow * blockRows * 64 > SAMPLED_ABOVE_PIXELS ? 4 * STRIP_ROWS : STRIP_ROWS;
  const stride = blocksPerRow * 8;
  let total = 0;
  let weights = 0;
  let error = 0;
  for (let first = 0; first < blockRows; first += stripStep) {
    const strip = stripOf(blocks, first);
    reconstruct(strip, quantization, room.coefficients, room.samples);
    const height = Math.min(strip.blockRows * 8, plane.height - first * 8);
    const original = { ...plane, height, samples: plane.samples.subarray(first * 8 * plane.stride) };
    const coded = { width: plane.width, height, stride, samples: room.samples };
    if (byStructure) total += height * ssim(original, coded);
    weights += height;
    error = Math.max(error, blockError(original, coded));
  }
  return { similarity: total / weights, error };
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
