/** Lines of text -> display items. */

import { appendAll } from "../../domain/collections/long-lists.ts";
import type { FontLibrary } from "../../font/library/font-library.ts";
import { hasRightToLeft } from "../../font/shape/complex-text.ts";
import { type Direction, stretchesOf } from "../../font/shape/directions.ts";
import { isVisibleBorder } from "../../layout/flow/paragraph-layout.ts";
import { linearText } from "../../layout/math/linear-text.ts";
import type { MathInline, PageField } from "../../layout/model/blocks.ts";
import { isDark } from "../../layout/model/color.ts";
import type { Shadow } from "../../layout/model/effects.ts";
import { safeHref } from "../../layout/model/safe-href.ts";
import type { DrawingNode } from "../../layout/model/shapes.ts";
import { MATH_FONT_KEY } from "../../layout/text/font-usage.ts";
import type { Line, LinePart } from "../../layout/text/line.ts";
import type { TextMeasurer } from "../../layout/text/measure.ts";
import type { TextStyle } from "../../layout/text/text-style.ts";
import type { Shading, StructureElement, TextItem } from "../display-list/display-item.ts";
import type { DisplayListBuilder } from "../display-list/display-list-builder.ts";
import { rectangle } from "../display-list/outline.ts";
import { drawFrame } from "./border-renderer.ts";
import { drawEquation } from "./equation-renderer.ts";
import { gradientOver } from "./fills.ts";
import { GlyphOutlines, type WarpFunction } from "./glyph-outlines.ts";
import { glyphRuns, type TextSetting } from "./glyph-runs.ts";
import { drawDecoration } from "./text-decorations.ts";
import { TextEffectsRenderer } from "./text-effects.ts";
import { boundsOf, textsOf, warpedItems } from "./warped-text.ts";
import type { WordArt } from "./word-art.ts";

export interface LineSurroundings {
  /** Text of a field on the page that is drawn. */
  field: (field: PageField, fallback: string) => string;
  drawing: (node: DrawingNode, xPt: number, yPt: number) => void;
  /** Color behind the text, for automatic text color. */
  backdrop: string | undefined;
  /** Letters are turned one by one once they are drawn, as ideographs of vertical lines are. */
  areGlyphsRotated?: boolean;
  /** Where the lines of a paragraph that runs from right to left start. */
  rightEdgePt?: number;
  /** Bends the lines that were announced to it. */
  wordArt?: WordArt;
}

/** A part of a line, or a stretch of one that runs one way, in its place. */
interface Placed {
  part: LinePart;
  /** Of fields and stretches. */
  text: string | undefined;
  direction: Direction | undefined;
  xPt: number;
  widthPt: number;
  wordSpacingPt: number;
}

type TextPart = Extract<LinePart, { kind: "text" }>;
type MathPart = Extract<LinePart, { kind: "math" }>;
type GapPart = Extract<LinePart, { kind: "gap" }>;

const LEADERS: Readonly<Record<string, string>> = {
  dot: ".",
  hyphen: "-",
  underscore: "_",
  heavy: "_",
  middleDot: "·",
};
const MAX_LEADERS = 600;
/** For faces that do not say. */
const UNDERLINE = { position: -0.12, thickness: 0.065 };
/** Of a font that does not say, in ems. */
const ASCENT = 0.9;
const DESCENT = 0.25;
const RAISED_GRAY = "#c0c0c0";
const RAISED_SHADOW = { color: "#606060", opacity: 1 };
const RAISED_OFFSET_PT = 0.5;
const PLAIN_SHADOW = { color: "#808080", opacity: 0.5 };
const PLAIN_OFFSET = 0.04;
/** Every font for equations has this one. */
const EQUATION_LETTER = 0x78;

export class LineRenderer {
  readonly #builder: DisplayListBuilder;
  readonly #fonts: FontLibrary;
  readonly #measurer: TextMeasurer;
  readonly #outlines = new GlyphOutlines();
  readonly #effects: TextEffectsRenderer;
  readonly #formulas = new WeakMap<MathInline, StructureElement>();

  constructor(builder: DisplayListBuilder, fonts: FontLibrary, measurer: TextMeasurer) {
    this.#builder = builder;
    this.#fonts = fonts;
    this.#measurer = measurer;
    this.#effects = new TextEffectsRenderer(builder, this.#outlines);
  }

  /** @param yPt top of the paragraph */
  draw(line: Line, xPt: number, yPt: number, around: LineSurroundings): void {
    const baselinePt = yPt + line.yPt + line.baselinePt;
    let link: { target: string; element: StructureElement } | undefined;
    const parts = this.#placed(line, xPt, around);
    const warp = around.wordArt?.warpOf(baselinePt);
    // What letters cast is behind all letters of the line.
    for (const placed of parts) {
      const { part } = placed;
      if (part.kind === "text" && (warp || !backgroundOf(part.style)))
        this.#thrown(this.#shown(part, placed), placed, baselinePt, around, warp);
    }
    for (const placed of parts) {
      const { part } = placed;
      const target = "link" in part && part.link ? linkTarget(part.link) : undefined;
      // Neighboring parts of one link are one link.
      if (target !== link?.target) link = target === undefined ? undefined : { target, element: { role: "Link" } };
      const draw = () => {
        this.#part(placed, baselinePt, around);
        if (link && part.kind !== "gap") this.#link(link.target, part, placed.xPt, baselinePt, placed.widthPt);
      };
      this.#builder.mark(link?.element, () => {
        if (warp) this.#builder.addAll(warpedItems(this.#builder.record(draw), warp, this.#outlines));
        else draw();
        this.#inner(placed, baselinePt, around, warp);
      });
    }
  }

  /**
   * Announces a line to the WordArt around it before it is drawn.
   * @param share how much of the free room lies before the line
   * @returns false if its letters have no outlines that can be bent
   */
  announce(line: Line, xPt: number, yPt: number, around: LineSurroundings, share: number): boolean {
    const baselinePt = yPt + line.yPt + line.baselinePt;
    const parts = this.#placed(line, xPt, around);
    const texts = textsOf(
      this.#builder.record(() => {
        for (const placed of parts) this.#part(placed, baselinePt, around);
      }),
    );
    const outline = texts.some(({ face }) => face.hasColors) ? undefined : this.#outlines.of(texts);
    const [first] = parts;
    if (!outline || !first) return false;
    if (outline.operators === "") return true;
    const { xPt: leftPt, yPt: topPt, widthPt, heightPt } = boundsOf(outline);
    const room = parts.reduce((sum, part) => sum + part.widthPt, 0);
    const edges = { leftPt, rightPt: leftPt + widthPt, topPt, bottomPt: topPt + heightPt };
    around.wordArt?.add({ baselinePt, ...edges, startPt: first.xPt, widthPt: room, share });
    return true;
  }

  /** How wide a text is that layout gave no room of its own. */
  drawnWidthPt(text: string, style: TextStyle): number {
    return this.#measurer.drawnWidth(text, style);
  }

  /** The parts of a line with their places, from left to right. */
  #placed(line: Line, xPt: number, around: LineSurroundings): Placed[] {
    // Everything before the last tab of a justified line is not stretched.
    const lastGap = line.parts.findLastIndex((part) => part.kind === "gap");
    const parts = line.parts.map((part, index): Placed => {
      const wordSpacingPt = index < lastGap ? 0 : line.wordSpacingPt;
      const text = part.kind === "text" && part.field ? around.field(part.field, part.text) : undefined;
      const widthPt = this.#widthOf(part, text, wordSpacingPt);
      return { part, text, direction: undefined, xPt: 0, widthPt, wordSpacingPt };
    });
    const isRightToLeft = around.rightEdgePt !== undefined;
    const isMixed =
      isRightToLeft || parts.some(({ part, text }) => part.kind === "text" && hasRightToLeft(text ?? part.text));
    const ordered = isMixed ? this.#stretches(parts, isRightToLeft) : parts;
    let atPt = xPt + line.xPt;
    if (around.rightEdgePt !== undefined) {
      atPt = around.rightEdgePt - line.xPt;
      for (const { widthPt } of ordered) atPt -= widthPt;
    }
    for (const placed of ordered) {
      placed.xPt = atPt;
      atPt += placed.widthPt;
    }
    return ordered;
  }

  /** The parts in the order in which they are seen, cut where the direction changes. */
  #stretches(parts: readonly Placed[], isRightToLeft: boolean): Placed[] {
    const texts = parts.map(({ part, text }) =>
      part.kind === "text" ? (text ?? part.text) : part.kind === "gap" ? "\t" : "\ufffc",
    );
    const ordered: Placed[] = [];
    for (const { start, end, direction } of stretchesOf(texts.join(""), isRightToLeft ? "rtl" : "ltr")) {
      const within: Placed[] = [];
      let offset = 0;
      for (const [index, placed] of parts.entries()) {
        const text = texts[index] ?? "";
        const [from, to] = [Math.max(start - offset, 0), Math.min(end - offset, text.length)];
        const { part } = placed;
        if (from < to && part.kind === "text" && to - from < text.length) {
          const piece = text.slice(from, to);
          const widthPt = this.#widthOf(part, piece, placed.wordSpacingPt);
          within.push({ ...placed, text: piece, direction, widthPt });
        } else if (from < to) within.push({ ...placed, direction });
        offset += text.length;
      }
      appendAll(ordered, direction === "rtl" ? within.reverse() : within);
    }
    return ordered;
  }

  /** Only now do fields have their text, and its width. */
  #widthOf(part: LinePart, fieldText: string | undefined, wordSpacingPt: number): number {
    if (part.kind !== "text") return part.widthPt;
    const widthPt = fieldText === undefined ? part.widthPt : this.#measurer.width(fieldText, part.style);
    if (wordSpacingPt === 0) return widthPt;
    return widthPt + wordSpacingPt * ((fieldText ?? part.text).match(/[ \u00a0]/g)?.length ?? 0);
  }

  #part(placed: Placed, baselinePt: number, around: LineSurroundings): void {
    const { part, xPt } = placed;
    switch (part.kind) {
      case "text":
        this.#text(this.#shown(part, placed), placed, baselinePt, around);
        break;
      case "gap":
        this.#gap(part, xPt, baselinePt, around);
        break;
      case "object":
        around.drawing(part.drawing, xPt, baselinePt - part.heightPt);
        break;
      case "math":
        this.#equation(part, xPt, baselinePt, around);
        break;
    }
  }

  #equation({ math, box, style }: MathPart, xPt: number, baselinePt: number, around: LineSurroundings): void {
    if (!box) return;
    const { face } = this.#fonts.stack(MATH_FONT_KEY).glyph(EQUATION_LETTER);
    const ink = { face, fonts: this.#fonts, color: automaticColor(style, around.backdrop) };
    this.#builder.mark(this.#formula(math), () => drawEquation(this.#builder, box, xPt, baselinePt, ink));
  }

  /** All lines of an equation are one element. */
  #formula(math: MathInline): StructureElement {
    let element = this.#formulas.get(math);
    if (!element) {
      element = { role: "Formula", alternativeText: linearText(math.equation) };
      this.#formulas.set(math, element);
    }
    return element;
  }

  #link(target: string, part: LinePart, xPt: number, baselinePt: number, widthPt: number): void {
    const isText = part.kind === "text";
    const heightPt = isText ? part.style.sizePt : part.kind === "object" ? part.heightPt : 0;
    if (widthPt <= 0 || heightPt <= 0) return;
    const box = { xPt, yPt: baselinePt - heightPt, widthPt, heightPt: isText ? heightPt * 1.2 : heightPt };
    this.#builder.add({ kind: "link", target, box });
  }

  #shown(part: TextPart, { text }: Placed): TextPart {
    return text === undefined ? part : this.#fitted(part, text);
  }

  /** What letters cast behind them. */
  #thrown(part: TextPart, placed: Placed, baselinePt: number, around: LineSurroundings, warp?: WarpFunction): void {
    const { format } = part.style;
    const textShadow = shadowOf(part.style);
    if (!textShadow && !format.glow) return;
    const texts = this.#texts(part, placed, baselinePt, around);
    this.#effects.draw(texts, { textShadow, glow: format.glow }, around.areGlyphsRotated === true, warp);
  }

  /** The shadow within letters is over them. */
  #inner(placed: Placed, baselinePt: number, around: LineSurroundings, warp?: WarpFunction): void {
    const { part } = placed;
    if (part.kind !== "text" || around.areGlyphsRotated) return;
    const shadow = shadowOf(part.style);
    if (shadow?.kind !== "inner" || part.style.format.outline) return;
    this.#effects.drawInner(this.#texts(this.#shown(part, placed), placed, baselinePt, around), shadow, warp);
  }

  #texts(
    { style, text, fitPt = 0 }: TextPart,
    placed: Placed,
    baselinePt: number,
    around: LineSurroundings,
  ): TextItem[] {
    const { format } = style;
    const setting = this.#setting(style, fitPt, placed, textColor(style, around.backdrop));
    const { outline: outlined, line } = format;
    return glyphRuns(text, { ...setting, outlined, line }, placed.xPt, baselinePt - style.raisePt);
  }

  #setting(style: TextStyle, fitPt: number, { wordSpacingPt, direction }: Placed, color: string): TextSetting {
    const { sizePt, scale, kerning } = style;
    const stack = this.#fonts.stack(style.fontKey);
    const spacingPt = style.spacingPt + fitPt * scale;
    return { stack, sizePt, color, kerning, spacingPt, wordSpacingPt, scale, direction };
  }

  /** The text of a field takes the room of the named font, too. */
  #fitted({ style, ...part }: TextPart, text: string): TextPart {
    const differencePt = this.#measurer.width(text, style) - this.#measurer.drawnWidth(text, style);
    return { ...part, style, text, fitPt: differencePt / style.scale / Math.max(1, [...text].length) };
  }

  #text(part: TextPart, placed: Placed, baselinePt: number, around: LineSurroundings): void {
    const { style, text, fitPt = 0 } = part;
    const { xPt, widthPt } = placed;
    const { format, sizePt } = style;
    const yPt = baselinePt - style.raisePt;
    const stack = this.#fonts.stack(style.fontKey);
    const { face } = stack.glyph(0x20);
    const ascentPt = (face?.ascent ?? ASCENT) * sizePt;
    const heightPt = ascentPt + (face?.descent ?? DESCENT) * sizePt;
    const background = backgroundOf(style);
    if (background) {
      this.#rectangle(background, xPt, yPt - ascentPt, widthPt, heightPt);
      if (!around.wordArt) this.#thrown(part, placed, baselinePt, around);
    }
    const isRaised = format.emboss || format.imprint;
    const color = isRaised ? RAISED_GRAY : textColor(style, around.backdrop);
    const { outline: outlined, line, gradient } = format;
    const place = { xPt, yPt: yPt - ascentPt, widthPt, heightPt };
    const shading = gradient && widthPt > 0 ? gradientOver(gradient, place) : undefined;
    const plain = this.#setting(style, fitPt, placed, color);
    const setting = { ...plain, ...(shading ? { color: color.slice(0, 7), opacity: meanOpacity(shading) } : {}) };
    const lettering = { ...setting, outlined, line, shading };
    this.#builder.addAll(glyphRuns(text, lettering, xPt, yPt));
    const { border } = format;
    if (isVisibleBorder(border)) drawFrame(this.#builder, border, xPt, yPt - ascentPt, widthPt, heightPt);
    this.#decorate(style, xPt, yPt, widthPt, color);
  }

  /** Lines under and through letters, and through the tabs between them. */
  #decorate({ fontKey, format, sizePt }: TextStyle, xPt: number, yPt: number, widthPt: number, color: string): void {
    const { face } = this.#fonts.stack(fontKey).glyph(0x20);
    const underline = face?.underline ?? UNDERLINE;
    const decoration = (kind: string, middlePt: number, decorationColor: string) =>
      drawDecoration(this.#builder, kind, xPt, middlePt, widthPt, underline.thickness * sizePt, decorationColor);
    if (format.underline) {
      const own = format.underlineColor;
      decoration(format.underline, yPt - underline.position * sizePt, own && own !== "auto" ? own : color);
    }
    const strikePt = yPt - ((face?.ascent ?? ASCENT) * sizePt) / 3;
    if (format.strike) decoration("single", strikePt, color);
    if (format.doubleStrike) decoration("double", strikePt, color);
  }

  #gap({ style, widthPt, leader }: GapPart, xPt: number, baselinePt: number, around: LineSurroundings): void {
    if (widthPt <= 0) return;
    const { sizePt } = style;
    const yPt = baselinePt - style.raisePt;
    const stack = this.#fonts.stack(style.fontKey);
    const { face } = stack.glyph(0x20);
    const ascentPt = (face?.ascent ?? ASCENT) * sizePt;
    const fill = backgroundOf(style);
    if (fill) {
      this.#rectangle(fill, xPt, yPt - ascentPt, widthPt, ascentPt + (face?.descent ?? DESCENT) * sizePt);
    }
    const character = LEADERS[leader];
    const color = textColor(style, around.backdrop);
    if (character && widthPt > sizePt * 0.5) {
      const onePt = this.#measurer.drawnWidth(character, style);
      const count = Math.min(MAX_LEADERS, Math.floor(widthPt / Math.max(onePt, 0.5)));
      const setting = { stack, sizePt, color, spacingPt: style.spacingPt };
      // Leaders end where the text after them starts.
      const items = glyphRuns(character.repeat(count), setting, xPt + widthPt - count * onePt, yPt);
      this.#builder.mark("artifact", () => this.#builder.addAll(items));
    }
    this.#decorate(style, xPt, yPt, widthPt, color);
  }

  #rectangle(color: string, xPt: number, yPt: number, widthPt: number, heightPt: number): void {
    this.#builder.mark("artifact", () =>
      this.#builder.add({
        kind: "path",
        outline: rectangle(xPt, yPt, widthPt, heightPt),
        fill: { color, opacity: 1 },
        stroke: undefined,
      }),
    );
  }
}

/** What a link of the document leads to; undefined if no reader should open it. */
export function linkTarget(link: string): string | undefined {
  return link.startsWith("#") ? link : safeHref(link);
}

/** Shading behind letters has no opacity of its own. */
function meanOpacity({ stops }: Shading): number {
  return stops.reduce((sum, { opacity }) => sum + opacity, 0) / Math.max(1, stops.length);
}

/** Raised and sunken letters, and those with the shadow property, have a shadow that Word chooses. */
function shadowOf({ format, sizePt }: TextStyle): Shadow | undefined {
  const sharp = (appearance: { color: string; opacity: number }, offsetPt: number): Shadow => {
    const place = { offsetXPt: offsetPt, offsetYPt: offsetPt };
    return { kind: "outer", ...appearance, blurPt: 0, ...place, scaleX: 1, scaleY: 1 };
  };
  if (format.emboss || format.imprint) return sharp(RAISED_SHADOW, RAISED_OFFSET_PT);
  return format.textShadow ?? (format.shadow ? sharp(PLAIN_SHADOW, sizePt * PLAIN_OFFSET) : undefined);
}

/** Color behind only the letters. */
function backgroundOf({ format }: TextStyle): string | undefined {
  return format.highlight ?? format.shading?.fill;
}

function textColor(style: TextStyle, backdrop: string | undefined): string {
  const { color } = style.format;
  return color === "auto" ? automaticColor(style, backdrop) : color;
}

/** Automatic text is light on a dark background. */
function automaticColor({ format }: TextStyle, backdrop: string | undefined): string {
  const behind = format.shading?.fill ?? format.highlight ?? backdrop;
  return behind && isDark(behind) ? "#ffffff" : "#000000";
}
