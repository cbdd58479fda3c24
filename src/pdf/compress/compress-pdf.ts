import { allAtOnce, type Steps } from "../../domain/steps.ts";
import { readContentUsage } from "../content/content-usage.ts";
import { openPdf, type PdfDocument } from "../document.ts";
import { writeSteps } from "../writer.ts";
import { compressImages } from "./compress-images.ts";
import { extractInlineImages } from "./extract-inline-images.ts";
import { mergeEqualObjects } from "./merge-equal-objects.ts";
import { minifyContents } from "./minify-contents.ts";
import { objectStreamGroups } from "./object-stream-groups.ts";
import { pruneResources } from "./prune-resources.ts";
import { reachableObjects } from "./reachable-objects.ts";
import { recompressStreams } from "./recompress-streams.ts";
import { reduceIccProfiles } from "./reduce-icc-profiles.ts";
import { dropUsageRights } from "./signatures.ts";
import { stripPrivateData } from "./strip-private-data.ts";
import { subsetFonts } from "./subset-fonts.ts";

export interface CompressOptions {
  /** Opens an encrypted file; the result is encrypted as the file was, under the same passwords and permissions. */
  readonly password?: string | undefined;
  /** Looks at the document before anything of it is changed; what it throws ends the work. */
  readonly begin?: ((document: PdfDocument) => void) | undefined;
  /** The last change of the document before it is written. */
  readonly finish?: ((document: PdfDocument) => void) | undefined;
}

/**
 * The same document in fewer bytes. Pages look the same (images are brought to 150 dpi, structural similarity at
 * least 0.97); fields, outlines, destinations, links, labels, attachments, tags and layers stay. Never larger than the
 * input. The same input gives the same bytes.
 * @throws Failure those of `openPdf`
 */
export function compressPdf(bytes: Uint8Array, options: CompressOptions = {}): Uint8Array {
  return allAtOnce(compressSteps(bytes, options));
}

/** {@link compressPdf} in pieces. */
export function* compressSteps(bytes: Uint8Array, options: CompressOptions = {}): Steps<Uint8Array> {
  const document = openPdf(bytes, { password: options.password });
  options.begin?.(document);
  yield bytes.length;
  dropUsageRights(document);
  extractInlineImages(document, reachableObjects(document));
  yield bytes.length;
  mergeEqualObjects(document, reachableObjects(document));
  yield bytes.length;
  pruneResources(document, readContentUsage(document, reachableObjects(document, stripPrivateData(document))));
  yield bytes.length;
  const numbers = reachableObjects(document);
  const usage = readContentUsage(document, numbers);
  yield bytes.length;
  reduceIccProfiles(document, numbers);
  const originals = new Set(numbers.map((number) => document.objects.get(number)));
  for (const image of yield* compressImages(document, usage, numbers)) originals.delete(image);
  yield* subsetFonts(document, usage, numbers);
  yield* minifyContents(document, usage, numbers);
  yield* recompressStreams(document, numbers, originals);
  mergeEqualObjects(document, numbers);
  yield bytes.length;
  options.finish?.(document);
  const result = yield* writeSteps(document, {
    level: 9,
    objectStreams: objectStreamGroups(document, reachableObjects(document)),
    encryptor: document.encryption?.kept,
  });
  return result.length < bytes.length ? result : bytes;
}
