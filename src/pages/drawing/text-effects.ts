/** What letters cast behind them: shadows and glows, as outlines and veils, which nobody reads or searches. */
import { IDENTITY } from "../../geometry/matrix.ts";
import type { Glow, Shadow } from "../../layout/model/effects.ts";
import type { TextItem } from "../display-list/display-item.ts";
import type { DisplayListBuilder } from "../display-list/display-list-builder.ts";
import { type Outline, transformed } from "../display-list/outline.ts";
import type { GlyphOutlines, WarpFunction } from "./glyph-outlines.ts";
import { type SoftEdge, softOutline } from "./soft-outline.ts";

export interface TextEffects {
  textShadow?: Shadow;
  glow?: Glow;
}

/** Sharper shadows are drawn as they are. */
const MIN_BLUR_PT = 0.5;
/** Of hollow letters without a line of their own. */
const THIN_LINE_PT = 0.4;
/** Squares of half a point, for a whole document: some three seconds of work and 5 MB. */
const MAX_SQUARES = 6_000_000;
/** A coordinate takes about as long as this many squares. */
const COORDINATE_SQUARES = 8;
const SQUARES_PER_PT = 2;
/** Where letters have no outline at hand, their glow is a line along them that is as opaque as this. */
const PLAIN_GLOW = 0.4;

export class TextEffectsRenderer {
  readonly #builder: DisplayListBuilder;
  readonly #outlines: GlyphOutlines;
  #squares = MAX_SQUARES;

  constructor(builder: DisplayListBuilder, outlines: GlyphOutlines) {
    this.#builder = builder;
    this.#outlines = outlines;
  }

  /**
   * What letters cast behind them.
   * @param areTurned the letters are turned one by one later on, and what they cast with them
   */
  draw(texts: readonly TextItem[], { textShadow, glow }: TextEffects, areTurned: boolean, warp?: WarpFunction): void {
    if (texts.length === 0 || (textShadow?.kind !== "outer" && !glow)) return;
    const outline = areTurned || this.#squares <= 0 ? undefined : this.#outlines.of(texts, warp);
    if (outline?.operators === "" || (warp && !outline)) return;
    this.#squares -= (outline?.numbers.length ?? 0) * COORDINATE_SQUARES;
    const [first] = texts;
    const isHollow = first?.look.outlined === true;
    const lineWidthPt = first?.line?.widthPt ?? (isHollow ? THIN_LINE_PT : 0);
    const edge = { isFilled: !isHollow, lineWidthPt, blurPt: 0, glowPt: 0 };
    this.#builder.mark("artifact", () => {
      if (textShadow?.kind === "outer") this.#shadow(texts, outline, textShadow, edge);
      if (glow) this.#glow(warp ? [] : texts, outline, glow, edge);
    });
  }

  /** The shadow that the edges of letters cast on them, over their fill. */
  drawInner(texts: readonly TextItem[], shadow: Shadow, warp?: WarpFunction): void {
    const outline = this.#squares > 0 ? this.#outlines.of(texts, warp) : undefined;
    if (!outline || outline.operators === "") return;
    this.#squares -= outline.numbers.length * COORDINATE_SQUARES;
    const { blurPt, offsetXPt, offsetYPt } = shadow;
    const aroundPt = Math.hypot(offsetXPt, offsetYPt);
    const edge = { isFilled: true, lineWidthPt: 0, blurPt, glowPt: 0, aroundPt };
    const moved = transformed(outline, 1, 1, offsetXPt, offsetYPt);
    this.#builder.mark("artifact", () => {
      this.#builder.group(IDENTITY, outline, () => this.#soft(moved, shadow, edge));
    });
  }

  #shadow(texts: readonly TextItem[], outline: Outline | undefined, shadow: Shadow, edge: SoftEdge): void {
    const { color, opacity, blurPt, offsetXPt, offsetYPt } = shadow;
    if (!outline) {
      for (const letter of texts) {
        const line = letter.line && { ...letter.line, color, opacity };
        const place = { xPt: letter.xPt + offsetXPt, yPt: letter.yPt + offsetYPt };
        this.#builder.add({ ...letter, ...place, color, opacity, line, shading: undefined });
      }
      return;
    }
    const moved = transformed(outline, 1, 1, offsetXPt, offsetYPt);
    if (blurPt >= MIN_BLUR_PT && this.#soft(moved, shadow, { ...edge, blurPt })) return;
    const pen = { color, opacity, widthPt: edge.lineWidthPt, cap: "butt", join: "miter", dashesPt: [] } as const;
    const [fill, stroke] = edge.isFilled ? [{ color, opacity, rule: "nonzero" } as const, undefined] : [undefined, pen];
    this.#builder.add({ kind: "path", outline: moved, fill, stroke });
  }

  #glow(texts: readonly TextItem[], outline: Outline | undefined, glow: Glow, edge: SoftEdge): void {
    const { color, radiusPt } = glow;
    if (outline && this.#soft(outline, glow, { ...edge, glowPt: radiusPt })) return;
    const opacity = glow.opacity * PLAIN_GLOW;
    for (const letter of texts) {
      this.#builder.add({
        ...letter,
        color,
        opacity,
        line: { color, opacity, widthPt: radiusPt },
        shading: undefined,
      });
    }
  }

  /** False once the document has had its share of veils. */
  #soft(outline: Outline, { color, opacity }: { color: string; opacity: number }, edge: SoftEdge): boolean {
    const squares = squaresOf(outline, edge);
    if (squares > this.#squares) return false;
    this.#squares -= squares;
    const soft = softOutline(outline, color, edge);
    if (!soft) return false;
    const { xPt, yPt, widthPt, heightPt, source } = soft;
    this.#builder.add({ kind: "picture", source, box: { xPt, yPt, widthPt, heightPt }, opacity });
    return true;
  }
}

function squaresOf({ numbers }: Outline, { blurPt, glowPt, lineWidthPt }: SoftEdge): number {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  let downPt = 0;
  for (let at = 0; at + 1 < numbers.length; at += 2) {
    const [x, y] = [numbers[at] ?? 0, numbers[at + 1] ?? 0];
    if (at > 0) downPt += Math.abs(y - (numbers[at - 1] ?? 0));
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  const margin = 2 * (blurPt + glowPt + lineWidthPt + 1);
  const area = (right - left + margin) * (bottom - top + margin) * SQUARES_PER_PT ** 2;
  return area + downPt * SQUARES_PER_PT;
}
