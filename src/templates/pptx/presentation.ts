import { present } from "../../domain/present.ts";
import { parseXml } from "../../office/xml-tree.ts";
import type { OfficePackage } from "../ooxml/office-package.ts";
import { listedTitles, titleShape } from "./slide-titles.ts";

/** A slide of the template and the parts that are repeated and dropped with it. */
export interface TemplateSlide {
  part: string;
  /** 1-based, as people count. */
  number: number;
  /** The id of the shape whose text the properties list as its title, if it has no title of its own. */
  titleShape: string | undefined;
  /** Its notes, comments, charts and diagrams, and what those refer to. */
  ownParts: readonly string[];
}

/** Relationships of a slide to parts that belong only to it. */
const OWN =
  /\/(?:notesSlide|comments|chart|chartEx|diagramData|diagramDrawing|diagramLayout|diagramQuickStyle|diagramColors)$/;
/** Relationships of those parts to parts that belong only to them. */
const OWN_OF_CHART = /\/(?:package|chartStyle|chartColorStyle|themeOverride|chartUserShapes)$/;

/**
 * The slides of a presentation in the order of its slide list (ECMA-376 Part 1, 19.2.1.34). One that is listed again, which no
 * program writes, is where it was first: a list of a megabyte would be tens of thousands of slides to read.
 */
export function templateSlides(source: OfficePackage, main: string): TemplateSlide[] {
  const relationships = source.relationshipsOf(main);
  const entries =
    parseXml(present(source.text(main)))
      .child("p:sldIdLst")
      ?.elements("p:sldId") ?? [];
  const titles = propertiesParts(source).flatMap((part) => listedTitles(source.text(part) ?? "", entries.length));
  const slides = new Map<string, TemplateSlide>();
  for (const [index, entry] of entries.entries()) {
    const relationship = relationships.byId(entry.attribute("r:id") ?? "");
    const part = relationship && relationships.targetPart(relationship);
    if (part === undefined || slides.has(part) || !source.zip.has(part)) continue;
    slides.set(part, {
      part,
      number: index + 1,
      titleShape: titleShape(source.text(part) ?? "", titles[index]),
      ownParts: ownParts(source, part),
    });
  }
  return [...slides.values()];
}

function ownParts(source: OfficePackage, slide: string): string[] {
  const targets = (part: string, types: RegExp) => {
    const relationships = source.relationshipsOf(part);
    return relationships
      .all()
      .filter(({ type, external }) => !external && types.test(type))
      .flatMap((item) => relationships.targetPart(item) ?? [])
      .filter((target) => source.zip.has(target));
  };
  const direct = targets(slide, OWN);
  return [...new Set([...direct, ...direct.flatMap((part) => targets(part, OWN_OF_CHART))])];
}

/** The parts with the properties that programs write, such as the titles of the slides. */
export function propertiesParts(source: OfficePackage): string[] {
  return source.contentTypes
    .partsOf((type) => type.endsWith("extended-properties+xml"))
    .filter((part) => source.zip.has(part));
}

/** The highest number in names like `ppt/slides/slide12.xml`, for parts of the same stem. */
export function lastNumberOf(names: readonly string[], part: string): number {
  const stem = part.replace(/(?<!\d)\d*(\.\w+)$/, "");
  const extension = part.slice(part.lastIndexOf("."));
  return names.reduce((last, name) => {
    if (!name.startsWith(stem) || !name.endsWith(extension)) return last;
    const digits = name.slice(stem.length, -extension.length);
    return /^\d+$/.test(digits) ? Math.max(last, Number(digits)) : last;
  }, 0);
}

/** The size of a presentation's slides in EMU. */
export function slideSize(presentation: string): { width: number; height: number } {
  const [, width = "9144000", height = "6858000"] =
    /<p:sldSz\b[^>]*? cx="(\d+)"[^>]*? cy="(\d+)"/.exec(presentation) ?? [];
  return { width: Number(width), height: Number(height) };
}
