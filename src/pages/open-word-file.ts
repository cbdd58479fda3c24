/** Opens a Word file. */

import { appendAll } from "../domain/collections/long-lists.ts";
import { checkLimit } from "../domain/limits.ts";
import type { WorkMeter } from "../domain/work-meter.ts";
import { Face } from "../font/face.ts";
import type { CustomFace } from "../font/library/font-library.ts";
import type { WordDocument } from "../layout/model/blocks.ts";
import { readDocument } from "../layout/word/document-reader.ts";
import { embeddedFaces } from "../layout/word/embedded-fonts.ts";
import type { OpcPackage } from "../office/package.ts";
import { undrawableWarnings } from "./drawing/content-inspector.ts";
import { PackageImages } from "./drawing/package-images.ts";
import { sizeTile } from "./drawing/tile-sizes.ts";
import type { ImageLookup } from "./drawing/vector-renderer.ts";
import { inspectDocument } from "./word/inspect-document.ts";

export interface OpenWordOptions {
  /** Wall clock of the reader, for DATE and TIME fields. */
  now: Date;
  fileName: string;
  meter: WorkMeter;
}

/** A Word document with everything that is drawn of it. */
export interface OpenedWordFile {
  document: WordDocument;
  faces: CustomFace[];
  image: ImageLookup;
}

/** @throws UnreadableFile, and Failure `too_complex` for more than an isolate has room for */
export function openWordFile(pack: OpcPackage, options: OpenWordOptions): OpenedWordFile {
  const mainPart = pack.targetOfType("", "officeDocument") ?? "word/document.xml";
  const mainPartBytes = pack.bytes(mainPart)?.length ?? 0;
  checkLimit("wordMainPartBytes", mainPartBytes);
  const images = new PackageImages(options.meter);
  const { pack: _, ...document } = readDocument(pack, {
    ...options,
    imageUrl: (from, part, substitute) => images.source(from, part, substitute),
  });
  const { memoryBytes, undrawable } = inspectDocument(document, (source, use) => images.isDrawable(source, use));
  checkLimit("wordModelBytes", memoryBytes);
  for (const { background } of document.sections.map(({ format }) => format))
    for (const fill of [...(background?.fills ?? []), ...(background?.first ?? [])]) sizeTile(fill, images.lookUp);
  appendAll(document.warnings, undrawableWarnings(undrawable));
  const faces = embeddedFaces(pack).flatMap(({ family, bytes: file, weight, style }): CustomFace[] => {
    const face = Face.open(file);
    return face?.mayEmbed ? [{ family, weight: Number(weight), italic: style === "italic", face }] : [];
  });
  return { document, faces, image: images.lookUp };
}
