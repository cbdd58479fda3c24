/** PowerPoint 97-2003 (MS-PPT) -> the parts of a PresentationML package, from which slides are drawn like those of pptx. */

import { LayoutParts } from "./layout-parts.ts";
import { PackageBuilder, PartRelationships, ROOT_NAMESPACES } from "./package-builder.ts";
import { readPresentation } from "./presentation-reader.ts";
import { openPresentationStreams } from "./presentation-streams.ts";
import { EMU_PER_UNIT } from "./shape-boxes.ts";
import { writeSlide } from "./slide-writer.ts";

const PRESENTATION = "ppt/presentation.xml";

/**
 * Converts a whole file.
 *
 * @returns part name without leading slash -> its bytes
 * @throws Error with a sentence for people: a password, PowerPoint 95, no presentation, a damaged container
 */
export function pptToParts(bytes: Uint8Array): Map<string, Uint8Array> {
  const file = readPresentation(openPresentationStreams(bytes));
  const builder = new PackageBuilder();
  const layouts = new LayoutParts(file, builder);
  const relationships = new PartRelationships();
  const slides = file.slides.map((slide, index) => {
    const name = `ppt/slides/slide${index + 1}.xml`;
    const layout = layouts.layoutFor(slide);
    writeSlide({ slide, name, number: file.firstSlideNumber + index, layout }, file, builder);
    return `<p:sldId id="${256 + index}" r:id="${relationships.add("slide", name)}"/>`;
  });
  if (slides.length === 0) throw new Error("the presentation has no slide");
  const masters = layouts.masterParts.map(
    (name, index) =>
      `<p:sldMasterId id="${2_147_483_648 + index * 100}" r:id="${relationships.add("slideMaster", name)}"/>`,
  );
  builder.addXml(
    PRESENTATION,
    "presentationml.presentation.main",
    `<p:presentation ${ROOT_NAMESPACES} firstSlideNum="${file.firstSlideNumber}"><p:sldMasterIdLst>${masters.join("")}</p:sldMasterIdLst>` +
      `<p:sldIdLst>${slides.join("")}</p:sldIdLst><p:sldSz cx="${emu(file.width)}" cy="${emu(file.height)}"/>` +
      `<p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
  );
  builder.addRelationships(PRESENTATION, relationships);
  const root = new PartRelationships();
  root.add("officeDocument", PRESENTATION);
  builder.addRelationships("", root);
  return builder.finish();
}

function emu(units: number): number {
  return Math.round(units * EMU_PER_UNIT);
}
