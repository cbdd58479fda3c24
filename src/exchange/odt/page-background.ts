/** What pages show behind all else (OpenDocument 1.3 Part 3, 17.2 and 17.3) -> fills of DrawingML. */

import type { PartRelationships } from "../../binary/doc/package-builder.ts";
import { element } from "../../binary/doc/xml-writer.ts";
import { TWIPS_PER_POINT } from "../../geometry/units.ts";
import { colorOf, percentOf } from "../open-document/measures.ts";
import { childOf, type OdfNode } from "../open-document/odf-nodes.ts";
import type { Pictures } from "../open-document/pictures.ts";
import { type Paints, solid } from "../open-drawing/paints.ts";

const SHARES = 100_000;
const WHITE = "FFFFFF";

export interface PageBackground {
  /** `style:page-layout-properties`. */
  properties: OdfNode;
  /** Twips. */
  width: number;
  height: number;
}

interface Tools {
  paints: Paints;
  pictures: Pictures;
  relationships: PartRelationships;
}

/** `w:pageFill`, an element of our own: Word has one color for all pages, and does not print it. @param type of the page */
export function pageFillsXml(background: PageBackground | undefined, type: "default" | "first", tools: Tools): string {
  const fills = background ? fillsOf(background, tools) : [];
  // a first page without a background is not like the others
  if (fills.length === 0) return type === "first" ? element("w:pageFill", { "w:type": type }) : "";
  return fills.map((fill) => element("w:pageFill", { "w:type": type }, fill)).join("");
}

/**
 * The lowest first: what a picture leaves free has a color. White is that of the paper, as some programs say of every page:
 * it would hide what is laid below the page.
 */
function fillsOf({ properties, width, height }: PageBackground, tools: Tools): string[] {
  const { attributes } = properties;
  const color = colorOf(attributes["fo:background-color"]);
  const behind = color && color !== WHITE ? [solid(color)] : [];
  const image = childOf(properties, "style:background-image");
  const picture = image && pictureXml(image, { width, height }, tools);
  if (picture) return [...behind, picture];
  const fill = tools.paints.fillXml(attributes, tools.relationships);
  return fill === undefined ? behind : fill === "<a:noFill/>" || fill === solid(WHITE) ? [] : [fill];
}

function pictureXml(
  image: OdfNode,
  page: { width: number; height: number },
  { pictures, relationships }: Tools,
): string | undefined {
  const { attributes } = image;
  const hasPicture = attributes["xlink:href"] !== undefined || childOf(image, "office:binary-data") !== undefined;
  const part = hasPicture ? pictures.part([image]) : undefined;
  if (!part) return undefined;
  const opacity = percentOf(attributes["draw:opacity"]) ?? 100;
  const alpha = opacity < 100 ? element("a:alphaModFix", { amt: Math.max(0, Math.round(opacity * 1_000)) }) : "";
  const blip = element("a:blip", { "r:embed": relationships.to("image", part) }, alpha);
  return element("a:blipFill", {}, blip + placeXml(attributes, page, pictures.size(part)));
}

function placeXml(
  attributes: OdfNode["attributes"],
  page: { width: number; height: number },
  size: { widthPt: number; heightPt: number } | undefined,
): string {
  const repeat = attributes["style:repeat"] ?? "repeat";
  if (repeat === "repeat") return '<a:tile sx="100000" sy="100000" algn="tl"/>';
  if (repeat === "stretch" || !size) return "<a:stretch><a:fillRect/></a:stretch>";
  const position = attributes["style:position"] ?? "center";
  const free = (whole: number, pt: number) => Math.round((1 - (pt * TWIPS_PER_POINT) / whole) * SHARES);
  const [across, down] = [free(page.width, size.widthPt), free(page.height, size.heightPt)];
  const l = Math.round(across * (/left/.test(position) ? 0 : /right/.test(position) ? 1 : 0.5));
  const t = Math.round(down * (/top/.test(position) ? 0 : /bottom/.test(position) ? 1 : 0.5));
  return element("a:stretch", {}, element("a:fillRect", { l, t, r: across - l, b: down - t }));
}
