import { Failure } from "../../domain/failure.ts";
import type { Steps } from "../../domain/steps.ts";
import type { ContentUsage } from "../content/content-usage.ts";
import { minifyContent } from "../content/minify.ts";
import { contentStreams } from "../content/page-content.ts";
import type { PdfDocument } from "../document.ts";
import { decodeWithin } from "../metered-walk.ts";
import { name, type PdfDict, type PdfObject, PdfRef, PdfStream } from "../objects.ts";
import { packFlate } from "./pack-flate.ts";

/** Assumed where the content of a form, pattern or glyph may be drawn at any size. */
const UNKNOWN_SCALE = 20;

/** Writes the content of pages, forms and patterns in fewer bytes. */
export function* minifyContents(document: PdfDocument, usage: ContentUsage, numbers: readonly number[]): Steps<void> {
  const done = new Set<PdfDict>();
  for (const page of document.pages) {
    const scale = document.number(page.dict.get("UserUnit")) ?? 1;
    const streams = contentStreams(document, page.dict);
    // tokens do not span streams, but the graphics state does: only a single stream is read with its matrices
    yield* minifyInPlace(document, page.dict, "Contents", done, streams.length === 1 ? scale : UNKNOWN_SCALE);
  }
  for (const number of numbers) {
    const object = document.objects.get(number);
    if (!(object instanceof PdfStream) || done.has(object.dict) || !isContent(document, object.dict)) continue;
    const scale = usage.scales.get(object.dict) ?? UNKNOWN_SCALE;
    yield minifyStream(document, number, object, Number.isFinite(scale) ? Math.max(1, scale) : UNKNOWN_SCALE, done);
  }
}

function isContent(document: PdfDocument, entries: PdfDict): boolean {
  return document.name(entries.get("Subtype")) === "Form" || document.number(entries.get("PatternType")) === 1;
}

function* minifyInPlace(
  document: PdfDocument,
  entries: PdfDict,
  key: string,
  done: Set<PdfDict>,
  scale: number,
): Steps<void> {
  const value = entries.get(key);
  const resolved = document.resolve(value);
  const parts: (PdfObject | undefined)[] = Array.isArray(resolved) ? resolved : [value];
  for (const part of parts) {
    const stream = document.stream(part);
    if (stream && part instanceof PdfRef && !done.has(stream.dict)) {
      yield minifyStream(document, part.number, stream, scale, done);
    }
  }
}

/** @returns how many bytes were looked at */
function minifyStream(
  document: PdfDocument,
  number: number,
  stream: PdfStream,
  scale: number,
  done: Set<PdfDict>,
): number {
  done.add(stream.dict);
  try {
    const { bytes, remaining, isDamaged } = decodeWithin(document, stream);
    if (isDamaged || remaining.length > 0) return stream.bytes().length;
    document.work.charge("contentByte", bytes.length);
    const minified = minifyContent(bytes, scale);
    if (!minified || minified.length >= bytes.length) return bytes.length;
    const packed = packFlate(minified, document.work);
    if (packed.length >= stream.bytes().length) return bytes.length;
    stream.dict.set("Filter", name("FlateDecode"));
    stream.dict.delete("DecodeParms");
    document.objects.set(number, new PdfStream(stream.dict, packed));
    return bytes.length;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return stream.bytes().length;
  }
}
