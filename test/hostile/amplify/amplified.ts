import type { Random } from "../../smarty/random.ts";

/** A file in which one thing can be repeated any number of times. */
export interface Amplified {
  /** What is repeated, in words of its format. */
  what: string;
  /** How often it is repeated in the smaller one of two files. */
  times: number;
  make(times: number): Uint8Array;
}

/** Chooses what is repeated in a file; undefined if there is nothing. The same choices give the same bytes. */
export type Amplifier = (bytes: Uint8Array, random: Random) => Amplified | undefined;

/** Of the larger one of two files, about. */
const MAX_FILE_BYTES = 4_000_000;
const MOST_TIMES = 5_000;
/** How many times more the larger one has. */
export const LARGER = 4;

/** How often something of a size may be repeated. */
export const timesOf = (bytes: number): number =>
  Math.max(2, Math.min(MOST_TIMES, Math.floor(MAX_FILE_BYTES / LARGER / Math.max(1, bytes))));
