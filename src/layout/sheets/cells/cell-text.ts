/** What is in a cell: its value as text, aligned and fitted to the room it has. */

import { BROKEN_TEXT } from "../../../spreadsheet/number-format.ts";
import type { CellFont, TextRun } from "../styles/rich-text.ts";
import type { CellStyle } from "../styles/styles.ts";
import { type NumberTexts, narrowedGeneral, type TextPart } from "../values/number-text.ts";
import type { CellValue } from "../values/sheet-data.ts";
import type { CellAppearance } from "./cell-appearances.ts";
import type { CellFonts } from "./cell-fonts.ts";
import { breakLines, heightOf, type StyledRun, type TextLine, widthOf } from "./text-lines.ts";

export interface CellText {
  lines: TextLine[];
  /** Text after the fill of accounting formats, set at the other end. */
  trail: TextLine | undefined;
  fill: string;
  font: CellFont;
  /** `left`, `center`, `right`, `justify`, `fill`, `centerContinuous`, `distributed`. */
  horizontal: string;
  widthPt: number;
  heightPt: number;
  /** Numbers never extend into their neighbors. */
  mayOverflow: boolean;
  wraps: boolean;
}

/** Space between the cell's edges and its text: three and two pixels of a usual screen. */
export const LEFT_PADDING_PT = 2.25;
export const RIGHT_PADDING_PT = 1.5;
const PADDING_PT = LEFT_PADDING_PT + RIGHT_PADDING_PT;
const INDENT_SPACES = 3;
const WRAPPING = new Set(["justify", "distributed"]);
const MIN_SHRINK = 0.25;

/** Styles and widths of one shared text. */
const MAX_KNOWN_LAYOUTS = 8;
const MAX_KNOWN_TEXTS = 4_000;

interface KnownLayout {
  style: CellStyle;
  widthPt: number;
  text: CellText | undefined;
}

/** What a sheet says about the values that it shows. */
interface ShownValues {
  showZeros: boolean;
  setup: { errorText: string | undefined };
}

export class CellTexts {
  readonly #fonts: CellFonts;
  readonly #numbers: NumberTexts;
  readonly #shows: ShownValues;
  /** Texts of workbooks are shared by cells: they are laid out once for each style and width. */
  readonly #known = new Map<readonly TextRun[], KnownLayout[]>();
  /** Width of one step of indentation. */
  readonly indentPt: number;

  constructor(fonts: CellFonts, numbers: NumberTexts, shows: ShownValues, defaultFont: CellFont) {
    this.#fonts = fonts;
    this.#numbers = numbers;
    this.#shows = shows;
    this.indentPt = INDENT_SPACES * fonts.widthPt(" ", defaultFont);
  }

  /** `widthPt` is the width of the cell or of its merged range. */
  layout(value: CellValue, appearance: CellAppearance, widthPt: number): CellText | undefined {
    if (value.kind !== "text" || appearance.conditional) return this.#layOut(value, appearance, widthPt);
    const known = this.#known.get(value.runs) ?? [];
    const found = known.find((one) => one.style === appearance.style && one.widthPt === widthPt);
    if (found) return found.text;
    const text = this.#layOut(value, appearance, widthPt);
    // Texts that no other cell has would fill the memory.
    if (this.#known.size >= MAX_KNOWN_TEXTS) this.#known.clear();
    if (known.length < MAX_KNOWN_LAYOUTS)
      this.#known.set(value.runs, [...known, { style: appearance.style, widthPt, text }]);
    return text;
  }

  #layOut(value: CellValue, appearance: CellAppearance, widthPt: number): CellText | undefined {
    if (value.kind === "blank" || appearance.conditional?.hidesValue) return undefined;
    if (value.kind === "number" && value.number === 0 && !this.#shows.showZeros) return undefined;
    const { alignment, numberFormat } = appearance.style;
    let { font } = appearance.style;
    const shown = this.#shown(value, numberFormat);
    if (shown.color) font = { ...font, color: shown.color };
    const horizontal =
      alignment.horizontal === "general" ? naturalSide(value, alignment.rotation, numberFormat) : alignment.horizontal;
    const upright = alignment.rotation === 0;
    const indent = alignment.indent * this.indentPt;
    const room = Math.max(1, widthPt - PADDING_PT - indent);
    const wraps = (alignment.wrap || WRAPPING.has(horizontal) || WRAPPING.has(alignment.vertical)) && upright;
    const isNumber = value.kind === "number";
    const styled = (parts: readonly TextPart[], used = font): StyledRun[] =>
      parts.map((part) => ({
        text: part.text,
        font: part.font ? withColor(part.font, appearance, used) : used,
        ...(part.invisible ? { invisible: true } : {}),
      }));
    let lead = styled(shown.lead);
    let trail = shown.trail && styled(shown.trail);
    if (isNumber && upright && !alignment.shrink) {
      const needed = this.#width([...lead, ...(trail ?? [])]);
      const isNoDate = shown.lead[0]?.text === BROKEN_TEXT;
      if (needed > room + PADDING_PT || isNoDate) {
        const fits = (text: string) => this.#fonts.widthPt(text, font) <= room + 1;
        const narrow = /^general$/i.test(numberFormat) ? narrowedGeneral(value.number, fits) : undefined;
        lead = [{ text: narrow ?? this.#hashes(room, font), font }];
        trail = undefined;
      }
    }
    const mayWrap = wraps && !isNumber;
    let lines = breakLines(lead, mayWrap ? room : undefined, font, this.#fonts);
    if (alignment.shrink && upright && !wraps) {
      const needed = widthOf(lines);
      if (needed > room) {
        const factor = Math.max(MIN_SHRINK, room / needed);
        const smaller = lead.map((run) => ({ ...run, font: { ...run.font, sizePt: run.font.sizePt * factor } }));
        lines = breakLines(smaller, undefined, font, this.#fonts);
      }
    }
    if (!mayWrap && lines.length > 1 && upright && !alignment.wrap) lines = [joined(lines)];
    return {
      lines,
      trail: trail && breakLines(trail, undefined, font, this.#fonts)[0],
      fill: shown.fill,
      font,
      horizontal,
      widthPt: widthOf(lines),
      heightPt: heightOf(lines),
      mayOverflow: !isNumber && !mayWrap && value.kind === "text" && horizontal !== "fill" && !alignment.shrink,
      wraps: mayWrap,
    };
  }

  #shown(
    value: Exclude<CellValue, { kind: "blank" }>,
    numberFormat: string,
  ): { lead: TextPart[]; trail: TextPart[] | undefined; fill: string; color: string | undefined } {
    const plain = (lead: TextPart[]) => ({ lead, trail: undefined, fill: "", color: undefined });
    switch (value.kind) {
      case "number":
        return this.#numbers.format(value.number, numberFormat);
      case "boolean":
        return plain([{ text: value.value ? "TRUE" : "FALSE" }]);
      case "error":
        return plain([{ text: this.#shows.setup.errorText ?? value.code }]);
      case "text": {
        const isPlain = value.runs.length === 1 && !value.runs[0]?.font;
        if (!isPlain || !/[@;]/.test(numberFormat) || numberFormat === "@") return plain([...value.runs]);
        return this.#numbers.format(value.runs[0]?.text ?? "", numberFormat);
      }
    }
  }

  #width(runs: readonly StyledRun[]): number {
    return runs.reduce((sum, run) => sum + this.#fonts.widthPt(run.text, run.font), 0);
  }

  #hashes(room: number, font: CellFont): string {
    return "#".repeat(Math.max(1, Math.floor(room / this.#fonts.widthPt("#", font))));
  }
}

/** Text that runs upwards is at the right side; a number with a text format counts as text. */
function naturalSide(value: CellValue, rotation: number | "stacked", numberFormat: string): string {
  if (value.kind === "number" && numberFormat === "@" && rotation === 0) return "left";
  if (value.kind === "number" || (typeof rotation === "number" && rotation > 0)) return "right";
  if (value.kind === "text" && startsRightToLeft(value.runs)) return "right";
  return value.kind === "boolean" || value.kind === "error" ? "center" : "left";
}

/** The first letter decides (Unicode Standard Annex 9, P2). */
function startsRightToLeft(runs: readonly TextRun[]): boolean {
  const [letter = ""] = /\p{L}/u.exec(runs.map((run) => run.text).join("")) ?? [];
  return /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u.test(letter);
}

/** Conditional formats recolor rich text, too. */
function withColor(font: CellFont, appearance: CellAppearance, used: CellFont): CellFont {
  const recolours = appearance.conditional?.styles.some((style) => style.font.color);
  return recolours && used.color ? { ...font, color: used.color } : font;
}

/** Line feeds of cells that do not wrap are ignored. */
function joined(lines: readonly TextLine[]): TextLine {
  return {
    runs: lines.flatMap((line) => line.runs),
    widthPt: lines.reduce((sum, line) => sum + line.widthPt, 0),
    ascentPt: lines.reduce((most, line) => Math.max(most, line.ascentPt), 0),
    descentPt: lines.reduce((most, line) => Math.max(most, line.descentPt), 0),
  };
}
