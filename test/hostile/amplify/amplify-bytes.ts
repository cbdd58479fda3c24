import { joinBytes } from "../../../src/domain/join-bytes.ts";
import type { Random } from "../../smarty/random.ts";
import { type Amplified, timesOf } from "./amplified.ts";

const MOST_BYTES = 64;

/** Where the chunks of a PNG and the segments of a JPEG begin, if the file is one; any place in other files. */
function piecesOf(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const places: number[] = [];
  if (bytes[0] === 0x89) for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) places.push(at);
  else if (bytes[0] === 0xff)
    for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; at += 2 + view.getUint16(at + 2)) places.push(at);
  return places;
}

/** A file of bytes, as pictures are, of which a piece is there many times. */
export function amplifyBytes(bytes: Uint8Array, random: Random): Amplified | undefined {
  const places = piecesOf(bytes);
  const index = random.below(places.length - 1);
  const isWhole = places.length > 2 && random.chance(0.7);
  const from = isWhole ? (places[index] ?? 0) : random.below(bytes.length);
  const to = isWhole ? (places[index + 1] ?? from) : Math.min(bytes.length, from + 1 + random.below(MOST_BYTES));
  const piece = bytes.subarray(from, to);
  const make = (times: number) =>
    joinBytes([bytes.subarray(0, from), ...new Array<Uint8Array>(times).fill(piece), bytes.subarray(from)]);
  return { what: `${isWhole ? "piece" : "bytes"} from ${from} to ${to}`, times: timesOf(piece.length), make };
}
