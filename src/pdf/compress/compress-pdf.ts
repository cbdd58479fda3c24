import { Failure } from "../../domain/failure.ts";
import { allAtOnce, type Steps } from "../../domain/steps.ts";
import { WorkMeter } from "../../domain/work-meter.ts";
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
  readonly password?: string;
  /** What the call may cost; absent: a budget of its own. */
  readonly meter?: WorkMeter;
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
export function* compressSteps(bytes: Uint8Array, given: CompressOptions = {}): Steps<Uint8Array> {
  const meter = given.meter ?? new WorkMeter();
  const options = { ...given, meter };
  options.begin?.(openPdf(bytes, { password: options.password, meter }));
  const before = meter.seconds;
  const letters = yield* readPages(bytes, options, READING_SHARE);
  const reading = meter.seconds - before;
  // with its fonts as they were, a file that is too much work to be read shows what it showed
  const attempts = letters ? (["reduced", "whole"] as const) : (["whole"] as const);
  for (const [index, fonts] of attempts.entries()) {
    const following = attempts.length - index;
    // the second one is for files whose fonts cannot be reduced, which are few
    const walking = Math.max(0, meter.secondsLeft - following * reading) * (following > 1 ? FIRST_SHARE : 1);
    const result = yield* compressedSteps(bytes, options, fonts, walking / meter.secondsLeft);
    if (result.length >= bytes.length) break;
    if (!letters) return result;
    const after = yield* readPages(result, options, CHECKING_SHARE);
    if (after && isSame(letters, after)) return result;
  }
  return bytes;
}

/** The letters of each page; undefined if reading them is too much work. */
function* readPages(
  bytes: Uint8Array,
  { password, meter }: MeteredOptions,
  share: number,
): Steps<number[] | undefined> {
  try {
    const document = openPdf(bytes, { password, meter });
    document.limitWalks(share);
    return yield* shownPages(document);
  } catch (error) {
    if (error instanceof Failure && error.code === "pdf_too_complex") return undefined;
    throw error;
  }
}

interface MeteredOptions extends CompressOptions {
  readonly meter: WorkMeter;
}

const FIRST_SHARE = 0.75;
/** The rest is for the objects themselves. */
const COMPRESSING_SHARE = 0.8;

/** What reading the letters may take of what is left: they are read up to three times. */
const READING_SHARE = 0.25;
const CHECKING_SHARE = 0.9;

function isSame(before: readonly number[], after: readonly number[]): boolean {
  return before.length === after.length && before.every((page, index) => page === after[index]);
}

/** @param walking what looking into the document may take of what is left; what is too much for it stays as it is */
function* compressedSteps(
  bytes: Uint8Array,
  options: MeteredOptions,
  fonts: "reduced" | "whole",
  walking: number,
): Steps<Uint8Array> {
  const document = openPdf(bytes, { password: options.password, meter: options.meter });
  document.limitWalks(walking * COMPRESSING_SHARE);
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
