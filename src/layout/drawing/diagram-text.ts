/** `dsp:txBody` (DrawingML text, 21.1.2) -> blocks, for the stored drawings of SmartArt. */

import { isOn } from "../../office/on-off.ts";
import { child, childrenNamed, type XmlNode } from "../../office/xml-node.ts";
import type { Inline, Paragraph } from "../model/blocks.ts";
import {
  type Alignment,
  type CharacterFormat,
  DEFAULT_CHARACTER_FORMAT,
  DEFAULT_PARAGRAPH_FORMAT,
} from "../model/formatting.ts";
import type { TextBody } from "../model/shapes.ts";
import type { Theme } from "../model/theme.ts";
import { readBodyProperties } from "./body-properties.ts";
import { readDrawingColor } from "./drawingml-style.ts";

const ALIGNMENTS: Readonly<Record<string, Alignment>> = { l: "left", ctr: "center", r: "right", just: "both" };

export function readDiagramText(
  body: XmlNode | undefined,
  theme: Theme,
  fontColor: string | undefined,
): TextBody | undefined {
  const paragraphs = childrenNamed(body, "a:p");
  if (paragraphs.every((paragraph) => childrenNamed(paragraph, "a:r").length === 0)) return undefined;
  return {
    ...readBodyProperties(child(body, "a:bodyPr")),
    blocks: paragraphs.map((paragraph) => readDrawingParagraph(paragraph, theme, fontColor)),
  };
}

function readDrawingParagraph(element: XmlNode, theme: Theme, fontColor: string | undefined): Paragraph {
  const properties = child(element, "a:pPr");
  const inlines: Inline[] = [];
  let format: CharacterFormat = runFormat(child(element, "a:endParaRPr"), theme, fontColor);
  for (const run of element.children) {
    if (run.name === "a:r" || run.name === "a:fld") {
      format = runFormat(child(run, "a:rPr"), theme, fontColor);
      inlines.push({ kind: "text", text: child(run, "a:t")?.text ?? "", format });
    } else if (run.name === "a:br") inlines.push({ kind: "break", breakKind: "line", clear: false, format });
  }
  const percent = (name: string) =>
    Number(child(child(properties, name), "a:spcPct")?.attributes.val ?? Number.NaN) / 100_000;
  const points = (name: string) =>
    Number(child(child(properties, name), "a:spcPts")?.attributes.val ?? Number.NaN) / 100;
  const spacing = (name: string) => {
    const share = percent(name);
    if (Number.isFinite(share)) return share * format.sizePt * 1.2;
    return Number.isFinite(points(name)) ? points(name) : 0;
  };
  const lineShare = percent("a:lnSpc");
  return {
    kind: "paragraph",
    format: {
      ...DEFAULT_PARAGRAPH_FORMAT,
      alignment: ALIGNMENTS[properties?.attributes.algn ?? "l"] ?? "left",
      spaceBeforePt: spacing("a:spcBef"),
      spaceAfterPt: spacing("a:spcAft"),
      line: Number.isFinite(lineShare) ? lineShare * 240 : 240,
      indentLeftPt: Number(properties?.attributes.marL ?? 0) / 12_700 || 0,
    },
    markFormat: format,
    styleId: undefined,
    headingLevel: undefined,
    label: undefined,
    inlines,
  };
}

function runFormat(properties: XmlNode | undefined, theme: Theme, fontColor: string | undefined): CharacterFormat {
  const typeface = child(properties, "a:latin")?.attributes.typeface;
  const family = typeface?.startsWith("+")
    ? theme.font(typeface.startsWith("+mj") ? "majorHAnsi" : "minorHAnsi")
    : (typeface ?? theme.font("minorHAnsi"));
  const sizePt = Number(properties?.attributes.sz ?? 1800) / 100;
  const bold = properties?.attributes.b !== undefined && isOn(properties.attributes.b);
  const italic = properties?.attributes.i !== undefined && isOn(properties.attributes.i);
  return {
    ...DEFAULT_CHARACTER_FORMAT,
    fonts: family ? { ascii: family, highAnsi: family } : {},
    sizePt,
    sizeComplexPt: sizePt,
    bold,
    italic,
    color: readDrawingColor(child(properties, "a:solidFill"), theme)?.color ?? fontColor ?? "auto",
    underline: properties?.attributes.u && properties.attributes.u !== "none" ? "single" : undefined,
  };
}
