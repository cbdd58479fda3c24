import { Failure } from "../../domain/failure.ts";
import type { PdfDocument } from "../document.ts";
import { decodeStream } from "../filters/decode-stream.ts";
import { name, type PdfDict, PdfName, type PdfObject, PdfStream } from "../objects.ts";
import { packFlate } from "./pack-flate.ts";

/** Streams shorter than this gain nothing. */
const SHORTEST_BYTES = 40;

/** Codes every stream that has no image format with Flate, where that is smaller than what it has. */
export function recompressStreams(document: PdfDocument, numbers: readonly number[]): void {
  for (const number of numbers) {
    const stream = document.objects.get(number);
    if (!(stream instanceof PdfStream) || stream.dict.has("F")) continue;
    try {
      const smaller = recompressed(document, stream);
      if (smaller) document.objects.set(number, smaller);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
  }
}

function recompressed(document: PdfDocument, stream: PdfStream): PdfStream | undefined {
  const before = stream.bytes();
  if (before.length < SHORTEST_BYTES) return undefined;
  const { bytes, remaining } = decodeStream(stream, (object) => document.resolve(object));
  if (remaining.length > 0) return unwrapped(stream, bytes, remaining);
  const packed = packFlate(bytes);
  if (packed.length < before.length && packed.length + SHORTEST_BYTES < bytes.length) {
    return withFilter(stream.dict, packed, name("FlateDecode"), undefined);
  }
  return bytes.length < before.length ? withFilter(stream.dict, bytes, undefined, undefined) : undefined;
}

/** Takes general filters (ASCII85, Flate) off an image format. */
function unwrapped(
  stream: PdfStream,
  bytes: Uint8Array,
  remaining: readonly { name: string; parameters: PdfDict | undefined }[],
): PdfStream | undefined {
  if (remaining.length !== 1 || bytes.length >= stream.bytes().length) return undefined;
  return withFilter(stream.dict, bytes, new PdfName(remaining[0]!.name), remaining[0]!.parameters);
}

function withFilter(
  entries: PdfDict,
  bytes: Uint8Array,
  filter: PdfObject | undefined,
  parameters: PdfObject | undefined,
): PdfStream {
  if (filter === undefined) entries.delete("Filter");
  else entries.set("Filter", filter);
  if (parameters === undefined) entries.delete("DecodeParms");
  else entries.set("DecodeParms", parameters);
  return new PdfStream(entries, bytes);
}
