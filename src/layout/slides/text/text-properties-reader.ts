/** Reads `a:pPr`, `a:rPr` and list styles (ECMA-376 part 1, 21.1.2.2, 21.1.2.3, 21.1.2.4). */

import { isOn } from "../../../office/on-off.ts";
import { child, childrenNamed, type XmlNode } from "../../../office/xml-node.ts";
import { readDrawingColor, readGradient, readStroke } from "../../drawing/drawingml-style.ts";
import { readDrawingTextGlow, readDrawingTextShadow } from "../../drawing/shadow-reader.ts";
import { emuToPoints } from "../../model/units.ts";
import type { Spacing, TextTab } from "../model/text.ts";
import type { PartContext } from "../part-context.ts";
import {
  type Bullet,
  LEVELS,
  type LevelProperties,
  mergeParagraphs,
  type ParagraphProperties,
  type RunProperties,
} from "./text-properties.ts";

/** Drops what is undefined, so that merging keeps what was inherited. */
function defined<Type extends object>(values: { [Key in keyof Type]: Type[Key] | undefined }): Type {
  const found: Partial<Type> = {};
  for (const key of Object.keys(values) as (keyof Type)[]) if (values[key] !== undefined) found[key] = values[key];
  return found as Type;
}

function hundredths(value: string | undefined): number | undefined {
  const number = Number(value);
  return value === undefined || !Number.isFinite(number) ? undefined : number / 100;
}

function share(value: string | undefined): number | undefined {
  const number = Number.parseFloat(value ?? "");
  if (!Number.isFinite(number)) return undefined;
  return number / (value?.endsWith("%") ? 100 : 100_000);
}

function flag(value: string | undefined): boolean | undefined {
  return value === undefined ? undefined : isOn(value);
}

/** `a:rPr` and its kin. `text` colors that are gradients or patterns become their middle. */
export function readRunProperties(element: XmlNode | undefined, context: PartContext): RunProperties {
  if (!element) return {};
  const { attributes } = element;
  const typeface = (name: string) => child(element, name)?.attributes.typeface || undefined;
  const languages = [attributes.lang, attributes.altLang];
  const hasFill = element.children.some((entry) =>
    /^a:(noFill|solidFill|gradFill|pattFill|blipFill)$/.test(entry.name),
  );
  const isHollow =
    child(element, "a:noFill") !== undefined && child(child(element, "a:ln"), "a:solidFill") !== undefined;
  const effects = child(element, "a:effectLst");
  return defined<RunProperties>({
    sizePt: hundredths(attributes.sz),
    bold: flag(attributes.b),
    italic: flag(attributes.i),
    underline: attributes.u,
    underlineColor: readDrawingColor(child(child(element, "a:uFill"), "a:solidFill"), context.theme)?.color,
    strike: attributes.strike,
    caps: attributes.cap,
    spacingPt: hundredths(attributes.spc),
    kerningFromPt: hundredths(attributes.kern),
    baseline: share(attributes.baseline),
    color: readTextColor(element, context),
    highlight: readDrawingColor(child(element, "a:highlight"), context.theme)?.color,
    latin: typeface("a:latin"),
    eastAsian: typeface("a:ea"),
    complex: typeface("a:cs"),
    symbol: typeface("a:sym"),
    language: attributes.lang ?? attributes.altLang,
    eastAsianLanguage: languages.find((language) => /^(zh|ja|ko)/i.test(language ?? "")),
    isHollow: hasFill ? isHollow : undefined,
    line: readTextLine(element, context),
    gradient: hasFill ? readTextGradient(element, context) : undefined,
    shadow: effects && (readDrawingTextShadow(effects, context.theme) ?? "none"),
    glow: effects && (readDrawingTextGlow(effects, context.theme) ?? "none"),
  });
}

/** A line without a width is drawn with a pen of a fraction of a point. */
const THINNEST_PT = 0.75;

function readTextLine(element: XmlNode, { theme }: PartContext): RunProperties["line"] {
  const line = child(element, "a:ln");
  if (!line) return undefined;
  const stroke = readStroke(line, theme, undefined);
  if (!stroke) return "none";
  const widthPt = line.attributes.w === undefined ? THINNEST_PT : stroke.widthPt;
  return { color: stroke.color, opacity: stroke.opacity, widthPt };
}

function readTextGradient(element: XmlNode, { theme }: PartContext): RunProperties["gradient"] {
  const fill = child(element, "a:gradFill");
  return fill ? readGradient(fill, theme) : "none";
}

function readTextColor(element: XmlNode, { theme }: PartContext): RunProperties["color"] {
  if (child(element, "a:noFill")) {
    return readDrawingColor(child(child(element, "a:ln"), "a:solidFill"), theme) ?? { color: "#000000", opacity: 0 };
  }
  const solid = readDrawingColor(child(element, "a:solidFill"), theme);
  if (solid) return solid;
  const stops = childrenNamed(child(child(element, "a:gradFill"), "a:gsLst"), "a:gs");
  const middle = readDrawingColor(stops[stops.length >> 1], theme);
  return middle ?? readDrawingColor(child(child(element, "a:pattFill"), "a:fgClr"), theme);
}

function readSpacing(element: XmlNode | undefined): Spacing | undefined {
  const percent = share(child(element, "a:spcPct")?.attributes.val);
  if (percent !== undefined) return { kind: "share", share: percent };
  const points = hundredths(child(element, "a:spcPts")?.attributes.val);
  return points === undefined ? undefined : { kind: "points", points };
}

function readBullet(element: XmlNode, context: PartContext): Bullet | undefined {
  for (const { name, attributes, children } of element.children) {
    if (name === "a:buNone") return { kind: "none" };
    if (name === "a:buChar") return { kind: "character", text: attributes.char ?? "•" };
    if (name === "a:buAutoNum") {
      const startAt = Number(attributes.startAt ?? 1);
      return {
        kind: "number",
        scheme: attributes.type ?? "arabicPeriod",
        startAt: Number.isFinite(startAt) ? startAt : 1,
      };
    }
    if (name === "a:buBlip") {
      const blip = children.find((candidate) => candidate.name === "a:blip");
      return { kind: "picture", source: context.imageUrl(blip?.attributes["r:embed"]) };
    }
  }
  return undefined;
}

function readBulletSize(element: XmlNode): ParagraphProperties["bulletSize"] {
  if (child(element, "a:buSzTx")) return "text";
  const percent = share(child(element, "a:buSzPct")?.attributes.val);
  if (percent !== undefined) return { kind: "share", share: Math.min(4, Math.max(0.25, percent)) };
  const points = hundredths(child(element, "a:buSzPts")?.attributes.val);
  return points === undefined ? undefined : { kind: "points", points };
}

const TAB_ALIGNMENTS: Readonly<Record<string, TextTab["alignment"]>> = {
  l: "left",
  ctr: "center",
  r: "right",
  dec: "decimal",
};

function readTabs(element: XmlNode | undefined): TextTab[] | undefined {
  return element
    ? childrenNamed(element, "a:tab")
        .map(({ attributes }) => ({
          positionPt: emuToPoints(attributes.pos) ?? 0,
          alignment: TAB_ALIGNMENTS[attributes.algn ?? "l"] ?? ("left" as const),
        }))
        .sort((first, second) => first.positionPt - second.positionPt)
    : undefined;
}

export function readParagraphProperties(element: XmlNode | undefined, context: PartContext): ParagraphProperties {
  if (!element) return {};
  const { attributes } = element;
  const defaults = child(element, "a:defRPr");
  return defined<ParagraphProperties>({
    alignment: attributes.algn,
    marginLeftPt: emuToPoints(attributes.marL),
    marginRightPt: emuToPoints(attributes.marR),
    indentPt: emuToPoints(attributes.indent),
    rightToLeft: flag(attributes.rtl),
    lineSpacing: readSpacing(child(element, "a:lnSpc")),
    spaceBefore: readSpacing(child(element, "a:spcBef")),
    spaceAfter: readSpacing(child(element, "a:spcAft")),
    tabs: readTabs(child(element, "a:tabLst")),
    defaultTabPt: emuToPoints(attributes.defTabSz),
    bullet: readBullet(element, context),
    bulletColor: child(element, "a:buClrTx") ? "text" : readDrawingColor(child(element, "a:buClr"), context.theme),
    bulletSize: readBulletSize(element),
    bulletFont: child(element, "a:buFontTx") ? "text" : child(element, "a:buFont")?.attributes.typeface,
    run: defaults ? readRunProperties(defaults, context) : undefined,
  });
}

/** `a:lstStyle`, `p:titleStyle`, `p:defaultTextStyle`, ...: the nine levels over the common default. */
export function readLevels(element: XmlNode | undefined, context: PartContext): LevelProperties | undefined {
  if (!element || element.children.length === 0) return undefined;
  const common = readParagraphProperties(child(element, "a:defPPr"), context);
  return Array.from({ length: LEVELS }, (_, level) =>
    mergeParagraphs(common, readParagraphProperties(child(element, `a:lvl${level + 1}pPr`), context)),
  );
}
