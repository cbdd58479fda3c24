/**
 * SVG files, as Office files carry them beside a PNG -> parts for commands: shapes, paths, text, pictures, gradients, clips,
 * references. A file with anything beyond that (masks, filters, patterns, markers, scripts) is not drawn here.
 */
import { Failure } from "../../domain/failure.ts";
import { decodePart } from "../../office/decode-part.ts";
import { localName, readXml, type XmlNode } from "../../office/xml-node.ts";
import { drawnPicture } from "../../pictures/drawn-picture.ts";
import type { Matrix, ShadingStop } from "../commands/commands.ts";
import type { Outline } from "../commands/outline.ts";
import { type CssColor, cssColor, opacityValue } from "./css-colors.ts";
import { gradientChain, gradientShading, gradientStops } from "./svg-gradients.ts";
import { multiplied, outlineOn, readTransform, scaleOf } from "./svg-matrix.ts";
import { SVG_SIDE, type SvgPart, type SvgPicture } from "./svg-picture.ts";
import { lengthOf, shapeOutline } from "./svg-shapes.ts";
import { type Properties, StyleSheet } from "./svg-style.ts";

const MAX_BYTES = 8 * 1024 * 1024;
const MAX_DEPTH = 40;
/** References may multiply what they refer to. */
const MAX_ELEMENTS = 20_000;
const MAX_NUMBERS = 500_000;
const DEFAULT_SIDE = 300;
const XLINK = "xlink:href";

/** Thrown for files that are not drawn here. */
class Undrawable extends Error {}

interface Gradient {
  chain: XmlNode[];
  stops: ShadingStop[];
}

interface Scope {
  matrix: Matrix;
  properties: Properties;
  opacity: number;
  depth: number;
}

/** Whether a file begins as SVG. */
export function isSvg(bytes: Uint8Array): boolean {
  const start = String.fromCharCode(...bytes.subarray(0, 1_000));
  return /^(?:\xef\xbb\xbf)?\s*</.test(start) && /<(?:\w+:)?svg[\s>/]/.test(start);
}

/** Undefined if it cannot be read or holds more than this draws. */
export function readSvg(bytes: Uint8Array): SvgPicture | undefined {
  if (bytes.length > MAX_BYTES) return undefined;
  try {
    const root = readXml(decodePart(bytes));
    return localName(root) === "svg" ? new SvgReader(root).picture() : undefined;
  } catch (error) {
    if (error instanceof Undrawable || error instanceof Failure) return undefined;
    throw error;
  }
}

class SvgReader {
  readonly #root: XmlNode;
  readonly #byId = new Map<string, XmlNode>();
  readonly #sheet = new StyleSheet();
  readonly #gradients = new Map<string, Gradient | undefined>();
  #parts: SvgPart[] = [];
  #view = { width: 0, height: 0 };
  #elements = 0;
  #numbers = 0;

  constructor(root: XmlNode) {
    this.#root = root;
    this.#collect(root, 0);
  }

  picture(): SvgPicture {
    const { attributes } = this.#root;
    const width = lengthOf(attributes.width, DEFAULT_SIDE) ?? DEFAULT_SIDE;
    const height = lengthOf(attributes.height, DEFAULT_SIDE) ?? DEFAULT_SIDE;
    const box = viewBoxOf(this.#root) ?? { x: 0, y: 0, width, height };
    if (!(box.width > 0 && box.height > 0)) throw new Undrawable();
    this.#view = box;
    const scale = SVG_SIDE / Math.max(box.width, box.height);
    const matrix: Matrix = [scale, 0, 0, scale, -box.x * scale, -box.y * scale];
    this.#children(this.#root, this.#within(this.#root, { matrix, properties: {}, opacity: 1, depth: 0 }));
    return {
      vector: "svg",
      width: box.width * scale,
      height: box.height * scale,
      stretches: attributes.preserveAspectRatio?.trim() === "none",
      parts: this.#parts,
    };
  }

  #collect(node: XmlNode, depth: number): void {
    const { id } = node.attributes;
    if (id !== undefined && !this.#byId.has(id)) this.#byId.set(id, node);
    if (localName(node) === "style" && !this.#sheet.add(node.text)) throw new Undrawable();
    if (depth < 4 * MAX_DEPTH) for (const child of node.children) this.#collect(child, depth + 1);
  }

  #children(node: XmlNode, scope: Scope): void {
    for (const child of node.children) this.#element(child, scope);
  }

  #element(node: XmlNode, outer: Scope): void {
    if (++this.#elements > MAX_ELEMENTS || outer.depth > MAX_DEPTH) throw new Undrawable();
    const scope = this.#within(node, outer);
    const { properties } = scope;
    if (properties.display === "none") return;
    for (const key of ["mask", "filter", "marker-start", "marker-mid", "marker-end"]) {
      if ((properties[key] ?? "none") !== "none") throw new Undrawable();
    }
    if ((properties["mix-blend-mode"] ?? "normal") !== "normal") throw new Undrawable();
    const clip = this.#clip(properties["clip-path"], scope, node);
    if (!clip) {
      this.#draw(node, scope);
      return;
    }
    const before = this.#parts;
    this.#parts = [];
    this.#draw(node, scope);
    const parts = this.#parts;
    this.#parts = before;
    if (parts.length > 0) before.push({ kind: "clip", outline: clip, parts });
  }

  #within(node: XmlNode, { matrix, properties, opacity, depth }: Scope): Scope {
    const own = this.#sheet.of(node, properties);
    const transform = readTransform(own.transform ?? node.attributes.transform);
    if (!transform) throw new Undrawable();
    return {
      matrix: multiplied(transform, matrix),
      properties: own,
      opacity: opacity * opacityValue(own.opacity),
      depth: depth + 1,
    };
  }

  #draw(node: XmlNode, scope: Scope): void {
    switch (localName(node)) {
      case "g":
      case "a":
        this.#children(node, scope);
        break;
      case "switch": {
        const [first] = node.children;
        if (first) this.#element(first, scope);
        break;
      }
      case "svg":
        this.#children(node, { ...scope, matrix: multiplied(this.#viewport(node, node.attributes), scope.matrix) });
        break;
      case "use":
        this.#use(node, scope);
        break;
      case "text":
        this.#text(node, scope, { x: 0, y: 0 });
        break;
      case "image":
        this.#image(node, scope);
        break;
      case "path":
      case "rect":
      case "circle":
      case "ellipse":
      case "line":
      case "polyline":
      case "polygon":
        this.#shape(node, scope);
        break;
      // Elements that draw nothing in their place.
      case "defs":
      case "symbol":
      case "clipPath":
      case "linearGradient":
      case "radialGradient":
      case "mask":
      case "filter":
      case "pattern":
      case "marker":
      case "style":
      case "title":
      case "desc":
      case "metadata":
        break;
      default:
        // From other vocabularies: notes of drawing programs.
        if (node.name.includes(":") && !node.name.startsWith("svg:")) break;
        throw new Undrawable();
    }
  }

  #viewport(node: XmlNode, { x, y, width, height }: XmlNode["attributes"]): Matrix {
    const { width: viewWidth, height: viewHeight } = this.#view;
    const [left, top] = [lengthOf(x, viewWidth) ?? 0, lengthOf(y, viewHeight) ?? 0];
    const box = viewBoxOf(node);
    if (!box) return [1, 0, 0, 1, left, top];
    const [wide, high] = [lengthOf(width ?? "100%", viewWidth) ?? 0, lengthOf(height ?? "100%", viewHeight) ?? 0];
    const scale = Math.min(wide / box.width, high / box.height);
    const [restX, restY] = [wide - box.width * scale, high - box.height * scale];
    return [scale, 0, 0, scale, left + restX / 2 - box.x * scale, top + restY / 2 - box.y * scale];
  }

  #use(node: XmlNode, scope: Scope): void {
    const target = this.#referenced(node);
    if (!target) return;
    const { attributes } = node;
    const { width: viewWidth, height: viewHeight } = this.#view;
    const [x, y] = [lengthOf(attributes.x, viewWidth) ?? 0, lengthOf(attributes.y, viewHeight) ?? 0];
    const matrix = multiplied([1, 0, 0, 1, x, y], scope.matrix);
    if (localName(target) !== "symbol") {
      this.#element(target, { ...scope, matrix });
      return;
    }
    const inner = this.#within(target, { ...scope, matrix });
    const size = { width: attributes.width ?? "100%", height: attributes.height ?? "100%" };
    this.#children(target, { ...inner, matrix: multiplied(this.#viewport(target, size), inner.matrix) });
  }

  #shape(node: XmlNode, { matrix, properties, opacity }: Scope): void {
    const shape = shapeOutline(localName(node), node.attributes, this.#view);
    if (!shape || shape.operators === "" || properties.visibility === "hidden") return;
    this.#numbers += shape.numbers.length;
    if (this.#numbers > MAX_NUMBERS) throw new Undrawable();
    const outline = outlineOn(matrix, shape);
    const fillOpacity = opacity * opacityValue(properties["fill-opacity"]);
    const paint = properties.fill ?? "black";
    const gradient = this.#gradient(paint);
    if (gradient) {
      const stops = gradient.stops.map((stop) => ({ ...stop, opacity: stop.opacity * fillOpacity }));
      const shading = gradientShading(gradient.chain, stops, outline, { matrix, bounds: boundsOf(shape) });
      const [only] = stops;
      if (shading && stops.length > 1) this.#parts.push(shading);
      else if (only) this.#fill(outline, only, properties["fill-rule"]);
    } else {
      const color = colorOf(paint, properties);
      if (color) {
        this.#fill(outline, { color: color.color, opacity: color.opacity * fillOpacity }, properties["fill-rule"]);
      }
    }
    this.#stroke(outline, scaleOf(matrix), properties, opacity);
  }

  #fill(outline: Outline, { color, opacity }: CssColor, rule: string | undefined): void {
    const fill = { color, opacity, ...(rule === "evenodd" ? {} : { rule: "nonzero" as const }) };
    this.#parts.push({ kind: "path", outline, fill, stroke: undefined });
  }

  #stroke(outline: Outline, scale: number, properties: Properties, opacity: number): void {
    const paint = properties.stroke ?? "none";
    const color = this.#gradient(paint)?.stops[0] ?? colorOf(paint, properties);
    const width = (lengthOf(properties["stroke-width"] ?? "1", this.#view.width) ?? 1) * scale;
    if (!color || !(width > 0)) return;
    const dashes = (properties["stroke-dasharray"] ?? "none").split(/[\s,]+/).flatMap((text) => lengthOf(text) ?? []);
    const isDashed = dashes.length > 0 && dashes.every((dash) => dash >= 0) && dashes.some((dash) => dash > 0);
    const cap = properties["stroke-linecap"];
    this.#parts.push({
      kind: "path",
      outline,
      fill: undefined,
      stroke: {
        color: color.color,
        opacity: color.opacity * opacity * opacityValue(properties["stroke-opacity"]),
        widthPt: width,
        cap: cap === "round" || cap === "square" ? cap : "butt",
        join: properties["stroke-linejoin"] === "round" ? "round" : "miter",
        dashesPt: isDashed ? [...dashes, ...(dashes.length % 2 === 1 ? dashes : [])].map((dash) => dash * scale) : [],
      },
    });
  }

  /** A text and its spans, each from where it says it begins; spans that do not say are not placed here. */
  #text(node: XmlNode, scope: Scope, at: { x: number; y: number }): void {
    const { properties, matrix, opacity } = scope;
    const { attributes } = node;
    if (["rotate", "textLength"].some((key) => attributes[key] !== undefined)) throw new Undrawable();
    const one = (key: string) => {
      const list = (attributes[key] ?? "")
        .trim()
        .split(/[\s,]+/)
        .filter(Boolean);
      if (list.length > 1) throw new Undrawable();
      return lengthOf(list[0]);
    };
    const place = { x: (one("x") ?? at.x) + (one("dx") ?? 0), y: (one("y") ?? at.y) + (one("dy") ?? 0) };
    const text = node.text.replaceAll(/\s+/g, " ").trim();
    const spans = node.children.filter((child) => !["title", "desc"].includes(localName(child)));
    const isPlaced = (span: XmlNode) => span.attributes.x !== undefined || span.attributes.dy !== undefined;
    const isMixed = spans.length > 0 && (text !== "" || !spans.slice(1).every(isPlaced));
    if (isMixed || spans.some((span) => localName(span) !== "tspan")) throw new Undrawable();
    const color = colorOf(properties.fill ?? "black", properties);
    if (text !== "" && color && properties.visibility !== "hidden") {
      const scale = scaleOf(matrix);
      const size = lengthOf(properties["font-size"] ?? "16") ?? 16;
      const weight = properties["font-weight"] ?? "normal";
      const [a, b, c, d, e, f] = multiplied([1 / scale, 0, 0, 1 / scale, place.x, place.y], matrix);
      if (!(scale > 0)) return;
      this.#parts.push({
        kind: "text",
        text,
        matrix: [a, b, c, d, e, f],
        size: size * scale,
        anchor: anchorOf(properties["text-anchor"]),
        family:
          (properties["font-family"] ?? "sans-serif").split(",")[0]?.replaceAll(/["']/g, "").trim() || "sans-serif",
        bold: weight === "bold" || weight === "bolder" || Number(weight) >= 600,
        italic: /italic|oblique/.test(properties["font-style"] ?? ""),
        color: color.color,
        opacity: color.opacity * opacity * opacityValue(properties["fill-opacity"]),
      });
    }
    for (const span of spans) {
      if (++this.#elements > MAX_ELEMENTS || scope.depth > MAX_DEPTH) throw new Undrawable();
      this.#text(span, this.#within(span, scope), place);
    }
  }

  /** Pictures within the file; others are not fetched. */
  #image(node: XmlNode, { matrix, opacity }: Scope): void {
    const { attributes } = node;
    const url = attributes.href ?? attributes[XLINK] ?? "";
    const [, data] = /^data:image\/[\w.+-]+;base64,(.*)$/s.exec(url) ?? [];
    const source = data === undefined ? undefined : drawnPicture(new Uint8Array(Buffer.from(data, "base64")));
    if (!source) throw new Undrawable();
    const { width: viewWidth, height: viewHeight } = this.#view;
    const [x, y] = [lengthOf(attributes.x, viewWidth) ?? 0, lengthOf(attributes.y, viewHeight) ?? 0];
    const [width, height] = [lengthOf(attributes.width, viewWidth) ?? 0, lengthOf(attributes.height, viewHeight) ?? 0];
    if (!(width > 0 && height > 0)) return;
    const box = { xPt: x, yPt: y, widthPt: width, heightPt: height };
    this.#parts.push({ kind: "image", matrix, picture: { kind: "picture", source, box, opacity } });
  }

  #clip(value: string | undefined, scope: Scope, node: XmlNode): Outline | undefined {
    if (!value || value === "none") return undefined;
    const clip = this.#byId.get(urlTarget(value) ?? "");
    if (!clip || localName(clip) !== "clipPath") throw new Undrawable();
    let { matrix } = this.#within(clip, scope);
    if (clip.attributes.clipPathUnits === "objectBoundingBox") {
      const shape = shapeOutline(localName(node), node.attributes, this.#view);
      if (!shape) throw new Undrawable();
      const [x, y, width, height] = boundsOf(shape);
      matrix = multiplied([width, 0, 0, height, x, y], matrix);
    }
    const outlines = clip.children.flatMap((child): Outline[] => {
      const shape = localName(child) === "use" ? this.#referenced(child) : child;
      const outline = shape && shapeOutline(localName(shape), shape.attributes, this.#view);
      if (!shape || !outline) return [];
      this.#numbers += outline.numbers.length;
      const inner = this.#within(shape, { ...scope, matrix });
      return [outlineOn(inner.matrix, outline)];
    });
    // Clips use the even-odd rule: several shapes that overlap would cut holes.
    if (outlines.length > 1 || this.#numbers > MAX_NUMBERS) throw new Undrawable();
    return outlines[0] ?? { operators: "MLZ", numbers: [0, 0, 0, 0] };
  }

  #gradient(paint: string): Gradient | undefined {
    const target = urlTarget(paint);
    if (target === undefined) return undefined;
    if (!this.#gradients.has(target)) {
      const node = this.#byId.get(target);
      if (node && localName(node) === "pattern") throw new Undrawable();
      const chain = gradientChain(node, (gradient) => this.#referenced(gradient));
      this.#gradients.set(target, chain.length > 0 ? { chain, stops: gradientStops(chain, this.#sheet) } : undefined);
    }
    return this.#gradients.get(target);
  }

  #referenced({ attributes }: XmlNode): XmlNode | undefined {
    const href = attributes.href ?? attributes[XLINK] ?? "";
    return href.startsWith("#") ? this.#byId.get(href.slice(1)) : undefined;
  }
}

function viewBoxOf({ attributes }: XmlNode): { x: number; y: number; width: number; height: number } | undefined {
  const [x, y, width, height] = (attributes.viewBox ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number.parseFloat);
  if (x === undefined || y === undefined || width === undefined || height === undefined) return undefined;
  if (![x, y, width, height].every(Number.isFinite) || width <= 0 || height <= 0) return undefined;
  return { x, y, width, height };
}

function urlTarget(value: string): string | undefined {
  return /url\(\s*["']?#([^"')]+)["']?\s*\)/.exec(value)?.[1];
}

function colorOf(paint: string, { color = "black" }: Properties): CssColor | undefined {
  return cssColor(paint.toLowerCase() === "currentcolor" ? color : paint);
}

function anchorOf(value: string | undefined): "start" | "middle" | "end" {
  return value === "middle" || value === "end" ? value : "start";
}

/** Of the points, controls of curves included. */
function boundsOf({ numbers }: Outline): [x: number, y: number, width: number, height: number] {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    const [x, y] = [numbers[index] ?? 0, numbers[index + 1] ?? 0];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  }
  return [left, top, right - left, bottom - top];
}
