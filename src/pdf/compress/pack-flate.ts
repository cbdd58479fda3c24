import { deflateSync } from "node:zlib";
import type { Metered } from "../../domain/work-meter.ts";
import { deflate } from "../../image/compression/flate.ts";

/** Larger data, images mostly, gain next to nothing by a second attempt. */
const MAX_ATTEMPTED_BYTES = 1024 * 1024;

/**
 * What packs into less has hardly more than one block either way (one of the second attempt holds 16,384 literals and matches):
 * of five thousand such streams the second attempt was smaller by 25 bytes in all.
 */
const MIN_PACKED_BYTES = 24 * 1024;

const USUAL_LEVEL = 6;
const BEST_LEVEL = 9;
/** Above, a byte of random zeros and ones takes 4 µs at the best level, where most data take 0.05, and gains 4 %. */
const MAX_COMPARISONS = 256;
const SAMPLES = 8;
const SAMPLE_BYTES = 4 * 1024;
const WINDOW_BYTES = 32 * 1024;
/** What packs better than this is made of long matches. */
const MAX_MATCH_RATIO = 20;

/**
 * The zlib coding of data (RFC 1950): the smaller of two ways to divide it into blocks.
 * @throws Failure `pdf_too_complex` when the document's budget is used up
 */
export function packFlate(data: Uint8Array, work: Metered): Uint8Array {
  work.charge("packedByte", data.length);
  const level = isHardToMatch(data) ? USUAL_LEVEL : BEST_LEVEL;
  const large = deflate(data, level);
  if (data.length > MAX_ATTEMPTED_BYTES || large.length < MIN_PACKED_BYTES) return large;
  const small = deflateSync(data, { level, memLevel: 8 });
  return small.length < large.length ? small : large;
}

/**
 * Whether the best level would compare each byte with a good part of the window (RFC 1951, 4): of few values in an order that hardly
 * repeats, three bytes are met again everywhere, and nowhere for long.
 */
function isHardToMatch(data: Uint8Array): boolean {
  if (data.length < 2 * WINDOW_BYTES) return false;
  for (let index = 0; index < SAMPLES; index++) {
    const start = Math.floor((index * (data.length - SAMPLE_BYTES)) / (SAMPLES - 1));
    const sample = data.subarray(start, start + SAMPLE_BYTES);
    const triples = new Set<number>();
    for (let at = 2; at < sample.length; at++)
      triples.add(((sample[at] ?? 0) << 16) | ((sample[at - 1] ?? 0) << 8) | (sample[at - 2] ?? 0));
    const comparisons = WINDOW_BYTES / triples.size;
    // What repeats at length is passed over in one step.
    const matchBytes = sample.length / deflate(sample, 1).length;
    if (comparisons > MAX_COMPARISONS && matchBytes < MAX_MATCH_RATIO) return true;
  }
  return false;
}
