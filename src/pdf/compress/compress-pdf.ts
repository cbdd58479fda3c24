import { Failure } from "../../domain/failure.ts";
import { readContentUsage } from "../content/content-usage.ts";
import { openPdf } from "../document.ts";
import { writePdf } from "../writer.ts";
import { compressImages } from "./compress-images.ts";
import { extractInlineImages } from "./extract-inline-images.ts";
import { mergeEqualObjects } from "./merge-equal-objects.ts";
import { minifyContents } from "./minify-contents.ts";
import { objectStreamGroups } from "./object-stream-groups.ts";
import { pruneResources } from "./prune-resources.ts";
import { reachableObjects } from "./reachable-objects.ts";
import { recompressStreams } from "./recompress-streams.ts";
import { reduceIccProfiles } from "./reduce-icc-profiles.ts";
import { dropUsageRights, isSigned } from "./signatures.ts";
import { stripPrivateData } from "./strip-private-data.ts";
import { subsetFonts } from "./subset-fonts.ts";

export interface CompressOptions {
  /** Opens an encrypted file; the result is encrypted as the file was, under the same passwords and permissions. */
  readonly password?: string | undefined;
  /** Compress a signed file, which breaks its signatures. */
  readonly force?: boolean | undefined;
}

/**
 * The same document in fewer bytes. Pages look the same (images are brought to 150 dpi, structural similarity at
 * least 0.97); fields, outlines, destinations, links, labels, attachments, tags and layers stay. Never larger than the
 * input. The same input gives the same bytes.
 * @throws Failure `pdf_signed`, and those of `openPdf`
 */
export function compressPdf(bytes: Uint8Array, options: CompressOptions = {}): Uint8Array {
  const document = openPdf(bytes, { password: options.password });
  if (!options.force && isSigned(document)) {
    throw new Failure("pdf_signed", "The PDF is signed, and compressing it would break its signatures.");
  }
  dropUsageRights(document);
  extractInlineImages(document, reachableObjects(document));
  mergeEqualObjects(document, reachableObjects(document));
  pruneResources(document, readContentUsage(document, reachableObjects(document, stripPrivateData(document))));
  const numbers = reachableObjects(document);
  const usage = readContentUsage(document, numbers);
  reduceIccProfiles(document, numbers);
  const originals = new Set(numbers.map((number) => document.objects.get(number)));
  for (const image of compressImages(document, usage, numbers)) originals.delete(image);
  subsetFonts(document, usage, numbers);
  minifyContents(document, usage, numbers);
  recompressStreams(document, numbers, originals);
  mergeEqualObjects(document, numbers);
  const result = writePdf(document, {
    level: 9,
    objectStreams: objectStreamGroups(document, reachableObjects(document)),
    encryptor: document.encryption?.kept,
  });
  return result.length < bytes.length ? result : bytes;
}
