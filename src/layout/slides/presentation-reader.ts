/** The presentation part (ECMA-376 part 1, 19.2.1.26): size, slides that are shown, defaults. */

import type { OpcPackage } from "../../office/package.ts";
import { child, childrenNamed, type XmlNode } from "../../office/xml-node.ts";
import { emuToPoints } from "../model/units.ts";

export interface SlidePart {
  part: string;
  number: number;
}

export interface Presentation {
  part: string;
  widthPt: number;
  heightPt: number;
  /** Slides that are shown; hidden ones are left out, as in PowerPoint's own PDF. */
  slides: SlidePart[];
  defaultTextStyle: XmlNode | undefined;
  /** `a:tblStyleLst` */
  tableStyles: XmlNode | undefined;
  title: string;
}

const DEFAULT_SIZE = { widthPt: 720, heightPt: 540 };
const SMALLEST_PT = 36;
const LARGEST_PT = 4032;

/** Throws a plain `Error` when the package has no presentation part that can be read. */
export function readPresentation(pack: OpcPackage): Presentation {
  const part = pack.targetOfType("", "officeDocument") ?? "ppt/presentation.xml";
  const root = pack.mainXml(part);
  const size = child(root, "p:sldSz")?.attributes;
  const relationships = pack.relationships(part);
  const firstNumber = Number(root.attributes.firstSlideNum ?? 1);
  const slides: SlidePart[] = [];
  childrenNamed(child(root, "p:sldIdLst"), "p:sldId").forEach(({ attributes }, index) => {
    const target = relationships.get(attributes["r:id"] ?? "");
    const slide = target && !target.external ? pack.xml(target.target) : undefined;
    if (!target || !slide || slide.attributes.show === "0" || slide.attributes.show === "false") return;
    // Its markup is read again when its turn comes: many slides take more room than they may.
    pack.forget(target.target);
    slides.push({ part: target.target, number: (Number.isFinite(firstNumber) ? firstNumber : 1) + index });
  });
  const within = (value: number | undefined, fallback: number) =>
    Math.min(LARGEST_PT, Math.max(SMALLEST_PT, value ?? fallback));
  return {
    part,
    widthPt: within(emuToPoints(size?.cx), DEFAULT_SIZE.widthPt),
    heightPt: within(emuToPoints(size?.cy), DEFAULT_SIZE.heightPt),
    slides,
    defaultTextStyle: child(root, "p:defaultTextStyle"),
    tableStyles: pack.xml(pack.targetOfType(part, "tableStyles")),
    title: child(pack.xml(pack.targetOfType("", "core-properties")), "dc:title")?.text.trim() ?? "",
  };
}
