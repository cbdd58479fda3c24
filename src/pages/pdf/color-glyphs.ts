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
const SOURCE_IN = 5;
const DESTINATION_IN = 6;
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

  #composite({ mode, source, backdrop }: Composite): void {
    const blend = BLEND_MODES.get(mode);
    if (mode === CLEAR) return;
    if (mode === SOURCE) this.draw(source);
    else if (mode === DESTINATION) this.draw(backdrop);
    else if (mode === SOURCE_IN) this.#cut(source, backdrop);
    else if (mode === DESTINATION_IN) this.#cut(backdrop, source);
    else {
      this.draw(backdrop);
      if (blend) {
        const state = this.#state(`BM ${blend}`, () => dict({ Type: name("ExtGState"), BM: name(blend) }));
        this.#write(`q ${state} gs ${this.#form(source)} Do Q`);
      } else this.draw(source);
    }
  }

  /** As far as something else extends, and as opaque as that is. */
  #cut(paint: Paint, by: Paint): void {
    if (by.kind === "solid") {
      this.#write(`q ${this.#opacity(by.opacity)} gs ${this.#form(paint)} Do Q`);
      return;
    }
    const form = new GlyphForm(this.#document, this.#face, this.#states);
    form.draw(by);
    // A form, as gradients may have masks of their own.
    this.#write(`q ${this.#masked("Alpha", form.finish("DeviceRGB"))} gs ${this.#form(paint)} Do Q`);
  }

  #form(paint: Paint): string {
    const form = new GlyphForm(this.#document, this.#face, this.#states);
    form.draw(paint);
    return this.#resource("XObject", form.finish("DeviceRGB"));
  }

  #masked(kind: "Alpha" | "Luminosity", group: PdfRef): string {
    const mask = dict({ Type: name("Mask"), S: name(kind), G: group });
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
