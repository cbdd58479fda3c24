/** The lossy format of WebP: a key frame of VP8 (RFC 6386). */
import { checkSamples } from "../unreadable-image.ts";
import type { BooleanDecoder } from "./boolean-decoder.ts";
import { MODE, predictBlock, predictSmallBlock } from "./intra-prediction.ts";
import { addInverseCosine } from "./inverse-transforms.ts";
import { type FilterStrength, filterMacroblock, filterStrength } from "./loop-filter.ts";
import { type LossyHeader, lossySize, readLossyHeader } from "./lossy-header.ts";
import { NODES_OF_MODES, SMALL_MODE_PROBABILITIES } from "./mode-probabilities.ts";
import { COEFFICIENTS, noContext, ResidualReader } from "./residuals.ts";
import { type SamplePlane, samplePlane } from "./sample-plane.ts";

/** Luma, and chromas of half its width and height. */
export interface LossyImage {
  width: number;
  height: number;
  y: SamplePlane;
  u: SamplePlane;
  v: SamplePlane;
}

interface Macroblock {
  segment: number;
  isSkipped: boolean;
  hasSmallBlocks: boolean;
  lumaMode: number;
  chromaMode: number;
}

const SIDE = 16;
const CHROMA_SIDE = 8;
const SMALL_MODES = 16;
/** Bytes per pixel of the picture, with its colors. */
const PIXEL_BYTES = 3;

/** A chunk `VP8 `. @throws Failure `file_not_readable`, `file_too_large` */
export function readLossyImage(bytes: Uint8Array): LossyImage {
  const { width, height } = lossySize(bytes);
  checkSamples(PIXEL_BYTES * width * height);
  return new Frame(readLossyHeader(bytes)).read();
}

class Frame {
  readonly #header: LossyHeader;
  readonly #columns: number;
  readonly #rows: number;
  readonly #planes: readonly [SamplePlane, SamplePlane, SamplePlane];
  readonly #residuals: ResidualReader;
  /** Modes of the small blocks above, and to the left. */
  readonly #modesAbove: Uint8Array;
  readonly #modesLeft = new Uint8Array(4);
  readonly #smallModes = new Uint8Array(SMALL_MODES);
  readonly #aboveRight = new Uint8Array(4);
  readonly #filters: { strength: FilterStrength | undefined; hasInner: boolean }[] = [];

  constructor(header: LossyHeader) {
    this.#header = header;
    this.#columns = Math.ceil(header.width / SIDE);
    this.#rows = Math.ceil(header.height / SIDE);
    const [width, height] = [this.#columns, this.#rows];
    const chroma = () => samplePlane(CHROMA_SIDE * width, CHROMA_SIDE * height);
    this.#planes = [samplePlane(SIDE * width, SIDE * height), chroma(), chroma()];
    this.#residuals = new ResidualReader(header);
    this.#modesAbove = new Uint8Array(4 * width);
  }

  read(): LossyImage {
    const contextsAbove = Array.from({ length: this.#columns }, noContext);
    const { partitions, filter, segments } = this.#header;
    for (let row = 0; row < this.#rows; row++) {
      const contextLeft = noContext();
      this.#modesLeft.fill(MODE.dc);
      const partition = partitions[row % partitions.length];
      if (!partition) break;
      for (const [column, contextAbove] of contextsAbove.entries()) {
        const block = this.#readModes(column);
        const { segment, isSkipped, hasSmallBlocks } = block;
        let hasResidual = false;
        if (isSkipped) this.#residuals.skip(hasSmallBlocks, contextAbove, contextLeft);
        else hasResidual = this.#residuals.read(partition, segment, hasSmallBlocks, contextAbove, contextLeft);
        this.#reconstruct(block, column, row);
        const level = segments[segment]?.filterLevel ?? 0;
        const strength = filter && filterStrength(filter, level, hasSmallBlocks);
        this.#filters.push({ strength, hasInner: hasSmallBlocks || hasResidual });
      }
    }
    this.#filter();
    const [y, u, v] = this.#planes;
    return { width: this.#header.width, height: this.#header.height, y, u, v };
  }

  #readModes(column: number): Macroblock {
    const { modes, segments, segmentProbabilities, skipProbability } = this.#header;
    let segment = 0;
    if (segmentProbabilities) {
      const [first, second, third] = segmentProbabilities;
      segment = modes.bit(first) === 0 ? modes.bit(second) : 2 + modes.bit(third);
    }
    const isSkipped = skipProbability !== undefined && modes.bit(skipProbability) === 1;
    const hasSmallBlocks = modes.bit(145) === 0;
    const lumaMode = hasSmallBlocks ? MODE.dc : wholeMode(modes);
    if (hasSmallBlocks) this.#readSmallModes(modes, 4 * column);
    else {
      this.#modesAbove.fill(lumaMode, 4 * column, 4 * column + 4);
      this.#modesLeft.fill(lumaMode);
    }
    return {
      segment: Math.min(segment, segments.length - 1),
      ...{ isSkipped, hasSmallBlocks, lumaMode },
      chromaMode: chromaMode(modes),
    };
  }

  #readSmallModes(modes: BooleanDecoder, column: number): void {
    for (let index = 0; index < SMALL_MODES; index++) {
      const [x, y] = [column + (index & 3), index >> 2];
      const context = 10 * (this.#modesAbove[x] ?? 0) + (this.#modesLeft[y] ?? 0);
      const mode = smallMode(modes, context * NODES_OF_MODES);
      this.#modesAbove[x] = mode;
      this.#modesLeft[y] = mode;
      this.#smallModes[index] = mode;
    }
  }

  #reconstruct({ hasSmallBlocks, lumaMode, chromaMode }: Macroblock, column: number, row: number): void {
    const [luma, u, v] = this.#planes;
    const { coefficients } = this.#residuals;
    const at = luma.origin + (row * luma.stride + column) * SIDE;
    const [isTop, isLeft] = [row === 0, column === 0];
    if (hasSmallBlocks) this.#storeAboveRight(luma, at, column, row);
    else predictBlock(luma, at, SIDE, lumaMode, isTop, isLeft);
    for (let block = 0; block < SMALL_MODES; block++) {
      const place = at + (block >> 2) * 4 * luma.stride + (block & 3) * 4;
      if (hasSmallBlocks) {
        const start = place - luma.stride + 4;
        const aboveRight = (block & 3) === 3 ? this.#aboveRight : luma.samples.subarray(start, start + 4);
        predictSmallBlock(luma, place, this.#smallModes[block] ?? 0, aboveRight);
      }
      addBlock(luma, place, coefficients, block);
    }
    for (const [index, plane] of [u, v].entries()) {
      const start = plane.origin + (row * plane.stride + column) * CHROMA_SIDE;
      predictBlock(plane, start, CHROMA_SIDE, chromaMode, isTop, isLeft);
      for (let block = 0; block < 4; block++) {
        const place = start + (block >> 1) * 4 * plane.stride + (block & 1) * 4;
        addBlock(plane, place, coefficients, SMALL_MODES + 4 * index + block);
      }
    }
  }

  /** The blocks on the right side of a macroblock all see the same samples, those above the macroblock. */
  #storeAboveRight({ samples, stride }: SamplePlane, at: number, column: number, row: number): void {
    const start = at - stride + SIDE;
    if (row > 0 && column === this.#columns - 1) this.#aboveRight.fill(samples[start - 1] ?? 0);
    else this.#aboveRight.set(samples.subarray(start, start + 4));
  }

  /** Only now: predictions are made from unfiltered samples. */
  #filter(): void {
    const isSimple = this.#header.filter?.isSimple ?? false;
    for (const [index, { strength, hasInner }] of this.#filters.entries()) {
      if (!strength) continue;
      const place = { planes: this.#planes, column: index % this.#columns, row: Math.floor(index / this.#columns) };
      filterMacroblock(place, strength, isSimple, hasInner);
    }
  }
}

function wholeMode(modes: BooleanDecoder): number {
  if (modes.bit(156) === 0) return modes.bit(163) ? MODE.vertical : MODE.dc;
  return modes.bit(128) ? MODE.trueMotion : MODE.horizontal;
}

function chromaMode(modes: BooleanDecoder): number {
  if (modes.bit(142) === 0) return MODE.dc;
  if (modes.bit(114) === 0) return MODE.vertical;
  return modes.bit(183) ? MODE.trueMotion : MODE.horizontal;
}

/** The tree of RFC 6386, 11.2. */
function smallMode(modes: BooleanDecoder, start: number): number {
  const bit = (node: number) => modes.bit(SMALL_MODE_PROBABILITIES[start + node] ?? 0);
  if (bit(0) === 0) return MODE.dc;
  if (bit(1) === 0) return MODE.trueMotion;
  if (bit(2) === 0) return MODE.vertical;
  if (bit(3) === 0) {
    if (bit(4) === 0) return MODE.horizontal;
    return bit(5) ? MODE.verticalRight : MODE.rightDown;
  }
  if (bit(6) === 0) return MODE.leftDown;
  if (bit(7) === 0) return MODE.verticalLeft;
  return bit(8) ? MODE.horizontalUp : MODE.horizontalDown;
}

function addBlock({ samples, stride }: SamplePlane, at: number, coefficients: Int16Array, block: number): void {
  const start = block * COEFFICIENTS;
  for (let index = start; index < start + COEFFICIENTS; index++) {
    if (coefficients[index] === 0) continue;
    addInverseCosine(coefficients, start, samples, at, stride);
    return;
  }
}
