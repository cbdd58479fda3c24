import type { Plane } from "./jpeg-decode.ts";
import { type ForwardBlocks, forwardTransform, quantize } from "./jpeg-forward-dct.ts";
import { inverseTransform } from "./jpeg-inverse-dct.ts";
import type { CodedComponent } from "./jpeg-scan-symbols.ts";
import { quantizationTable } from "./jpeg-tables.ts";
import { writeProgressive } from "./jpeg-write.ts";
import { resample } from "./resample.ts";
import { ssim } from "./ssim.ts";

export interface JpegEncoding {
  /** Lowest and highest quality to try, 1..100. */
  readonly lowestQuality: number;
  readonly highestQuality: number;
  /** Least structural similarity of the first plane (of every plane without chroma), 0..1. */
  readonly similarity: number;
  /** The second and third plane are chroma; they may have any size and are stored at half the size of the first. */
  readonly lumaChroma: boolean;
  readonly adobeTransform?: number | undefined;
}

const DEAD_ZONE = 0.12;
const SAMPLED_ABOVE_PIXELS = 600_000;

/**
 * Encodes planes (of one size, but for chroma) as a progressive JPEG at the lowest quality that keeps the similarity; undefined when
 * not even the highest quality does.
 */
export function encodeJpeg(planes: readonly Plane[], encoding: JpegEncoding): Uint8Array | undefined {
  const { width, height } = planes[0]!;
  const halved = planes.map((plane, index) =>
    encoding.lumaChroma && (index === 1 || index === 2)
      ? resample(plane, Math.ceil(width / 2), Math.ceil(height / 2))
      : plane,
  );
  const blocks = halved.map(forwardTransform);
  const judged = encoding.lumaChroma ? [0] : planes.map((_, index) => index);
  const quality = lowestQuality(encoding, (candidate) =>
    judged.every(
      (index) => similarityAt(planes[index]!, blocks[index]!, quantizationTable(candidate)) >= encoding.similarity,
    ),
  );
  if (quality === undefined) return undefined;
  const quantization = quantizationTable(quality);
  const components = blocks.map((block, index): CodedComponent => {
    const sampling = encoding.lumaChroma && (index === 0 || index === 3) ? 2 : 1;
    return {
      coefficients: quantize(block, quantization, DEAD_ZONE),
      h: sampling,
      v: sampling,
      blocksPerRow: block.blocksPerRow,
      blockRows: block.blockRows,
      strideBlocks: block.blocksPerRow,
      paddedRows: block.blockRows,
      quantization,
    };
  });
  return writeProgressive({ width, height, components, adobeTransform: encoding.adobeTransform });
}

/** Binary search in steps of 4; undefined when the highest quality fails. */
function lowestQuality(encoding: JpegEncoding, passes: (quality: number) => boolean): number | undefined {
  const { lowestQuality: lowest, highestQuality: highest } = encoding;
  if (encoding.similarity <= 0) return lowest;
  const steps = Math.ceil((highest - lowest) / 4);
  const qualityOf = (step: number): number => Math.min(highest, lowest + step * 4);
  let failing = -1;
  let passing = steps >> 1;
  if (!passes(qualityOf(passing))) {
    // images with grain fail at every quality: that is told by one more look
    if (!passes(highest)) return undefined;
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
function similarityAt(plane: Plane, blocks: ForwardBlocks, quantization: Uint16Array): number {
  const { blocksPerRow, blockRows } = blocks;
  const stripRows = 4;
  const stripStep = blocksPerRow * blockRows * 64 > SAMPLED_ABOVE_PIXELS ? 4 * stripRows : stripRows;
  const stride = blocksPerRow * 8;
  let total = 0;
  let weights = 0;
  for (let first = 0; first < blockRows; first += stripStep) {
    const rows = Math.min(stripRows, blockRows - first);
    const from = first * blocksPerRow * 64;
    const strip = {
      blocksPerRow,
      blockRows: rows,
      coefficients: blocks.coefficients.subarray(from, from + rows * blocksPerRow * 64),
    };
    const quantized = quantize(strip, quantization, DEAD_ZONE);
    const samples = new Uint8ClampedArray(stride * rows * 8);
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < blocksPerRow; column++) {
        const at = row * 8 * stride + column * 8;
        inverseTransform(quantized, (row * blocksPerRow + column) * 64, quantization, samples, at, stride, 8);
      }
    }
    const height = Math.min(rows * 8, plane.height - first * 8);
    const original = { ...plane, height, samples: plane.samples.subarray(first * 8 * plane.stride) };
    total += height * ssim(original, { width: plane.width, height, stride, samples });
    weights += height;
  }
  return total / weights;
}
