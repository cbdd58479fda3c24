/** Frames and shapes (OpenDocument 1.3 Part 3, 10) -> `w:drawing`. */

import type { PartRelationships } from "../../binary/doc/package-builder.ts";
import { element } from "../../binary/doc/xml-writer.ts";
import { EMU_PER_POINT, EMU_PER_TWIP } from "../../geometry/units.ts";
import { borderOf, padding } from "../open-document/borders.ts";
import type { EmbeddedObjects } from "../open-document/embedded-objects.ts";
import type { FormControls } from "../open-document/form-controls.ts";
import { colorOf, emuOfTwips, percentOf, twipsOf } from "../open-document/measures.ts";
import { childOf, elementsOf, type OdfNode, textOf } from "../open-document/odf-nodes.ts";
import { type Extent, frameXml, type Pictures } from "../open-document/pictures.ts";
import type { StyleBook } from "../open-document/style-book.ts";
import type { Properties } from "../open-document/style-properties.ts";
import { controlParts, pictureOf, UNKNOWN_CONTROL } from "../open-drawing/control-parts.ts";
import { NO_LINE, type Paints, shadowXml, solid } from "../open-drawing/paints.ts";
import { POINTED, type PointedShape } from "../open-drawing/pointed-shapes.ts";
import { customShape, pointedShape } from "../open-drawing/shape-outline.ts";
import { angleOf, type Place, placeOf, placeXml } from "../open-drawing/shape-place.ts";
import { controlXml } from "./control-drawing.ts";
import type { BoxLink, LinkedFrames } from "./linked-frames.ts";
import { drawingXml } from "./placement.ts";

const SHAPE_URI = "http://schemas.microsoft.com/office/word/2010/wordprocessingShape";

/** What drawings need of the text around them. */
export interface DrawingContext {
  book: StyleBook;
  pictures: Pictures;
  objects: EmbeddedObjects;
  paints: Paints;
  frames: LinkedFrames;
  controls: FormControls;
  warnings: Set<string>;
  relationships: PartRelationships;
  /** Twips from margin to margin. */
  width: number;
  /** Blocks as markup. @param width twips that the text has */
  blocks(nodes: readonly OdfNode[], width: number): string;
}

/** @returns `w:drawing`, or nothing for what is not read, which a warning says */
export function drawing(node: OdfNode, anchor: string | undefined, context: DrawingContext): string {
  if (node.name === "draw:a")
    return elementsOf(node)
      .map((each) => drawing(each, anchor, context))
      .join("");
  const said = context.book.whole("graphic", node.attributes["draw:style-name"], "graphic").attributes;
  const placed = { anchor: node.attributes["text:anchor-type"] ?? anchor ?? "paragraph", said, node };
  if (node.name === "draw:frame") return frame(placed, context);
  if (node.name === "draw:control") return control(placed, context);
  return shape(placed, context);
}

/** `m:oMath` of a frame on the line that holds a formula; undefined for all else. */
export function inlineFormula(node: OdfNode, objects: EmbeddedObjects): string | undefined {
  if (node.name !== "draw:frame" || node.attributes["text:anchor-type"] !== "as-char") return undefined;
  return objects.formula(childOf(node, "draw:object"), formulaLook);
}

function formulaLook(size: number): string {
  return element("w:rPr", {}, element("w:sz", { "w:val": Math.round(size * 2) }));
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
  const turned = node.attributes["draw:transform"] ? placeOf(node.attributes) : undefined;
  const attributes = turned ? { ...node.attributes, ...cornerOf(turned) } : node.attributes;
  const place = { ...placed, attributes, extent, description: descriptionOf(node), isFrame: true };
  const geometry = frameXml(extent, "rect", turned ? { rot: angleOf(turned) } : {});
  if (box) {
    const inner = extent.cx / 635 - padding(said, "left") - padding(said, "right");
    const text = context.blocks(elementsOf(box), Math.max(20, inner));
    const isOpen = box.attributes["fo:min-height"] !== undefined || node.attributes["svg:height"] === undefined;
    const shapeXml = textShapeXml({
      geometry,
      fill: context.paints.fillXml(said, context.relationships) ?? backgroundXml(said),
      line: lineOf(said),
      text,
      said,
      isOpen,
      link: context.frames.linkOf(node),
    });
    return drawingXml(shapeXml, place);
  }
  const object = childOf(node, "draw:object");
  const chart = context.objects.graphic(object, context.relationships);
  if (chart) return drawingXml(chart, place);
  const formula = context.objects.formula(object, formulaLook);
  if (formula) {
    const text = element("w:p", {}, formula);
    const shapeMarkup = textShapeXml({
      geometry,
      fill: "<a:noFill/>",
      line: NO_LINE,
      text,
      said,
      isOpen: false,
      link: undefined,
    });
    return drawingXml(shapeMarkup, place);
  }
  const images = elementsOf(node, "draw:image");
  const graphic = context.pictures.graphic(images, said, geometry + pictureLine(said), context.relationships);
  if (graphic) return drawingXml(graphic, place);
  const isObject = object ?? childOf(node, "draw:object-ole");
  context.warnings.add(
    isObject
      ? "Objects of the document without a picture are not shown."
      : "Pictures of a kind that is not read are left out.",
  );
  // the text keeps its room
  return drawingXml(emptyShapeXml(extent), place);
}

function shape(placed: Placed, context: DrawingContext): string {
  const { node } = placed;
  if (node.name === "draw:g")
    return elementsOf(node)
      .map((each) => groupMember(each, placed, context))
      .join("");
  if (node.name === "draw:custom-shape") return shapeXml(placed, customShape(node), context);
  if (POINTED.has(node.name)) return shapeXml(placed, pointedShape(node), context);
  context.warnings.add("Shapes of a kind that is not read are left out.");
  return "";
}

/** Of shapes whose styles say nothing of it. */
const USUAL_PAINT = { "draw:fill": "solid", "draw:stroke": "solid" };

function shapeXml(placed: Placed, { place, geometry, isFilled }: PointedShape, context: DrawingContext): string {
  const { node } = placed;
  const { paints, relationships } = context;
  const said: Properties = { ...USUAL_PAINT, ...placed.said, ...(isFilled ? {} : { "draw:fill": "none" }) };
  const text = elementsOf(node).filter(({ name }) => /^(?:text:|table:)/.test(name));
  const extent = {
    cx: Math.max(1, Math.round(place.width)),
    cy: Math.max(1, Math.round(place.height)),
  };
  const markup = textShapeXml({
    geometry: placeXml({ ...place, x: 0, y: 0 }) + geometry,
    fill: paints.fillXml(said, relationships) ?? "",
    line: paints.lineXml(said) + shadowXml(said),
    text: text.length === 0 ? "" : context.blocks(text, extent.cx / EMU_PER_TWIP),
    said,
    isOpen: said["draw:auto-grow-height"] === "true",
    link: undefined,
  });
  return drawingXml(markup, {
    ...placed,
    attributes: { ...node.attributes, ...cornerOf(place) },
    extent,
    description: descriptionOf(node),
    isFrame: false,
  });
}

function control(placed: Placed, context: DrawingContext): string {
  const { node } = placed;
  const { book, controls, pictures, relationships, warnings } = context;
  const found = controls.of(node);
  if (!found) {
    warnings.add(UNKNOWN_CONTROL);
    return "";
  }
  const place = placeOf(node.attributes);
  const extent = { cx: Math.max(1, Math.round(place.width)), cy: Math.max(1, Math.round(place.height)) };
  const parts = controlParts(found, node, place, book);
  if (parts.length === 0) return "";
  const picture = pictureOf(found);
  const graphic = picture && pictures.graphic([picture], placed.said, frameXml(extent), relationships);
  return drawingXml(graphic ?? controlXml(parts, extent), {
    ...placed,
    attributes: { ...node.attributes, ...cornerOf(place) },
    extent,
    description: descriptionOf(node),
    isFrame: false,
  });
}

/** Where a shape stands, as attributes say it that are turned or have points instead. */
function cornerOf({ x, y }: Place): Record<string, string> {
  return { "svg:x": `${x / EMU_PER_POINT}pt`, "svg:y": `${y / EMU_PER_POINT}pt` };
}

/** Members of a group stand where they are, each by itself. */
function groupMember(node: OdfNode, { anchor, said }: Placed, context: DrawingContext): string {
  const own = context.book.whole("graphic", node.attributes["draw:style-name"], "graphic").attributes;
  const groups = ["style:wrap", "style:run-through", "style:horizontal-rel", "style:vertical-rel"];
  const outer = Object.fromEntries(groups.flatMap((name) => (said[name] === undefined ? [] : [[name, said[name]]])));
  const placed = { anchor: anchor === "as-char" ? "paragraph" : anchor, said: { ...own, ...outer }, node };
  if (node.name === "draw:control") return control(placed, context);
  return node.name === "draw:frame" ? frame(placed, context) : shape(placed, context);
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
  link: BoxLink | undefined;
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

function linkedXml({ id, place }: BoxLink): string {
  return element("wps:linkedTxbx", { id, seq: place });
}

function textXml(text: string, link: BoxLink | undefined): string {
  return element("wps:txbx", { id: link?.id }, element("w:txbxContent", {}, text));
}

function textShapeXml({ geometry, fill, line, text, said, isOpen, link }: TextShape): string {
  const inset = (side: "left" | "top" | "right" | "bottom") => emuOfTwips(padding(said, side));
  const vertical = VERTICALS[said["draw:textarea-vertical-align"] ?? said["style:vertical-align"] ?? ""];
  const body = element(
    "wps:bodyPr",
    { lIns: inset("left"), tIns: inset("top"), rIns: inset("right"), bIns: inset("bottom"), anchor: vertical },
    isOpen ? "<a:spAutoFit/>" : "",
  );
  const content = link && link.place > 0 ? linkedXml(link) : text === "" ? "" : textXml(text, link);
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

function backgroundXml(said: Properties): string {
  const color = colorOf(said["fo:background-color"]);
  return color ? solid(color) : "<a:noFill/>";
}

/** Word draws one line around a box: that of the left side. */
function lineOf(said: Properties): string {
  const border = borderOf(said["fo:border-left"] ?? said["fo:border-top"]);
  if (!border) return NO_LINE;
  return element("a:ln", { w: Math.round((border.width / 20) * EMU_PER_POINT) }, solid(border.color ?? "000000"));
}

function pictureLine(said: Properties): string {
  return borderOf(said["fo:border-left"]) ? lineOf(said) : "";
}
