/**
 * Glyphs in colors as form XObjects (ISO 32000-2, 8.10), in units of their fonts. Parts in the text's color take it
 * from where the form is drawn.
 */

import type { Face } from "../../font/face.ts";
import type { Paint, PaintColor, PaintStop } from "../../font/opentype/color-glyphs.ts";
import { deflate } from "../../image/compression/flate.ts";
import type { PdfDocument } from "../../pdf/document.ts";
import { dict, name, PdfDict, type PdfObject, type PdfRef, PdfStream } from "../../pdf/objects.ts";
import { matrixOperands } from "./matrix.ts";
import { factor } from "./numbers.ts";
import { pathOperators } from "./path-operators.ts";
import { gradientFunction } from "./shadings.ts";

type Gradient = Extract<Paint, { kind: "gradient" }>;
type Composite = Extract<Paint, { kind: "composite" }>;
type ResourceKind = "ExtGState" | "Shading" | "XObject";

/** `CompositeMode` of `COLR` -> blend mode (11.3.5). */
const BLEND_MODES: ReadonlyMap<number, string> = new Map([
  [13, "Screen"],
  [14, "Overlay"],
  [15, "Darken"],
  [16, "Lighten"],
  [17, "ColorDodge"],
  [18, "ColorBurn"],
  [19, "HardLight"],
  [20, "SoftLight"],
  [21, "Difference"],
  [22, "Exclusion"],
  [23, "Multiply"],
  [24, "Hue"],
  [25, "Saturation"],
  [26, "Color"],
  [27, "Luminosity"],
]);
const CLEAR = 0;
const SOURCE = 1;
const DESTINATION = 2;
const DESTINATION_OVER = 4;
const SOURCE_IN = 5;
const DESTINATION_IN = 6;
const SOURCE_OUT = 7;
const DESTINATION_OUT = 8;
const SOURCE_ATOP = 9;
const DESTINATION_ATOP = 10;
const EXCLUSIVE_OR = 11;
/** Shares of the em around the font's box: paints that move things may reach beyond it. */
const MARGIN = 0.25;

export class ColorGlyphs {
  readonly #document: PdfDocument;
  readonly #forms = new Map<Face, Map<number, { name: string; ref: PdfRef } | undefined>>();
  readonly #states = new Map<string, PdfRef>();
  #count = 0;

  constructor(document: PdfDocument) {
    this.#document = document;
  }

  /** Undefined for a glyph without colors. */
  form(face: Face, glyph: number): { name: string; ref: PdfRef } | undefined {
    let forms = this.#forms.get(face);
    if (!forms) {
      forms = new Map();
      this.#forms.set(face, forms);
    }
    if (!forms.has(glyph)) forms.set(glyph, this.#made(face, glyph));
    return forms.get(glyph);
  }

  #made(face: Face, glyph: number): { name: string; ref: PdfRef } | undefined {
    const paint = face.colorPaint(glyph);
    if (!paint) return undefined;
    try {
      const form = new GlyphForm(this.#document, face, this.#states);
      form.draw(paint);
      return { name: `E${this.#count++}`, ref: form.finish("DeviceRGB") };
    } catch (error) {
      // The outlines of a font that someone sent may be damaged.
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }
}

class GlyphForm {
  readonly #document: PdfDocument;
  readonly #face: Face;
  readonly #states: Map<string, PdfRef>;
  readonly #pieces: string[] = [];
  readonly #resources = new Map<ResourceKind, Map<string, PdfObject>>();

  constructor(document: PdfDocument, face: Face, states: Map<string, PdfRef>) {
    this.#document = document;
    this.#face = face;
    this.#states = states;
  }

  /** Its content is composed first, then drawn as a whole. */
  finish(space: "DeviceRGB" | "DeviceGray"): PdfRef {
    return this.#document.add(
      new PdfStream(
        dict({
          Type: name("XObject"),
          Subtype: name("Form"),
          BBox: [...this.#box()],
          Resources: dict(
            Object.fromEntries(
              [...this.#resources].map(([kind, objects]): [string, PdfDict] => [kind, new PdfDict(objects)]),
            ),
          ),
          Group: dict({ S: name("Transparency"), CS: name(space), I: true }),
          Filter: name("FlateDecode"),
        }),
        deflate(new TextEncoder().encode(this.#pieces.join("\n"))),
      ),
    );
  }

  draw(paint: Paint): void {
    switch (paint.kind) {
      case "layers":
        for (const layer of paint.layers) this.draw(layer);
        break;
      case "glyph":
        this.#within(paint.glyph, paint.paint);
        break;
      case "solid": {
        const [left, bottom, right, top] = this.#box();
        this.#filled(`${left} ${bottom} ${right - left} ${top - bottom} re `, paint.color, paint.opacity);
        break;
      }
      case "gradient":
        this.#gradient(paint);
        break;
      case "transform":
        this.#write(`q ${matrixOperands(paint.matrix)} cm`);
        this.draw(paint.paint);
        this.#write("Q");
        break;
      case "composite":
        this.#composite(paint);
    }
  }

  #within(glyph: number, paint: Paint): void {
    const outline = pathOperators(this.#face.outline(glyph));
    if (outline === "") return;
    if (paint.kind === "solid") {
      this.#filled(outline, paint.color, paint.opacity);
      return;
    }
    this.#write(`q ${outline}W n`);
    this.draw(paint);
    this.#write("Q");
  }

  #filled(path: string, color: PaintColor, opacity: number): void {
    const set = `${color ? `${numbers(color)} rg ` : ""}${opacity < 1 ? `${this.#opacity(opacity)} gs ` : ""}`;
    this.#write(set ? `q ${set}${path}f Q` : `${path}f`);
  }

  #gradient(gradient: Gradient): void {
    const shading = this.#shading(gradient, ({ color }) => (color ?? [0, 0, 0]).map(rounded), "DeviceRGB");
    const mask = gradient.stops.some(({ opacity }) => opacity < 1) ? `${this.#softMask(gradient)} gs ` : "";
    this.#write(`q ${mask}${this.#resource("Shading", shading)} sh Q`);
  }

  #shading({ isRadial, from, to, stops }: Gradient, components: (stop: PaintStop) => number[], space: string): PdfDict {
    const coordinates = isRadial ? [from.x, from.y, from.radius, to.x, to.y, to.radius] : [from.x, from.y, to.x, to.y];
    return dict({
      ShadingType: isRadial ? 3 : 2,
      ColorSpace: name(space),
      Coords: coordinates.map(rounded),
      Function: gradientFunction(stops, components),
      Extend: [true, true],
    });
  }

  /** The opacities of a gradient. */
  #softMask(gradient: Gradient): string {
    const form = new GlyphForm(this.#document, this.#face, this.#states);
    const shading = this.#shading(gradient, ({ opacity }) => [rounded(opacity)], "DeviceGray");
    form.#write(`${form.#resource("Shading", shading)} sh`);
    return this.#masked("Luminosity", form.finish("DeviceGray"));
  }

  /** What PDF cannot compose (`PLUS`) is drawn over the backdrop. */
  #composite({ mode, source, backdrop }: Composite): void {
    switch (mode) {
      case CLEAR:
        break;
      case SOURCE:
        this.draw(source);
        break;
      case DESTINATION:
        this.draw(backdrop);
        break;
      case DESTINATION_OVER:
        this.draw(source);
        this.draw(backdrop);
        break;
      case SOURCE_IN:
        this.#cut(source, backdrop);
        break;
      case DESTINATION_IN:
        this.#cut(backdrop, source);
        break;
      case SOURCE_OUT:
        this.#cut(source, backdrop, "outside");
        break;
      case DESTINATION_OUT:
        this.#cut(backdrop, source, "outside");
        break;
      case SOURCE_ATOP:
        this.draw(backdrop);
        this.#cut(source, backdrop);
        break;
      case DESTINATION_ATOP:
        this.draw(source);
        this.#cut(backdrop, source);
        break;
      case EXCLUSIVE_OR:
        this.#cut(source, backdrop, "outside");
        this.#cut(backdrop, source, "outside");
        break;
      default: {
        const blend = BLEND_MODES.get(mode);
        if (blend) this.#blended(source, backdrop, blend);
        else {
          this.draw(backdrop);
          this.draw(source);
        }
      }
    }
  }

  /** In a form of its own: the source blends with its backdrop, and not with what the glyph shows beneath. */
  #blended(source: Paint, backdrop: Paint, blend: string): void {
    const form = new GlyphForm(this.#document, this.#face, this.#states);
    form.draw(backdrop);
    const state = form.#state(`BM ${blend}`, () => dict({ Type: name("ExtGState"), BM: name(blend) }));
    form.#write(`q ${state} gs ${form.#form(source)} Do Q`);
    this.#write(`${this.#resource("XObject", form.finish("DeviceRGB"))} Do`);
  }

  /** As far as something else extends, or does not, and as opaque as that is. */
  #cut(paint: Paint, by: Paint, side: "inside" | "outside" = "inside"): void {
    if (by.kind === "solid") {
      const opacity = side === "inside" ? by.opacity : 1 - by.opacity;
      this.#write(`q ${this.#opacity(opacity)} gs ${this.#form(paint)} Do Q`);
      return;
    }
    const form = new GlyphForm(this.#document, this.#face, this.#states);
    form.draw(by);
    // A form, as gradients may have masks of their own.
    this.#write(`q ${this.#masked("Alpha", form.finish("DeviceRGB"), side)} gs ${this.#form(paint)} Do Q`);
  }

  #form(paint: Paint): string {
    const form = new GlyphForm(this.#document, this.#face, this.#states);
    form.draw(paint);
    return this.#resource("XObject", form.finish("DeviceRGB"));
  }

  #masked(kind: "Alpha" | "Luminosity", group: PdfRef, side: "inside" | "outside" = "inside"): string {
    const turned = dict({ FunctionType: 2, Domain: [0, 1], C0: [1], C1: [0], N: 1 });
    const mask = dict({
      ...{ Type: name("Mask"), S: name(kind), G: group },
      ...(side === "outside" ? { TR: turned } : {}),
    });
    return this.#resource("ExtGState", dict({ Type: name("ExtGState"), SMask: mask }));
  }

  #opacity(opacity: number): string {
    const value = rounded(opacity);
    return this.#state(`ca ${value}`, () => dict({ Type: name("ExtGState"), ca: value }));
  }

  #state(key: string, make: () => PdfDict): string {
    let ref = this.#states.get(key);
    if (!ref) {
      ref = this.#document.add(make());
      this.#states.set(key, ref);
    }
    return this.#resource("ExtGState", ref);
  }

  #resource(kind: ResourceKind, object: PdfRef | PdfDict): string {
    const known = this.#resources.get(kind) ?? new Map<string, PdfObject>();
    this.#resources.set(kind, known);
    for (const [key, other] of known) if (other === object) return `/${key}`;
    const key = `${kind.charAt(0)}${known.size}`;
    known.set(key, object);
    return `/${key}`;
  }

  #write(operators: string): void {
    this.#pieces.push(operators);
  }

  #box(): readonly [left: number, bottom: number, right: number, top: number] {
    const { box, unitsPerEm } = this.#face;
    const [left = 0, bottom = 0, right = 1, top = 1] = box;
    const units = (share: number) => Math.round(share * unitsPerEm);
    return [units(left - MARGIN), units(bottom - MARGIN), units(right + MARGIN), units(top + MARGIN)];
  }
}

function numbers(values: readonly number[]): string {
  return values.map((value) => factor(rounded(value))).join(" ");
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
