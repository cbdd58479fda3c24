/**
 * How a glyph in colors is painted (ISO/IEC 14496-22, `COLR` of version 0 and 1 with the first palette of `CPAL`): a tree of
 * paints. Lengths are units of the font, y grows upwards.
 */
import type { Matrix } from "../../geometry/matrix.ts";
import { viewOf } from "./sfnt.ts";

/** Undefined is the color of the text. */
export type PaintColor = readonly [red: number, green: number, blue: number] | undefined;

export interface PaintStop {
  /** 0 to 1, ascending. */
  offset: number;
  /** 0 to 1 each. */
  color: PaintColor;
  opacity: number;
}

/** A point for a gradient along a line, a circle for one outwards. */
interface GradientEnd {
  x: number;
  y: number;
  radius: number;
}

export type Paint =
  | { kind: "layers"; layers: readonly Paint[] }
  /** Within the outline of a glyph. */
  | { kind: "glyph"; glyph: number; paint: Paint }
  | { kind: "solid"; color: PaintColor; opacity: number }
  | { kind: "gradient"; isRadial: boolean; from: GradientEnd; to: GradientEnd; stops: readonly PaintStop[] }
  | { kind: "transform"; matrix: Matrix; paint: Paint }
  | { kind: "composite"; mode: number; source: Paint; backdrop: Paint };

/** The paint of a glyph; undefined for one that has none, or one that cannot be read. */
export type ColorPaints = (glyph: number) => Paint | undefined;

const TEXT_COLOR = 0xffff;
const MAX_DEPTH = 32;
const MAX_PAINTS = 10_000;
/** For all requested glyphs of a font: paints that name each other again and again would make kilobytes endless. */
const MAX_PAINTS_OF_FONT = 400_000;
const LAYER_BYTES = 4;
const BASE_GLYPH_BYTES = 6;
const STOP_BYTES = 6;
const VARIABLE_STOP_BYTES = 10;

export function colorPaints(colr: Uint8Array | undefined, cpal: Uint8Array | undefined): ColorPaints | undefined {
  if (!colr || !cpal) return undefined;
  const known = new Map<number, Paint | undefined>();
  let reader: PaintReader | undefined;
  return (glyph) => {
    if (known.has(glyph)) return known.get(glyph);
    let paint: Paint | undefined;
    try {
      reader ??= new PaintReader(viewOf(colr), paletteOf(viewOf(cpal)));
      paint = reader.glyph(glyph);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
    known.set(glyph, paint);
    return paint;
  };
}

class PaintReader {
  readonly #colr: DataView;
  readonly #palette: readonly (readonly [...color: [number, number, number], opacity: number])[];
  readonly #baseGlyphs: number;
  readonly #layers: number;
  #left = 0;
  #leftOfFont = MAX_PAINTS_OF_FONT;

  constructor(colr: DataView, palette: ReturnType<typeof paletteOf>) {
    this.#colr = colr;
    this.#palette = palette;
    const isGraph = colr.getUint16(0) >= 1;
    this.#baseGlyphs = isGraph ? colr.getUint32(14) : 0;
    this.#layers = isGraph ? colr.getUint32(18) : 0;
  }

  glyph(glyph: number): Paint | undefined {
    this.#left = Math.min(MAX_PAINTS, this.#leftOfFont);
    const before = this.#left;
    const paint = this.#root(glyph, 0);
    this.#leftOfFont -= before - this.#left;
    return paint;
  }

  #root(glyph: number, depth: number): Paint | undefined {
    const list = this.#baseGlyphs;
    const record = list === 0 ? undefined : find(this.#colr, list + 4, this.#colr.getUint32(list), glyph);
    if (record !== undefined) return this.#paint(list + this.#colr.getUint32(record + 2), depth);
    return this.#plainLayers(glyph);
  }

  /** Version 0: outlines on top of each other, each in one color. */
  #plainLayers(glyph: number): Paint | undefined {
    const colr = this.#colr;
    const record = find(colr, colr.getUint32(4), colr.getUint16(2), glyph);
    if (record === undefined) return undefined;
    const first = colr.getUint16(record + 2);
    const layers = Array.from({ length: colr.getUint16(record + 4) }, (_, index): Paint => {
      this.#spend(MAX_DEPTH);
      const at = colr.getUint32(8) + LAYER_BYTES * (first + index);
      return { kind: "glyph", glyph: colr.getUint16(at), paint: this.#solid(colr.getUint16(at + 2), 1) };
    });
    return { kind: "layers", layers };
  }

  #paint(at: number, depth: number): Paint {
    this.#spend(depth);
    const colr = this.#colr;
    const format = colr.getUint8(at);
    // Formats that vary have the same members first.
    const isVariable = format % 2 === 1;
    const inner = (offset: number) => this.#paint(at + uint24(colr, at + offset), depth + 1);
    const whole = (offset: number) => colr.getInt16(at + offset);
    const share = (offset: number) => colr.getInt16(at + offset) / 0x4000;
    const transform = (matrix: Matrix, x = 0, y = 0): Paint => ({
      kind: "transform",
      matrix: around(matrix, x, y),
      paint: inner(1),
    });
    switch (format) {
      case 1:
        return this.#layerPaints(colr.getUint32(at + 2), colr.getUint8(at + 1), depth);
      case 2:
      case 3:
        return this.#solid(colr.getUint16(at + 1), share(3));
      case 4:
      case 5: {
        const [x, y] = [whole(4), whole(6)];
        const end = acrossFrom(x, y, whole(8), whole(10), whole(12), whole(14));
        const from = { x, y, radius: 0 };
        return this.#gradient(at + uint24(colr, at + 1), isVariable, false, from, { ...end, radius: 0 });
      }
      case 6:
      case 7: {
        const from = { x: whole(4), y: whole(6), radius: colr.getUint16(at + 8) };
        const to = { x: whole(10), y: whole(12), radius: colr.getUint16(at + 14) };
        return this.#gradient(at + uint24(colr, at + 1), isVariable, true, from, to);
      }
      case 10:
        return { kind: "glyph", glyph: colr.getUint16(at + 4), paint: inner(1) };
      case 11: {
        const paint = this.#root(colr.getUint16(at + 1), depth + 1);
        if (!paint) throw new RangeError("a glyph without a paint");
        return paint;
      }
      case 12:
      case 13: {
        const affine = at + uint24(colr, at + 4);
        const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = [0, 4, 8, 12, 16, 20].map(
          (offset) => colr.getInt32(affine + offset) / 0x10000,
        );
        return transform([a, b, c, d, e, f]);
      }
      case 14:
      case 15:
        return transform([1, 0, 0, 1, whole(4), whole(6)]);
      case 16:
      case 17:
        return transform([share(4), 0, 0, share(6), 0, 0]);
      case 18:
      case 19:
        return transform([share(4), 0, 0, share(6), 0, 0], whole(8), whole(10));
      case 20:
      case 21:
        return transform([share(4), 0, 0, share(4), 0, 0]);
      case 22:
      case 23:
        return transform([share(4), 0, 0, share(4), 0, 0], whole(6), whole(8));
      case 24:
      case 25:
        return transform(rotation(share(4)));
      case 26:
      case 27:
        return transform(rotation(share(4)), whole(6), whole(8));
      case 28:
      case 29:
        return transform(skew(share(4), share(6)));
      case 30:
      case 31:
        return transform(skew(share(4), share(6)), whole(8), whole(10));
      case 32:
        return { kind: "composite", mode: colr.getUint8(at + 4), source: inner(1), backdrop: inner(5) };
      default:
        // Sweeps, for which PDF has no shading, and what later versions may bring.
        throw new RangeError("a paint of another kind");
    }
  }

  #layerPaints(first: number, count: number, depth: number): Paint {
    const list = this.#layers;
    const layers = Array.from({ length: count }, (_, index) => {
      const offset = this.#colr.getUint32(list + 4 + 4 * (first + index));
      return this.#paint(list + offset, depth + 1);
    });
    return { kind: "layers", layers };
  }

  #solid(index: number, alpha: number): Paint {
    return { kind: "solid", ...this.#color(index, alpha) };
  }

  #color(index: number, alpha: number): { color: PaintColor; opacity: number } {
    const opacity = Math.max(0, Math.min(1, alpha));
    if (index === TEXT_COLOR) return { color: undefined, opacity };
    const entry = this.#palette[index];
    if (!entry) throw new RangeError("a colour beyond the palette");
    const [red, green, blue, own] = entry;
    return { color: [red, green, blue], opacity: opacity * own };
  }

  #gradient(at: number, isVariable: boolean, isRadial: boolean, from: GradientEnd, to: GradientEnd): Paint {
    const colr = this.#colr;
    const bytes = isVariable ? VARIABLE_STOP_BYTES : STOP_BYTES;
    const stops = Array.from({ length: colr.getUint16(at + 1) }, (_, index): PaintStop => {
      this.#spend(0);
      const stop = at + 3 + bytes * index;
      const offset = colr.getInt16(stop) / 0x4000;
      return { offset, ...this.#color(colr.getUint16(stop + 2), colr.getInt16(stop + 4) / 0x4000) };
    }).sort((a, b) => a.offset - b.offset);
    const [first, last] = [stops[0], stops.at(-1)];
    if (!first || !last) throw new RangeError("a gradient without colours");
    const length = last.offset - first.offset;
    if (length <= 0) return { kind: "solid", color: last.color, opacity: last.opacity };
    // The ends are moved to where the first and the last color are.
    const between = (share: number): GradientEnd => ({
      x: from.x + (to.x - from.x) * share,
      y: from.y + (to.y - from.y) * share,
      radius: Math.max(0, from.radius + (to.radius - from.radius) * share),
    });
    return {
      kind: "gradient",
      isRadial,
      from: between(first.offset),
      to: between(last.offset),
      stops: stops.map((stop) => ({ ...stop, offset: (stop.offset - first.offset) / length })),
    };
  }

  #spend(depth: number): void {
    this.#left--;
    if (this.#left < 0 || depth > MAX_DEPTH) throw new RangeError("the glyph has more paints than glyphs have");
  }
}

function paletteOf(cpal: DataView): (readonly [number, number, number, number])[] {
  const [count, first] = [cpal.getUint16(2), cpal.getUint16(12)];
  const records = cpal.getUint32(8) + 4 * first;
  const component = (at: number) => cpal.getUint8(at) / 255;
  return Array.from({ length: count }, (_, index) => {
    const at = records + 4 * index;
    return [component(at + 2), component(at + 1), component(at), component(at + 3)] as const;
  });
}

/** The record of a glyph among records of six bytes that are sorted by glyph. */
function find(view: DataView, start: number, count: number, glyph: number): number | undefined {
  let low = 0;
  let high = count - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const at = start + BASE_GLYPH_BYTES * middle;
    const found = view.getUint16(at);
    if (found === glyph) return at;
    if (found < glyph) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}

function uint24(view: DataView, at: number): number {
  return (view.getUint8(at) << 16) | view.getUint16(at + 1);
}

/**
 * The end of a gradient whose colors run from the first point to the second, along lines from the first to the third.
 */
function acrossFrom(x0: number, y0: number, x1: number, y1: number, x2: number, y2: number): { x: number; y: number } {
  const [acrossX, acrossY] = [y2 - y0, x0 - x2];
  const square = acrossX * acrossX + acrossY * acrossY;
  const share = square === 0 ? 0 : ((x1 - x0) * acrossX + (y1 - y0) * acrossY) / square;
  return { x: x0 + acrossX * share, y: y0 + acrossY * share };
}

function rotation(halfTurns: number): Matrix {
  const [sine, cosine] = [Math.sin(halfTurns * Math.PI), Math.cos(halfTurns * Math.PI)];
  return [cosine, sine, -sine, cosine, 0, 0];
}

function skew(xHalfTurns: number, yHalfTurns: number): Matrix {
  return [1, Math.tan(yHalfTurns * Math.PI), -Math.tan(xHalfTurns * Math.PI), 1, 0, 0];
}

/** The same with a center of its own. */
function around([a, b, c, d, e, f]: Matrix, x: number, y: number): Matrix {
  return [a, b, c, d, e + x - a * x - c * y, f + y - b * x - d * y];
}
