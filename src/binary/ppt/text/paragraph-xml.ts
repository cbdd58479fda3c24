/** Styled paragraphs -> `a:p` with everything stated: nothing is left to inherit. */
import { escapeXmlText } from "../../../office/xml-text.ts";
import { colorXml } from "../../officeart/drawing-color.ts";
import { type ColorScheme, textColor } from "../color-scheme.ts";
import { autoNumberType } from "./auto-number.ts";
import type { StyledParagraph, StyledRun } from "./styled-paragraphs.ts";
import type { TextMark } from "./text-body.ts";
import type { CharacterFormat, ParagraphFormat } from "./text-format.ts";

/** What a mark shows: a field whose value the layout knows better, or plain text. */
export interface MarkText {
  text: string;
  /** `slidenum`, `datetime3`, ...; undefined for plain text. */
  field?: string;
}

export interface TextContext {
  scheme: ColorScheme;
  /** Typeface by index. */
  fontName(index: number): string | undefined;
  /** Relationship id of a picture bullet. */
  pictureBullet(index: number): string | undefined;
  /** Relationship id of a hyperlink. */
  hyperlink(id: number): string | undefined;
  markText(mark: TextMark): MarkText;
}

const EMU_PER_UNIT = 1_587.5;
const UNITS_PER_POINT = 8;
const ALIGNMENTS = ["l", "ctr", "r", "just", "dist", "thaiDist", "justLow"];
const TAB_KINDS = ["l", "ctr", "r", "dec"];
const LINE_BREAK = "\u000b";
const NO_IMAGE = -1;
const DEFAULT_NUMBERS = { scheme: 3, start: 1 };
const MAX_SIZE_POINTS = 4_000;

export function paragraphXml(paragraph: StyledParagraph, context: TextContext): string {
  const runs = paragraph.runs.map((run) => runXml(run, context)).join("");
  const end = characterXml("a:endParaRPr", paragraph.endFormat, context);
  return `<a:p>${paragraphPropertiesXml(paragraph, context)}${runs}${end}</a:p>`;
}

function paragraphPropertiesXml({ level, format, runs }: StyledParagraph, context: TextContext): string {
  const margin = format.leftMargin ?? 0;
  const indent = (format.indent ?? margin) - margin;
  const emu = (units: number) => Math.round(units * EMU_PER_UNIT);
  const attributes =
    `marL="${Math.max(0, emu(margin))}" indent="${emu(indent)}" lvl="${level}"` +
    ` algn="${ALIGNMENTS[format.alignment ?? 0] ?? "l"}"${format.isRightToLeft ? ' rtl="1"' : ""}` +
    (format.defaultTab === undefined ? "" : ` defTabSz="${emu(format.defaultTab)}"`);
  const tabs = (format.tabs ?? []).map(
    ({ position, kind }) => `<a:tab pos="${emu(position)}" algn="${TAB_KINDS[kind] ?? "l"}"/>`,
  );
  return (
    `<a:pPr ${attributes}>${spacingXml("lnSpc", format.lineSpacing ?? 100)}` +
    `${spacingXml("spcBef", format.spaceBefore ?? 0)}${spacingXml("spcAft", format.spaceAfter ?? 0)}` +
    `${bulletXml(format, runs.length > 0, context)}${tabs.length > 0 ? `<a:tabLst>${tabs.join("")}</a:tabLst>` : ""}</a:pPr>`
  );
}

/** Percent of a line, or a length when it is negative. */
function spacingXml(name: string, value: number): string {
  const amount =
    value >= 0
      ? `<a:spcPct val="${value * 1_000}"/>`
      : `<a:spcPts val="${Math.round((-value / UNITS_PER_POINT) * 100)}"/>`;
  return `<a:${name}>${amount}</a:${name}>`;
}

function bulletXml(format: ParagraphFormat, hasText: boolean, context: TextContext): string {
  if (!format.hasBullet || !hasText) return "<a:buNone/>";
  const image = format.bulletPicture ?? NO_IMAGE;
  const relationship = image > NO_IMAGE ? context.pictureBullet(image) : undefined;
  const font = format.bulletHasFont ? context.fontName(format.bulletFont ?? 0) : undefined;
  return (
    (format.bulletHasColor && format.bulletColor !== undefined
      ? `<a:buClr>${colorXml(textColor(format.bulletColor, context.scheme))}</a:buClr>`
      : "<a:buClrTx/>") +
    bulletSizeXml(format) +
    (font ? `<a:buFont typeface="${escapeXmlText(font)}"/>` : "<a:buFontTx/>") +
    (relationship ? `<a:buBlip><a:blip r:embed="${relationship}"/></a:buBlip>` : bulletTextXml(format))
  );
}

function bulletSizeXml({ bulletHasSize, bulletSize }: ParagraphFormat): string {
  if (!bulletHasSize || bulletSize === undefined || bulletSize === 0) return "<a:buSzTx/>";
  return bulletSize > 0
    ? `<a:buSzPct val="${Math.max(25, Math.min(400, bulletSize)) * 1_000}"/>`
    : `<a:buSzPts val="${-bulletSize * 100}"/>`;
}

function bulletTextXml({ isNumbered, autoNumber, bulletChar }: ParagraphFormat): string {
  if (isNumbered) {
    const { scheme, start } = autoNumber ?? DEFAULT_NUMBERS;
    return `<a:buAutoNum type="${autoNumberType(scheme)}"${start > 1 ? ` startAt="${start}"` : ""}/>`;
  }
  const character = escapeXmlText(String.fromCharCode(bulletChar ?? 0x2022));
  return character === "" ? "<a:buNone/>" : `<a:buChar char="${character}"/>`;
}

function runXml(run: StyledRun, context: TextContext): string {
  const link = run.link === undefined ? undefined : context.hyperlink(run.link);
  const properties = characterXml("a:rPr", run.format, context, link);
  if (run.mark) {
    const { text, field } = context.markText(run.mark);
    if (field)
      return `<a:fld id="{00000000-0000-0000-0000-000000000000}" type="${field}">${properties}<a:t>${escapeXmlText(text)}</a:t></a:fld>`;
    return text === "" ? "" : `<a:r>${properties}<a:t>${escapeXmlText(text)}</a:t></a:r>`;
  }
  return run.text
    .split(LINE_BREAK)
    .map((piece) => (piece === "" ? "" : `<a:r>${properties}<a:t>${escapeXmlText(piece)}</a:t></a:r>`))
    .join(`<a:br>${properties}</a:br>`);
}

function characterXml(tag: string, format: CharacterFormat, context: TextContext, link?: string): string {
  const size = Math.max(1, Math.min(MAX_SIZE_POINTS, format.sizePoints ?? 18)) * 100;
  const attributes =
    ` sz="${size}" b="${format.bold ? 1 : 0}" i="${format.italic ? 1 : 0}" u="${format.underline ? "sng" : "none"}"` +
    (format.position ? ` baseline="${format.position * 1_000}"` : "");
  const color = textColor(format.color ?? 0x0100_0000, context.scheme);
  const shadow = format.shadow
    ? '<a:effectLst><a:outerShdw blurRad="0" dist="28398" dir="2700000" algn="tl"><a:schemeClr val="bg2"/></a:outerShdw></a:effectLst>'
    : "";
  const face = (name: string, index: number | undefined) => {
    const typeface = index === undefined ? undefined : context.fontName(index);
    return typeface ? `<a:${name} typeface="${escapeXmlText(typeface)}"/>` : "";
  };
  return (
    `<${tag}${attributes}><a:solidFill>${colorXml(color)}</a:solidFill>${shadow}` +
    `${face("latin", format.font)}${face("ea", format.eastAsianFont ?? format.font)}${face("cs", format.font)}` +
    `${face("sym", format.symbolFont)}${link ? `<a:hlinkClick r:id="${link}"/>` : ""}</${tag}>`
  );
}
