/** `p:txBody`, `a:txBody`, `dsp:txBody` (ECMA-376 part 1, 21.1.2.1) -> text with final properties. */

import { appendAll } from "../../../domain/collections/long-lists.ts";
import { isAlphabetic, isOftenMissing } from "../../../font/substitutes/families.ts";
import { isSymbolFont, symbolText } from "../../../font/substitutes/symbol-fonts.ts";
import { dateFieldText } from "../../../office/date-field.ts";
import { child, childrenNamed, findAll, type XmlNode } from "../../../office/xml-node.ts";
import type { ColorValue } from "../../drawing/drawingml-style.ts";
import { equationAlignment, isEquations, mathInline } from "../../math/math-inline.ts";
import type { Inline } from "../../model/blocks.ts";
import type { CharacterFormat } from "../../model/formatting.ts";
import type { Theme } from "../../model/theme.ts";
import type { BulletMark, SlideParagraph, SlideText, Spacing } from "../model/text.ts";
import type { PartContext } from "../part-context.ts";
import { Autonumbers, autonumberText } from "./autonumber.ts";
import { characterFormat, cssColor, resolveTypeface } from "./character-format.ts";
import { readTextFrame } from "./frame-reader.ts";
import {
  LEVELS,
  type LevelProperties,
  mergeLevels,
  mergeParagraphs,
  mergeRuns,
  type ParagraphProperties,
  type RunProperties,
} from "./text-properties.ts";
import { readLevels, readParagraphProperties, readRunProperties } from "./text-properties-reader.ts";

export interface TextSource {
  context: PartContext;
  /** Properties of the levels that the text inherits, its own list style not among them. */
  levels: LevelProperties;
  /** Color and font of the shape's style; direct properties win. */
  style?: RunProperties;
  /** `a:bodyPr` elements that are inherited, nearest first. */
  inheritedBodies: readonly (XmlNode | undefined)[];
  slideNumber: number;
  /** Number of the slide with this part name, for links. */
  slideLink: (part: string) => string | undefined;
}

const MAX_PARAGRAPHS = 5_000;
const FULL_LINE: Spacing = { kind: "share", share: 1 };
const NO_SPACE: Spacing = { kind: "points", points: 0 };

export function readText(body: XmlNode, source: TextSource): SlideText {
  const own = readLevels(child(body, "a:lstStyle"), source.context);
  const levels = mergeLevels(source.levels, own);
  const reader = new ParagraphReader(source, levels);
  const frame = readTextFrame([child(body, "a:bodyPr"), ...source.inheritedBodies]);
  const paragraphs = childrenNamed(body, "a:p")
    .slice(0, MAX_PARAGRAPHS)
    .map((paragraph) => reader.read(paragraph));
  return { frame, paragraphs: frame.vertical.startsWith("wordArtVert") ? paragraphs.map(stacked) : paragraphs };
}

/** Letters one below another. */
function stacked(paragraph: SlideParagraph): SlideParagraph {
  const inlines = paragraph.inlines.flatMap((inline): Inline[] => {
    if (inline.kind !== "text") return [inline];
    return [...inline.text].flatMap((letter): Inline[] => [
      { ...inline, text: letter },
      { kind: "break", breakKind: "line", clear: false, format: inline.format },
    ]);
  });
  if (inlines.at(-1)?.kind === "break") inlines.pop();
  return { ...paragraph, inlines, alignment: "ctr", bullet: undefined, marginLeftPt: 0, indentPt: 0 };
}

const SLIDE_ALIGNMENTS = { left: "l", center: "ctr", right: "r" } as const;

class ParagraphReader {
  readonly #source: TextSource;
  readonly #levels: LevelProperties;
  readonly #numbers = new Autonumbers();

  constructor(source: TextSource, levels: LevelProperties) {
    this.#source = source;
    this.#levels = levels;
  }

  read(element: XmlNode): SlideParagraph {
    const { context, style } = this.#source;
    const ownElement = child(element, "a:pPr");
    const level = Math.min(LEVELS - 1, Math.max(0, Number(ownElement?.attributes.lvl ?? 0) || 0));
    const inherited = this.#levels[level] ?? {};
    const base: ParagraphProperties = { ...inherited, run: mergeRuns(inherited.run ?? {}, style) };
    const properties = mergeParagraphs(base, readParagraphProperties(ownElement, context));
    const run = properties.run ?? {};
    const rightToLeft = properties.rightToLeft ?? false;
    const endRun = mergeRuns(run, readRunProperties(child(element, "a:endParaRPr"), context));
    const inlines: Inline[] = [];
    let first: RunProperties | undefined;
    for (const part of element.children) {
      const added = this.#part(part, run, rightToLeft);
      if (!added) continue;
      first ??= added.run;
      appendAll(inlines, added.inlines);
    }
    const equations = isEquations(inlines) ? (equationAlignment(element) ?? "center") : undefined;
    const bullet = this.#bullet(properties, level, first ?? endRun, inlines.length > 0, rightToLeft);
    return {
      alignment: equations ? SLIDE_ALIGNMENTS[equations] : (properties.alignment ?? (rightToLeft ? "r" : "l")),
      rightToLeft,
      marginLeftPt: Math.max(0, properties.marginLeftPt ?? 0),
      marginRightPt: Math.max(0, properties.marginRightPt ?? 0),
      indentPt: properties.indentPt ?? 0,
      lineSpacing: properties.lineSpacing ?? FULL_LINE,
      spaceBefore: properties.spaceBefore ?? NO_SPACE,
      spaceAfter: properties.spaceAfter ?? NO_SPACE,
      tabs: properties.tabs ?? [],
      defaultTabPt: properties.defaultTabPt ?? 72,
      bullet,
      inlines,
      endFormat: this.#format(endRun, rightToLeft),
    };
  }

  #format(run: RunProperties, rightToLeft: boolean): CharacterFormat {
    return characterFormat({ run, theme: this.#source.context.theme, rightToLeft });
  }

  #part(
    element: XmlNode,
    base: RunProperties,
    rightToLeft: boolean,
  ): { run: RunProperties; inlines: Inline[] } | undefined {
    const { context } = this.#source;
    const ownElement = child(element, "a:rPr");
    const own = () => mergeRuns(base, readRunProperties(ownElement, context));
    switch (element.name) {
      case "a:r": {
        const { run, link } = this.#linked(own(), ownElement);
        return { run, inlines: this.#text(child(element, "a:t")?.text ?? "", run, link, rightToLeft) };
      }
      case "a:fld": {
        const { run, link } = this.#linked(own(), ownElement);
        return { run, inlines: this.#text(this.#fieldText(element, run), run, link, rightToLeft) };
      }
      case "a:br": {
        const run = own();
        return {
          run,
          inlines: [{ kind: "break", breakKind: "line", clear: false, format: this.#format(run, rightToLeft) }],
        };
      }
      case "a14:m": {
        const run = own();
        const formatOf = (appearance: XmlNode | undefined) =>
          this.#format(mergeRuns(run, readRunProperties(child(appearance, "a:rPr"), context)), rightToLeft);
        return { run, inlines: element.children.flatMap((equation) => mathInline(equation, formatOf)) };
      }
      case "mc:AlternateContent": {
        const content = child(element, "mc:Choice") ?? child(element, "mc:Fallback");
        const parts = content?.children.flatMap((inner) => this.#part(inner, base, rightToLeft) ?? []) ?? [];
        return parts[0] && { run: parts[0].run, inlines: parts.flatMap((part) => part.inlines) };
      }
      default:
        return undefined;
    }
  }

  /** Links take the theme's color and an underline, whatever the run says. */
  #linked(run: RunProperties, element: XmlNode | undefined): { run: RunProperties; link: string | undefined } {
    const click = child(element, "a:hlinkClick");
    if (!click) return { run, link: undefined };
    const link = linkTarget(click, this.#source);
    if (!link) return { run, link };
    const keepsColor = findAll(click, "ahyp:hlinkClr").some((entry) => entry.attributes.val === "tx");
    const color = this.#source.context.theme.color("hlink");
    const linked: RunProperties = { ...run, underline: "sng" };
    if (color && !keepsColor) linked.color = { color, opacity: 1 };
    return { run: linked, link };
  }

  #fieldText(element: XmlNode, run: RunProperties): string {
    const type = element.attributes.type ?? "";
    if (type === "slidenum") return String(this.#source.slideNumber);
    const stored = child(element, "a:t")?.text ?? "";
    // Merges write the day's date into the file; a file that is only converted shows what was stored with it.
    if (stored.trim()) return stored;
    return dateFieldText(type, this.#source.context.shared.now, run.language) ?? stored;
  }

  #text(source: string, run: RunProperties, link: string | undefined, rightToLeft: boolean): Inline[] {
    const { theme } = this.#source.context;
    const latin = resolveTypeface(run.latin, theme);
    const symbol = run.symbol ?? (isSymbolFont(latin) ? latin : undefined);
    const format = this.#format(withScripts(source, run, theme), rightToLeft);
    const inlines: Inline[] = [];
    // Line feeds of the markup are spaces; vertical tabs are line breaks.
    const pieces = source.replace(/\r?\n/g, " ").split(/(\t|\v)/);
    const isSeparator =
      rightToLeft && RIGHT_TO_LEFT_LANGUAGE.test(run.language ?? "") && !IN_WORDS.test(source) && source.trim() !== "";
    for (const piece of pieces) {
      if (piece === "\t") inlines.push({ kind: "tab", format, ...(link ? { link } : {}) });
      else if (piece === "\v") inlines.push({ kind: "break", breakKind: "line", clear: false, format });
      else if (piece !== "") {
        const shown = symbol ? translated(piece, symbol, isSymbolFont(latin)) : piece;
        const text = isSeparator ? `${RIGHT_TO_LEFT_MARK}${shown}${RIGHT_TO_LEFT_MARK}` : shown;
        inlines.push({ kind: "text", text, format, ...(link ? { link } : {}) });
      }
    }
    return inlines;
  }

  #bullet(
    properties: ParagraphProperties,
    level: number,
    first: RunProperties,
    hasText: boolean,
    rightToLeft: boolean,
  ): BulletMark | undefined {
    const { bullet } = properties;
    // Paragraphs without text show no bullet and are not counted.
    if (!hasText) return undefined;
    const number =
      bullet?.kind === "number"
        ? this.#numbers.next(level, bullet.scheme, bullet.startAt)
        : this.#numbers.next(level, undefined, 1);
    if (!bullet || bullet.kind === "none") return undefined;
    const size = properties.bulletSize;
    const textSizePt = first.sizePt ?? 18;
    const sizePt =
      size === undefined || size === "text"
        ? textSizePt
        : size.kind === "share"
          ? textSizePt * size.share
          : size.points;
    if (bullet.kind === "picture") {
      return bullet.source ? { kind: "picture", source: bullet.source, sizePt } : undefined;
    }
    const color: ColorValue | undefined =
      properties.bulletColor && properties.bulletColor !== "text" ? properties.bulletColor : first.color;
    const { theme } = this.#source.context;
    const named =
      properties.bulletFont && properties.bulletFont !== "text" && bullet.kind === "character"
        ? resolveTypeface(properties.bulletFont, theme)
        : undefined;
    const family = named ?? resolveTypeface(first.latin, theme);
    const run: RunProperties = {
      sizePt,
      ...(first.bold === undefined ? {} : { bold: first.bold }),
      ...(first.italic === undefined ? {} : { italic: first.italic }),
      ...(color ? { color } : {}),
      ...(family ? { latin: family } : {}),
      ...(first.eastAsian ? { eastAsian: first.eastAsian } : {}),
    };
    const format = this.#format(run, rightToLeft);
    if (color) format.color = cssColor(color);
    if (bullet.kind === "number") return { kind: "text", text: autonumberText(bullet.scheme, number ?? 1), format };
    const text = family && isSymbolFont(family) ? symbolText(family, bullet.text) : bullet.text;
    return text === "" ? undefined : { kind: "text", text, format };
  }
}

/** What is between words follows its language: Latin words separated by Hebrew commas run from right to left. */
const RIGHT_TO_LEFT_LANGUAGE = /^(?:ar|dv|fa|he|iw|ps|sd|syr|ug|ur|yi)(?:-|$)/i;
const IN_WORDS = /[\p{L}\p{N}]/u;
const RIGHT_TO_LEFT_MARK = "\u200f";

const HANGUL = /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]/;
const HANGUL_FAMILY = "Gulim";

/** Hangul in a font that has none is set in Gulim, and the letters between it where their own font is missing, too. */
function withHangul(text: string, run: RunProperties, theme: Theme): RunProperties {
  if (!HANGUL.test(text)) return run;
  const family = resolveTypeface(run.eastAsian ?? "+mn-ea", theme, run.eastAsianLanguage);
  if (family === undefined || !isAlphabetic(family)) return run;
  const latin = resolveTypeface(run.latin ?? "+mn-lt", theme);
  const isMissing = latin !== undefined && isOftenMissing(latin);
  return { ...run, eastAsian: HANGUL_FAMILY, ...(isMissing ? { latin: HANGUL_FAMILY } : {}) };
}

const HEBREW = /\p{Script=Hebrew}/u;
const HEBREW_FAMILY = "Microsoft Sans Serif";

/** Hebrew whose font is missing is set in Microsoft Sans Serif. */
function withHebrew(text: string, run: RunProperties, theme: Theme): RunProperties {
  if (!HEBREW.test(text)) return run;
  const family = resolveTypeface(run.complex ?? "+mn-cs", theme);
  return family !== undefined && isOftenMissing(family) ? { ...run, complex: HEBREW_FAMILY } : run;
}

/** A run with fonts for the letters that its own fonts do not have. */
function withScripts(text: string, run: RunProperties, theme: Theme): RunProperties {
  return withHebrew(text, withHangul(text, run, theme), theme);
}

/** Only codes of the private area are symbols if the font is named for symbols only. */
function translated(text: string, symbolFont: string, all: boolean): string {
  if (all) return symbolText(symbolFont, text);
  return text.replace(/[\uf000-\uf0ff]+/g, (codes) => symbolText(symbolFont, codes));
}

/** Where a click leads: a URL, or `#slide3`; undefined for actions that need a running show. */
export function linkTarget(
  click: XmlNode,
  { context, slideLink }: Pick<TextSource, "context" | "slideLink">,
): string | undefined {
  const action = click.attributes.action ?? "";
  const relationship = context.relationship(click.attributes["r:id"]);
  if (action.startsWith("ppaction://hlinksldjump")) return relationship ? slideLink(relationship.target) : undefined;
  if (action.startsWith("ppaction://")) return undefined;
  if (!relationship) return undefined;
  return relationship.external ? relationship.target : slideLink(relationship.target);
}

/** Whether any of it would be visible. */
export function hasText(text: SlideText): boolean {
  return text.paragraphs.some((paragraph) =>
    paragraph.inlines.some(
      (inline) => inline.kind !== "break" && (inline.kind !== "text" || inline.text.trim() !== ""),
    ),
  );
}
