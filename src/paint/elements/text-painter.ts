/** Lines of text as page elements. Every line is one absolutely placed box whose children flow on its baseline. */

import { borderColor, borderThickness } from "../../layout/flow/border-strokes.ts";
import type { PageField } from "../../layout/model/blocks.ts";
import { isDark } from "../../layout/model/color.ts";
import { safeHref } from "../../layout/model/safe-href.ts";
import type { Line, LinePart } from "../../layout/text/line.ts";
import type { TextPiece } from "../../layout/text/line-items.ts";
import { hasRightToLeft } from "../../layout/text/script.ts";
import type { TextStyle } from "../../layout/text/text-style.ts";
import { element, pt, SHEET_SCALE } from "./elements.ts";

export interface TextPaintContext {
  /** Text of a field on the page that is painted. */
  field: (field: PageField, fallback: string) => string;
  drawing: (part: Extract<LinePart, { kind: "object" }>) => HTMLElement;
  /** The paragraph runs from right to left. */
  rightToLeft: boolean;
  /** Colour behind the text, for automatic text colour. */
  backdrop: string | undefined;
}

const LEADER_CHARACTERS: Readonly<Record<string, string>> = {
  dot: ".",
  hyphen: "-",
  underscore: "_",
  heavy: "_",
  middleDot: "·",
};

const UNDERLINES: Readonly<Record<string, string>> = {
  single: "solid",
  words: "solid",
  double: "double",
  thick: "solid",
  dotted: "dotted",
  dottedHeavy: "dotted",
  dash: "dashed",
  dashedHeavy: "dashed",
  dashLong: "dashed",
  dashLongHeavy: "dashed",
  dotDash: "dashed",
  dashDotHeavy: "dashed",
  dotDotDash: "dashed",
  dashDotDotHeavy: "dashed",
  wave: "wavy",
  wavyHeavy: "wavy",
  wavyDouble: "wavy",
};

const cssCache = new WeakMap<TextStyle, Map<string, string>>();

/** Styles that do not depend on the text's position. */
function textCss(style: TextStyle, backdrop: string | undefined): string {
  let byBackdrop = cssCache.get(style);
  if (!byBackdrop) {
    byBackdrop = new Map();
    cssCache.set(style, byBackdrop);
  }
  const known = byBackdrop.get(backdrop ?? "");
  if (known !== undefined) return known;
  const { format } = style;
  const behind = format.shading?.fill ?? format.highlight ?? backdrop;
  const color = format.color === "auto" ? (behind && isDark(behind) ? "#ffffff" : "#000000") : format.color;
  let css = `font-family:${style.familyCss.replace(/"/g, "'")};font-size:${pt(style.sizePt)};color:${color};line-height:0;`;
  if (style.bold) css += "font-weight:700;";
  if (style.italic) css += "font-style:italic;";
  if (style.kerning) css += "font-kerning:normal;";
  if (style.spacingPt) css += `letter-spacing:${pt(style.spacingPt)};`;
  if (style.raisePt) css += `vertical-align:${pt(style.raisePt)};`;
  const lines = [
    ...(format.underline ? ["underline"] : []),
    ...(format.strike || format.doubleStrike ? ["line-through"] : []),
  ];
  if (lines.length > 0) {
    css += `text-decoration:${lines.join(" ")} ${UNDERLINES[format.underline ?? ""] ?? (format.doubleStrike ? "double" : "solid")};`;
    if (format.underlineColor && format.underlineColor !== "auto")
      css += `text-decoration-color:${format.underlineColor};`;
    css += "text-decoration-skip-ink:none;";
  }
  const fill = format.highlight ?? format.shading?.fill;
  if (fill) css += `background:${fill};`;
  if (format.border && format.border.style !== "none" && format.border.style !== "nil") {
    css += `outline:${pt(borderThickness(format.border))} solid ${borderColor(format.border)};`;
  }
  if (format.outline) css += `-webkit-text-stroke:${pt(0.4)} ${color};-webkit-text-fill-color:transparent;`;
  // A blurred shadow would turn the text's surroundings into pixels.
  const { letterShadow } = format;
  if (letterShadow?.kind === "outer") {
    const { color: shade, opacity, offsetXPt, offsetYPt } = letterShadow;
    const alpha = Math.round(Math.min(1, opacity) * 255)
      .toString(16)
      .padStart(2, "0");
    css += `text-shadow:${pt(offsetXPt)} ${pt(offsetYPt)} 0 ${shade}${alpha};`;
  } else if (format.shadow) css += `text-shadow:${pt(style.sizePt * 0.04)} ${pt(style.sizePt * 0.04)} 0 #80808080;`;
  if (format.emboss || format.imprint) css += `color:#c0c0c0;text-shadow:${pt(0.5)} ${pt(0.5)} 0 #606060;`;
  byBackdrop.set(backdrop ?? "", css);
  return css;
}

export function paintLine(line: Line, topPt: number, context: TextPaintContext): HTMLElement {
  const isRightToLeft = context.rightToLeft;
  // A root font size of 0 puts the baseline in the middle of the line box, whatever fonts are on it.
  const boxHeight = Math.max(24, tallest(line) * 4);
  const y = topPt + line.baselinePt - boxHeight / 2;
  const edge = isRightToLeft ? `right:${pt(line.xPt)};` : `left:${pt(line.xPt)};`;
  const spacing = line.wordSpacingPt ? `word-spacing:${(line.wordSpacingPt * SHEET_SCALE).toFixed(3)}pt;` : "";
  const box = element(
    "div",
    `position:absolute;${edge}top:${pt(y)};height:${pt(boxHeight)};line-height:${pt(boxHeight)};font-size:0;white-space:pre;${spacing}${isRightToLeft ? "direction:rtl;" : ""}`,
  );
  const lastGap = line.parts.reduce((last, part, index) => (part.kind === "gap" ? index : last), -1);
  line.parts.forEach((part, index) => {
    const painted = paintPart(part, context, line.wordSpacingPt !== 0 && index < lastGap);
    if (painted) box.append(painted);
  });
  return box;
}

function tallest(line: Line): number {
  let size = 6;
  for (const part of line.parts)
    if (part.kind === "text") size = Math.max(size, part.style.sizePt + Math.abs(part.style.raisePt));
  return size;
}

function paintPart(part: LinePart, context: TextPaintContext, beforeTab: boolean): Node | undefined {
  switch (part.kind) {
    case "text":
      return paintText(part, context, beforeTab);
    case "gap":
      return paintGap(part);
    case "object": {
      const holder = element(
        "span",
        `display:inline-block;position:relative;width:${pt(part.widthPt)};height:0;line-height:0;vertical-align:baseline;`,
      );
      const inner = element(
        "span",
        `position:absolute;left:0;bottom:0;width:${pt(part.widthPt)};height:${pt(part.heightPt)};`,
      );
      inner.append(context.drawing(part));
      holder.append(inner);
      return linked(holder, part.link);
    }
    case "math": {
      const { math } = part;
      const holder = element("span", `display:inline-block;position:relative;width:${pt(part.widthPt)};height:0;`);
      const inner = element(
        "span",
        `position:absolute;left:0;top:${pt(-math.ascentPt)};font-size:${pt(math.format.sizePt)};line-height:normal;white-space:nowrap;${mathFontCss()}`,
      );
      inner.innerHTML = math.markup;
      holder.append(inner);
      return holder;
    }
  }
}

export function mathFontCss(): string {
  return "font-family:'Cambria Math','Noto Sans Math','STIX Two Math','DejaVu Math TeX Gyre',math;";
}

function paintText(part: TextPiece, context: TextPaintContext, beforeTab: boolean): HTMLElement {
  const text = part.field ? context.field(part.field, part.text) : part.text;
  let css = textCss(part.style, context.backdrop);
  if (beforeTab) css += "word-spacing:0;";
  if (part.fitPt) css += `letter-spacing:${pt(part.style.spacingPt + part.fitPt)};`;
  if (part.gapAfterPt) css += `margin-right:${pt(part.gapAfterPt)};`;
  if (part.style.scale !== 1) {
    css += `display:inline-block;transform-origin:0 50%;transform:scaleX(${part.style.scale});width:${pt(part.widthPt - (part.gapAfterPt ?? 0))};`;
  }
  // The link is the text's own element: a wrapper without a font would have no area to click.
  const href = part.link ? safeHref(part.link) : undefined;
  const span = href ? element("a", css) : element("span", css);
  if (href) span.setAttribute("href", href);
  if (href && !/text-decoration:/.test(css)) span.style.textDecoration = "none";
  if (hasRightToLeft(text)) {
    // Joined scripts need the ligatures that Word leaves out elsewhere.
    span.style.fontVariantLigatures = "normal";
    if (part.style.format.rightToLeft && !context.rightToLeft) span.dir = "rtl";
  }
  span.textContent = text;
  return span;
}

function linked(node: HTMLElement, link: string | undefined): HTMLElement {
  const href = link ? safeHref(link) : undefined;
  if (!href) return node;
  const anchor = element("a", "color:inherit;text-decoration:none;");
  anchor.href = href;
  // The box of an object is above the baseline, outside its line: it carries the link itself.
  const box = node.firstElementChild;
  if (!box) return node;
  anchor.append(...box.childNodes);
  anchor.style.cssText += "position:absolute;left:0;top:0;width:100%;height:100%;display:block;";
  box.append(anchor);
  return node;
}

function paintGap(part: Extract<LinePart, { kind: "gap" }>): HTMLElement {
  if (part.widthPt < 0) return element("span", `margin-left:${pt(part.widthPt)};`);
  const gap = element("span", `display:inline-block;position:relative;width:${pt(part.widthPt)};height:0;`);
  const { style } = part;
  const leader = LEADER_CHARACTERS[part.leader];
  if (leader && part.widthPt > style.sizePt * 0.5) {
    const count = Math.min(600, Math.ceil(part.widthPt / (style.sizePt * 0.2)));
    // The font of the line's text; the box is as tall as the text, its baseline on that of the line.
    const inner = element(
      "span",
      `position:absolute;right:0;bottom:${pt(-style.sizePt)};width:${pt(part.widthPt)};height:${pt(style.sizePt * 2)};line-height:${pt(style.sizePt * 2)};overflow:hidden;white-space:nowrap;text-align:right;direction:rtl;font-size:0;`,
    );
    const dots = element("span", `${textCss(style, undefined)}text-decoration:none;`);
    dots.textContent = leader.repeat(count);
    inner.append(dots);
    gap.append(inner);
  }
  if (style.format.underline) {
    const thickness = Math.max(0.5, style.sizePt * 0.05);
    const line = element(
      "span",
      `position:absolute;left:0;top:${pt(style.sizePt * 0.1)};width:${pt(part.widthPt)};border-top:${pt(thickness)} solid ${style.format.color === "auto" ? "#000000" : style.format.color};`,
    );
    gap.append(line);
  }
  const fill = style.format.highlight ?? style.format.shading?.fill;
  if (fill) {
    const back = element(
      "span",
      `position:absolute;left:0;top:${pt(-style.sizePt)};width:${pt(part.widthPt)};height:${pt(style.sizePt * 1.2)};background:${fill};`,
    );
    gap.prepend(back);
  }
  return gap;
}
