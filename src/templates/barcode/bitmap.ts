import { deflateSync } from "node:zlib";
import { appendAll } from "../../domain/collections/long-lists.ts";
import { joinBytes } from "../../domain/join-bytes.ts";
import { present } from "../../domain/present.ts";
import { PNG_SIGNATURE, pngChunk } from "../../image/png/png-chunk.ts";
import { barcodeSvg } from "./barcode.ts";

/** Pixels per unit of the drawing; a module of a code is two units or more, enough for print. */
const PIXELS_PER_UNIT = 3;
/** 300 dots per inch, as a pHYs chunk states it. */
const PIXELS_PER_METER = 11_811;
const CURVE_STEPS = 8;

type Point = readonly [x: number, y: number];

/**
 * Draws a barcode or QR code as a black and white PNG, for formats that take no SVG. Deterministic.
 * Throws `BarcodeError` like `barcodeSvg`.
 */
export function barcodePng(type: string, value: string): Uint8Array {
  const svg = barcodeSvg(type, value);
  const [, width = "0", height = "0"] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? [];
  const bitmap = new Bitmap(Number(width) * PIXELS_PER_UNIT, Number(height) * PIXELS_PER_UNIT);
  // The drawing knows two kinds of paths: lines of one width, and filled outlines.
  for (const [path] of svg.matchAll(/<path [^>]*>/g)) {
    const outlines = outlinesOf(/ d="([^"]*)"/.exec(path)?.[1] ?? "");
    const stroke = / stroke-width="([\d.]+)"/.exec(path)?.[1];
    if (stroke === undefined) bitmap.fill(outlines);
    else for (const [from, to] of outlines) if (from && to) bitmap.line(from, to, Number(stroke) * PIXELS_PER_UNIT);
  }
  return encodePng(bitmap);
}

/** The outlines of a path in pixels; curves become short lines. */
function outlinesOf(data: string): Point[][] {
  const outlines: Point[][] = [];
  for (const [, command = "", numbers = ""] of data.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    const values = numbers
      .split(/[\s,]+/)
      .filter(Boolean)
      .map((text) => Number(text) * PIXELS_PER_UNIT);
    const points = Array.from(
      { length: values.length >> 1 },
      (_, index): Point => [present(values[2 * index]), present(values[2 * index + 1])],
    );
    if (command === "M") outlines.push([]);
    const outline = outlines.at(-1);
    if (!outline || command === "Z") continue;
    const from = outline.at(-1);
    if (from && points.length > 1) appendAll(outline, curve([from, ...points]));
    else appendAll(outline, points);
  }
  return outlines;
}

/** Points on a Bézier curve of any degree, by de Casteljau's construction. */
function curve(controls: readonly Point[]): Point[] {
  return Array.from({ length: CURVE_STEPS }, (_, index) => {
    const t = (index + 1) / CURVE_STEPS;
    let points = controls;
    while (points.length > 1)
      points = points.slice(1).map(([x, y], at): Point => {
        const [fromX, fromY] = present(points[at]);
        return [fromX + t * (x - fromX), fromY + t * (y - fromY)];
      });
    return present(points[0]);
  });
}

/** A black and white drawing, one byte per pixel while it is made. */
export class Bitmap {
  readonly #pixels: Uint8Array;

  readonly width: number;
  readonly height: number;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.#pixels = new Uint8Array(width * height);
  }

  line([x0, y0]: Point, [x1, y1]: Point, width: number): void {
    const half = width / 2;
    const [left, right] = x0 === x1 ? [x0 - half, x0 + half] : [Math.min(x0, x1), Math.max(x0, x1)];
    const [top, bottom] = x0 === x1 ? [Math.min(y0, y1), Math.max(y0, y1)] : [y0 - half, y0 + half];
    for (let y = Math.round(top); y < Math.round(bottom); y++)
      for (let x = Math.round(left); x < Math.round(right); x++) this.#set(x, y);
  }

  /** Fills outlines by the even-odd rule, sampling the middles of pixels. */
  fill(outlines: readonly (readonly Point[])[]): void {
    // for each row of pixels where the outlines cross it: a code has thousands of edges, a row is crossed by few
    const rows = new Map<number, number[]>();
    for (const points of outlines)
      for (const [index, [x0, y0]] of points.entries()) {
        const [x1, y1] = present(points[(index + 1) % points.length]);
        const bottom = Math.min(this.height, Math.ceil(Math.max(y0, y1) - 0.5));
        for (let y = Math.max(0, Math.ceil(Math.min(y0, y1) - 0.5)); y < bottom; y++) {
          const crossings = rows.get(y) ?? [];
          crossings.push(x0 + ((y + 0.5 - y0) * (x1 - x0)) / (y1 - y0));
          rows.set(y, crossings);
        }
      }
    for (const [y, crossings] of rows) {
      crossings.sort((a, b) => a - b);
      for (let index = 0; index + 1 < crossings.length; index += 2)
        for (
          let x = Math.ceil(present(crossings[index]) - 0.5);
          x < Math.ceil(present(crossings[index + 1]) - 0.5);
          x++
        )
          this.#set(x, y);
    }
  }

  #set(x: number, y: number): void {
    if (x >= 0 && y >= 0 && x < this.width && y < this.height) this.#pixels[y * this.width + x] = 1;
  }

  /** Rows of one bit per pixel, 1 white, each after its filter byte (PNG 9.2). */
  rows(): Uint8Array {
    const stride = 1 + ((this.width + 7) >> 3);
    const rows = new Uint8Array(stride * this.height).fill(0xff);
    for (let y = 0; y < this.height; y++) {
      rows[y * stride] = 0;
      for (let x = 0; x < this.width; x++)
        if (this.#pixels[y * this.width + x]) {
          const at = y * stride + 1 + (x >> 3);
          rows[at] = (rows[at] ?? 0) & ~(0x80 >> (x & 7));
        }
    }
    return rows;
  }
}

/** One-bit greyscale (PNG third edition, 11.2.1 and 11.2.2). */
export function encodePng(bitmap: Bitmap): Uint8Array {
  const header = new Uint8Array(13);
  const headerView = new DataView(header.buffer);
  headerView.setUint32(0, bitmap.width);
  headerView.setUint32(4, bitmap.height);
  header[8] = 1;
  const density = new Uint8Array(9);
  const densityView = new DataView(density.buffer);
  densityView.setUint32(0, PIXELS_PER_METER);
  densityView.setUint32(4, PIXELS_PER_METER);
  density[8] = 1;
  const chunks = [
    pngChunk("IHDR", header),
    pngChunk("pHYs", density),
    pngChunk("IDAT", deflateSync(bitmap.rows())),
    pngChunk("IEND", new Uint8Array(0)),
  ];
  return joinBytes([PNG_SIGNATURE, ...chunks]);
}
