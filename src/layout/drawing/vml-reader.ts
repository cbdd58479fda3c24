/** VML pictures, shapes and groups (ECMA-376 part 4, 19) as old Word versions write them in `w:pict` and `w:object`. */
import { normalizeHex } from "../docx/color.ts";
import type { CharacterFormat } from "../docx/formatting.ts";
import type { Inline } from "../docx/model.ts";
import type { ReaderContext } from "../docx/reader-context.ts";
import { child, descend, type XmlElement } from "../package/xml.ts";
import { universalToPoints } from "../units.ts";
import type { Anchor, DrawingNode, Fill, Geometry, Stroke, TextBody, WrapKind } from "./model.ts";
import { PRESET_COLORS } from "./preset-colors.ts";
import { FULL_WIDTH_PT } from "./rule.ts";
import { vmlPathGeometry } from "./vml-path.ts";

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
const PT_PER_UNIT = 0.75;

type Style = ReadonlyMap<string, string>;

export function parseVmlStyle(source: string | undefined): Style {
  const style = new Map<string, string>();
  for (const declaration of (source ?? "").split(";")) {
    const colon = declaration.indexOf(":");
    if (colon > 0) style.set(declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1).trim());
  }
  return style;
}

/** A CSS length of VML in points; plain numbers are pixels at the top level. */
function length(style: Style, name: string): number | undefined {
  const value = style.get(name);
  if (value === undefined) return undefined;
  const measured = universalToPoints(value);
  if (measured !== undefined) return measured;
  const number = Number.parseFloat(value);
  return Number.isFinite(number) ? number * PT_PER_UNIT : undefined;
}

/** A coordinate inside a group: plain numbers are the group's units. */
function coordinate(style: Style, name: string): number {
  return Number.parseFloat(style.get(name) ?? "0") || 0;
}

export function vmlColor(value: string | undefined): string | undefined {
  if (!value) return undefined;
  const text = value.split(/[\s[]/)[0] ?? "";
  if (/^#[0-9a-f]{3}$/i.test(text))
    return `#${[...text.slice(1)].map((digit) => digit + digit).join("")}`.toLowerCase();
  return normalizeHex(text) ?? PRESET_COLORS[text.toLowerCase()];
}

function isFalse(value: string | undefined): boolean {
  return value !== undefined && /^(f|false|0)$/i.test(value);
}

function opacityOf(value: string | undefined): number {
  if (!value) return 1;
  const number = Number.parseFloat(value);
  if (!Number.isFinite(number)) return 1;
  return Math.min(1, value.endsWith("f") ? number / 65_536 : value.endsWith("%") ? number / 100 : number);
}

interface VmlScope {
  context: ReaderContext;
  /** `v:shapetype` definitions by `#id`. */
  types: Map<string, XmlElement>;
}

const shapeTypesByDocument = new WeakMap<object, Map<string, XmlElement>>();

export function readVmlPicture(
  element: XmlElement,
  context: ReaderContext,
  format: CharacterFormat,
  link: string | undefined,
): Inline[] {
  let types = shapeTypesByDocument.get(context.document);
  if (!types) {
    types = new Map();
    shapeTypesByDocument.set(context.document, types);
  }
  const scope: VmlScope = { context, types };
  for (const candidate of element.children) {
    if (candidate.name === "v:shapetype") types.set(`#${candidate.attributes.id ?? ""}`, candidate);
  }
  const inlines: Inline[] = [];
  for (const shape of element.children) {
    if (!SHAPES.has(shape.name)) continue;
    const style = parseVmlStyle(shape.attributes.style);
    if (style.get("visibility") === "hidden" || style.get("mso-hide") === "all") continue;
    const drawing = readVmlShape(shape, scope, undefined, 0);
    if (!drawing) continue;
    const target = shape.attributes.href ?? link;
    if (target) drawing.link = target;
    const isHorizontalRule = shape.attributes["o:hr"] !== undefined && !isFalse(shape.attributes["o:hr"]);
    if (isHorizontalRule && drawing.kind === "shape") {
      // The painter's line is as wide as the column; its height is that of the rule.
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
  shape: XmlElement,
  scope: VmlScope,
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
  const type = scope.types.get(shape.attributes.type ?? "");
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
      if (candidate.name === "v:shapetype") scope.types.set(`#${candidate.attributes.id ?? ""}`, candidate);
    }
    const children = shape.children
      .filter((candidate) => SHAPES.has(candidate.name))
      .map((candidate) => readVmlShape(candidate, scope, inner, depth + 1))
      .filter((node) => node !== undefined);
    return { kind: "group", ...box, ...common, children };
  }
  if (imageId) {
    const part = scope.context.targetPart(imageId);
    const crop = child(shape, "v:imagedata")?.attributes ?? {};
    const share = (name: string) => {
      const value = crop[name];
      if (!value) return 0;
      return value.endsWith("f") ? Number.parseFloat(value) / 65_536 : Number.parseFloat(value) || 0;
    };
    const washedOut = crop.gain !== undefined && crop.blacklevel !== undefined;
    return {
      kind: "picture",
      ...box,
      ...common,
      source: part ? scope.context.document.imageUrl(part) : undefined,
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
  return {
    kind: "shape",
    ...box,
    ...common,
    geometry: geometryOf(shape, type),
    fill: isLine ? { kind: "none" } : readVmlFill(shape, type, scope.context),
    stroke: readVmlStroke(shape, type),
    text: readVmlText(shape, scope.context, style),
    shadow: false,
    ...(textPath && !isFalse(textPath.attributes.on)
      ? {
          textPath: {
            text: textPath.attributes.string ?? "",
            fontFamily: (textStyle.get("font-family") ?? "Arial").replace(/["']/g, ""),
            bold: textStyle.get("font-weight") === "bold",
            italic: textStyle.get("font-style") === "italic",
          },
        }
      : {}),
  };
}

function geometryOf(shape: XmlElement, type: XmlElement | undefined): Geometry {
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
    case "v:roundrect": {
      const arc = shape.attributes.arcsize ?? "0.2";
      const share = arc.endsWith("f") ? Number.parseFloat(arc) / 65_536 : Number.parseFloat(arc) || 0.2;
      return preset("roundRect", { adj: share * 100_000 });
    }
  }
  const number = Number(type?.attributes["o:spt"] ?? shape.attributes["o:spt"]);
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

function adjustmentsOf(shape: XmlElement, type: XmlElement | undefined): number[] {
  const defaults = (type?.attributes.adj ?? "").split(",").map((part) => Number.parseFloat(part) || 0);
  const own = (shape.attributes.adj ?? "").split(",");
  own.forEach((part, index) => {
    const value = Number.parseFloat(part);
    if (Number.isFinite(value)) defaults[index] = value;
  });
  return defaults;
}

function readVmlFill(shape: XmlElement, type: XmlElement | undefined, context: ReaderContext): Fill {
  const filled = shape.attributes.filled ?? type?.attributes.filled;
  if (isFalse(filled)) return { kind: "none" };
  const fill = child(shape, "v:fill");
  if (isFalse(fill?.attributes.on)) return { kind: "none" };
  const color = vmlColor(fill?.attributes.color ?? shape.attributes.fillcolor) ?? "#ffffff";
  const opacity = opacityOf(fill?.attributes.opacity ?? shape.attributes.opacity);
  const fillType = fill?.attributes.type ?? "solid";
  if (fillType.startsWith("gradient")) {
    const second = vmlColor(fill?.attributes.color2) ?? "#ffffff";
    const angle = Number.parseFloat(fill?.attributes.angle ?? "0") || 0;
    const focus = Number.parseFloat(fill?.attributes.focus ?? "0") || 0;
    const [from, to] = Math.abs(focus) >= 100 ? [second, color] : [color, second];
    const middle = Math.abs(focus) === 50;
    return {
      kind: "gradient",
      radial: fillType === "gradientRadial",
      angleDeg: 90 - angle,
      stops: middle
        ? [
            { offset: 0, color, opacity },
            { offset: 0.5, color: second, opacity },
            { offset: 1, color, opacity },
          ]
        : [
            { offset: 0, color: to, opacity },
            { offset: 1, color: from, opacity },
          ],
    };
  }
  if (fillType === "frame" || fillType === "tile") {
    const part = context.targetPart(fill?.attributes["r:id"]);
    const source = part ? context.document.imageUrl(part) : undefined;
    if (source) return { kind: "picture", source, tile: fillType === "tile", opacity };
  }
  return { kind: "solid", color, opacity };
}

function readVmlStroke(shape: XmlElement, type: XmlElement | undefined): Stroke | undefined {
  const stroke = child(shape, "v:stroke");
  if (isFalse(shape.attributes.stroked ?? type?.attributes.stroked) || isFalse(stroke?.attributes.on)) return undefined;
  const weight = stroke?.attributes.weight ?? shape.attributes.strokeweight;
  const end = (name: string) => {
    const kind = stroke?.attributes[name];
    return kind && kind !== "none"
      ? { type: kind === "block" ? "triangle" : kind, widthFactor: 3, lengthFactor: 3 }
      : undefined;
  };
  const dash = stroke?.attributes.dashstyle ?? "solid";
  return {
    color: vmlColor(stroke?.attributes.color ?? shape.attributes.strokecolor) ?? "#000000",
    opacity: opacityOf(stroke?.attributes.opacity),
    widthPt: universalToPoints(weight) ?? (weight ? Number.parseFloat(weight) / 12_700 || 0.75 : 0.75),
    dash: VML_DASHES[dash.toLowerCase()] ?? "solid",
    cap: "flat",
    head: end("startarrow"),
    tail: end("endarrow"),
    compound: /thin/i.test(stroke?.attributes.linestyle ?? ""),
  };
}

const VML_DASHES: Readonly<Record<string, string>> = {
  dash: "dash",
  longdash: "lgDash",
  dashdot: "dashDot",
  longdashdot: "lgDashDot",
  longdashdotdot: "lgDashDotDot",
  shortdash: "sysDash",
  shortdot: "sysDot",
  dot: "sysDot",
  "1 1": "sysDot",
  "3 1": "sysDash",
};

function readVmlText(shape: XmlElement, context: ReaderContext, style: Style): TextBody | undefined {
  const box = child(shape, "v:textbox");
  const content = descend(shape, "v:textbox", "w:txbxContent");
  if (!box || !content || context.tooDeep) return undefined;
  const boxStyle = parseVmlStyle(box.attributes.style);
  const insets = (box.attributes.inset ?? "").split(",");
  const inset = (index: number, fallback: number) => universalToPoints(insets[index]?.trim() ?? "") ?? fallback;
  const anchor = style.get("v-text-anchor") ?? "top";
  return {
    blocks: context.document.readBlocks(content, context.inTextBox()),
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
}

function readVmlAnchor(shape: XmlElement, style: Style, drawing: DrawingNode): Anchor {
  const wrapElement = child(shape, "w10:wrap");
  const wraps: Readonly<Record<string, WrapKind>> = {
    square: "square",
    tight: "tight",
    through: "through",
    topAndBottom: "topAndBottom",
    none: "none",
  };
  const relative = (axis: "horizontal" | "vertical", fallback: string) => {
    const value = style.get(`mso-position-${axis}-relative`) ?? fallback;
    const names: Readonly<Record<string, string>> = {
      text: axis === "horizontal" ? "column" : "paragraph",
      char: "character",
    };
    return (
      names[value] ?? (value.endsWith("-area") ? value.replace(/-margin-area$/, "Margin").replace(/-area$/, "") : value)
    );
  };
  const alignment = (axis: "horizontal" | "vertical") => {
    const value = style.get(`mso-position-${axis}`);
    return value && value !== "absolute" ? value : undefined;
  };
  const isLine = shape.name === "v:line";
  const offsetX = (length(style, "margin-left") ?? length(style, "left") ?? 0) + (isLine ? drawing.xPt : 0);
  const offsetY = (length(style, "margin-top") ?? length(style, "top") ?? 0) + (isLine ? drawing.yPt : 0);
  const zIndex = Number(style.get("z-index") ?? 0) || 0;
  const share = (name: string) => {
    const value = Number.parseFloat(style.get(name) ?? "");
    return Number.isFinite(value) && value !== 0 ? value / 1000 : undefined;
  };
  const side = wrapElement?.attributes.side;
  return {
    drawing: { ...drawing, xPt: 0, yPt: 0 },
    widthPt: drawing.widthPt,
    heightPt: drawing.heightPt,
    horizontal: {
      relativeTo: relative("horizontal", "text"),
      align: alignment("horizontal"),
      offsetPt: offsetX,
      share: share("mso-left-percent"),
    },
    vertical: {
      relativeTo: relative("vertical", "text"),
      align: alignment("vertical"),
      offsetPt: offsetY,
      share: share("mso-top-percent"),
    },
    wrap: wraps[wrapElement?.attributes.type ?? "none"] ?? "none",
    wrapSide: side === "left" || side === "right" || side === "largest" ? side : "bothSides",
    distanceTopPt: length(style, "mso-wrap-distance-top") ?? 0,
    distanceBottomPt: length(style, "mso-wrap-distance-bottom") ?? 0,
    distanceLeftPt: length(style, "mso-wrap-distance-left") ?? 9,
    distanceRightPt: length(style, "mso-wrap-distance-right") ?? 9,
    behind: zIndex < 0,
    layoutInCell: true,
    zOrder: zIndex,
  };
}
