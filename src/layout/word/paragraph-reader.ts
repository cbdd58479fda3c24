/** `w:p` -> a resolved paragraph (ECMA-376 part 1, 17.3.1 and the style hierarchy of 17.7.2). */

import { isSymbolFont, symbolText } from "../../font/substitutes/symbol-fonts.ts";
import { child, findAll, type XmlNode } from "../../office/xml-node.ts";
import { equationAlignment, isEquations } from "../math/math-inline.ts";
import type { ListLabel, Paragraph } from "../model/blocks.ts";
import {
  DEFAULT_CHARACTER_FORMAT,
  DEFAULT_PARAGRAPH_FORMAT,
  mergeCharacter,
  mergeParagraph,
  type ParagraphFormat,
  type PartialCharacterFormat,
  type PartialParagraphFormat,
} from "../model/formatting.ts";
import type { NumberingLevel } from "../model/list-level.ts";
import { readCharacterProperties } from "./character-properties.ts";
import { InlineReader } from "./inline-reader.ts";
import { markupKey } from "./memo.ts";
import { readParagraphProperties } from "./paragraph-properties.ts";
import { readPictureBullet } from "./picture-bullet.ts";
import type { ReaderContext } from "./reader-context.ts";
import { combineStyleLevels, type StyleLayer } from "./styles.ts";

interface ResolvedStyle {
  paragraph: PartialParagraphFormat;
  character: PartialCharacterFormat;
}

/** Applies defaults, table style, paragraph style with its numbering, then direct formatting. */
function resolveParagraph(
  properties: XmlNode | undefined,
  styleId: string | undefined,
  context: ReaderContext,
): ResolvedStyle {
  const { styles, numbering, theme } = context.document;
  let paragraph = styleId ? styles.defaultParagraph : styles.withoutStyle;
  let character = styles.defaultCharacter;
  if (context.tableText) {
    paragraph = mergeParagraph(paragraph, context.tableText.paragraph);
    character = mergeCharacter(character, context.tableText.character);
  }
  let styled: PartialCharacterFormat = {};
  let numberingStyle: string | undefined;
  for (const layer of styles.layers(styleId)) {
    if (layer.paragraph.numberingId !== undefined || layer.paragraph.numberingLevel !== undefined) {
      numberingStyle = layer.id;
      const id = layer.paragraph.numberingId ?? paragraph.numberingId;
      const level = layer.paragraph.numberingLevel ?? (id ? numbering.levelOfStyle(id, layer.id) : undefined) ?? 0;
      const definition = numbering.level(id, level);
      if (definition) paragraph = mergeParagraph(paragraph, definition.paragraph);
      paragraph = { ...paragraph, numberingLevel: level };
    }
    paragraph = mergeParagraph(paragraph, layer.paragraph);
    styled = mergeCharacter(styled, tableWins(layer, context) ? withoutSize(layer.character) : layer.character);
  }
  character = combineStyleLevels(character, styled);
  const direct = readParagraphProperties(properties, theme);
  if (direct.numberingId !== undefined && direct.numberingId !== "0") {
    const level = direct.numberingLevel ?? (numberingStyle ? paragraph.numberingLevel : undefined) ?? 0;
    const definition = numbering.level(direct.numberingId, level);
    if (definition) paragraph = mergeParagraph(paragraph, definition.paragraph);
    paragraph = { ...paragraph, numberingLevel: level };
  } else if (direct.numberingId === "0" && paragraph.numberingId) {
    // Taking the list away from a styled paragraph also takes the indents that came with the list.
    const definition = numbering.level(paragraph.numberingId, paragraph.numberingLevel ?? 0);
    if (
      definition?.paragraph.indentLeftPt !== undefined &&
      definition.paragraph.indentLeftPt === paragraph.indentLeftPt
    ) {
      paragraph = { ...paragraph, indentLeftPt: 0, indentFirstPt: 0 };
    }
  }
  return { paragraph: mergeParagraph(paragraph, direct), character };
}

/** Automatic space if it is not that of html. */
const FIXED_SPACING_PT = 5;

/** Without html's spacing, automatic space is a fixed 100 twentieths of a point. */
function fixAutomaticSpacing(format: ParagraphFormat): void {
  if (format.spaceBeforeAuto) {
    format.spaceBeforePt = FIXED_SPACING_PT;
    format.spaceBeforeLines = undefined;
  }
  if (format.spaceAfterAuto) {
    format.spaceAfterPt = FIXED_SPACING_PT;
    format.spaceAfterLines = undefined;
  }
  format.spaceBeforeAuto = false;
  format.spaceAfterAuto = false;
}

const DEFAULT_NORMAL_SIZE_PT = 12;

/**
 * Before Word 2013 the 12 points of the default paragraph style gave way, inside tables, to the size of the table style
 * or the document defaults ([MS-DOCX] overrideTableStyleFontSizeAndJustification).
 */
function tableWins(layer: StyleLayer, context: ReaderContext): boolean {
  const { styles, settings } = context.document;
  return (
    context.tableText?.hasNamedStyle === true &&
    layer.id === styles.defaultParagraphStyle &&
    layer.character.sizePt === DEFAULT_NORMAL_SIZE_PT &&
    settings.compatibilityMode < 15 &&
    !settings.compat.has("overrideTableStyleFontSizeAndJustification") &&
    (styles.defaultCharacter.sizePt !== undefined || context.tableText.character.sizePt !== undefined)
  );
}

function withoutSize(format: PartialCharacterFormat): PartialCharacterFormat {
  const rest = { ...format };
  delete rest.sizePt;
  return rest;
}

function completeFormat(paragraph: PartialParagraphFormat, context: ReaderContext): ParagraphFormat {
  const format = { ...DEFAULT_PARAGRAPH_FORMAT, ...paragraph };
  if (format.alignment === "start") format.alignment = "left";
  if (format.alignment === "end") format.alignment = "right";
  if (context.document.settings.compat.has("doNotUseHTMLParagraphAutoSpacing")) fixAutomaticSpacing(format);
  return format;
}

/** Look of the paragraph mark, and what ends a section. */
const NOT_OF_PARAGRAPHS: ReadonlySet<string> = new Set(["w:rPr", "w:sectPr", "w:pPrChange"]);

export function readParagraph(element: XmlNode, context: ReaderContext): Paragraph {
  const { styles, theme, numbering } = context.document;
  const properties = child(element, "w:pPr");
  const named = child(properties, "w:pStyle")?.attributes["w:val"];
  const styleId = styles.has(named, "paragraph") ? named : styles.defaultParagraphStyle;
  const key = `${styleId ?? ""}\0${markupKey(properties, NOT_OF_PARAGRAPHS)}`;
  const resolved = context.document.memo.paragraphs.get(context.tableText ?? context.document, key, () => {
    const { paragraph, character } = resolveParagraph(properties, styleId, context);
    return { format: completeFormat(paragraph, context), character };
  });
  const { format } = resolved;
  const reader = new InlineReader(context, resolved.character);
  const markProperties = child(properties, "w:rPr");
  const markFormat = reader.format(markProperties);
  // What ends a section and shows nothing is no paragraph: it does not count in its list.
  const endsSection = child(properties, "w:sectPr") !== undefined;
  if (endsSection) reader.read(element);
  const isSectionMark = endsSection && reader.inlines.every(({ kind }) => kind === "bookmark");
  let label: ListLabel | undefined;
  if (
    !isSectionMark &&
    format.numberingId &&
    format.numberingId !== "0" &&
    !paragraphIsHidden(element, markFormat.hidden)
  ) {
    const counted = numbering.next(format.numberingId, format.numberingLevel ?? 0);
    if (counted) {
      label = makeLabel(counted.definition, counted.label, resolved.character, markProperties, context);
    }
  }
  if (!endsSection) reader.read(element);
  context.fields.paragraphEnd();
  const alignment = isEquations(reader.inlines)
    ? (equationAlignment(element) ?? context.document.settings.equationAlignment)
    : undefined;
  return {
    kind: "paragraph",
    format: isSectionMark ? markOnly(format) : alignment ? { ...format, alignment } : format,
    markFormat,
    styleId,
    headingLevel: isSectionMark ? undefined : headingLevelOf(format.outlineLevel, styles.nameOf(styleId)),
    label,
    // Without the spare capacity that the list has.
    inlines: reader.inlines.slice(),
    ...(endsSection ? { endsSection } : {}),
    ...(isSectionMark ? { isSectionMark } : {}),
  };

  function makeLabel(
    definition: NumberingLevel,
    text: string,
    base: PartialCharacterFormat,
    mark: XmlNode | undefined,
    inContext: ReaderContext,
  ): ListLabel {
    const direct = readCharacterProperties(mark, theme);
    // The number takes the paragraph mark's look, but not its underline.
    delete direct.underline;
    const withMark = mergeCharacter({ ...base, underline: undefined }, direct);
    const labelFormat = { ...DEFAULT_CHARACTER_FORMAT, ...mergeCharacter(withMark, definition.character) };
    const family = labelFormat.fonts.ascii;
    if (isSymbolFont(family) && definition.format === "bullet") {
      const fonts = withMark.fonts ?? {};
      return {
        text: symbolText(family ?? "", text),
        format: { ...labelFormat, fonts, symbolFont: family },
        definition,
      };
    }
    const image = definition.imageId ? readPictureBullet(definition.imageId, labelFormat.sizePt, inContext) : undefined;
    return { text, format: labelFormat, definition, ...(image ? { image } : {}) };
  }
}

/** What the style of a section's mark says of paragraphs does not hold for it. */
function markOnly(format: ParagraphFormat): ParagraphFormat {
  return { ...format, pageBreakBefore: false, keepNext: false, borders: {}, shading: undefined, frame: undefined };
}

/** A paragraph whose mark is hidden and that shows nothing does not count in its list. */
function paragraphIsHidden(element: XmlNode, markHidden: boolean): boolean {
  return markHidden && findAll(element, "w:t").length === 0;
}

function headingLevelOf(outlineLevel: number | undefined, styleName: string): number | undefined {
  if (outlineLevel !== undefined && outlineLevel < 9) return Math.min(6, outlineLevel + 1);
  const match = /^heading ([1-9])$/.exec(styleName);
  if (match && outlineLevel === undefined) return Math.min(6, Number(match[1]));
  return undefined;
}
