/** One slide -> its part. */
import type { ArtShape } from "../officeart/shape-tree.ts";
import { backgroundXml } from "./background-xml.ts";
import type { HeadersFooters } from "./headers-footers.ts";
import { slideTreeXml } from "./layout-parts.ts";
import { type PackageBuilder, ROOT_NAMESPACES } from "./package-builder.ts";
import { PLACEHOLDER, placeholderOf } from "./placeholders.ts";
import type { PresentationFile, Slide } from "./presentation-reader.ts";
import { shapeXml } from "./shape-writer.ts";
import { SlidePart } from "./slide-part.ts";
import type { MarkText } from "./text/paragraph-xml.ts";
import type { TextMark } from "./text/text-body.ts";

export interface SlideEntry {
  slide: Slide;
  /** Of the part. */
  name: string;
  number: number;
  /** Name of the layout's part. */
  layout: string;
}

export function writeSlide(
  { slide, name, number, layout }: SlideEntry,
  file: PresentationFile,
  builder: PackageBuilder,
): void {
  const settings = slide.headersFooters ?? file.headersFooters;
  const part = new SlidePart({
    file,
    builder,
    scheme: slide.scheme,
    master: slide.master,
    outlineTexts: slide.outlineTexts,
    markText: (mark) => markText(mark, number, settings),
  });
  part.relationships.add("slideLayout", layout);
  const shapes = [...footerShapes(slide, settings), ...slide.drawing.shapes].map((shape) => shapeXml(shape, part));
  const flags = (slide.isHidden ? ' show="0"' : "") + (slide.showsMasterShapes ? "" : ' showMasterSp="0"');
  builder.addXml(
    name,
    "presentationml.slide",
    `<p:sld ${ROOT_NAMESPACES}${flags}>${slideTreeXml(backgroundXml(slide, part), shapes.join(""))}` +
      "<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sld>",
  );
  builder.addRelationships(name, part.relationships);
}

/** Date, number and footer are on the master; slides show them if they are told to and have none of their own. */
function footerShapes(slide: Slide, settings: HeadersFooters | undefined): ArtShape[] {
  if (!slide.showsMasterShapes || !settings) return [];
  const shown = new Set<number>();
  if (settings.showsDate) shown.add(PLACEHOLDER.date);
  if (settings.showsSlideNumber) shown.add(PLACEHOLDER.slideNumber);
  if (settings.showsFooter) shown.add(PLACEHOLDER.footer);
  for (const shape of slide.drawing.shapes) shown.delete(placeholderOf(shape) ?? 0);
  return (slide.master?.drawing.shapes ?? []).filter((shape) => shown.has(placeholderOf(shape) ?? 0));
}

function markText({ kind, format }: TextMark, number: number, settings: HeadersFooters | undefined): MarkText {
  switch (kind) {
    case "slideNumber":
      return { text: String(number), field: "slidenum" };
    case "header":
      return { text: settings?.header ?? "" };
    case "footer":
      return { text: settings?.footer ?? "" };
    case "userDate":
      return settings && !settings.isToday ? { text: settings.userDate } : dateField(settings?.dateFormat ?? 0);
    case "date":
      return dateField(format);
  }
}

/** Formats of dates are counted from 0 here and from 1 there (MS-PPT 2.4.15.3; ECMA-376 part 1, 21.1.2.2.4). */
function dateField(format: number): MarkText {
  return { text: "", field: `datetime${Math.max(0, Math.min(12, format)) + 1}` };
}
