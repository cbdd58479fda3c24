/** Levels of list styles (OpenDocument 1.3 Part 3, 16.30 and 17.19) -> `w:lvl`. */
import { element, valued } from "../../binary/doc/xml-writer.ts";
import { twipsOf } from "../open-document/measures.ts";
import { childOf, elementsOf, type OdfNode } from "../open-document/odf-nodes.ts";
import type { StyleBook } from "../open-document/style-book.ts";
import { overlaid } from "../open-document/style-properties.ts";
import type { Indent } from "./paragraph-format.ts";
import { numberFormat, startOf, textPropertiesXml } from "./text-format.ts";

export const MOST_LEVELS = 9;
const MOST_SPACES = 40;
const NO_BREAK_SPACE = "\u00a0";
/** Of text of twelve points, in twips. */
const SPACE = 60;

export interface ListLevel {
  isBullet: boolean;
  /** As `ST_NumberFormat` names it. */
  format: string;
  /** With `%1` for the number of the first level. */
  text: string;
  start: number;
  alignment: string;
  /** As `ST_LevelSuffix` names what comes after the number. */
  follow: string;
  /** Twips; added to the margin of the paragraph where `isRelative`. */
  indent: Indent;
  /** Files of before 2010 indent from the margin of the paragraph. */
  isRelative: boolean;
  /** Twips. */
  tab: number | undefined;
  /** `w:rPr` of the number. */
  textXml: string;
}

export type ListStyle = ReadonlyMap<number, ListLevel>;

/** @param container `text:list-style` or `text:outline-style` @returns level from 0 -> what it is like */
export function readListStyle(container: OdfNode, book: StyleBook): ListStyle {
  const levels = new Map<number, ListLevel>();
  for (const node of elementsOf(container)) {
    const number = startOf(node.attributes["text:level"]);
    if (number === undefined || number < 1 || number > MOST_LEVELS) continue;
    levels.set(number - 1, readLevel(node, number, book));
  }
  return levels;
}

function readLevel(node: OdfNode, number: number, book: StyleBook): ListLevel {
  const { attributes } = node;
  const isBullet = /bullet|image/.test(node.name);
  const bullet = attributes["text:bullet-char"];
  const text = isBullet ? (bullet ?? "\u2022") : labelText(node, number);
  const named = book.whole("text", attributes["text:style-name"], "text");
  const named0 = book.defaults("text", "text");
  const properties = overlaid(
    named === named0 ? book.properties(undefined) : named,
    book.properties(childOf(node, "style:text-properties")),
  );
  const format = attributes["style:num-format"];
  const levelProperties = childOf(node, "style:list-level-properties");
  const place = placeOf(levelProperties);
  return {
    isBullet,
    format: isBullet ? "bullet" : numberFormat(format ?? ""),
    start: startOf(attributes["text:start-value"]) ?? 1,
    textXml: textPropertiesXml(properties.attributes, properties.attributes),
    ...place,
    text: text === "" || place.follow !== "nothing" ? text : text + NO_BREAK_SPACE.repeat(gapOf(levelProperties)),
  };
}

/** What stands in place of the levels' numbers, with what is around them. */
function labelText({ attributes }: OdfNode, number: number): string {
  const format = attributes["style:num-format"] ?? "";
  if (format === "" && attributes["loext:num-list-format"] === undefined)
    return (attributes["style:num-prefix"] ?? "") + (attributes["style:num-suffix"] ?? "");
  const whole = attributes["loext:num-list-format"];
  if (whole !== undefined)
    return whole.replace(/%(\d{1,2})%/g, (_, level: string) => (Number(level) <= number ? `%${level}` : ""));
  const shown = Math.min(number, Math.max(1, startOf(attributes["text:display-levels"]) ?? 1));
  const numbers = Array.from({ length: shown }, (_, index) => `%${number - shown + index + 1}`).join(".");
  return (attributes["style:num-prefix"] ?? "") + numbers + (attributes["style:num-suffix"] ?? "");
}

const ALIGNMENTS: Readonly<Record<string, string>> = { end: "right", right: "right", center: "center" };
const FOLLOWS: Readonly<Record<string, string>> = { listtab: "tab", space: "space", nothing: "nothing" };

function placeOf(
  properties: OdfNode | undefined,
): Pick<ListLevel, "alignment" | "follow" | "indent" | "isRelative" | "tab"> {
  const said = properties?.attributes ?? {};
  const alignment = ALIGNMENTS[said["fo:text-align"] ?? ""] ?? "left";
  const label = childOf(properties, "style:list-level-label-alignment")?.attributes;
  if (said["text:list-level-position-and-space-mode"] === "label-alignment") {
    const follow = FOLLOWS[label?.["text:label-followed-by"] ?? ""] ?? "tab";
    return {
      alignment,
      follow,
      indent: {
        left: twipsOf(label?.["fo:margin-left"]) ?? 0,
        right: 0,
        first: twipsOf(label?.["fo:text-indent"]) ?? 0,
      },
      isRelative: false,
      tab: follow === "tab" ? twipsOf(label?.["text:list-tab-stop-position"]) : undefined,
    };
  }
  const width = twipsOf(said["text:min-label-width"]) ?? 0;
  const left = (twipsOf(said["text:space-before"]) ?? 0) + width;
  return {
    alignment,
    follow: width > 0 ? "tab" : "nothing",
    indent: { left, right: 0, first: -width },
    isRelative: true,
    tab: undefined,
  };
}

/** The room between a number of no width of its own and the text, in spaces. */
function gapOf(properties: OdfNode | undefined): number {
  const twips = twipsOf(properties?.attributes["text:min-label-distance"]) ?? 0;
  return Math.min(MOST_SPACES, Math.max(0, Math.round(twips / SPACE)));
}

/** `w:abstractNum`. */
export function abstractNumberXml(id: number, style: ListStyle): string {
  const levels = [...style].map(([index, level]) => levelXml(index, level));
  return element(
    "w:abstractNum",
    { "w:abstractNumId": id },
    `<w:multiLevelType w:val="multilevel"/>${levels.join("")}`,
  );
}

function levelXml(index: number, level: ListLevel): string {
  const { left, first } = level.indent;
  const hanging = Math.round(-first);
  return element(
    "w:lvl",
    { "w:ilvl": index },
    valued("w:start", level.start) +
      valued("w:numFmt", level.format) +
      valued("w:suff", level.follow) +
      element("w:lvlText", { "w:val": level.text }) +
      valued("w:lvlJc", level.alignment) +
      element(
        "w:pPr",
        {},
        element("w:ind", {
          "w:left": Math.round(left),
          ...(hanging > 0 ? { "w:hanging": hanging } : { "w:firstLine": -hanging || 0 }),
        }),
      ) +
      (level.textXml === "" ? "" : element("w:rPr", {}, level.textXml)),
  );
}
