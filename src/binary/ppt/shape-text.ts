/** The text of a shape, wherever it is kept -> `p:txBody`. */

import { ByteReader } from "../../office/byte-reader.ts";
import { textWarpName } from "../../office/text-warp-types.ts";
import { escapeXmlText } from "../../office/xml-text.ts";
import { effectXml } from "../officeart/effect-xml.ts";
import { fillXml } from "../officeart/fill-xml.ts";
import { lineXml } from "../officeart/line-xml.ts";
import { PROPERTY } from "../officeart/property-ids.ts";
import { type ArtNode, readTree } from "../officeart/records.ts";
import type { ShapeProperties } from "../officeart/shape-properties.ts";
import type { ArtShape } from "../officeart/shape-tree.ts";
import { bodyPropertiesXml } from "../officeart/text-body-xml.ts";
import { binaryTagRecords } from "./program-tags.ts";
import { PPT } from "./record-types.ts";
import type { SlidePart } from "./slide-part.ts";
import { paragraphXml } from "./text/paragraph-xml.ts";
import { styledParagraphs } from "./text/styled-paragraphs.ts";
import { readExtensions, readTextBody, type TextBody } from "./text/text-body.ts";

const CENTERED = 4;
/** Lines of these versions are 1.2 times as high as the text size, whatever the font. */
const EVEN_LINES = ' compatLnSpc="1"';

/** Empty when the shape has no text. */
export function shapeTextXml(shape: ArtShape, properties: ShapeProperties, part: SlidePart): string {
  if (isWordArt(properties)) return wordArtXml(shape, properties, part);
  const body = textOf(shape, part);
  if (!body || body.text === "") return "";
  const paragraphs = styledParagraphs(body, (level) => part.styles.level(body.type, level));
  return `<p:txBody>${bodyPropertiesXml(properties, { attributes: EVEN_LINES })}<a:lstStyle/>${paragraphs.map((paragraph) => paragraphXml(paragraph, part)).join("")}</p:txBody>`;
}

/** The shape's own text, or the one of the slide's list that it refers to, with what the shape adds to it. */
function textOf(shape: ArtShape, part: SlidePart): TextBody | undefined {
  const records = textRecords(shape);
  if (records.length === 0) return undefined;
  const own = readTextBody(records);
  const reference = records.find(({ type }) => type === PPT.outlineTextRef);
  const outline = reference && part.outlineText(new ByteReader(reference.body).i32(0));
  const body = outline
    ? {
        ...outline,
        ruler: own.ruler.levels.length > 0 ? own.ruler : outline.ruler,
        links: [...outline.links, ...own.links],
      }
    : own;
  const extended = binaryTagRecords(shape.clientData, "___PPT9").find(({ type }) => type === PPT.styleTextProp9);
  return extended ? { ...body, extensions: readExtensions(extended.body) } : body;
}

/** The text box is a container in all but its version. */
function textRecords({ clientTextbox }: ArtShape): readonly ArtNode[] {
  if (!clientTextbox) return [];
  return clientTextbox.children.length > 0 ? clientTextbox.children : readTree(clientTextbox.body);
}

/** Fill, line and shadow of such a shape are those of its letters. */
export function isWordArt(properties: ShapeProperties): boolean {
  return properties.flag(PROPERTY.isWordArt) === true;
}

/** WordArt keeps its text among the properties (MS-ODRAW 2.3.22). */
function wordArtXml(shape: ArtShape, properties: ShapeProperties, part: SlidePart): string {
  const text = properties.text(PROPERTY.wordArtText) ?? "";
  if (text === "") return "";
  const warp = textWarpName(shape.type);
  const inner = warp ? `<a:prstTxWarp prst="${warp}"><a:avLst/></a:prstTxWarp>` : "";
  const size = Math.round((properties.fixed(PROPERTY.wordArtSize) ?? 36) * 100);
  const font = escapeXmlText(properties.text(PROPERTY.wordArtFont) ?? "Arial");
  const bold = properties.flag(PROPERTY.wordArtBold) ? 1 : 0;
  const italic = properties.flag(PROPERTY.wordArtItalic) ? 1 : 0;
  const appearances = lineXml(properties, part) + fillXml(properties, part) + effectXml(properties, part);
  const runProperties = `<a:rPr sz="${Math.max(100, Math.min(400_000, size))}" b="${bold}" i="${italic}">${appearances}<a:latin typeface="${font}"/></a:rPr>`;
  const paragraphs = text
    .split(/\r\n?|\n/)
    .map(
      (line) =>
        `<a:p><a:pPr algn="ctr"><a:buNone/></a:pPr><a:r>${runProperties}<a:t>${escapeXmlText(line)}</a:t></a:r></a:p>`,
    );
  return `<p:txBody>${bodyPropertiesXml(properties, { anchor: CENTERED, attributes: ' fromWordArt="1"', inner })}<a:lstStyle/>${paragraphs.join("")}</p:txBody>`;
}
