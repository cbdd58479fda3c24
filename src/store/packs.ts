import { largestOf, smallestOf } from "../domain/collections/long-lists.ts";

/**
 * Many files in one object of R2: their keys are that object's with their place in it, such as `r/w/run/pack#1024-300`, offset and length
 * in bytes. Whoever reads a key needs not know (`blobs.ts`); what is removed of an object others still use is blanked (`bin/named-bytes.ts`).
 */

/** What is put together: files that are larger by themselves stay so. */
const PACK_BYTES = 8 * 1024 * 1024;

/** Where bytes are: in an object of R2, all of it or a part. */
export interface BlobPlace {
  object: string;
  part?: { offset: number; length: number };
}

const PART = /^(.+)#(\d+)-(\d+)$/;

export function placeOf(key: string): BlobPlace {
  const [, object, offset, length] = PART.exec(key) ?? [];
  return object === undefined ? { object: key } : { object, part: { offset: Number(offset), length: Number(length) } };
}

export const partKey = (object: string, offset: number, length: number): string => `${object}#${offset}-${length}`;

/** A piece of an object, or all of it, and which of the keys asked for are in it: by their place among them. */
export interface Stretch {
  object: string;
  part?: { offset: number; length: number };
  keys: { place: number; offset: number; length: number | undefined }[];
}

/** Keys by what is read in one go: all that are parts of one object, from the first of them to the last. */
export function stretchesOf(keys: readonly string[]): Stretch[] {
  const places = keys.map((key, place) => ({ ...placeOf(key), place }));
  return [...Map.groupBy(places, ({ object, part, place }) => (part ? object : place)).values()].map((together) => {
    const parts = together.flatMap(({ part }) => part ?? []);
    const start = smallestOf(parts.map(({ offset }) => offset));
    const end = largestOf(parts.map(({ offset, length }) => offset + length));
    const object = together[0]?.object ?? "";
    const own = together.map(({ part, place }) => ({
      place,
      offset: part ? part.offset - start : 0,
      length: part?.length,
    }));
    return { object, part: parts.length > 0 ? { offset: start, length: end - start } : undefined, keys: own };
  });
}

/** Contents by the object that they go into, in order. Nothing is no part of anything: it is an object by itself. */
export function packsOf(contents: readonly Uint8Array[]): Uint8Array[][] {
  const packs: Uint8Array[][] = [];
  let room = 0;
  for (const bytes of contents) {
    const last = packs.at(-1);
    if (last && bytes.byteLength > 0 && bytes.byteLength <= room) {
      last.push(bytes);
      room -= bytes.byteLength;
    } else {
      packs.push([bytes]);
      room = bytes.byteLength === 0 ? 0 : PACK_BYTES - bytes.byteLength;
    }
  }
  return packs;
}

/** The same bytes with zeros wherever none of the parts is. */
export function blanked(bytes: Uint8Array, parts: readonly string[]): Uint8Array {
  const kept = new Uint8Array(bytes.byteLength);
  for (const key of parts) {
    const { offset, length } = placeOf(key).part ?? { offset: 0, length: bytes.byteLength };
    kept.set(bytes.subarray(offset, offset + length), offset);
  }
  return kept;
}

/** How many bytes different parts have together. */
export const lengthOf = (parts: readonly string[]): number =>
  parts.reduce((sum, key) => sum + (placeOf(key).part?.length ?? 0), 0);
