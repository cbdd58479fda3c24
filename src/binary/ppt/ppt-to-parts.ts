/** PowerPoint 4 to 2003 -> the parts of a PresentationML package, from which slides are drawn like those of pptx. */

import { UnreadableFile } from "../../domain/unreadable-file.ts";
import { LayoutParts } from "./layout-parts.ts";
import { PackageBuilder } from "./package-builder.ts";
import { legacyPackage } from "./powerpoint-4-95/legacy-package.ts";
import { readPowerPoint4 } from "./powerpoint-4-95/powerpoint4.ts";
import { readPowerPoint95 } from "./powerpoint-4-95/powerpoint95.ts";
import { addPresentationPart } from "./presentation-part.ts";
import { readPresentation } from "./presentation-reader.ts";
import { openPresentation, type PresentationStreams } from "./presentation-streams.ts";
import { writeSlide } from "./slide-writer.ts";

/**
 * Converts a whole file.
 *
 * @returns part name without leading slash -> its bytes
 * @throws Error with a sentence for people: a password, not a presentation, a damaged container
 */
export function pptToParts(bytes: Uint8Array): Map<string, Uint8Array> {
  const opened = openPresentation(bytes);
  if (opened.version === "97") return partsOf97(opened.streams);
  const { stream, codePage } = opened;
  const isLegacy = opened.version === "95" ? readPowerPoint95(stream, codePage) : readPowerPoint4(stream, codePage);
  if (isLegacy.slides.length === 0) throw new UnreadableFile("the presentation has no slide");
  return legacyPackage(isLegacy);
}

/** PowerPoint 97-2003 (MS-PPT). */
function partsOf97(streams: PresentationStreams): Map<string, Uint8Array> {
  const file = readPresentation(streams);
  const builder = new PackageBuilder();
  const layouts = new LayoutParts(file, builder);
  const slides = file.slides.map((slide, index) => {
    const name = `ppt/slides/slide${index + 1}.xml`;
    const layout = layouts.layoutFor(slide);
    writeSlide({ slide, name, number: file.firstSlideNumber + index, layout }, file, builder);
    return name;
  });
  if (slides.length === 0) throw new UnreadableFile("the presentation has no slide");
  const { width, height, firstSlideNumber } = file;
  addPresentationPart(builder, { slides, masters: layouts.masterParts, width, height, firstSlideNumber });
  return builder.finish();
}
