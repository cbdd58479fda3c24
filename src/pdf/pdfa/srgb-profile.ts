/**
 * A profile of sRGB (IEC 61966-2-1) for output intents, written by the tables of ICC.1:2010: colorants and transfer
 * curve as numbers, nothing else. Version 4 states all of it in 0.5 KB.
 */
import { appendAll } from "../../domain/collections/long-lists.ts";

const HEADER_BYTES = 128;
const TAG_BYTES = 12;

/** Of D50, the white of the connection space. */
const D50 = [0.9642, 1, 0.8249];
/** The primaries, adapted from D65 to D50 by {@link ADAPTATION}. */
const RED = [0.43607, 0.22249, 0.01392];
const GREEN = [0.38515, 0.71687, 0.09708];
const BLUE = [0.14307, 0.06061, 0.7141];
/** Bradford's, in rows. */
const ADAPTATION = [1.04791, 0.02293, -0.0502, 0.0296, 0.99046, -0.01707, -0.00925, 0.01506, 0.75179];
/** Y = (aX + b)^g from d on, cX below. */
const CURVE = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045];

/** The profile's bytes. */
export function srgbProfile(): Uint8Array {
  const curve = element("para", [...u16(3), ...u16(0), ...CURVE.flatMap(fixed)]);
  const tags: readonly (readonly [tag: string, data: readonly number[]])[] = [
    ["desc", localized("sRGB")],
    ["cprt", localized("No copyright, use freely")],
    ["wtpt", xyz(D50)],
    ["chad", element("sf32", ADAPTATION.flatMap(fixed))],
    ["rXYZ", xyz(RED)],
    ["gXYZ", xyz(GREEN)],
    ["bXYZ", xyz(BLUE)],
    ["rTRC", curve],
    ["gTRC", curve],
    ["bTRC", curve],
  ];
  const places = new Map<readonly number[], number>();
  const body: number[] = [];
  const start = HEADER_BYTES + 4 + TAG_BYTES * tags.length;
  const table = tags.flatMap(([tag, data]) => {
    let offset = places.get(data);
    if (offset === undefined) {
      offset = start + body.length;
      places.set(data, offset);
      appendAll(body, data);
      while (body.length % 4 !== 0) body.push(0);
    }
    return [...ascii(tag), ...u32(offset), ...u32(data.length)];
  });
  const size = start + body.length;
  return Uint8Array.from([...header(size), ...u32(tags.length), ...table, ...body]);
}

function header(size: number): number[] {
  return [
    ...u32(size),
    ...u32(0),
    ...u32(0x04200000),
    ...ascii("mntr"),
    ...ascii("RGB "),
    ...ascii("XYZ "),
    // the day of the standard that is followed, so that the bytes are always the same
    ...[2010, 12, 1, 0, 0, 0].flatMap(u16),
    ...ascii("acsp"),
    ...new Array<number>(28).fill(0),
    ...D50.flatMap(fixed),
    ...new Array<number>(HEADER_BYTES - 80).fill(0),
  ];
}

const u16 = (value: number): number[] => [(value >> 8) & 255, value & 255];
const u32 = (value: number): number[] => [...u16(value >>> 16), ...u16(value & 0xffff)];
const fixed = (value: number): number[] => u32(Math.round(value * 65536) >>> 0);
const ascii = (text: string): number[] => Array.from(text, (character) => character.charCodeAt(0));
const element = (type: string, data: readonly number[]): number[] => [...ascii(type), ...u32(0), ...data];
const xyz = (values: readonly number[]): number[] => element("XYZ ", values.flatMap(fixed));

/** multiLocalizedUnicodeType with one text. */
function localized(text: string): number[] {
  const units = Array.from(text).flatMap((character) => u16(character.charCodeAt(0)));
  return element("mluc", [...u32(1), ...u32(12), ...ascii("enUS"), ...u32(units.length), ...u32(28), ...units]);
}
