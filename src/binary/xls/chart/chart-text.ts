/** Texts of charts (MS-XLS 2.4.324) -> titles and text properties of DrawingML. */
import { escapeXmlText } from "../../../office/xml-text.ts";
import { shortText } from "../biff/text.ts";
import type { BiffFont } from "../workbook/fonts-and-formats.ts";
import { fontAt } from "../workbook/fonts-and-formats.ts";
import { rgbHex } from "../workbook/format-extensions.ts";
import type { WorkbookGlobals } from "../workbook/globals-reader.ts";
import { solidFill } from "./chart-appearances.ts";
import { fontColor } from "./chart-context.ts";
import { ChartRecord } from "./chart-record-type.ts";
import type { ChartNode } from "./chart-tree.ts";

const BOLD_WEIGHT = 600;
const AUTOMATIC_COLOR = 1;
const DELETED = 0x40;
const STACKED = 255;
const ANGLE_UNITS = 60_000;

/** What a Text or a Tick says besides the words. */
interface TextNodeAppearance {
  /** Six hexadecimal digits; undefined takes the font's. */
  color: string | undefined;
  rotation: number;
  flags: number;
  position: number;
}

export const TextFlag = { value: 0x04, labelAndPercent: 0x800, percent: 0x1000, bubble: 0x2000, category: 0x4000 };

export function readTextAppearance(text: ChartNode): TextNodeAppearance | undefined {
  return text.read((cursor) => {
    cursor.skip(4);
    const color = rgbHex(cursor.u32());
    cursor.skip(16);
    const flags = cursor.u16();
    cursor.skip(2);
    const position = cursor.u16() & 15;
    return { color: flags & AUTOMATIC_COLOR ? undefined : color, flags, position, rotation: cursor.u16() };
  });
}

function isDeleted(text: ChartNode): boolean {
  return ((readTextAppearance(text)?.flags ?? 0) & DELETED) !== 0;
}

/** The font that a node names; `fallback` where it names none. */
export function nodeFont(
  node: ChartNode | undefined,
  globals: WorkbookGlobals,
  fallback: BiffFont | undefined,
): BiffFont | undefined {
  const index = node?.child(ChartRecord.FontX)?.read((cursor) => cursor.u16());
  return (index === undefined ? undefined : fontAt(globals.fonts, index)) ?? fallback;
}

/** The inside of `a:rPr` and `a:defRPr`, with their attributes. */
function runProperties(name: string, font: BiffFont, color: string | undefined, globals: WorkbookGlobals): string {
  const attributes = `sz="${font.heightTwips * 5}" b="${Number(font.weight >= BOLD_WEIGHT)}" i="${Number(font.italic)}"`;
  const underline = font.underline ? ' u="sng"' : "";
  const family = font.name ? `<a:latin typeface="${escapeXmlText(font.name)}"/>` : "";
  return `<${name} ${attributes}${underline}>${solidFill(color ?? fontColor(globals, font))}${family}</${name}>`;
}

function bodyProperties(rotation: number): string {
  if (rotation === STACKED) return '<a:bodyPr vert="wordArtVert"/>';
  const degrees = rotation > 90 ? rotation - 90 : -rotation;
  return degrees === 0 ? "<a:bodyPr/>" : `<a:bodyPr rot="${degrees * ANGLE_UNITS}" vert="horz"/>`;
}

/** `c:txPr`; empty without a font. */
export function textProperties(
  font: BiffFont | undefined,
  globals: WorkbookGlobals,
  color?: string,
  rotation = 0,
): string {
  if (!font) return "";
  const defaults = runProperties("a:defRPr", font, color, globals);
  return `<c:txPr>${bodyProperties(rotation)}<a:p><a:pPr>${defaults}</a:pPr></a:p></c:txPr>`;
}

/** The stored words of a Text or a Series. */
export function storedText(node: ChartNode, globals: WorkbookGlobals): string | undefined {
  return node.child(ChartRecord.SeriesText)?.read((cursor) => {
    cursor.skip(2);
    return shortText(cursor, globals.text);
  });
}

/** `c:title`; undefined for a text without words. */
export function titleMarkup(
  text: ChartNode | undefined,
  globals: WorkbookGlobals,
  fallback: BiffFont | undefined,
): string | undefined {
  const words = text && !isDeleted(text) ? storedText(text, globals) : undefined;
  if (!text || !words) return undefined;
  const appearance = readTextAppearance(text);
  const font = nodeFont(text, globals, fallback);
  const properties = (name: string) => (font ? runProperties(name, font, appearance?.color, globals) : "");
  const paragraphs = words
    .split(/\r\n|[\r\n]/)
    .map(
      (line) =>
        `<a:p><a:pPr>${properties("a:defRPr")}</a:pPr><a:r>${properties("a:rPr")}<a:t>${escapeXmlText(line)}</a:t></a:r></a:p>`,
    );
  const body = bodyProperties(appearance?.rotation ?? 0);
  return `<c:title><c:tx><c:rich>${body}${paragraphs.join("")}</c:rich></c:tx><c:overlay val="0"/></c:title>`;
}
