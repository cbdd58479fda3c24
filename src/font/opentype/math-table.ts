/**
 * The MATH table of a font (ISO/IEC 14496-22, 6.3.6): how formulas are built from its glyphs. Lengths are shares of the
 * em, heights go upwards. All of it is read at once, so that a damaged table is found before anything is set.
 */

const CONSTANTS = [
  "mathLeading",
  "axisHeight",
  "accentBaseHeight",
  "flattenedAccentBaseHeight",
  "subscriptShiftDown",
  "subscriptTopMax",
  "subscriptBaselineDropMin",
  "superscriptShiftUp",
  "superscriptShiftUpCramped",
  "superscriptBottomMin",
  "superscriptBaselineDropMax",
  "subSuperscriptGapMin",
  "superscriptBottomMaxWithSubscript",
  "spaceAfterScript",
  "upperLimitGapMin",
  "upperLimitBaselineRiseMin",
  "lowerLimitGapMin",
  "lowerLimitBaselineDropMin",
  "stackTopShiftUp",
  "stackTopDisplayStyleShiftUp",
  "stackBottomShiftDown",
  "stackBottomDisplayStyleShiftDown",
  "stackGapMin",
  "stackDisplayStyleGapMin",
  "stretchStackTopShiftUp",
  "stretchStackBottomShiftDown",
  "stretchStackGapAboveMin",
  "stretchStackGapBelowMin",
  "fractionNumeratorShiftUp",
  "fractionNumeratorDisplayStyleShiftUp",
  "fractionDenominatorShiftDown",
  "fractionDenominatorDisplayStyleShiftDown",
  "fractionNumeratorGapMin",
  "fractionNumDisplayStyleGapMin",
  "fractionRuleThickness",
  "fractionDenominatorGapMin",
  "fractionDenomDisplayStyleGapMin",
  "skewedFractionHorizontalGap",
  "skewedFractionVerticalGap",
  "overbarVerticalGap",
  "overbarRuleThickness",
  "overbarExtraAscender",
  "underbarVerticalGap",
  "underbarRuleThickness",
  "underbarExtraDescender",
  "radicalVerticalGap",
  "radicalDisplayStyleVerticalGap",
  "radicalRuleThickness",
  "radicalExtraAscender",
  "radicalKernBeforeDegree",
  "radicalKernAfterDegree",
] as const;

export type MathConstants = Record<(typeof CONSTANTS)[number], number> & {
  scriptScale: number;
  scriptScriptScale: number;
  displayOperatorMinHeight: number;
  radicalDegreeBottomRaise: number;
};

/** After two shares and two heights; each value has an adjustment after it. */
const FIRST_VALUE = 8;
const VALUE_BYTES = 4;
const PERCENT = 100;
/** A font that says otherwise would shrink scripts to nothing, or let them grow. */
const MIN_SCALE = 0.3;

interface AssemblyPart {
  glyph: number;
  startConnector: number;
  endConnector: number;
  length: number;
  isExtender: boolean;
}

interface StretchedGlyph {
  variants: readonly { glyph: number; length: number }[];
  assembly: readonly AssemblyPart[];
}

/** Kerns by height: the first for everything below the first height. */
interface CornerKerns {
  heights: readonly number[];
  kerns: readonly number[];
}

const CORNERS = ["topRight", "topLeft", "bottomRight", "bottomLeft"] as const;
type Corner = (typeof CORNERS)[number];
const EXTENDER = 1;
const MAX_PARTS = 64;

export class MathTable {
  readonly constants: MathConstants;
  readonly minOverlap: number;
  readonly #view: DataView;
  readonly #unitsPerEm: number;
  readonly #italics = new Map<number, number>();
  readonly #attachments = new Map<number, number>();
  readonly #kerns = new Map<number, Partial<Record<Corner, CornerKerns>>>();
  readonly #stretched = {
    vertical: new Map<number, StretchedGlyph>(),
    horizontal: new Map<number, StretchedGlyph>(),
  };

  private constructor(view: DataView, unitsPerEm: number) {
    this.#view = view;
    this.#unitsPerEm = unitsPerEm;
    const [constants, glyphs, variants] = [view.getUint16(4), view.getUint16(6), view.getUint16(8)];
    this.constants = this.#readConstants(constants);
    if (glyphs !== 0) this.#readGlyphs(glyphs);
    this.minOverlap = variants === 0 ? 0 : Math.max(0, this.#units(variants));
    if (variants !== 0) this.#readVariants(variants);
  }

  /** Undefined for a damaged table. */
  static read(table: Uint8Array, unitsPerEm: number): MathTable | undefined {
    try {
      return new MathTable(new DataView(table.buffer, table.byteOffset, table.byteLength), unitsPerEm);
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }

  italicCorrection(glyph: number): number {
    return this.#italics.get(glyph) ?? 0;
  }

  accentAttachment(glyph: number): number | undefined {
    return this.#attachments.get(glyph);
  }

  cornerKern(glyph: number, corner: Corner, height: number): number {
    const found = this.#kerns.get(glyph)?.[corner];
    if (!found) return 0;
    const place = found.heights.findIndex((limit) => height < limit);
    return found.kerns[place < 0 ? found.heights.length : place] ?? 0;
  }

  stretched(glyph: number, direction: "vertical" | "horizontal"): StretchedGlyph | undefined {
    return this.#stretched[direction].get(glyph);
  }

  #units(at: number): number {
    return this.#view.getInt16(at) / this.#unitsPerEm;
  }

  #readConstants(start: number): MathConstants {
    const share = (at: number) => Math.min(1, Math.max(MIN_SCALE, this.#view.getInt16(at) / PERCENT));
    const values = CONSTANTS.map((name, index) => [name, this.#units(start + FIRST_VALUE + VALUE_BYTES * index)]);
    return {
      ...(Object.fromEntries(values) as Record<(typeof CONSTANTS)[number], number>),
      scriptScale: share(start),
      scriptScriptScale: share(start + 2),
      displayOperatorMinHeight: this.#view.getUint16(start + 6) / this.#unitsPerEm,
      radicalDegreeBottomRaise: this.#view.getInt16(start + FIRST_VALUE + VALUE_BYTES * CONSTANTS.length) / PERCENT,
    };
  }

  #readGlyphs(start: number): void {
    const view = this.#view;
    for (const [offset, values] of [
      [view.getUint16(start), this.#italics],
      [view.getUint16(start + 2), this.#attachments],
    ] as const) {
      if (offset === 0) continue;
      const at = start + offset;
      for (const [index, glyph] of this.#coverage(at + view.getUint16(at)).entries()) {
        values.set(glyph, this.#units(at + 4 + VALUE_BYTES * index));
      }
    }
    const kerns = view.getUint16(start + 6);
    if (kerns === 0) return;
    const at = start + kerns;
    for (const [index, glyph] of this.#coverage(at + view.getUint16(at)).entries()) {
      const corners = CORNERS.flatMap((corner, place) => {
        const offset = view.getUint16(at + 4 + 8 * index + 2 * place);
        return offset === 0 ? [] : [[corner, this.#readKerns(at + offset)] as const];
      });
      this.#kerns.set(glyph, Object.fromEntries(corners));
    }
  }

  #readKerns(at: number): CornerKerns {
    const count = this.#view.getUint16(at);
    const values = (start: number, length: number) =>
      Array.from({ length }, (_, index) => this.#units(start + VALUE_BYTES * index));
    return { heights: values(at + 2, count), kerns: values(at + 2 + VALUE_BYTES * count, count + 1) };
  }

  #readVariants(start: number): void {
    const view = this.#view;
    const [verticals, horizontals] = [view.getUint16(start + 2), view.getUint16(start + 4)];
    const count = view.getUint16(start + 6);
    const read = (coverage: number, first: number, glyphs: Map<number, StretchedGlyph>) => {
      if (coverage === 0) return;
      for (const [index, glyph] of this.#coverage(start + coverage).entries()) {
        glyphs.set(glyph, this.#readSign(start + view.getUint16(start + 10 + 2 * (first + index))));
      }
    };
    read(verticals, 0, this.#stretched.vertical);
    read(horizontals, count, this.#stretched.horizontal);
  }

  #readSign(at: number): StretchedGlyph {
    const view = this.#view;
    const variants = Array.from({ length: Math.min(MAX_PARTS, view.getUint16(at + 2)) }, (_, index) => ({
      glyph: view.getUint16(at + 4 + 4 * index),
      length: view.getUint16(at + 6 + 4 * index) / this.#unitsPerEm,
    }));
    const offset = view.getUint16(at);
    return { variants, assembly: offset === 0 ? [] : this.#readAssembly(at + offset) };
  }

  #readAssembly(at: number): AssemblyPart[] {
    const view = this.#view;
    return Array.from({ length: Math.min(MAX_PARTS, view.getUint16(at + 4)) }, (_, index) => {
      const part = at + 6 + 10 * index;
      const [startConnector = 0, endConnector = 0, length = 0] = [2, 4, 6].map(
        (offset) => view.getUint16(part + offset) / this.#unitsPerEm,
      );
      const isExtender = (view.getUint16(part + 8) & EXTENDER) !== 0;
      return { glyph: view.getUint16(part), startConnector, endConnector, length, isExtender };
    });
  }

  /** Glyphs in the order of their indexes (6.2.6). */
  #coverage(at: number): number[] {
    const view = this.#view;
    const count = view.getUint16(at + 2);
    if (view.getUint16(at) === 1)
      return Array.from({ length: count }, (_, index) => view.getUint16(at + 4 + 2 * index));
    const glyphs: number[] = [];
    for (let range = 0; range < count; range++) {
      const [first, last] = [view.getUint16(at + 4 + 6 * range), view.getUint16(at + 6 + 6 * range)];
      // Ranges ascend: whatever a font says, there are no more glyphs than numbers for them.
      for (let glyph = Math.max(first, (glyphs.at(-1) ?? -1) + 1); glyph <= last; glyph++) glyphs.push(glyph);
    }
    return glyphs;
  }
}
