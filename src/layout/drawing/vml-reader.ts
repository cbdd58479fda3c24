/** VML pictures, shapes and groups (ECMA-376 part 4, 19) as old Word versions write them in `w:pict` and `w:object`. */

import { textWarpName } from "../../office/text-warp-types.ts";
import { child, descend, type XmlNode } from "../../office/xml-node.ts";
import type { Inline } from "../model/blocks.ts";
import type { CharacterFormat } from "../model/formatting.ts";
import type { DrawingNode, Geometry, TextBody, TextWarp } from "../model/shapes.ts";
import { emuToPoints, universalToPoints } from "../model/units.ts";
import type { DrawingContext } from "./drawing-context.ts";
import { FULL_WIDTH_PT } from "./horizontal-rule.ts";
import { readVmlAnchor } from "./vml-anchor.ts";
import { readVmlFill, readVmlStroke } from "./vml-paint.ts";
import { vmlPathGeometry } from "./vml-path.ts";
import { coordinate, fractionOf, isFalse, length, PT_PER_UNIT, parseVmlStyle, type VmlStyle } from "./vml-style.ts";

const PLAIN_ADJUSTMENT = "10800";
/** `al` and `ae`. */
const ANGLE_ARC = /a[el]/i;

const SHAPES = new Set([
  "v:shape",
  "v:rect",
  "v:roundrect",
  "v:oval",
  "v:line",
  "v:polyline",
  "v:group",
  "v:image",
  "v:arc",
  "v:curve",
]);

export function readVmlImage(
  element: XmlNode,
  context: DrawingContext,
  format: CharacterFormat,
  link: string | undefined,
): Inline[] {
  for (const candidate of element.children) {
    if (candidate.name === "v:shapetype") context.shapeTypes.set(`#${candidate.attributes.id ?? ""}`, candidate);
  }
  const inlines: Inline[] = [];
  for (const shape of element.children) {
    if (!SHAPES.has(shape.name)) continue;
    const style = parseVmlStyle(shape.attributes.style);
    if (style.get("visibility") === "hidden" || style.get("mso-hide") === "all") continue;
    const drawing = readVmlShape(shape, context, undefined, 0);
    if (!drawing) continue;
    const target = shape.attributes.href ?? link;
    if (target) drawing.link = target;
    const isHorizontalRule = shape.attributes["o:hr"] !== undefined && !isFalse(shape.attributes["o:hr"]);
    if (isHorizontalRule && drawing.kind === "shape") {
      // The renderer's line is as wide as the column; its height is that of the rule.
      if (!length(style, "width")) drawing.widthPt = FULL_WIDTH_PT;
    }
    if (style.get("position") === "absolute") {
      inlines.push({ kind: "anchor", anchor: readVmlAnchor(shape, style, drawing), format });
    } else {
      inlines.push({
        kind: "object",
        drawing,
        widthPt: drawing.widthPt,
        heightPt: drawing.heightPt,
        baselineShiftPt: 0,
        format,
        ...(target ? { link: target } : {}),
      });
    }
  }
  return inlines;
}

interface GroupSpace {
  originX: number;
  originY: number;
  scaleX: number;
  scaleY: number;
}

function pairOf(value: string | undefined, fallback: [number, number]): [number, number] {
  const parts = (value ?? "").split(",").map((part) => Number.parseFloat(part));
  const [first = Number.NaN, second = Number.NaN] = parts;
  return [Number.isFinite(first) ? first : fallback[0], Number.isFinite(second) ? second : fallback[1]];
}

function readVmlShape(
  shape: XmlNode,
  context: DrawingContext,
  space: GroupSpace | undefined,
  depth: number,
): DrawingNode | undefined {
  if (depth > 12) return undefined;
  const style = parseVmlStyle(shape.attributes.style);
  let box = space
    ? {
        xPt: (coordinate(style, "left") - space.originX) * space.scaleX,
        yPt: (coordinate(style, "top") - space.originY) * space.scaleY,
        widthPt: coordinate(style, "width") * space.scaleX,
        heightPt: coordinate(style, "height") * space.scaleY,
      }
    : { xPt: 0, yPt: 0, widthPt: length(style, "width") ?? 0, heightPt: length(style, "height") ?? 0 };
  const flip = style.get("flip") ?? "";
  const rotation = style.get("rotation") ?? "0";
  const rotationDeg = rotation.endsWith("fd") ? Number.parseFloat(rotation) / 65_536 : Number.parseFloat(rotation) || 0;
  const type = context.shapeTypes.get(shape.attributes.type ?? "");
  const imageId = child(shape, "v:imagedata")?.attributes["r:id"] ?? child(shape, "v:imagedata")?.attributes["o:relid"];
  const common = {
    rotationDeg,
    flipHorizontal: flip.includes("x"),
    flipVertical: flip.includes("y"),
    altText: shape.attributes.alt ?? "",
  };
  if (shape.name === "v:group") {
    const [originX, originY] = pairOf(shape.attributes.coordorigin, [0, 0]);
    const [unitsX, unitsY] = pairOf(shape.attributes.coordsize, [1000, 1000]);
    const inner: GroupSpace = {
      originX,
      originY,
      scaleX: box.widthPt / (unitsX || 1000),
      scaleY: box.heightPt / (unitsY || 1000),
    };
    for (const candidate of shape.children) {
      if (candidate.name === "v:shapetype") context.shapeTypes.set(`#${candidate.attributes.id ?? ""}`, candidate);
    }
    const children = shape.children
      .filter((candidate) => SHAPES.has(candidate.name))
      .map((candidate) => readVmlShape(candidate, context, inner, depth + 1))
      .filter((node) => node !== undefined);
    return { kind: "group", ...box, ...common, children };
  }
  if (imageId) {
    const crop = child(shape, "v:imagedata")?.attributes ?? {};
    const share = (name: string) => fractionOf(crop[name], 0);
    const washedOut = crop.gain !== undefined && crop.blacklevel !== undefined;
    return {
      kind: "picture",
      ...box,
      ...common,
      source: context.imageSource(imageId),
      crop: { left: share("cropleft"), top: share("croptop"), right: share("cropright"), bottom: share("cropbottom") },
      opacity: washedOut ? 0.3 : 1,
      filter: undefined,
      geometry: undefined,
      stroke: /^(t|true|1)$/i.test(shape.attributes.stroked ?? "") ? readVmlStroke(shape, type) : undefined,
    };
  }
  const isLine = shape.name === "v:line";
  if (isLine) {
    const parse = (value: string | undefined) =>
      (value ?? "0,0").split(",").map((part) => {
        const measured = universalToPoints(part.trim());
        if (measured !== undefined) return measured;
        return (Number.parseFloat(part) || 0) * (space ? 1 : PT_PER_UNIT);
      });
    const [fromX = 0, fromY = 0] = parse(shape.attributes.from);
    const [toX = 0, toY = 0] = parse(shape.attributes.to);
    const x = (value: number) => (space ? (value - space.originX) * space.scaleX : value);
    const y = (value: number) => (space ? (value - space.originY) * space.scaleY : value);
    box = {
      xPt: Math.min(x(fromX), x(toX)),
      yPt: Math.min(y(fromY), y(toY)),
      widthPt: Math.abs(x(toX) - x(fromX)),
      heightPt: Math.abs(y(toY) - y(fromY)),
    };
    common.flipHorizontal = toX < fromX;
    common.flipVertical = toY < fromY;
  }
  const textPath = child(shape, "v:textpath");
  const textStyle = parseVmlStyle(textPath?.attributes.style);
  const geometry = geometryOf(shape, type);
  return {
    kind: "shape",
    ...box,
    ...common,
    geometry,
    fill: isLine ? { kind: "none" } : readVmlFill(shape, type, context),
    stroke: readVmlStroke(shape, type),
    text: readVmlText(shape, context, style),
    shadow: false,
    ...(textPath && !isFalse(textPath.attributes.on)
      ? {
          textPath: {
            text: textPath.attributes.string ?? "",
            fontFamily: (textStyle.get("font-family") ?? "Arial").replace(/["']/g, ""),
            bold: textStyle.get("font-weight") === "bold",
            italic: textStyle.get("font-style") === "italic",
            warp: readVmlWarp(shape, type, geometry),
            isTrimmed: /^(t|true|1)$/i.test(textPath.attributes.trim ?? ""),
          },
        }
      : {}),
  };
}

/** The path of a shape with a text path is what its text is set on; undefined for text that fills a plain box. */
function readVmlWarp(shape: XmlNode, type: XmlNode | undefined, geometry: Geometry): TextWarp | undefined {
  const name = textWarpName(shapeNumber(shape, type));
  const path = shape.attributes.path ?? type?.attributes.path;
  const isPlain = name === "textPlain" && (!path || (shape.attributes.adj ?? PLAIN_ADJUSTMENT) === PLAIN_ADJUSTMENT);
  if (isPlain) return undefined;
  // Arcs by angles are not among the commands that are read.
  if (geometry.kind === "paths" && path && !ANGLE_ARC.test(path)) return { guides: geometry, fillsPath: true };
  return name ? { guides: { kind: "preset", name, adjustments: {} }, fillsPath: true } : undefined;
}

function shapeNumber(shape: XmlNode, type: XmlNode | undefined): number {
  return Number(type?.attributes["o:spt"] ?? shape.attributes["o:spt"]);
}

function geometryOf(shape: XmlNode, type: XmlNode | undefined): Geometry {
  const preset = (name: string, adjustments: Record<string, number> = {}): Geometry => ({
    kind: "preset",
    name,
    adjustments,
  });
  switch (shape.name) {
    case "v:oval":
      return preset("ellipse");
    case "v:line":
      return preset("line");
    case "v:rect":
    case "v:image":
      return preset("rect");
    case "v:roundrect":
      return preset("roundRect", { adj: fractionOf(shape.attributes.arcsize, 0.2) * 100_000 });
  }
  const number = shapeNumber(shape, type);
  if (number === 202 || number === 75) return preset("rect");
  if (number === 32) return preset("line");
  const path = shape.attributes.path ?? type?.attributes.path;
  if (path) {
    const size = pairOf(shape.attributes.coordsize ?? type?.attributes.coordsize, [21_600, 21_600]);
    const adjustments = adjustmentsOf(shape, type);
    const formulas = (child(type, "v:formulas") ?? child(shape, "v:formulas"))?.children.map(
      (formula) => formula.attributes.eqn ?? "",
    );
    return vmlPathGeometry(path, size, adjustments, formulas ?? []);
  }
  return preset("rect");
}

function adjustmentsOf(shape: XmlNode, type: XmlNode | undefined): number[] {
  const defaults = (type?.attributes.adj ?? "").split(",").map((part) => Number.parseFloat(part) || 0);
  const own = (shape.attributes.adj ?? "").split(",");
  own.forEach((part, index) => {
    const value = Number.parseFloat(part);
    if (Number.isFinite(value)) defaults[index] = value;
  });
  return defaults;
}

/** A length, or EMU where there is no unit; undefined for one that is left out. */
function insetOf(text: string): number | undefined {
  return universalToPoints(text) ?? (text === "" ? undefined : emuToPoints(text));
}

function readVmlText(shape: XmlNode, context: DrawingContext, style: VmlStyle): TextBody | undefined {
  const box = child(shape, "v:textbox");
  const content = descend(shape, "v:textbox", "w:txbxContent");
  const blocks = box && content && context.readTextBox(content);
  if (!blocks) return undefined;
  const boxStyle = parseVmlStyle(box.attributes.style);
  const insets = (box.attributes.inset ?? "").split(",");
  const inset = (index: number, fallback: number) => insetOf(insets[index]?.trim() ?? "") ?? fallback;
  const anchor = style.get("v-text-anchor") ?? "top";
  const body: TextBody = {
    blocks,
    insetLeftPt: inset(0, 7.2),
    insetTopPt: inset(1, 3.6),
    insetRightPt: inset(2, 7.2),
    insetBottomPt: inset(3, 3.6),
    anchor: anchor.startsWith("middle") ? "center" : anchor.startsWith("bottom") ? "bottom" : "top",
    wraps: style.get("mso-wrap-style") !== "none",
    growsWithText: boxStyle.get("mso-fit-shape-to-text") === "t",
    vertical:
      boxStyle.get("layout-flow") === "vertical"
        ? boxStyle.get("mso-layout-flow-alt") === "bottom-to-top"
          ? "vert270"
          : "vert"
        : "horz",
  };
  const { id } = shape.attributes;
  const next = boxStyle.get("mso-next-textbox")?.replace(/^#/, "");
  if (id !== undefined) {
    context.linkedBoxes.addNamed(`${context.part} ${id}`, next && `${context.part} ${next}`, body);
  }
  return body;
}
