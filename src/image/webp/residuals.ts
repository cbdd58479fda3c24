/** Coefficients of macroblocks (RFC 6386, section 13), with their quantizers undone. */
import type { BooleanDecoder } from "./boolean-decoder.ts";
import { BANDS, CONTEXTS, NODES } from "./coefficient-probabilities.ts";
import { inverseWalshHadamard } from "./inverse-transforms.ts";
import type { LossyHeader, Segment } from "./lossy-header.ts";
import { AC_STEPS, DC_STEPS } from "./quantizer-steps.ts";

/** Blocks of a macroblock: 16 of luma, then four of each chroma. */
const BLOCKS = 24;
export const COEFFICIENTS = 16;

const KIND = { lumaBehindDc: 0, lumaDc: 1, chroma: 2, luma: 3 } as const;
const BAND = [0, 1, 2, 3, 6, 4, 5, 6, 6, 6, 6, 6, 6, 6, 6, 7, 0];
const ZIGZAG = [0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15];
/** Probabilities of the further bits of large values, for each of their categories. */
const LARGE = [
  [173, 148, 140],
  [176, 155, 140, 135],
  [180, 157, 141, 134, 130],
  [254, 254, 243, 230, 196, 177, 153, 140, 133, 130, 129],
];
const MAX_INDEX = 127;
const MAX_CHROMA_DC_INDEX = 117;

/** Steps of a segment: for the first coefficient and for the others. */
interface Steps {
  y: readonly [number, number];
  y2: readonly [number, number];
  uv: readonly [number, number];
}

/** Which blocks above or to the left of a macroblock have coefficients: four of luma, two of each chroma, the block of DCs. */
export function noContext(): Uint8Array {
  return new Uint8Array(9);
}

const DC_CONTEXT = 8;

export class ResidualReader {
  /** Coefficients of the macroblock that was read last. */
  readonly coefficients = new Int16Array(BLOCKS * COEFFICIENTS);
  readonly #lumaDc = new Int16Array(COEFFICIENTS);
  readonly #probabilities: Uint8Array;
  readonly #steps: readonly Steps[];

  constructor({ probabilities, segments, quantizerDeltas }: LossyHeader) {
    this.#probabilities = probabilities;
    this.#steps = segments.map((segment) => stepsOf(segment, quantizerDeltas));
  }

  /** Without coefficients; a macroblock of small blocks leaves the contexts of DCs as they are. */
  skip(hasSmallBlocks: boolean, above: Uint8Array, left: Uint8Array): void {
    this.coefficients.fill(0);
    const end = hasSmallBlocks ? DC_CONTEXT : DC_CONTEXT + 1;
    above.fill(0, 0, end);
    left.fill(0, 0, end);
  }

  /** Returns whether any block has something to add to its prediction. */
  read(bits: BooleanDecoder, segment: number, hasSmallBlocks: boolean, above: Uint8Array, left: Uint8Array): boolean {
    const steps = this.#steps[segment];
    if (!steps) return false;
    this.coefficients.fill(0);
    if (!hasSmallBlocks) {
      this.#lumaDc.fill(0);
      const context = (above[DC_CONTEXT] ?? 0) + (left[DC_CONTEXT] ?? 0);
      const end = this.#block(bits, KIND.lumaDc, context, steps.y2, 0, this.#lumaDc, 0);
      above[DC_CONTEXT] = left[DC_CONTEXT] = end > 0 ? 1 : 0;
      inverseWalshHadamard(this.#lumaDc, this.coefficients, COEFFICIENTS);
    }
    const plane = (kind: number, first: number, at: number, side: number, block: number, own: Steps["y"]): boolean => {
      let found = false;
      for (let y = 0; y < side; y++) {
        for (let x = 0; x < side; x++) {
          const start = (block + y * side + x) * COEFFICIENTS;
          const context = (above[at + x] ?? 0) + (left[at + y] ?? 0);
          const end = this.#block(bits, kind, context, own, first, this.coefficients, start);
          above[at + x] = left[at + y] = end > first ? 1 : 0;
          if (end > 1 || this.coefficients[start] !== 0) found = true;
        }
      }
      return found;
    };
    const luma = hasSmallBlocks ? plane(KIND.luma, 0, 0, 4, 0, steps.y) : plane(KIND.lumaBehindDc, 1, 0, 4, 0, steps.y);
    const u = plane(KIND.chroma, 0, 4, 2, 16, steps.uv);
    const v = plane(KIND.chroma, 0, 6, 2, 20, steps.uv);
    return luma || u || v;
  }

  /** Returns where the coefficients end. */
  #block(
    bits: BooleanDecoder,
    kind: number,
    startContext: number,
    [dcStep, acStep]: readonly [number, number],
    first: number,
    to: Int16Array,
    start: number,
  ): number {
    const table = this.#probabilities;
    let node = nodesOf(kind, first, startContext);
    let at = first;
    while (at < COEFFICIENTS) {
      if (bits.bit(table[node] ?? 0) === 0) return at;
      while (bits.bit(table[node + 1] ?? 0) === 0) {
        at++;
        if (at === COEFFICIENTS) return at;
        node = nodesOf(kind, at, 0);
      }
      const value = bits.bit(table[node + 2] ?? 0) === 0 ? 1 : largerValue(bits, table, node);
      const step = at === 0 ? dcStep : acStep;
      to[start + (ZIGZAG[at] ?? 0)] = bits.bit(128) ? -value * step : value * step;
      at++;
      node = nodesOf(kind, at, value > 1 ? 2 : 1);
    }
    return at;
  }
}

/** Where the probabilities of a coefficient begin. */
function nodesOf(kind: number, at: number, context: number): number {
  return ((kind * BANDS + (BAND[at] ?? 0)) * CONTEXTS + context) * NODES;
}

function largerValue(bits: BooleanDecoder, table: Uint8Array, node: number): number {
  const bit = (index: number) => bits.bit(table[node + index] ?? 0);
  if (bit(3) === 0) return bit(4) === 0 ? 2 : 3 + bit(5);
  if (bit(6) === 0) {
    if (bit(7) === 0) return 5 + bits.bit(159);
    const high = bits.bit(165);
    return 7 + 2 * high + bits.bit(145);
  }
  const high = bit(8);
  const category = 2 * high + bit(9 + high);
  let extra = 0;
  for (const probability of LARGE[category] ?? []) extra = 2 * extra + bits.bit(probability);
  return 3 + (8 << category) + extra;
}

function stepsOf({ quantizer }: Segment, deltas: LossyHeader["quantizerDeltas"]): Steps {
  const step = (table: Uint8Array | Uint16Array, delta: number, most = MAX_INDEX) =>
    table[Math.min(most, Math.max(0, clampedIndex(quantizer) + delta))] ?? 0;
  return {
    y: [step(DC_STEPS, deltas.yDc), step(AC_STEPS, 0)],
    y2: [2 * step(DC_STEPS, deltas.y2Dc), Math.max(8, Math.trunc((step(AC_STEPS, deltas.y2Ac) * 155) / 100))],
    uv: [step(DC_STEPS, deltas.uvDc, MAX_CHROMA_DC_INDEX), step(AC_STEPS, deltas.uvAc)],
  };
}

function clampedIndex(index: number): number {
  return Math.min(MAX_INDEX, Math.max(0, index));
}
