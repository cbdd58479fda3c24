/**
 * Text in one face, script and direction -> glyphs in their places, by fontkit. It is loaded when the first text asks for it:
 * most documents have none. It believes what fonts say of their sizes, so it is given none but those of the service.
 */
import type { Font } from "fontkit";
import type { Direction } from "./directions.ts";
import type { Face } from "./face.ts";

/** Lengths as shares of the em. */
export interface ShapedGlyph {
  id: number;
  advance: number;
  /** From where the pen is; upwards. */
  offsetX: number;
  offsetY: number;
  /** The characters that it stands for; empty where another glyph does. */
  characters: string;
}

/** How often rules of a font may be tried for one text: those of fonts that lie can go round in circles. */
const MAX_TRIES = 200_000;
const MAX_GLYPHS = 20_000;

export class Shaper {
  readonly #create: (bytes: Uint8Array) => Font | undefined;
  /** Null for a font that cannot be shaped with. */
  readonly #fonts = new WeakMap<Face, Font | null>();
  #tries = 0;

  private constructor(create: (bytes: Uint8Array) => Font | undefined) {
    this.#create = create;
  }

  static async load(): Promise<Shaper> {
    const { create } = await import("fontkit");
    return new Shaper((bytes) => {
      const font = create(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      return "layout" in font ? font : undefined;
    });
  }

  /** Left to right as they are seen; undefined where the font's rules cannot be used. */
  shape(face: Face, text: string, direction: Direction, kerning: boolean): ShapedGlyph[] | undefined {
    try {
      const font = this.#font(face);
      if (!font) return undefined;
      this.#tries = 0;
      const { glyphs, positions } = font.layout(text, { kern: kerning }, undefined, undefined, direction);
      return glyphs.map(({ id, codePoints }, index) => {
        const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
        return {
          id,
          advance: finite(xAdvance) / face.unitsPerEm,
          offsetX: finite(xOffset) / face.unitsPerEm,
          offsetY: finite(yOffset) / face.unitsPerEm,
          characters: String.fromCodePoint(...codePoints),
        };
      });
    } catch {
      // Whatever a font says of itself: its letters are set one after the other then.
      this.#fonts.set(face, null);
      return undefined;
    }
  }

  #font(face: Face): Font | null {
    let font = this.#fonts.get(face);
    if (font === undefined) {
      font = this.#create(face.bytes) ?? null;
      if (font) this.#restrain(font);
      this.#fonts.set(face, font);
    }
    return font;
  }

  /** Rules of Apple's kind are not asked; those of OpenType are counted. */
  #restrain(font: Font): void {
    // It keeps one object for a glyph, with the characters that it stood for first.
    const glyphOf = font.getGlyph.bind(font);
    font.getGlyph = (id, codePoints = []) =>
      Object.create(glyphOf(id), { codePoints: { value: codePoints } }) as ReturnType<typeof glyphOf>;
    const tables = member(member(font, "directory"), "tables");
    if (typeof tables === "object" && tables !== null) Reflect.deleteProperty(tables, "morx");
    const engine = member(member(font, "_layoutEngine"), "engine");
    for (const name of ["GSUBProcessor", "GPOSProcessor"]) {
      const processor = member(engine, name);
      const apply = member(processor, "applyLookup");
      if (typeof processor !== "object" || processor === null || typeof apply !== "function") continue;
      Reflect.set(processor, "applyLookup", (...lookup: unknown[]): unknown => {
        const glyphs = member(processor, "glyphs");
        if (++this.#tries > MAX_TRIES || (Array.isArray(glyphs) && glyphs.length > MAX_GLYPHS)) {
          throw new RangeError("the font's rules come to no end");
        }
        return Reflect.apply(apply, processor, lookup);
      });
    }
  }
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function finite(value: number): number {
  return Number.isFinite(value) ? value : 0;
}
