/** The part that lists slides and masters, and the package's relationship to it. */
import { type PackageBuilder, PartRelationships, ROOT_NAMESPACES } from "./package-builder.ts";
import { EMU_PER_UNIT } from "./shape-boxes.ts";

const PRESENTATION = "ppt/presentation.xml";

export interface PresentationPart {
  /** Names of parts. */
  slides: readonly string[];
  masters: readonly string[];
  /** In master units. */
  width: number;
  height: number;
  firstSlideNumber: number;
}

export function addPresentationPart(builder: PackageBuilder, part: PresentationPart): void {
  const relationships = new PartRelationships();
  const slides = part.slides.map(
    (name, index) => `<p:sldId id="${256 + index}" r:id="${relationships.add("slide", name)}"/>`,
  );
  const masters = part.masters.map(
    (name, index) =>
      `<p:sldMasterId id="${2_147_483_648 + index * 100}" r:id="${relationships.add("slideMaster", name)}"/>`,
  );
  builder.addXml(
    PRESENTATION,
    "presentationml.presentation.main",
    `<p:presentation ${ROOT_NAMESPACES} firstSlideNum="${part.firstSlideNumber}"><p:sldMasterIdLst>${masters.join("")}</p:sldMasterIdLst>` +
      `<p:sldIdLst>${slides.join("")}</p:sldIdLst><p:sldSz cx="${emu(part.width)}" cy="${emu(part.height)}"/>` +
      `<p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
  );
  builder.addRelationships(PRESENTATION, relationships);
  const root = new PartRelationships();
  root.add("officeDocument", PRESENTATION);
  builder.addRelationships("", root);
}

function emu(units: number): number {
  return Math.round(units * EMU_PER_UNIT);
}
