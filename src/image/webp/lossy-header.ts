/** The header of a key frame (RFC 6386, 9.1 to 9.11 and 19.2). */
import { unreadableImage } from "../unreadable-image.ts";
import { BooleanDecoder } from "./boolean-decoder.ts";
import { DEFAULT_PROBABILITIES, UPDATE_PROBABILITIES } from "./coefficient-probabilities.ts";

const TAG_BYTES = 10;
const SEGMENTS = 4;

export interface Segment {
  quantizer: number;
  filterLevel: number;
}

export interface FilterSettings {
  isSimple: boolean;
  sharpness: number;
  /** Added to the levels of segments, and once more in macroblocks of small blocks. */
  intraDelta: number;
  smallBlockDelta: number;
}

export interface LossyHeader {
  width: number;
  height: number;
  /** One, or four among which each macroblock chooses. */
  segments: readonly Segment[];
  /** Present if macroblocks say which segment they belong to. */
  segmentProbabilities: readonly [number, number, number] | undefined;
  /** Without a level of the whole frame nothing is filtered, whatever segments say. */
  filter: FilterSettings | undefined;
  /** Added to the index of a quantizer. */
  quantizerDeltas: { yDc: number; y2Dc: number; y2Ac: number; uvDc: number; uvAc: number };
  probabilities: Uint8Array;
  /** Present if macroblocks say that they have no coefficients. */
  skipProbability: number | undefined;
  /** The first partition, after the header: modes of macroblocks. */
  modes: BooleanDecoder;
  /** Coefficients of rows of macroblocks, in turns. */
  partitions: readonly BooleanDecoder[];
}

/** Size of a frame from its first bytes. @throws Failure `file_not_readable` if it is not a key frame */
export function lossySize(bytes: Uint8Array): { width: number; height: number } {
  const isKeyFrame = ((bytes[0] ?? 1) & 1) === 0;
  const isStart = bytes[3] === 0x9d && bytes[4] === 0x01 && bytes[5] === 0x2a;
  const width = (bytes[6] ?? 0) | (((bytes[7] ?? 0) & 0x3f) << 8);
  const height = (bytes[8] ?? 0) | (((bytes[9] ?? 0) & 0x3f) << 8);
  if (bytes.length < TAG_BYTES || !isKeyFrame || !isStart || width === 0 || height === 0) {
    throw unreadableImage("WebP");
  }
  return { width, height };
}

/** @throws Failure `file_not_readable` */
export function readLossyHeader(bytes: Uint8Array): LossyHeader {
  const size = lossySize(bytes);
  const version = ((bytes[0] ?? 0) >> 1) & 7;
  const firstBytes = ((bytes[0] ?? 0) | ((bytes[1] ?? 0) << 8) | ((bytes[2] ?? 0) << 16)) >> 5;
  const end = TAG_BYTES + firstBytes;
  if (version > 3 || end > bytes.length) throw unreadableImage("WebP");
  const modes = new BooleanDecoder(bytes.subarray(TAG_BYTES, end));
  // The color space, of which there is only one, and whether samples need no clamping, which does no harm.
  modes.literal(2);
  const segmentation = modes.flag() ? readSegmentation(modes) : undefined;
  const isSimple = modes.flag();
  const level = modes.literal(6);
  const sharpness = modes.literal(3);
  const deltas = readFilterDeltas(modes);
  const partitions = readPartitions(bytes.subarray(end), 1 << modes.literal(2));
  const quantizer = modes.literal(7);
  const [yDc = 0, y2Dc = 0, y2Ac = 0, uvDc = 0, uvAc = 0] = Array.from({ length: 5 }, () => modes.optional(4));
  // Whether probabilities are kept for the next frame.
  modes.flag();
  const probabilities = DEFAULT_PROBABILITIES.slice();
  for (const [index, probability] of UPDATE_PROBABILITIES.entries()) {
    if (modes.bit(probability)) probabilities[index] = modes.literal(8);
  }
  const skipProbability = modes.flag() ? modes.literal(8) : undefined;
  const { quantizers, levels, isAbsolute } = segmentation ?? { quantizers: [0], levels: [0], isAbsolute: false };
  return {
    ...size,
    segments: quantizers.map((value, index) => ({
      quantizer: value + (isAbsolute ? 0 : quantizer),
      filterLevel: (levels[index] ?? 0) + (isAbsolute ? 0 : level),
    })),
    segmentProbabilities: segmentation?.probabilities,
    filter: level === 0 ? undefined : { isSimple, sharpness, ...deltas },
    quantizerDeltas: { yDc, y2Dc, y2Ac, uvDc, uvAc },
    probabilities,
    skipProbability,
    modes,
    partitions,
  };
}

function readSegmentation(modes: BooleanDecoder) {
  const hasMap = modes.flag();
  const hasValues = modes.flag();
  let isAbsolute = false;
  let quantizers = new Array<number>(SEGMENTS).fill(0);
  let levels = quantizers;
  if (hasValues) {
    isAbsolute = modes.flag();
    quantizers = quantizers.map(() => modes.optional(7));
    levels = levels.map(() => modes.optional(6));
  }
  const probability = () => (modes.flag() ? modes.literal(8) : 255);
  const probabilities = hasMap ? ([probability(), probability(), probability()] as const) : undefined;
  return { isAbsolute, quantizers, levels, probabilities };
}

/** In frames that refer to no other only the first of every four counts. */
function readFilterDeltas(modes: BooleanDecoder): { intraDelta: number; smallBlockDelta: number } {
  const none = { intraDelta: 0, smallBlockDelta: 0 };
  if (!modes.flag() || !modes.flag()) return none;
  const [intraDelta = 0, , , , smallBlockDelta = 0] = Array.from({ length: 8 }, () => modes.optional(6));
  return { intraDelta, smallBlockDelta };
}

function readPartitions(bytes: Uint8Array, count: number): BooleanDecoder[] {
  const partitions: BooleanDecoder[] = [];
  let at = 3 * (count - 1);
  for (let index = 0; index < count; index++) {
    const size = (bytes[3 * index] ?? 0) | ((bytes[3 * index + 1] ?? 0) << 8) | ((bytes[3 * index + 2] ?? 0) << 16);
    const end = index === count - 1 ? bytes.length : at + size;
    partitions.push(new BooleanDecoder(bytes.subarray(at, end)));
    at = end;
  }
  return partitions;
}
