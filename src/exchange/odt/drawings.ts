/** Frames and shapes (OpenDocument 1.3 Part 3, 10) -> `w:drawing`. */

import type { PartRelationships } from "../../binary/doc/package-builder.ts";
import { element } from "../../binary/doc/xml-writer.ts";
import { EMU_PER_POINT } from "../../geometry/units.ts";
import { borderOf, padding } from "../open-document/borders.ts";
import type { EmbeddedObjects } from "../open-document/embedded-objects.ts";
import { colorOf, emuOfTwips, percentOf, twipsOf } from "../open-document/measures.ts";
import { childOf, elementsOf, type OdfNode, textOf } from "../open-document/odf-nodes.ts";
import { type Extent, frameXml, type Pictures } from "../open-document/pictures.ts";
import type { StyleBook } from "../open-document/style-book.ts";
import type { Properties } from "../open-document/style-properties.ts";
import { drawingXml } from "./placement.ts";

const SHAPE_URI = "http://schemas.microsoft.com/office/word/2010/wordprocessingShape";

/** What drawings need of the text around them. */
export interface DrawingContext {
  book: StyleBook;
  pictures: Pictures;
  objects: EmbeddedObjects;
  warnings: Set<string>;
  relationships: PartRelationships;
  /** Twips from margin to margin. */
  width: number;
  /** Blocks as markup. @param width twips that the text has */
  blocks(nodes: readonly OdfNode[], width: number): string;
}

/** Names of shapes that are those of Word under another name. */
const PRESETS: Readonly<Record<string, string>> = {
  rectangle: "rect",
  "round-rectangle": "roundRect",
  ellipse: "ellipse",
  "isosceles-triangle": "triangle",
  "right-triangle": "rtTriangle",
  parallelogram: "parallelogram",
  trapezoid: "trapezoid",
  diamond: "diamond",
  hexagon: "hexagon",
  octagon: "octagon",
  pentagon: "pentagon",
  cross: "plus",
  ring: "donut",
  can: "can",
  cube: "cube",
  "right-arrow": "rightArrow",
  "left-arrow": "leftArrow",
  "up-arrow": "upArrow",
  "down-arrow": "downArrow",
  star5: "star5",
  heart: "heart",
  smiley: "smileyFace",
  sun: "sun",
  moon: "moon",
};
const ELEMENTS: Readonly<Record<string, string>> = {
  "draw:rect": "rect",
  "draw:ellipse": "ellipse",
  "draw:circle": "ellipse",
  "draw:line": "line",
  "draw:connector": "line",
  "draw:caption": "rect",
};

/** @returns `w:drawing`, or nothing for what is not read, which a warning says */
export function drawing(node: OdfNode, anchor: string | undefined, context: DrawingContext): string {
  if (node.name === "draw:a")
    return elementsOf(node)
      .map((each) => drawing(each, anchor, context))
      .join("");
  const said = context.book.whole("graphic", node.attributes["draw:style-name"], "graphic").attributes;
  const placed = { anchor: node.attributes["text:anchor-type"] ?? anchor ?? "paragraph", said, node };
  if (node.name === "draw:frame") return frame(placed, context);
  if (node.name === "draw:control") {
    context.warnings.add("Controls of forms are not shown.");
    return "";
  }
  return shape(placed, context);
}

interface Placed {
  anchor: string;
  said: Properties;
  node: OdfNode;
}

function frame(placed: Placed, context: DrawingContext): string {
  const { node, said } = placed;
  const box = childOf(node, "draw:text-box");
  const extent = extentOf(node, context.width, box);
  const place = { ...placed, attributes: node.attributes, extent, description: descriptionOf(node), isFrame: true };
  if (box) {
    const inner = extent.cx / 635 - padding(said, "left") - padding(said, "right");
    const text = context.blocks(elementsOf(box), Math.max(20, inner));
    const isOpen = box.attributes["fo:min-height"] !== undefined || node.attributes["svg:height"] === undefined;
    const shapeXml = textShapeXml({
      geometry: frameXml(extent),
      fill: fillOf(said),
      line: lineOf(said),
      text,
      said,
      isOpen,
    });
    return drawingXml(shapeXml, place);
  }
  const object = childOf(node, "draw:object");
  const chart = context.objects.graphic(object, context.relationships);
  if (chart) return drawingXml(chart, place);
  const images = elementsOf(node, "draw:image");
  const graphic = context.pictures.graphic(images, said, frameXml(extent) + pictureLine(said), context.relationships);
  if (graphic) return drawingXml(graphic, place);
  const isObject = object ?? childOf(node, "draw:object-ole");
  context.warnings.add(
    isObject
      ? "Formulas and other objects of the document without a picture are not shown."
      : "Pictures of a kind that is not read are left out.",
  );
  // the text keeps its room
  return drawingXml(emptyShapeXml(extent), place);
}

function shape(placed: Placed, context: DrawingContext): string {
  const { node, said } = placed;
  if (node.name === "draw:g")
    return elementsOf(node)
      .map((each) => groupMember(each, placed, context))
      .join("");
  const { attributes } = node;
  const geometry = childOf(node, "draw:enhanced-geometry");
  const type = (geometry?.attributes["draw:type"] ?? "").replace(/^ooxml-/, "");
  const preset =
    ELEMENTS[node.name] ??
    PRESETS[type] ??
    (/^[a-zA-Z]+\d*$/.test(type) && type !== "non-primitive" ? type : undefined);
  const text = elementsOf(node).filter(({ name }) => /^(?:text:|table:)/.test(name));
  if (!preset && text.length === 0) {
    context.warnings.add("Shapes of a kind that is not read are left out.");
    return "";
  }
  const isLine = preset === "line";
  const line = isLine ? lineExtent(attributes) : undefined;
  const extent = line?.extent ?? extentOf(node, context.width, undefined);
  const blocks = text.length === 0 ? "" : context.blocks(text, extent.cx / 635);
  const shapeXml = textShapeXml({
    geometry: frameXml(extent, preset ?? "rect", line?.transform),
    fill: isLine ? "" : shapeFill(said),
    line: shapeLine(said),
    text: blocks,
    said,
    isOpen: false,
  });
  const place = line ? { ...attributes, "svg:x": line.x, "svg:y": line.y } : attributes;
  return drawingXml(shapeXml, {
    ...placed,
    attributes: place,
    extent,
    description: descriptionOf(node),
    isFrame: false,
  });
}

/** Members of a group stand where they are, each by itself. */
function groupMember(node: OdfNode, { anchor, said }: Placed, context: DrawingContext): string {
  const own = context.book.whole("graphic", node.attributes["draw:style-name"], "graphic").attributes;
  const groups = ["style:wrap", "style:run-through", "style:horizontal-rel", "style:vertical-rel"];
  const outer = Object.fromEntries(groups.flatMap((name) => (said[name] === undefined ? [] : [[name, said[name]]])));
  const placed = { anchor: anchor === "as-char" ? "paragraph" : anchor, said: { ...own, ...outer }, node };
  return node.name === "draw:frame" ? frame(placed, context) : shape(placed, context);
}

interface Line {
  extent: Extent;
  x: string;
  y: string;
  transform: Record<string, number>;
}

function lineExtent(attributes: Readonly<Record<string, string>>): Line {
  const at = (name: string) => twipsOf(attributes[name]) ?? 0;
  const [x1, x2, y1, y2] = [at("svg:x1"), at("svg:x2"), at("svg:y1"), at("svg:y2")];
  const isFlipped = x2 - x1 < 0 !== y2 - y1 < 0;
  return {
    extent: { cx: emuOfTwips(Math.abs(x2 - x1)), cy: emuOfTwips(Math.abs(y2 - y1)) },
    x: `${Math.min(x1, x2) / 20}pt`,
    y: `${Math.min(y1, y2) / 20}pt`,
    transform: isFlipped ? { flipV: 1 } : {},
  };
}

function extentOf(node: OdfNode, available: number, box: OdfNode | undefined): Extent {
  const { attributes } = node;
  const share = percentOf(attributes["style:rel-width"]);
  const width = twipsOf(attributes["svg:width"]) ?? twipsOf(box?.attributes["fo:min-width"]);
  const height = twipsOf(attributes["svg:height"]) ?? twipsOf(box?.attributes["fo:min-height"]);
  return {
    cx: Math.max(1, emuOfTwips(width ?? (share === undefined ? available / 2 : (available * share) / 100))),
    cy: Math.max(1, emuOfTwips(height ?? 20)),
  };
}

function descriptionOf(node: OdfNode): string | undefined {
  const title = childOf(node, "svg:desc") ?? childOf(node, "svg:title");
  return title && textOf(title);
}

interface TextShape {
  geometry: string;
  fill: string;
  line: string;
  text: string;
  said: Properties;
  /** As high as its text. */
  isOpen: boolean;
}

const VERTICALS: Readonly<Record<string, string>> = { middle: "ctr", center: "ctr", bottom: "b", justify: "t" };

function emptyShapeXml(extent: Extent): string {
  const appearance = element("wps:spPr", {}, `${frameXml(extent)}<a:noFill/><a:ln><a:noFill/></a:ln>`);
  return element(
    "a:graphicData",
    { uri: SHAPE_URI },
    element("wps:wsp", {}, `<wps:cNvSpPr/>${appearance}<wps:bodyPr/>`),
  );
}

function textShapeXml({ geometry, fill, line, text, said, isOpen }: TextShape): string {
  const inset = (side: "left" | "top" | "right" | "bottom") => emuOfTwips(padding(said, side));
  const vertical = VERTICALS[said["draw:textarea-vertical-align"] ?? said["style:vertical-align"] ?? ""];
  const body = element(
    "wps:bodyPr",
    { lIns: inset("left"), tIns: inset("top"), rIns: inset("right"), bIns: inset("bottom"), anchor: vertical },
    isOpen ? "<a:spAutoFit/>" : "",
  );
  const content = text === "" ? "" : element("wps:txbx", {}, element("w:txbxContent", {}, text));
  return element(
    "a:graphicData",
    { uri: SHAPE_URI },
    element(
      "wps:wsp",
      {},
      element("wps:cNvSpPr", {}) + element("wps:spPr", {}, geometry + fill + line) + content + body,
    ),
  );
}

function solid(color: string): string {
  return element("a:solidFill", {}, element("a:srgbClr", { val: color }));
}

function fillOf(said: Properties): string {
  const fill = said["draw:fill"];
  const color =
    fill === "none"
      ? undefined
      : (colorOf(fill === "solid" ? said["draw:fill-color"] : undefined) ?? colorOf(said["fo:background-color"]));
  return color ? solid(color) : "<a:noFill/>";
}

/** Word draws one line around a box: that of the left side. */
function lineOf(said: Properties): string {
  const border = borderOf(said["fo:border-left"] ?? said["fo:border-top"]);
  if (!border) return "<a:ln><a:noFill/></a:ln>";
  return element("a:ln", { w: Math.round((border.width / 20) * EMU_PER_POINT) }, solid(border.color ?? "000000"));
}

function pictureLine(said: Properties): string {
  return borderOf(said["fo:border-left"]) ? lineOf(said) : "";
}

function shapeFill(said: Properties): string {
  const fill = said["draw:fill"] ?? "solid";
  const color = colorOf(said["draw:fill-color"]);
  return fill === "none" || !color ? "<a:noFill/>" : solid(color);
}

function shapeLine(said: Properties): string {
  if (said["draw:stroke"] === "none") return "<a:ln><a:noFill/></a:ln>";
  const width = Math.max(1, emuOfTwips(twipsOf(said["svg:stroke-width"]) ?? 1));
  const dash = said["draw:stroke"] === "dash" ? '<a:prstDash val="dash"/>' : "";
  const arrow = (name: string, element0: string) => (said[name] ? `<a:${element0} type="triangle"/>` : "");
  return element(
    "a:ln",
    { w: width },
    solid(colorOf(said["svg:stroke-color"]) ?? "000000") +
      dash +
      arrow("draw:marker-start", "headEnd") +
      arrow("draw:marker-end", "tailEnd"),
  );
}
