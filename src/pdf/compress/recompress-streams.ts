import { Failure } from "../../domain/failure.ts";
import { present } from "../../domain/present.ts";
import type { Steps } from "../../domain/steps.ts";
import { filterRows } from "../../image/png/png-filters.ts";
import type { PdfDocument } from "../document.ts";
import { decodeWithin } from "../metered-walk.ts";
import { dict, name, type PdfDict, PdfName, type PdfObject, PdfStream } from "../objects.ts";
import { packFlate } from "./pack-flate.ts";

/** Streams shorter than this gain nothing. */
const MIN_BYTES = 40;

/**
 * Codes every stream that has no image format with Flate, if that makes it smaller.
 * @param originals streams as they were before other passes; those that they have coded are left alone
 */
export function* recompressStreams(
  document: PdfDocument,
  numbers: readonly number[],
  originals: ReadonlySet<PdfObject>,
): Steps<void> {
  for (const number of numbers) {
    const stream = document.objects.get(number);
    if (!(stream instanceof PdfStream) || !originals.has(stream) || stream.dict.has("F")) continue;
    try {
      const smaller = recompressed(document, stream);
      if (smaller) document.objects.set(number, smaller);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
    yield stream.bytes().length;
  }
}

function recompressed(document: PdfDocument, stream: PdfStream): PdfStream | undefined {
  const before = stream.bytes();
  if (before.length < MIN_BYTES) return undefined;
  const { bytes, remaining, isDamaged } = decodeWithin(document, stream);
  if (isDamaged) return undefined;
  if (remaining.length > 0) return unwrapped(stream, bytes, remaining);
  const packed = packFlate(bytes, document.work);
  const predicted = predictedTable(document, stream.dict, bytes);
  if (predicted && predicted.packed.length + MIN_BYTES < Math.min(packed.length, before.length)) {
    return withFilter(stream.dict, predicted.packed, name("FlateDecode"), predicted.parameters);
  }
  if (packed.length < before.length && packed.length + MIN_BYTES < bytes.length) {
    return withFilter(stream.dict, packed, name("FlateDecode"), undefined);
  }
  return bytes.length < before.length ? withFilter(stream.dict, bytes, undefined, undefined) : undefined;
}

/** Bytes per sample and samples per row to try for tables of numbers: color profiles and sampled functions. */
const TABLE_LAYOUTS: readonly (readonly [colors: number, columns: number])[] = [
  [3, 64],
  [4, 33],
  [6, 81],
  [8, 32],
];

/** Neighboring entries of a table are close: PNG predictors halve what Flate alone achieves. */
function predictedTable(
  document: PdfDocument,
  entries: PdfDict,
  bytes: Uint8Array,
): { packed: Uint8Array; parameters: PdfObject } | undefined {
  const isTable =
    entries.has("N") && !entries.has("First")
      ? bytes.length > 4096
      : document.number(entries.get("FunctionType")) === 0;
  if (!isTable || bytes.length < 256) return undefined;
  let best: { packed: Uint8Array; parameters: PdfObject } | undefined;
  for (const [colors, columns] of TABLE_LAYOUTS) {
    const bytesPerRow = colors * columns;
    const rows = Math.ceil(bytes.length / bytesPerRow);
    const whole = new Uint8Array(rows * bytesPerRow);
    whole.set(bytes);
    const filtered = filterRows(whole, rows, { bytesPerRow, bytesPerPixel: colors });
    const cut = filtered.subarray(0, filtered.length - (whole.length - bytes.length));
    const packed = packFlate(cut, document.work);
    if (best && best.packed.length <= packed.length) continue;
    best = { packed, parameters: dict({ Predictor: 15, Colors: colors, Columns: columns }) };
  }
  return best;
}

/** Takes general filters (ASCII85, Flate) off an image format. */
function unwrapped(
  stream: PdfStream,
  bytes: Uint8Array,
  remaining: readonly { name: string; parameters: PdfDict | undefined }[],
): PdfStream | undefined {
  if (remaining.length !== 1 || bytes.length >= stream.bytes().length) return undefined;
  return withFilter(stream.dict, bytes, new PdfName(present(remaining[0]).name), present(remaining[0]).parameters);
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
