/** What is behind a shape: its shadow and its glow. */
import { translation } from "../../geometry/matrix.ts";
import { geometryPaths, type OutlineBox } from "../../layout/drawing/outline.ts";
import type { Stroke } from "../../layout/model/fill.ts";
import type { Effects } from "../../layout/slides/model/slide.ts";
import type { SoftMask } from "../display-list/display-item.ts";
import type { DisplayListBuilder } from "../display-list/display-list-builder.ts";
import type { Outline } from "../display-list/outline.ts";
import { readPathData } from "../display-list/path-data.ts";
import { mirrored, unitsOf } from "../drawing/outline-renderer.ts";
import { type SoftEdge, type SoftOutline, softEdgeMask, softOutline } from "../drawing/soft-outline.ts";

export interface Cast {
  isFilled: boolean;
  stroke: Stroke | undefined;
}

/** Sharper shadows are drawn as they are. */
const MIN_BLUR_PT = 0.5;
const MAX_CACHED = 200;

export class EffectsRenderer {
  readonly #builder: DisplayListBuilder;
  /** Shadows of a master are on every slide. */
  readonly #made = new Map<string, SoftOutline | undefined>();
  readonly #masks = new Map<string, SoftMask | undefined>();

  constructor(builder: DisplayListBuilder) {
    this.#builder = builder;
  }

  /** A shape without fill casts the shadow of its line. @param at upper left corner of the shape */
  draw(box: OutlineBox, { isFilled, stroke }: Cast, { shadow, glow }: Effects, at: { xPt: number; yPt: number }): void {
    if (!isFilled && !stroke) return;
    const lineWidthPt = stroke?.widthPt ?? 0;
    const { widthPt, heightPt } = box;
    if (shadow && shadow.kind === "outer" && shadow.opacity > 0) {
      const { offsetXPt, offsetYPt, scaleX, scaleY } = shadow;
      const left = at.xPt + offsetXPt + (widthPt * (1 - scaleX)) / 2;
      const top = at.yPt + offsetYPt + (heightPt * (1 - scaleY)) / 2;
      this.#builder.group([scaleX, 0, 0, scaleY, left, top], undefined, () =>
        this.#soft(box, shadow, {
          isFilled,
          lineWidthPt: isFilled ? 0 : lineWidthPt,
          blurPt: shadow.blurPt,
          glowPt: 0,
        }),
      );
    }
    if (glow && glow.opacity > 0 && glow.radiusPt > 0) {
      this.#builder.group([1, 0, 0, 1, at.xPt, at.yPt], undefined, () =>
        this.#soft(box, glow, { isFilled, lineWidthPt, blurPt: 0, glowPt: glow.radiusPt }),
      );
    }
  }

  /** The shadow that edges cast on a shape, over its fill. */
  drawInner(box: OutlineBox, { shadow }: Effects, at: { xPt: number; yPt: number }): void {
    if (shadow?.kind !== "inner" || !(shadow.opacity > 0)) return;
    const outline = outlineOf(box, true);
    if (outline.operators === "") return;
    const { offsetXPt, offsetYPt, blurPt, color, opacity } = shadow;
    const aroundPt = Math.hypot(offsetXPt, offsetYPt);
    const soft = this.#softOutline(outline, color, { isFilled: true, lineWidthPt: 0, blurPt, glowPt: 0, aroundPt });
    if (!soft) return;
    const { source, xPt, yPt, widthPt, heightPt } = soft;
    const place = { xPt: xPt + offsetXPt, yPt: yPt + offsetYPt, widthPt, heightPt };
    this.#builder.group(mirrored(box, at), outline, () =>
      this.#builder.add({ kind: "picture", source, box: place, opacity }),
    );
  }

  /**
   * Draws with soft edges, and once more upside down as a reflection. `draw` draws at the origin.
   * @param at upper left corner of the shape
   */
  within(
    box: OutlineBox,
    { softEdgePt, reflection }: Effects,
    at: { xPt: number; yPt: number },
    draw: () => void,
  ): void {
    const builder = this.#builder;
    const mask = softEdgePt > 0 ? this.#softEdges(box, softEdgePt) : undefined;
    builder.group(translation(at.xPt, at.yPt), undefined, draw, mask);
    if (!reflection || !(reflection.startOpacity > 0) || !(reflection.endShare > 0)) return;
    const { heightPt } = box;
    const { startOpacity, endShare, distancePt } = reflection;
    const ends = { x1Pt: 0, y1Pt: heightPt, x2Pt: 0, y2Pt: heightPt * (1 - endShare) };
    const stops = [
      { offset: 0, color: "#000000", opacity: startOpacity },
      { offset: 1, color: "#000000", opacity: 0 },
    ];
    const fading: SoftMask = { kind: "shading", geometry: { kind: "linear", ...ends }, stops };
    builder.mark("artifact", () =>
      builder.group([1, 0, 0, -1, at.xPt, at.yPt + 2 * heightPt + distancePt], undefined, draw, fading),
    );
  }

  #softEdges(box: OutlineBox, radiusPt: number): SoftMask | undefined {
    const outline = outlineOf(box, true);
    const key = JSON.stringify([outline, radiusPt]);
    if (!this.#masks.has(key)) {
      if (this.#masks.size >= MAX_CACHED) this.#masks.clear();
      this.#masks.set(key, softEdgeMask(outline, radiusPt));
    }
    return this.#masks.get(key);
  }

  #soft(box: OutlineBox, { color, opacity }: { color: string; opacity: number }, edge: SoftEdge): void {
    const outline = outlineOf(box, edge.isFilled);
    if (outline.operators === "") return;
    this.#builder.group(mirrored(box, { xPt: 0, yPt: 0 }), undefined, () => {
      if (edge.blurPt < MIN_BLUR_PT && edge.glowPt === 0) {
        const pen = { color, opacity, widthPt: edge.lineWidthPt, cap: "butt", join: "miter", dashesPt: [] } as const;
        const [fill, stroke] = edge.isFilled ? [{ color, opacity }, undefined] : [undefined, pen];
        this.#builder.add({ kind: "path", outline, fill, stroke });
        return;
      }
      const soft = this.#softOutline(outline, color, edge);
      if (soft) {
        const { xPt, yPt, widthPt, heightPt, source } = soft;
        this.#builder.add({ kind: "picture", source, box: { xPt, yPt, widthPt, heightPt }, opacity });
      }
    });
  }

  #softOutline(outline: Outline, color: string, edge: SoftEdge): SoftOutline | undefined {
    const key = JSON.stringify([outline, color, edge]);
    if (!this.#made.has(key)) {
      if (this.#made.size >= MAX_CACHED) this.#made.clear();
      this.#made.set(key, softOutline(outline, color, edge));
    }
    return this.#made.get(key);
  }
}

/** All faces of a shape, or all its lines, as one outline. */
function outlineOf(box: OutlineBox, isFilled: boolean): Outline {
  const [scaleX, scaleY] = unitsOf(box);
  const parts = geometryPaths(box)
    .filter((path) => (isFilled ? path.filled : path.stroked))
    .map((path) => readPathData(path.d));
  return {
    operators: parts.map(({ operators }) => operators).join(""),
    numbers: parts.flatMap(({ numbers }) => numbers.map((value, index) => value * (index % 2 === 0 ? scaleX : scaleY))),
  };
}
