/** What stands before the paragraphs of a list (OpenDocument 1.3 Part 3, 16.30) -> bullets of DrawingML. */
import type { PartRelationships } from "../../binary/doc/package-builder.ts";
import { element } from "../../binary/doc/xml-writer.ts";
import { colorOf, countOf, percentOf } from "../open-document/measures.ts";
import { childOf, type OdfNode } from "../open-document/odf-nodes.ts";
import type { Pictures } from "../open-document/pictures.ts";
import { firstFamily } from "../open-document/style-book.ts";
import { emuOf } from "./emu.ts";

/** EMU: where the bullet begins, and how much room it has; added to the margins of the paragraph. */
export interface BulletPlace {
  before: number;
  room: number;
}

export function bulletPlace(level: OdfNode): BulletPlace {
  const properties = childOf(level, "style:list-level-properties");
  const label = childOf(properties, "style:list-level-label-alignment")?.attributes;
  if (properties?.attributes["text:list-level-position-and-space-mode"] === "label-alignment") {
    const room = -(emuOf(label?.["fo:text-indent"]) ?? 0);
    return { before: (emuOf(label?.["fo:margin-left"]) ?? 0) - room, room };
  }
  const said = properties?.attributes ?? {};
  return { before: emuOf(said["text:space-before"]) ?? 0, room: emuOf(said["text:min-label-width"]) ?? 0 };
}

/** As `ST_TextAutonumberScheme` begins and ends. */
const FORMATS: Readonly<Record<string, string>> = {
  "1": "arabic",
  a: "alphaLc",
  A: "alphaUc",
  i: "romanLc",
  I: "romanUc",
};
const MOST_START = 32_767;

/** @param fonts name of a declared font -> its family */
export function bulletXml(
  level: OdfNode,
  start: string | undefined,
  pictures: Pictures,
  relationships: PartRelationships,
): string {
  const { name, attributes } = level;
  const said = childOf(level, "style:text-properties")?.attributes ?? {};
  if (name === "text:list-level-style-number") {
    const scheme = schemeOf(attributes);
    if (!scheme) return "<a:buNone/>";
    const first = countOf(start ?? attributes["text:start-value"], MOST_START) ?? 1;
    return (
      colorXml(said) + sizeXml(said) + element("a:buAutoNum", { type: scheme, startAt: first > 1 ? first : undefined })
    );
  }
  const part = name === "text:list-level-style-image" ? pictures.part([level]) : undefined;
  if (part) {
    const blip = element("a:blip", { "r:embed": relationships.to("image", part) });
    return sizeXml(said) + element("a:buBlip", {}, blip);
  }
  const character = attributes["text:bullet-char"] ?? "\u2022";
  if (character.trim() === "") return "<a:buNone/>";
  const family = firstFamily(said["fo:font-family"]);
  // the font of signs is not on other machines; its signs have the usual numbers
  const isOfSigns = /^(?:StarSymbol|OpenSymbol)$/i.test(family ?? "");
  const font = family && !isOfSigns ? element("a:buFont", { typeface: family }) : "";
  return colorXml(said) + sizeXml(said) + font + element("a:buChar", { char: [...character][0] ?? "\u2022" });
}

function schemeOf(attributes: Readonly<Record<string, string>>): string | undefined {
  const format = FORMATS[attributes["style:num-format"] ?? ""];
  if (!format) return undefined;
  const [before, after] = [attributes["style:num-prefix"] ?? "", attributes["style:num-suffix"] ?? ""];
  if (after.startsWith(")")) return format + (before.endsWith("(") ? "ParenBoth" : "ParenR");
  return after === "" && format === "arabic" ? "arabicPlain" : `${format}Period`;
}

function colorXml(said: Readonly<Record<string, string>>): string {
  const color = said["style:use-window-font-color"] === "true" ? undefined : colorOf(said["fo:color"]);
  return color ? element("a:buClr", {}, element("a:srgbClr", { val: color })) : "";
}

function sizeXml(said: Readonly<Record<string, string>>): string {
  const percent = percentOf(said["fo:font-size"]);
  return percent ? element("a:buSzPct", { val: Math.round(Math.max(25, Math.min(400, percent)) * 1_000) }) : "";
}
