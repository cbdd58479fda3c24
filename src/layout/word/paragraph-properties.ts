/** `w:pPr` -> partial paragraph formatting (ECMA-376 part 1, 17.3.1). */

import { isOn } from "../../office/on-off.ts";
import { child, type XmlNode } from "../../office/xml-node.ts";
import type {
  Alignment,
  FrameProperties,
  ParagraphBorders,
  PartialParagraphFormat,
  TabStop,
} from "../model/formatting.ts";
import type { Theme } from "../model/theme.ts";
import { integer, twipsToPoints } from "../model/units.ts";
import { readBorder, readShading } from "./character-properties.ts";

const ALIGNMENTS: Readonly<Record<string, Alignment>> = {
  left: "left",
  start: "start",
  right: "right",
  end: "end",
  center: "center",
  both: "both",
  distribute: "distribute",
  thaiDistribute: "both",
  lowKashida: "both",
  mediumKashida: "both",
  highKashida: "both",
};

const FLAGS = {
  "w:keepNext": "keepNext",
  "w:keepLines": "keepLines",
  "w:pageBreakBefore": "pageBreakBefore",
  "w:widowControl": "widowControl",
  "w:contextualSpacing": "contextualSpacing",
  "w:bidi": "rightToLeft",
  "w:snapToGrid": "snapToGrid",
  "w:suppressAutoHyphens": "suppressHyphenation",
  "w:suppressLineNumbers": "suppressLineNumbers",
  "w:wordWrap": "wordWrap",
  "w:overflowPunct": "overflowPunctuation",
  "w:autoSpaceDE": "autoSpaceDE",
  "w:autoSpaceDN": "autoSpaceDN",
  "w:mirrorIndents": "mirrorIndents",
} as const;

export function readParagraphProperties(element: XmlNode | undefined, theme: Theme): PartialParagraphFormat {
  const format: PartialParagraphFormat = {};
  for (const property of element?.children ?? []) {
    const value = property.attributes["w:val"];
    const flag = FLAGS[property.name as keyof typeof FLAGS];
    if (flag) {
      format[flag] = isOn(value);
      continue;
    }
    switch (property.name) {
      case "w:jc":
        format.alignment = ALIGNMENTS[value ?? ""] ?? "left";
        break;
      case "w:ind":
        readIndent(property, format);
        break;
      case "w:spacing":
        readSpacing(property, format);
        break;
      case "w:tabs":
        format.tabs = property.children.map(readTab).sort((first, second) => first.positionPt - second.positionPt);
        break;
      case "w:pBdr":
        format.borders = readParagraphBorders(property, theme);
        break;
      case "w:shd":
        format.shading = readShading(property, theme);
        break;
      case "w:framePr":
        format.frame = readFrame(property);
        break;
      case "w:numPr": {
        const id = child(property, "w:numId")?.attributes["w:val"];
        const level = integer(child(property, "w:ilvl")?.attributes["w:val"]);
        if (id !== undefined) format.numberingId = id;
        if (level !== undefined) format.numberingLevel = level;
        break;
      }
      case "w:outlineLvl":
        format.outlineLevel = integer(value);
        break;
      case "w:textAlignment":
        format.textAlignment = value ?? "auto";
        break;
    }
  }
  return format;
}

function readIndent(property: XmlNode, format: PartialParagraphFormat): void {
  const attributes = property.attributes;
  const left = twipsToPoints(attributes["w:left"] ?? attributes["w:start"]);
  const right = twipsToPoints(attributes["w:right"] ?? attributes["w:end"]);
  const hanging = twipsToPoints(attributes["w:hanging"]);
  const firstLine = twipsToPoints(attributes["w:firstLine"]);
  if (left !== undefined) format.indentLeftPt = left;
  if (right !== undefined) format.indentRightPt = right;
  if (hanging !== undefined) format.indentFirstPt = -hanging;
  else if (firstLine !== undefined) format.indentFirstPt = firstLine;
  const leftChars = integer(attributes["w:leftChars"] ?? attributes["w:startChars"]);
  const rightChars = integer(attributes["w:rightChars"] ?? attributes["w:endChars"]);
  const hangingChars = integer(attributes["w:hangingChars"]);
  const firstChars = integer(attributes["w:firstLineChars"]);
  // A length stored beside characters is what Word worked out from them.
  if (leftChars !== undefined) format.indentLeftChars = left === undefined ? leftChars || undefined : undefined;
  if (rightChars !== undefined) format.indentRightChars = right === undefined ? rightChars || undefined : undefined;
  if (hangingChars) format.indentFirstChars = hanging === undefined ? -hangingChars : undefined;
  else if (firstChars !== undefined) {
    format.indentFirstChars = firstLine === undefined ? firstChars || undefined : undefined;
  }
}

function readSpacing(property: XmlNode, format: PartialParagraphFormat): void {
  const attributes = property.attributes;
  const before = twipsToPoints(attributes["w:before"]);
  const after = twipsToPoints(attributes["w:after"]);
  if (before !== undefined) format.spaceBeforePt = before;
  if (after !== undefined) format.spaceAfterPt = after;
  if (attributes["w:beforeAutospacing"] !== undefined) {
    format.spaceBeforeAuto = isOn(attributes["w:beforeAutospacing"]);
  }
  if (attributes["w:afterAutospacing"] !== undefined) format.spaceAfterAuto = isOn(attributes["w:afterAutospacing"]);
  const beforeLines = integer(attributes["w:beforeLines"]);
  const afterLines = integer(attributes["w:afterLines"]);
  if (beforeLines !== undefined) format.spaceBeforeLines = beforeLines || undefined;
  if (afterLines !== undefined) format.spaceAfterLines = afterLines || undefined;
  const rule = attributes["w:lineRule"];
  if (attributes["w:line"] !== undefined) {
    format.lineRule = rule === "exact" || rule === "atLeast" ? rule : "auto";
    const line = Number(attributes["w:line"]);
    format.line = format.lineRule === "auto" ? line || 240 : (twipsToPoints(attributes["w:line"]) ?? 12);
    // A negative height is an exact one written by old producers.
    if (format.line < 0) {
      format.lineRule = "exact";
      format.line = Math.abs(line) / 20;
    }
  }
}

function readTab(element: XmlNode): TabStop {
  const value = element.attributes["w:val"] ?? "left";
  const alignment = value === "start" ? "left" : value === "end" ? "right" : (value as TabStop["alignment"]);
  return {
    positionPt: twipsToPoints(element.attributes["w:pos"]) ?? 0,
    alignment,
    leader: element.attributes["w:leader"] ?? "none",
  };
}

function readParagraphBorders(property: XmlNode, theme: Theme): ParagraphBorders {
  const borders: ParagraphBorders = {};
  for (const side of property.children) {
    const name = side.name.slice(2);
    if (/^(top|bottom|left|right|between|bar)$/.test(name)) {
      borders[name as keyof ParagraphBorders] = readBorder(side, theme);
    }
  }
  return borders;
}

/** Undefined for one that is none: in line with the text, or without any size, as Apple Pages writes it for all paragraphs. */
function readFrame({ attributes }: XmlNode): FrameProperties | undefined {
  if (attributes["w:yAlign"] === "inline") return undefined;
  if (integer(attributes["w:w"]) === 0 && integer(attributes["w:h"]) === 0) return undefined;
  return {
    widthPt: twipsToPoints(attributes["w:w"]),
    heightPt: twipsToPoints(attributes["w:h"]),
    heightRule: attributes["w:hRule"] ?? (attributes["w:h"] ? "atLeast" : "auto"),
    horizontalSpacePt: twipsToPoints(attributes["w:hSpace"]) ?? 0,
    verticalSpacePt: twipsToPoints(attributes["w:vSpace"]) ?? 0,
    wrap: attributes["w:wrap"] ?? "around",
    horizontalAnchor: attributes["w:hAnchor"] ?? "page",
    verticalAnchor: attributes["w:vAnchor"] ?? "page",
    xPt: twipsToPoints(attributes["w:x"]),
    yPt: twipsToPoints(attributes["w:y"]),
    xAlign: attributes["w:xAlign"],
    yAlign: attributes["w:yAlign"],
    dropCap: attributes["w:dropCap"] === "none" ? undefined : attributes["w:dropCap"],
    lines: integer(attributes["w:lines"]) ?? 1,
  };
}
