import { Failure } from "../../domain/failure.ts";
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
import { shownPages } from "./shown-pages.ts";
import { stripPrivateData } from "./strip-private-data.ts";
import { subsetFonts } from "./subset-fonts.ts";
import { dropUsageRights } from "./usage-rights.ts";

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

/**
 * {@link compressPdf} in pieces. What is made is read again before it is returned: if a page shows other letters than
 * before, the fonts stay as they are, and if that does not help, the whole file does.
 */
export function* compressSteps(bytes: Uint8Array, options: CompressOptions = {}): Steps<Uint8Array> {
  options.begin?.(openPdf(bytes, { password: options.password }));
  const letters = yield* readPages(bytes, options);
  // with its fonts as they were, a file that is too much work to be read shows what it showed
  const attempts = letters ? (["reduced", "whole"] as const) : (["whole"] as const);
  for (const fonts of attempts) {
    const result = yield* compressedSteps(bytes, options, fonts);
    if (result.length >= bytes.length) break;
    if (!letters) return result;
    const after = yield* readPages(result, options);
    if (after && isSame(letters, after)) return result;
  }
  return bytes;
}

/** The letters of each page; undefined if reading them is too much work. */
function* readPages(bytes: Uint8Array, { password }: CompressOptions): Steps<number[] | undefined> {
  try {
    const document = openPdf(bytes, { password });
    allowPages(document);
    return yield* shownPages(document);
  } catch (error) {
    if (error instanceof Failure && error.code === "pdf_too_complex") return undefined;
    throw error;
  }
}

/** A book is more work than a leaflet. */
function allowPages(document: PdfDocument): void {
  document.work.allow(STEPS_OF_A_PAGE * Math.min(document.pages.length, MOST_PAGES));
}

/** Ten milliseconds for a page, ten seconds for all of them. */
const STEPS_OF_A_PAGE = 20_000;
const MOST_PAGES = 1_000;

function isSame(before: readonly number[], after: readonly number[]): boolean {
  return before.length === after.length && before.every((page, index) => page === after[index]);
}

function* compressedSteps(bytes: Uint8Array, options: CompressOptions, fonts: "reduced" | "whole"): Steps<Uint8Array> {
  const document = openPdf(bytes, { password: options.password });
  allowPages(document);
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
  if (fonts === "reduced") yield* subsetFonts(document, usage, numbers);
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
  return result;
}
