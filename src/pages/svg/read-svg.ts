/**
 * SVG files, as Office files carry them beside a PNG -> parts for display items: shapes, paths, text, pictures, gradients,
 * patterns, markers, clips, masks, blurs and shadows, references. A file with anything beyond that (filters that compute
 * with pixels, blend modes, scripts) is not drawn here.
 */

import { appendAll } from "../../domain/collections/long-lists.ts";
import { Failure } from "../../domain/failure.ts";
import { LIMITS } from "../../domain/limits.ts";
import { invert, type Matrix, meanScale, multiply } from "../../geometry/matrix.ts";
import { drawnImage } from "../../image/drawable-image.ts";
import { decodePart } from "../../office/decode-part.ts";
import { localName, readXml, type XmlNode } from "../../office/xml-node.ts";
import type { ShadingStop } from "../display-list/display-item.ts";
import { type Outline, rectangle } from "../display-list/outline.ts";
import { type CssColor, cssColor, opacityValue } from "./css-colors.ts";
import { type Bounds, boundsOf, boundsOfParts } from "./svg-bounds.ts";
import { filterLayers } from "./svg-filters.ts";
import { gradientChain, gradientShading, gradientStops } from "./svg-gradients.ts";
import { SVG_SIDE, type SvgFile, type SvgPart } from "./svg-image.ts";
import { markerPlace, type Vertex, verticesOf } from "./svg-markers.ts";
import { outlineOn, readTransform } from "./svg-matrix.ts";
import { coveringTiles, patternPlaces } from "./svg-patterns.ts";
import { lengthOf, shapeOutline, viewBoxOf } from "./svg-shapes.ts";
import { CONTEXT_FILL, CONTEXT_STROKE, type Properties, StyleSheet } from "./svg-style.ts";

const MAX_DEPTH = 40;
const DEFAULT_SIDE = 300;
/** Blurred parts of a file: each takes some milliseconds, and 40 kB. */
const MAX_BLURRED = 200;
const XLINK = "xlink:href";
/** Elements without properties of their own inherit nothing from what refers to them. */
const NOTHING: Properties = {};

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
export function readSvg(bytes: Uint8Array): SvgFile | undefined {
  if (bytes.length > LIMITS.svgBytes.most) return undefined;
  try {
    const root = readXml(decodePart(bytes));
    return localName(root) === "svg" ? new SvgReader(root).image() : undefined;
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
  #blurred = 0;

  constructor(root: XmlNode) {
    this.#root = root;
    this.#collect(root, 0);
  }

  image(): SvgFile {
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
    if (++this.#elements > LIMITS.svgElements.most || outer.depth > MAX_DEPTH) throw new Undrawable();
    const scope = this.#within(node, outer);
    const { properties } = scope;
    if (properties.display === "none") return;
    if ((properties["mix-blend-mode"] ?? "normal") !== "normal") throw new Undrawable();
    const clip = this.#clip(properties["clip-path"], scope, node);
    const filter = this.#target(properties.filter, "filter");
    const mask = this.#target(properties.mask, "mask");
    if (!clip && !filter && !mask) {
      this.#draw(node, scope);
      return;
    }
    let parts: readonly SvgPart[] = this.#collected(() => this.#draw(node, scope));
    if (filter) parts = this.#filtered(parts, filter, scope);
    if (mask) parts = this.#masked(parts, mask, scope);
    if (parts.length === 0) return;
    if (clip) this.#parts.push({ kind: "clip", outline: clip, parts });
    else appendAll(this.#parts, parts);
  }

  /** What `draw` draws, kept apart. */
  #collected(draw: () => void): SvgPart[] {
    const before = this.#parts;
    const own: SvgPart[] = [];
    this.#parts = own;
    draw();
    this.#parts = before;
    return own;
  }

  /** The element that a property refers to; one that is missing or of another kind counts as `none`. */
  #target(value: string | undefined, name: string): XmlNode | undefined {
    if (!value || value === "none") return undefined;
    const target = urlTarget(value);
    // Functions such as `blur(2px)`.
    if (target === undefined) throw new Undrawable();
    const node = this.#byId.get(target);
    return node && localName(node) === name ? node : undefined;
  }

  #filtered(parts: readonly SvgPart[], filter: XmlNode, scope: Scope): SvgPart[] {
    const found = filterLayers(filter, this.#sheet);
    const bounds = boundsOfParts(parts, scope.matrix);
    if (!found) throw new Undrawable();
    if (!bounds) return [];
    const [a, b, c, d] = scope.matrix;
    const layers = found.map((layer) => ({
      ...layer,
      right: a * layer.right + c * layer.down,
      down: b * layer.right + d * layer.down,
      deviation: layer.deviation * meanScale(scope.matrix),
    }));
    const blurred = layers.filter(({ deviation }) => deviation > 0);
    const drawn = [...leavesOf(parts)];
    this.#blurred += blurred.length * drawn.length;
    this.#elements += layers.length * drawn.length;
    const isPixels = blurred.some(({ color }) => color === undefined) && drawn.some(({ kind }) => kind === "image");
    if (this.#blurred > MAX_BLURRED || this.#elements > LIMITS.svgElements.most || isPixels) throw new Undrawable();
    // Widths of letters are not known yet: nothing is cut off on account of a guess.
    const roomy = drawn.some(({ kind }) => kind === "text") ? widened(bounds) : bounds;
    const outline = this.#region(filter, filter.attributes.filterUnits, roomy, scope);
    return [{ kind: "clip", outline, parts: [{ kind: "filtered", layers, parts }] }];
  }

  /** Masks let through by their brightness, or by their opacity (CSS Masking 1, 7). */
  #masked(parts: readonly SvgPart[], mask: XmlNode, scope: Scope): SvgPart[] {
    const bounds = boundsOfParts(parts, scope.matrix);
    if (!bounds) return [];
    const { attributes } = mask;
    const [x, y, width, height] = bounds;
    const isInBox = attributes.maskContentUnits === "objectBoundingBox";
    const matrix = isInBox ? multiply([width, 0, 0, height, x, y], scope.matrix) : scope.matrix;
    const inner = this.#within(mask, { ...scope, matrix, properties: NOTHING, opacity: 1 });
    const content = this.#collected(() => this.#children(mask, inner));
    const roomy = [...leavesOf(parts)].some(({ kind }) => kind === "text") ? widened(bounds) : bounds;
    const outline = this.#region(mask, attributes.maskUnits, roomy, scope);
    const [xPt, yPt, widthPt, heightPt] = boundsOf(outline);
    const letsThrough = inner.properties["mask-type"] === "alpha" ? "alpha" : "luminance";
    const region = { xPt, yPt, widthPt, heightPt };
    return [{ kind: "clip", outline, parts: [{ kind: "masked", mask: content, letsThrough, region, parts }] }];
  }

  /** Where a mask or a filter shows anything: ten per cent more than the element's box, unless it says otherwise. */
  #region({ attributes }: XmlNode, units: string | undefined, bounds: Bounds, scope: Scope): Outline {
    const [left, top, wide, high] = bounds;
    const isInBox = units !== "userSpaceOnUse";
    const place = (key: string, otherwise: number, start: number, extent: number, view: number) => {
      const value = attributes[key];
      if (isInBox || value === undefined) return start + extent * (lengthOf(value, 1) ?? otherwise);
      return lengthOf(value, view) ?? start + extent * otherwise;
    };
    const { width, height } = this.#view;
    return outlineOn(
      scope.matrix,
      rectangle(
        place("x", -0.1, left, wide, width),
        place("y", -0.1, top, high, height),
        place("width", 1.2, 0, wide, width),
        place("height", 1.2, 0, high, height),
      ),
    );
  }

  #within(node: XmlNode, { matrix, properties, opacity, depth }: Scope): Scope {
    const own = this.#sheet.of(node, properties);
    const transform = readTransform(own.transform ?? node.attributes.transform);
    if (!transform) throw new Undrawable();
    return {
      matrix: multiply(transform, matrix),
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
        this.#children(node, { ...scope, matrix: multiply(this.#viewport(node, node.attributes), scope.matrix) });
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
    const matrix = multiply([1, 0, 0, 1, x, y], scope.matrix);
    if (localName(target) !== "symbol") {
      this.#element(target, { ...scope, matrix });
      return;
    }
    const inner = this.#within(target, { ...scope, matrix });
    const size = { width: attributes.width ?? "100%", height: attributes.height ?? "100%" };
    this.#children(target, { ...inner, matrix: multiply(this.#viewport(target, size), inner.matrix) });
  }

  #shape(node: XmlNode, scope: Scope): void {
    const { matrix, properties, opacity } = scope;
    const shape = shapeOutline(localName(node), node.attributes, this.#view);
    if (!shape || shape.operators === "" || properties.visibility === "hidden") return;
    this.#numbers += shape.numbers.length;
    if (this.#numbers > LIMITS.svgNumbers.most) throw new Undrawable();
    const outline = outlineOn(matrix, shape);
    const fillOpacity = opacity * opacityValue(properties["fill-opacity"]);
    const paint = properties.fill ?? "black";
    const pattern = this.#pattern(paint);
    const gradient = pattern ? undefined : this.#gradient(paint);
    if (pattern) {
      this.#tiles(pattern, outline, boundsOf(shape), { ...scope, opacity: fillOpacity });
    } else if (gradient) {
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
    this.#stroke(outline, meanScale(matrix), properties, opacity);
    this.#markers(node, shape, scope);
  }

  /** Undefined unless the paint is a pattern: the element and those whose attributes and content it takes. */
  #pattern(paint: string): XmlNode[] | undefined {
    const target = urlTarget(paint);
    const chain: XmlNode[] = [];
    for (let node = this.#byId.get(target ?? ""); node && chain.length < MAX_DEPTH; node = this.#referenced(node)) {
      if (localName(node) !== "pattern") break;
      chain.push(node);
    }
    return chain.length > 0 ? chain : undefined;
  }

  /** A pattern over an outline (SVG 1.1, 13.3): its tile, each time that it is in the outline's box. */
  #tiles(chain: readonly XmlNode[], outline: Outline, bounds: Bounds, scope: Scope): void {
    const places = patternPlaces(chain, bounds, this.#view);
    const holder = chain.find(({ children }) => children.length > 0);
    if (!places) throw new Undrawable();
    const { tile, transform, content } = places;
    const [tileX, tileY, tileWidth, tileHeight] = tile;
    const space = multiply(transform, scope.matrix);
    const inverse = invert(space);
    if (!holder || !inverse || !(tileWidth > 0 && tileHeight > 0)) return;
    const inner = this.#within(holder, { ...scope, matrix: multiply(content, space), properties: NOTHING });
    const before = this.#numbers;
    const parts = this.#collected(() => this.#children(holder, inner));
    if (parts.length === 0) return;
    const numbers = this.#numbers - before;
    const covered = coveringTiles(tile, boundsOf(outlineOn(inverse, rectangle(...boundsOf(outline)))));
    this.#elements += covered.count * parts.length;
    this.#numbers += covered.count * numbers;
    if (!(this.#elements <= LIMITS.svgElements.most && this.#numbers <= LIMITS.svgNumbers.most)) throw new Undrawable();
    const [a, b, c, d] = space;
    const offsets = covered.offsets().map(([right, down]) => [a * right + c * down, b * right + d * down] as const);
    const tileOutline = outlineOn(space, rectangle(tileX, tileY, tileWidth, tileHeight));
    this.#parts.push({ kind: "repeated", outline, tile: tileOutline, offsets, parts });
  }

  #markers(node: XmlNode, shape: Outline, scope: Scope): void {
    const { properties } = scope;
    const marker = (position: Vertex["position"]) =>
      this.#target(properties[`marker-${position}`] ?? properties.marker, "marker");
    const markers = { start: marker("start"), mid: marker("mid"), end: marker("end") };
    if (!Object.values(markers).some(Boolean) || !/^(?:path|line|polyline|polygon)$/.test(localName(node))) return;
    // Outlines have curves in place of an arc, whose ends are no vertices of the path.
    if (markers.mid && /a/i.test(node.attributes.d ?? "")) throw new Undrawable();
    const width = lengthOf(properties["stroke-width"] ?? "1", this.#view.width) ?? 1;
    const vertices = verticesOf(shape);
    for (const vertex of vertices) {
      const element = markers[vertex.position];
      if (element) this.#marker(element, vertex, width, scope);
    }
    const [only] = vertices;
    if (markers.end && only && vertices.length === 1) this.#marker(markers.end, only, width, scope);
  }

  #marker(marker: XmlNode, vertex: Vertex, strokeWidth: number, outer: Scope): void {
    const place = markerPlace(marker, vertex, strokeWidth);
    if (!place) return;
    const { fill = "black", stroke = "none" } = outer.properties;
    const properties = { [CONTEXT_FILL]: fill, [CONTEXT_STROKE]: stroke };
    const inner = this.#within(marker, { ...outer, matrix: multiply(place.matrix, outer.matrix), properties });
    const parts = this.#collected(() => this.#children(marker, inner));
    if (++this.#elements > LIMITS.svgElements.most) throw new Undrawable();
    if (parts.length === 0) return;
    if (/visible|auto/.test(inner.properties.overflow ?? "")) {
      appendAll(this.#parts, parts);
      return;
    }
    this.#parts.push({ kind: "clip", outline: outlineOn(inner.matrix, place.shown), parts });
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
    const fill = properties.fill ?? "black";
    const stops = this.#gradient(fill)?.stops ?? [];
    const color = stops[stops.length >> 1] ?? colorOf(fill, properties);
    if (text !== "" && color && properties.visibility !== "hidden") {
      const scale = meanScale(matrix);
      const size = lengthOf(properties["font-size"] ?? "16") ?? 16;
      const weight = properties["font-weight"] ?? "normal";
      const [a, b, c, d, e, f] = multiply([1 / scale, 0, 0, 1 / scale, place.x, place.y], matrix);
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
      if (++this.#elements > LIMITS.svgElements.most || scope.depth > MAX_DEPTH) throw new Undrawable();
      this.#text(span, this.#within(span, scope), place);
    }
  }

  /** Pictures within the file; others are not fetched. */
  #image(node: XmlNode, { matrix, opacity }: Scope): void {
    const { attributes } = node;
    const url = attributes.href ?? attributes[XLINK] ?? "";
    const [, data] = /^data:image\/[\w.+-]+;base64,(.*)$/s.exec(url) ?? [];
    const source = data === undefined ? undefined : drawnImage(new Uint8Array(Buffer.from(data, "base64")));
    if (!source) throw new Undrawable();
    const { width: viewWidth, height: viewHeight } = this.#view;
    const [x, y] = [lengthOf(attributes.x, viewWidth) ?? 0, lengthOf(attributes.y, viewHeight) ?? 0];
    const [width, height] = [lengthOf(attributes.width, viewWidth) ?? 0, lengthOf(attributes.height, viewHeight) ?? 0];
    if (!(width > 0 && height > 0)) return;
    const box = { xPt: x, yPt: y, widthPt: width, heightPt: height };
    this.#parts.push({ kind: "image", matrix, image: { kind: "picture", source, box, opacity } });
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
      matrix = multiply([width, 0, 0, height, x, y], matrix);
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
    if (outlines.length > 1 || this.#numbers > LIMITS.svgNumbers.most) throw new Undrawable();
    return outlines[0] ?? { operators: "MLZ", numbers: [0, 0, 0, 0] };
  }

  #gradient(paint: string): Gradient | undefined {
    const target = urlTarget(paint);
    if (target === undefined) return undefined;
    if (!this.#gradients.has(target)) {
      const node = this.#byId.get(target);
      // Lines and letters have no patterns here.
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

function urlTarget(value: string): string | undefined {
  return /url\(\s*["']?#([^"'()]+)(?:["']\s*)?\)/.exec(value)?.[1];
}

function colorOf(paint: string, properties: Properties): CssColor | undefined {
  const { color = "black", [CONTEXT_FILL]: contextFill, [CONTEXT_STROKE]: contextStroke } = properties;
  switch (paint.toLowerCase()) {
    case "currentcolor":
      return cssColor(color);
    case "context-fill":
      return contextFill === undefined ? undefined : cssColor(contextFill);
    case "context-stroke":
      return contextStroke === undefined ? undefined : cssColor(contextStroke);
    default:
      return cssColor(paint);
  }
}

function anchorOf(value: string | undefined): "start" | "middle" | "end" {
  return value === "middle" || value === "end" ? value : "start";
}

/** As wide again on both sides. */
function widened([x, y, width, height]: Bounds): Bounds {
  return [x - width, y, 3 * width, height];
}

/** What is drawn in the end, within clips and the like. */
function* leavesOf(parts: readonly SvgPart[]): Generator<SvgPart> {
  for (const part of parts) {
    if (part.kind === "clip" || part.kind === "masked" || part.kind === "repeated" || part.kind === "filtered") {
      const times = part.kind === "repeated" ? part.offsets.length : part.kind === "filtered" ? part.layers.length : 1;
      for (let rotation = 0; rotation < times; rotation++) yield* leavesOf(part.parts);
    } else yield part;
  }
}
