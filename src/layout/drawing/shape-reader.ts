/** Shapes, pictures, groups and graphic frames of DrawingML -> drawing nodes (ECMA-376 part 1, 20.1, 20.2; wps, wpg, dsp). */

import type { Box } from "../../geometry/box.ts";
import { alternateContent } from "../../office/alternate-content.ts";
import { isOn } from "../../office/on-off.ts";
import { child, descend, type XmlNode } from "../../office/xml-node.ts";
import type { Fill, Stroke } from "../model/fill.ts";
import type { DrawingNode, Geometry, GroupNode, ImageNode, ShapeNode, TextBody } from "../model/shapes.ts";
import type { Theme } from "../model/theme.ts";
import { emuToPoints } from "../model/units.ts";
import { readAdjustments } from "./adjustments.ts";
import { readBodyProperties } from "./body-properties.ts";
import { customGeometry } from "./custom-geometry.ts";
import { isDecorative } from "./decorative.ts";
import { readDiagramText } from "./diagram-text.ts";
import type { DrawingContext } from "./drawing-context.ts";
import { readDrawingColor, readFill, readStroke } from "./drawingml-style.ts";

export interface Placement extends Box {
  rotationDeg: number;
  flipHorizontal: boolean;
  flipVertical: boolean;
}

/** `a:xfrm`: position, size, rotation (60000ths of a degree) and mirroring. */
export function readTransform(transform: XmlNode | undefined, fallback: Box): Placement {
  const offset = child(transform, "a:off")?.attributes;
  const extent = child(transform, "a:ext")?.attributes;
  const flag = (value: string | undefined) => value !== undefined && isOn(value);
  return {
    xPt: emuToPoints(offset?.x) ?? fallback.xPt,
    yPt: emuToPoints(offset?.y) ?? fallback.yPt,
    widthPt: emuToPoints(extent?.cx) ?? fallback.widthPt,
    heightPt: emuToPoints(extent?.cy) ?? fallback.heightPt,
    rotationDeg: Number(transform?.attributes.rot ?? 0) / 60_000,
    flipHorizontal: flag(transform?.attributes.flipH),
    flipVertical: flag(transform?.attributes.flipV),
  };
}

const MAX_GROUP_DEPTH = 20;

/** Reads the object inside `a:graphicData` (or a child of a group). */
export function readDrawingNode(
  element: XmlNode,
  context: DrawingContext,
  box: Box,
  depth = 0,
): DrawingNode | undefined {
  if (depth > MAX_GROUP_DEPTH) return undefined;
  switch (element.name) {
    case "pic:pic":
      return readImage(element, context, box);
    case "wps:wsp":
    case "dsp:sp":
      return readShape(element, context, box);
    case "wpg:wgp":
    case "wpg:grpSp":
    case "wpc:wpc":
    case "lc:lockedCanvas":
    case "dsp:spTree":
    case "dsp:grpSp":
      return readGroup(element, context, box, depth);
    case "c:chart":
    case "cx:chart":
      return readChart(element, context, box);
    case "wpg:graphicFrame": {
      const place = readTransform(child(element, "wpg:xfrm"), box);
      const data = descend(element, "a:graphic", "a:graphicData")?.children[0];
      return data ? readDrawingNode(data, context, place, depth + 1) : undefined;
    }
    case "dgm:relIds":
      return readDiagram(element, context, box, depth);
    default:
      return undefined;
  }
}

function namesOf(properties: XmlNode | undefined): { altText: string; decorative?: boolean } {
  const altText = properties?.attributes.descr ?? properties?.attributes.title ?? "";
  return { altText, ...(isDecorative(properties) ? { decorative: true } : {}) };
}

function readImage(element: XmlNode, context: DrawingContext, box: Box): ImageNode {
  const alternates = child(element, "mc:AlternateContent");
  const chosen = alternates ? alternateContent(alternates) : undefined;
  const blipFill = child(element, "pic:blipFill") ?? child(chosen, "pic:blipFill");
  const blip = child(blipFill, "a:blip");
  const shape = child(element, "pic:spPr");
  const properties = descend(element, "pic:nvPicPr", "pic:cNvPr");
  const vector = descend(blip, "a:extLst")
    ?.children.map((extension) => child(extension, "asvg:svgBlip"))
    .find(Boolean);
  const source =
    context.imageSource(vector?.attributes["r:embed"], blip?.attributes["r:embed"]) ??
    context.imageSource(blip?.attributes["r:embed"]);
  const crop = child(blipFill, "a:srcRect")?.attributes ?? {};
  const share = (name: string) => Number.parseFloat(crop[name] ?? "0") / 100_000 || 0;
  const alpha = child(blip, "a:alphaModFix")?.attributes.amt;
  const geometry = readGeometry(shape);
  const isPlain = geometry.kind === "preset" && geometry.name === "rect";
  return {
    kind: "picture",
    ...readTransform(child(shape, "a:xfrm"), box),
    ...sizeFrom(box, child(shape, "a:xfrm")),
    ...namesOf(properties),
    source,
    crop: { left: share("l"), top: share("t"), right: share("r"), bottom: share("b") },
    opacity: alpha ? Number(alpha) / 100_000 : 1,
    filter: blipFilter(blip),
    geometry: isPlain ? undefined : geometry,
    stroke: readStroke(child(shape, "a:ln"), context.theme, undefined),
  };
}

/** A picture that is the whole drawing is as large as the drawing's extent, not as its own transform says. */
function sizeFrom(box: Box, transform: XmlNode | undefined): Partial<Box> {
  return transform && box.widthPt > 0
    ? { widthPt: box.widthPt, heightPt: box.heightPt, xPt: box.xPt, yPt: box.yPt }
    : {};
}

/** CSS filters for the recoloring of a picture. */
export function blipFilter(blip: XmlNode | undefined): string | undefined {
  const filters: string[] = [];
  if (child(blip, "a:grayscl")) filters.push("grayscale(1)");
  if (child(blip, "a:biLevel")) filters.push("grayscale(1) contrast(100)");
  const luminance = child(blip, "a:lum")?.attributes;
  if (luminance) {
    const bright = Number(luminance.bright ?? 0) / 100_000;
    const contrast = Number(luminance.contrast ?? 0) / 100_000;
    if (contrast) filters.push(`contrast(${(1 + contrast).toFixed(3)})`);
    if (bright) filters.push(`brightness(${(1 + bright).toFixed(3)})`);
  }
  return filters.length > 0 ? filters.join(" ") : undefined;
}

export function readGeometry(properties: XmlNode | undefined): Geometry {
  const custom = child(properties, "a:custGeom");
  if (custom) return customGeometry(custom);
  const preset = child(properties, "a:prstGeom");
  return { kind: "preset", name: preset?.attributes.prst ?? "rect", adjustments: readAdjustments(preset) };
}

interface ShapeStyle {
  fill: Fill;
  stroke: Stroke | undefined;
  fontColor: string | undefined;
}

/** `wps:style` / `dsp:style`: theme references used where the shape says nothing itself. */
function readShapeStyle(style: XmlNode | undefined, theme: Theme): ShapeStyle {
  const fillReference = child(style, "a:fillRef");
  const lineReference = child(style, "a:lnRef");
  const fillColor = Number(fillReference?.attributes.idx ?? 0) > 0 ? readDrawingColor(fillReference, theme) : undefined;
  const lineIndex = Number(lineReference?.attributes.idx ?? 0);
  const lineColor = lineIndex > 0 ? readDrawingColor(lineReference, theme) : undefined;
  return {
    fill: fillColor ? { kind: "solid", ...fillColor } : { kind: "none" },
    stroke: lineColor
      ? {
          ...lineColor,
          widthPt: [0, 0.5, 1, 1.5][lineIndex] ?? 0.75,
          dash: "solid",
          cap: "flat",
          head: undefined,
          tail: undefined,
          compound: false,
        }
      : undefined,
    fontColor: readDrawingColor(child(style, "a:fontRef"), theme)?.color,
  };
}

function readShape(element: XmlNode, context: DrawingContext, box: Box): ShapeNode {
  const prefix = element.name.split(":")[0] ?? "wps";
  const { theme } = context;
  const properties = child(element, `${prefix}:spPr`);
  const style = readShapeStyle(child(element, `${prefix}:style`), theme);
  const transform = child(properties, "a:xfrm");
  const names = child(element, `${prefix}:cNvPr`) ?? descend(element, `${prefix}:nvSpPr`, `${prefix}:cNvPr`);
  return {
    kind: "shape",
    ...readTransform(transform, box),
    ...namesOf(names),
    geometry: readGeometry(properties),
    fill: readFill(properties, theme, (id) => context.imageSource(id)) ?? style.fill,
    stroke: readStroke(child(properties, "a:ln"), theme, style.stroke),
    text:
      prefix === "wps"
        ? readTextBody(element, context)
        : readDiagramText(child(element, "dsp:txBody"), theme, style.fontColor),
    shadow: child(child(properties, "a:effectLst"), "a:outerShdw") !== undefined,
  };
}

function readTextBody(shape: XmlNode, context: DrawingContext): TextBody | undefined {
  const properties = readBodyProperties(child(shape, "wps:bodyPr"));
  const link = child(shape, "wps:linkedTxbx")?.attributes;
  if (link) {
    const body = { ...properties, blocks: [] };
    context.linkedBoxes.addFollower(`${context.part} ${link.id}`, Number(link.seq) || 0, body);
    return body;
  }
  const box = child(shape, "wps:txbx");
  const content = child(box, "w:txbxContent");
  const blocks = content && context.readTextBox(content);
  const body = blocks && { ...properties, blocks };
  if (body && box?.attributes.id !== undefined)
    context.linkedBoxes.addHead(`${context.part} ${box.attributes.id}`, body);
  return body;
}

/** Children are placed in the group's own coordinate space (`a:chOff`, `a:chExt`) and scaled to its box. */
function readGroup(element: XmlNode, context: DrawingContext, box: Box, depth: number): GroupNode {
  const properties = element.children.find((candidate) => /:grpSpPr$/.test(candidate.name));
  const transform = child(properties, "a:xfrm");
  const place = readTransform(transform, box);
  const isTop = depth === 0;
  const target: Placement = isTop ? { ...place, ...box } : place;
  const childOffset = child(transform, "a:chOff")?.attributes;
  const childExtent = child(transform, "a:chExt")?.attributes;
  const originX = emuToPoints(childOffset?.x) ?? 0;
  const originY = emuToPoints(childOffset?.y) ?? 0;
  const scaleX = target.widthPt / (emuToPoints(childExtent?.cx) || target.widthPt || 1);
  const scaleY = target.heightPt / (emuToPoints(childExtent?.cy) || target.heightPt || 1);
  const children: DrawingNode[] = [];
  for (const inner of element.children) {
    const node = readDrawingNode(inner, context, { xPt: 0, yPt: 0, widthPt: 0, heightPt: 0 }, depth + 1);
    if (node) children.push(scaleNode(node, originX, originY, scaleX, scaleY));
  }
  return { kind: "group", ...target, altText: "", children };
}

function scaleNode(node: DrawingNode, originX: number, originY: number, scaleX: number, scaleY: number): DrawingNode {
  // A shape turned by about 90 degrees is scaled along its visible axes.
  const sideways = Math.abs(Math.round(node.rotationDeg / 90)) % 2 === 1;
  const centerX = (node.xPt + node.widthPt / 2 - originX) * scaleX;
  const centerY = (node.yPt + node.heightPt / 2 - originY) * scaleY;
  const widthPt = node.widthPt * (sideways ? scaleY : scaleX);
  const heightPt = node.heightPt * (sideways ? scaleX : scaleY);
  const moved = { ...node, xPt: centerX - widthPt / 2, yPt: centerY - heightPt / 2, widthPt, heightPt };
  if (moved.kind === "group" && node.widthPt > 0 && node.heightPt > 0) {
    const innerX = widthPt / node.widthPt;
    const innerY = heightPt / node.heightPt;
    moved.children = moved.children.map((inner) => scaleNode(inner, 0, 0, innerX, innerY));
  }
  return moved;
}

function readChart(element: XmlNode, context: DrawingContext, box: Box): DrawingNode | undefined {
  const root = context.package.xml(context.targetPart(element.attributes["r:id"]));
  if (!root) return undefined;
  return {
    kind: "chart",
    ...box,
    rotationDeg: 0,
    flipHorizontal: false,
    flipVertical: false,
    altText: "",
    chart: context.readChart(root),
  };
}

/** SmartArt: Word stores the finished drawing beside the data part (`dsp:drawing`). */
function readDiagram(element: XmlNode, context: DrawingContext, box: Box, depth: number): DrawingNode | undefined {
  const { package: pack } = context;
  const dataPart = context.targetPart(element.attributes["r:dm"]);
  const drawings = [...pack.relationships(context.part).values()].filter((entry) => entry.type === "diagramDrawing");
  const wanted = dataPart?.replace(/data(\d*)\.xml$/, "drawing$1.xml");
  const target = drawings.find((entry) => entry.target === wanted) ?? (drawings.length === 1 ? drawings[0] : undefined);
  const tree = child(pack.xml(target?.target ?? wanted), "dsp:spTree");
  return tree ? readDrawingNode(tree, context, box, depth) : undefined;
}
