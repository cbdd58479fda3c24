import { isOn } from "../../office/on-off.ts";
import { child, childrenNamed, type XmlNode } from "../../office/xml-node.ts";
import { readFill } from "../drawing/drawingml-style.ts";
import {
  type HeaderKind,
  type LineNumbering,
  linesRunDown,
  type NoteNumbering,
  type PageBackground,
  type PageBorders,
  type SectionColumn,
  type SectionFormat,
} from "../model/section.ts";
import type { Theme } from "../model/theme.ts";
import { integer, twipsToPoints } from "../model/units.ts";
import { readBorder } from "./character-properties.ts";

export function readNoteNumbering(element: XmlNode | undefined): NoteNumbering {
  return {
    format: child(element, "w:numFmt")?.attributes["w:val"],
    start: integer(child(element, "w:numStart")?.attributes["w:val"]),
    restart: child(element, "w:numRestart")?.attributes["w:val"],
    position: child(element, "w:pos")?.attributes["w:val"],
  };
}

function readLineNumbering(element: XmlNode | undefined): LineNumbering | undefined {
  const every = integer(element?.attributes["w:countBy"]) ?? 0;
  if (every < 1) return undefined;
  const restart = element?.attributes["w:restart"];
  return {
    every,
    // The stored start counts from zero, as Word writes it.
    first: (integer(element?.attributes["w:start"]) ?? 0) + 1,
    distancePt: twipsToPoints(element?.attributes["w:distance"]) || undefined,
    restart: restart === "newSection" || restart === "continuous" ? restart : "newPage",
  };
}

const MIN_PAGE_PT = 36;
const MAX_PAGE_PT = 4000;

/** @param imageOf the picture that a relationship of the part points to */
export function readSectionProperties(
  element: XmlNode | undefined,
  theme: Theme,
  imageOf: (relationshipId: string) => string | undefined,
): SectionFormat {
  const size = child(element, "w:pgSz")?.attributes ?? {};
  const margins = child(element, "w:pgMar")?.attributes ?? {};
  const clampPage = (value: number) => Math.min(MAX_PAGE_PT, Math.max(MIN_PAGE_PT, value));
  const widthPt = clampPage(twipsToPoints(size["w:w"]) ?? 612);
  const heightPt = clampPage(twipsToPoints(size["w:h"]) ?? 792);
  const margin = (name: string, fallback: number) => twipsToPoints(margins[`w:${name}`]) ?? fallback;
  const marginLeftPt = margin("left", 90);
  const marginRightPt = margin("right", 90);
  const gutterPt = margin("gutter", 0);
  const start = child(element, "w:type")?.attributes["w:val"] as SectionFormat["start"] | undefined;
  const numbering = child(element, "w:pgNumType")?.attributes ?? {};
  const grid = child(element, "w:docGrid")?.attributes ?? {};
  const titlePage = child(element, "w:titlePg");
  const bidi = child(element, "w:bidi");
  const noEndnote = child(element, "w:noEndnote");
  const textDirection = child(element, "w:textDirection")?.attributes["w:val"] ?? "lrTb";
  const lengthPt = linesRunDown({ textDirection })
    ? heightPt - Math.abs(margin("top", 72)) - Math.abs(margin("bottom", 72))
    : widthPt - marginLeftPt - marginRightPt - gutterPt;
  const columns = child(element, "w:cols");
  return {
    widthPt,
    heightPt,
    marginTopPt: margin("top", 72),
    marginBottomPt: margin("bottom", 72),
    marginLeftPt: marginLeftPt + gutterPt,
    marginRightPt,
    gutterPt,
    headerDistancePt: margin("header", 35.4),
    footerDistancePt: margin("footer", 35.4),
    start: start ?? "nextPage",
    columns: readColumns(columns, Math.max(20, lengthPt)),
    columnSeparator: columns?.attributes["w:sep"] !== undefined && isOn(columns.attributes["w:sep"]),
    titlePage: titlePage !== undefined && isOn(titlePage.attributes["w:val"]),
    pageNumberFormat: numbering["w:fmt"] ?? "decimal",
    pageNumberStart: integer(numbering["w:start"]),
    pageBorders: readPageBorders(child(element, "w:pgBorders"), theme),
    verticalAlign: child(element, "w:vAlign")?.attributes["w:val"] ?? "top",
    gridType: grid["w:type"] ?? "default",
    gridLinePitchPt: twipsToPoints(grid["w:linePitch"]) ?? 0,
    rightToLeft: bidi !== undefined && isOn(bidi.attributes["w:val"]),
    textDirection,
    lineNumbering: readLineNumbering(child(element, "w:lnNumType")),
    footnoteNumbering: readNoteNumbering(child(element, "w:footnotePr")),
    endnoteNumbering: readNoteNumbering(child(element, "w:endnotePr")),
    background: readBackground(childrenNamed(element, "w:pageFill"), theme, imageOf),
    passesEndnotesOn: noEndnote !== undefined && isOn(noEndnote.attributes["w:val"]),
    headerIds: readReferences(element, "w:headerReference"),
    footerIds: readReferences(element, "w:footerReference"),
  };
}

function readBackground(
  elements: readonly XmlNode[],
  theme: Theme,
  imageOf: (relationshipId: string) => string | undefined,
): PageBackground | undefined {
  if (elements.length === 0) return undefined;
  const ofType = (type: string) => elements.filter(({ attributes }) => attributes["w:type"] === type);
  const fillsOf = (type: string) => ofType(type).flatMap((each) => readFill(each, theme, imageOf) ?? []);
  return { fills: fillsOf("default"), first: ofType("first").length > 0 ? fillsOf("first") : undefined };
}

/** `w:cols`: equal columns from the number and the gap, or explicit ones when `equalWidth` is off. */
function readColumns(element: XmlNode | undefined, bodyWidthPt: number): SectionColumn[] {
  const explicit = childrenNamed(element, "w:col");
  const equal = element?.attributes["w:equalWidth"];
  if (explicit.length > 0 && equal !== undefined && !isOn(equal)) {
    return explicit.slice(0, 45).map((column) => ({
      widthPt: Math.max(10, twipsToPoints(column.attributes["w:w"]) ?? bodyWidthPt / explicit.length),
      gapPt: twipsToPoints(column.attributes["w:space"]) ?? 0,
    }));
  }
  const count = Math.min(45, Math.max(1, integer(element?.attributes["w:num"]) ?? 1));
  const gapPt = count > 1 ? (twipsToPoints(element?.attributes["w:space"]) ?? 36) : 0;
  const widthPt = Math.max(10, (bodyWidthPt - gapPt * (count - 1)) / count);
  return Array.from({ length: count }, () => ({ widthPt, gapPt }));
}

function readReferences(element: XmlNode | undefined, name: string): Partial<Record<HeaderKind, string>> {
  const ids: Partial<Record<HeaderKind, string>> = {};
  for (const reference of childrenNamed(element, name)) {
    const kind = reference.attributes["w:type"] ?? "default";
    const id = reference.attributes["r:id"];
    if (id && (kind === "default" || kind === "first" || kind === "even")) ids[kind] = id;
  }
  return ids;
}

function readPageBorders(element: XmlNode | undefined, theme: Theme): PageBorders | undefined {
  if (!element) return undefined;
  const borders: PageBorders = {
    offsetFrom: element.attributes["w:offsetFrom"] === "page" ? "page" : "text",
    display: element.attributes["w:display"] ?? "allPages",
    inFront: element.attributes["w:zOrder"] !== "back",
  };
  for (const side of element.children) {
    const name = side.name.slice(2);
    if (name === "top" || name === "bottom" || name === "left" || name === "right") {
      borders[name] = readBorder(side, theme);
    }
  }
  return borders;
}
