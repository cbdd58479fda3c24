/** Lays slide text out in a box: lines, bullets, spacing, columns, anchoring and fitting. Lengths in points. */

import type { Metered } from "../../../domain/work-meter.ts";
import type { Inline } from "../../model/blocks.ts";
import { type CharacterFormat, DEFAULT_PARAGRAPH_FORMAT, type ParagraphFormat } from "../../model/formatting.ts";
import type { Line } from "../../text/line.ts";
import { LineBreaker } from "../../text/line-breaker.ts";
import { LineItemBuilder } from "../../text/line-items.ts";
import type { TextMeasurer } from "../../text/measure.ts";
import type { TextStyle, TextStyles } from "../../text/text-style.ts";
import type { SlideParagraph, SlideText, Spacing } from "../model/text.ts";

export interface TextTools {
  styles: TextStyles;
  /** The same with lines that depend only on the size, not on the font. */
  evenStyles: TextStyles;
  measurer: TextMeasurer;
  meter: Metered;
}

export interface PlacedBullet {
  /** From the column's starting edge. */
  xPt: number;
  baselinePt: number;
  mark: { kind: "text"; text: string; style: TextStyle } | { kind: "picture"; source: string; sizePt: number };
}

interface PlacedLine {
  line: Line;
  /** Where the room of the line starts, before alignment. */
  startPt: number;
  /** Top of the line in the text. */
  yPt: number;
  /** Left edge of its column. */
  columnPt: number;
  bullet: PlacedBullet | undefined;
}

interface PlacedParagraph {
  paragraph: SlideParagraph;
  lines: PlacedLine[];
}

export interface LaidOutText {
  paragraphs: PlacedParagraph[];
  columnWidthPt: number;
  /** Width of the widest line; useful if text does not wrap. */
  naturalWidthPt: number;
  heightPt: number;
  /** Height without the lines at the end that show nothing. */
  shownHeightPt: number;
}

/** How much the text is made smaller to fit (`a:normAutofit`). */
export interface TextScale {
  font: number;
  spacingCut: number;
}

export const FULL_SIZE: TextScale = { font: 1, spacingCut: 0 };

const UNWRAPPED_PT = 4_000;
/** PowerPoint measures on the grid of a printer, and so a line holds this share more than its fonts say. */
const SPARE_SHARE = 0.002;
const MAX_LINES = 4_000;

export function layoutText(
  text: SlideText,
  widthPt: number,
  heightPt: number,
  tools: TextTools,
  scale: TextScale,
): LaidOutText {
  const { frame } = text;
  const columns = frame.wraps ? frame.columns : 1;
  const gap = frame.columnGapPt;
  const columnWidthPt = frame.wraps ? Math.max(1, (widthPt - gap * (columns - 1)) / columns) : UNWRAPPED_PT;
  const flow = new TextFlow(columns > 1 ? heightPt : Number.POSITIVE_INFINITY, columnWidthPt + gap, columns);
  const lineTools = frame.hasEvenLines ? { ...tools, styles: tools.evenStyles } : tools;
  const paragraphs = text.paragraphs.map((paragraph) =>
    new ParagraphLayout(paragraph, columnWidthPt, lineTools, scale).place(flow),
  );
  let naturalWidthPt = 0;
  let shownHeightPt = 0;
  for (const { lines } of paragraphs) {
    for (const { line, startPt, yPt } of lines) {
      naturalWidthPt = Math.max(naturalWidthPt, startPt + line.widthPt);
      if (line.parts.length > 0) shownHeightPt = Math.max(shownHeightPt, yPt + line.heightPt);
    }
  }
  if (!frame.wraps) alignUnwrapped(paragraphs, naturalWidthPt);
  return {
    paragraphs,
    columnWidthPt: frame.wraps ? columnWidthPt : naturalWidthPt,
    naturalWidthPt,
    heightPt: flow.heightPt,
    shownHeightPt,
  };
}

/** Text that does not wrap is as wide as its widest line; the lines are aligned within that. */
function alignUnwrapped(paragraphs: readonly PlacedParagraph[], widthPt: number): void {
  for (const { paragraph, lines } of paragraphs) {
    const align = alignmentOf(paragraph);
    for (const placed of lines) {
      const free = widthPt - placed.startPt - placed.line.widthPt;
      const before = placed.line.xPt;
      placed.line.xPt = placed.startPt + (align === "center" ? free / 2 : align === "right" ? free : 0);
      if (placed.bullet) placed.bullet.xPt += placed.line.xPt - before;
    }
  }
}

/** Start-side alignment: the line breaker knows only the starting edge. */
function alignmentOf({ alignment, rightToLeft }: SlideParagraph): ParagraphFormat["alignment"] {
  switch (alignment) {
    case "ctr":
      return "center";
    case "r":
      return rightToLeft ? "left" : "right";
    case "just":
    case "justLow":
      return "both";
    case "dist":
    case "thaiDist":
      return "distribute";
    default:
      return rightToLeft ? "right" : "left";
  }
}

/** Where the next line goes, column by column. */
class TextFlow {
  yPt = 0;
  heightPt = 0;
  isTop = true;
  #column = 0;
  readonly #limitPt: number;
  readonly #stepPt: number;
  readonly #columns: number;

  constructor(limitPt: number, stepPt: number, columns: number) {
    this.#limitPt = limitPt;
    this.#stepPt = stepPt;
    this.#columns = columns;
  }

  get columnPt(): number {
    return this.#column * this.#stepPt;
  }

  space(pt: number): void {
    if (!this.isTop) this.yPt += pt;
  }

  /** Reserves a line; a line that does not fit goes to the next column. */
  take(heightPt: number): number {
    if (!this.isTop && this.yPt + heightPt > this.#limitPt + 0.5 && this.#column + 1 < this.#columns) {
      this.#column += 1;
      this.yPt = 0;
    }
    const at = this.yPt;
    this.yPt += heightPt;
    this.isTop = false;
    this.heightPt = Math.max(this.heightPt, this.yPt);
    return at;
  }
}

const scaledFormats = new WeakMap<CharacterFormat, Map<number, CharacterFormat>>();

function scaledFormat(format: CharacterFormat, factor: number): CharacterFormat {
  if (factor === 1) return format;
  let byFactor = scaledFormats.get(format);
  if (!byFactor) scaledFormats.set(format, (byFactor = new Map()));
  let scaled = byFactor.get(factor);
  if (!scaled) {
    const sizePt = format.sizePt * factor;
    scaled = {
      ...format,
      sizePt,
      sizeComplexPt: sizePt,
      positionPt: format.positionPt * factor,
      spacingPt: format.spacingPt * factor,
    };
    byFactor.set(factor, scaled);
  }
  return scaled;
}

function scaledInline(inline: Inline, factor: number): Inline {
  if (factor === 1 || inline.kind === "bookmark") return inline;
  return { ...inline, format: scaledFormat(inline.format, factor) };
}

class ParagraphLayout {
  readonly #paragraph: SlideParagraph;
  readonly #widthPt: number;
  readonly #tools: TextTools;
  readonly #scale: TextScale;
  readonly #endStyle: TextStyle;

  constructor(paragraph: SlideParagraph, widthPt: number, tools: TextTools, scale: TextScale) {
    this.#paragraph = paragraph;
    this.#widthPt = widthPt;
    this.#tools = tools;
    this.#scale = scale;
    this.#endStyle = tools.styles.style(scaledFormat(paragraph.endFormat, scale.font));
  }

  place(flow: TextFlow): PlacedParagraph {
    const paragraph = this.#paragraph;
    const bullet = this.#bullet();
    const { marginLeftPt, marginRightPt, indentPt } = paragraph;
    const firstPt = Math.max(0, marginLeftPt + indentPt);
    const bulletEndPt = bullet ? firstPt + bullet.widthPt : 0;
    const textPt = bullet ? Math.max(marginLeftPt, bulletEndPt) : firstPt;
    const breaker = this.#breaker(marginLeftPt, firstPt - marginLeftPt);
    const rightPt = Math.max(1, this.#widthPt - marginRightPt);
    const lines: PlacedLine[] = [];
    let item = 0;
    let height = 0;
    do {
      this.#tools.meter.charge("line");
      const isFirst = item === 0 && lines.length === 0;
      const leftPt = isFirst ? textPt : marginLeftPt;
      const roomPt = Math.max(1, rightPt - leftPt);
      const sparePt = roomPt * SPARE_SHARE;
      const line = breaker.line(item, { leftPt, rightPt: leftPt + roomPt + sparePt });
      line.xPt -= this.#alignedShare() * sparePt;
      // The tail of the paragraph counts only if nothing else gives the line a height.
      if (!line.parts.some((part) => part.kind !== "gap")) this.#takeEndHeight(line);
      if (isFirst) {
        height = line.heightPt;
        flow.space(this.#space(paragraph.spaceBefore, height));
      }
      this.#applyLineSpacing(line);
      const yPt = flow.take(line.heightPt);
      lines.push({
        line,
        startPt: leftPt,
        yPt,
        columnPt: flow.columnPt,
        bullet:
          isFirst && bullet
            ? { xPt: firstPt + (line.xPt - leftPt), baselinePt: yPt + line.baselinePt, mark: bullet.mark }
            : undefined,
      });
      item = Math.max(line.endItem, item + (line.endItem === item ? 1 : 0));
      if (line.endsWith === "paragraph") break;
    } while (lines.length < MAX_LINES);
    flow.space(this.#space(paragraph.spaceAfter, height));
    return { paragraph, lines };
  }

  /** How much of the room beside a line is before it. */
  #alignedShare(): number {
    const alignment = alignmentOf(this.#paragraph);
    return alignment === "center" ? 0.5 : alignment === "right" ? 1 : 0;
  }

  #bullet(): { widthPt: number; mark: PlacedBullet["mark"] } | undefined {
    const { bullet } = this.#paragraph;
    if (!bullet) return undefined;
    if (bullet.kind === "picture") {
      const sizePt = bullet.sizePt * this.#scale.font;
      return { widthPt: sizePt, mark: { kind: "picture", source: bullet.source, sizePt } };
    }
    const style = this.#tools.styles.style(scaledFormat(bullet.format, this.#scale.font));
    const { text } = bullet;
    return { widthPt: this.#tools.measurer.width(text, style), mark: { kind: "text", text, style } };
  }

  #breaker(indentLeftPt: number, indentFirstPt: number): LineBreaker {
    const paragraph = this.#paragraph;
    const { styles, measurer } = this.#tools;
    const builder = new LineItemBuilder(styles, measurer);
    const items = builder.build(paragraph.inlines.map((inline) => scaledInline(inline, this.#scale.font)));
    const format: ParagraphFormat = {
      ...DEFAULT_PARAGRAPH_FORMAT,
      alignment: alignmentOf(paragraph),
      tabs: paragraph.tabs.map((tab) => ({ ...tab, leader: "none" })),
    };
    return new LineBreaker(
      items,
      {
        format,
        indentLeftPt,
        indentRightPt: 0,
        indentFirstPt,
        widthPt: this.#widthPt,
        defaultTabPt: paragraph.defaultTabPt,
        grid: undefined,
        markStyle: { ...this.#endStyle, ascentPt: 0, descentPt: 0 },
      },
      measurer,
    );
  }

  #takeEndHeight(line: Line): void {
    const { ascentPt, descentPt } = this.#endStyle;
    if (line.heightPt >= ascentPt + descentPt) return;
    line.heightPt = ascentPt + descentPt;
    line.baselinePt = ascentPt;
  }

  #space(spacing: Spacing, lineHeightPt: number): number {
    const cut = 1 - this.#scale.spacingCut;
    return spacing.kind === "points" ? spacing.points * cut : spacing.share * lineHeightPt * cut;
  }

  /** Shares below one cut room above the text, larger ones add room there; fixed heights move the baseline likewise. */
  #applyLineSpacing(line: Line): void {
    const { lineSpacing } = this.#paragraph;
    const natural = line.heightPt;
    if (lineSpacing.kind === "points") {
      const height = Math.max(1, lineSpacing.points);
      line.baselinePt += height - natural;
      line.heightPt = height;
      return;
    }
    const share = Math.max(0.1, lineSpacing.share - this.#scale.spacingCut);
    const change = natural * (share - 1);
    line.heightPt = natural + change;
    line.baselinePt += change;
  }
}
