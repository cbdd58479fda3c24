/** Pictures in the line (`PICFAndOfficeArtData`, MS-DOC 2.9.192) -> `w:drawing` with `wp:inline`. */
import { EMU_PER_TWIP, TWIPS_PER_POINT } from "../../geometry/units.ts";
import { ByteReader } from "../../office/byte-reader.ts";
import type { Blip } from "../officeart/blip.ts";
import { readBlipAt } from "../officeart/blip-store.ts";
import { shapeAppearancesXml } from "../officeart/drawingml-writer.ts";
import { imageXml } from "../officeart/image-xml.ts";
import { PROPERTY } from "../officeart/property-ids.ts";
import { ART } from "../officeart/record-types.ts";
import { readTree } from "../officeart/records.ts";
import { ShapeProperties } from "../officeart/shape-properties.ts";
import { type ArtShape, readDrawing } from "../officeart/shape-tree.ts";
import type { PackageBuilder, PartRelationships } from "./package-builder.ts";
import { type BorderLine, readBorder80 } from "./properties/borders.ts";
import { element } from "./xml-writer.ts";

const EMU_PER_EIGHTH_POINT = 1587.5;
const HEADER_BYTES = 68;
const FORMAT = { shape: 0x64, shapeFile: 0x66, metafile: 8, bitmap: 0x63 };
const IMAGE_URI = "http://schemas.openxmlformats.org/drawingml/2006/picture";
const SHAPE_URI = "http://schemas.microsoft.com/office/word/2010/wordprocessingShape";
const HORIZONTAL_RULE = 0x03b4;
const RULE_HEIGHT = 0x0395;
const RULE_WIDTH = 0x0396;
const RULE_GRAY = 0xa0_a0a0;
const MAX_TWIPS = 31_680;

/** The size of a picture on the page, and what it looks like. */
interface InlineImage {
  widthTwips: number;
  heightTwips: number;
  shape: ArtShape | undefined;
  properties: ShapeProperties;
  blip: Blip | undefined;
  border: BorderLine | undefined;
}

/** The picture at an offset of the Data stream; empty when there is none that can be shown. */
export function inlineImageXml(
  data: Uint8Array,
  offset: number,
  builder: PackageBuilder,
  relationships: PartRelationships,
): string {
  const image = readImage(data, offset);
  if (!image) return "";
  const { widthTwips, heightTwips, shape, properties, blip, border } = image;
  const size = { width: widthTwips, height: heightTwips };
  const extent = { cx: Math.round(widthTwips * EMU_PER_TWIP), cy: Math.round(heightTwips * EMU_PER_TWIP) };
  const part = blip && builder.media(`data/${offset}`, blip.extension, () => blip.bytes);
  const transform = element("a:xfrm", {}, element("a:off", { x: 0, y: 0 }) + element("a:ext", extent));
  if (properties.flag(HORIZONTAL_RULE)) return horizontalRuleXml(properties, heightTwips);
  const context = { indexedColor: () => undefined, imageRelationship: () => undefined };
  let graphic: string;
  if (part) {
    const appearances = `${transform}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>${border ? borderLineXml(border) : ""}`;
    graphic = imageDataXml(imageXml(properties, relationships.to("image", part)), appearances);
  } else if (shape) {
    const appearances = element("wps:spPr", {}, transform + shapeAppearancesXml(shape, size, context));
    graphic = element("a:graphicData", { uri: SHAPE_URI }, element("wps:wsp", {}, appearances));
  } else return "";

  return inlineXml(extent, graphic, properties.text(PROPERTY.description));
}

/** A line across the column, as web pages have them (MS-ODRAW 2.3.4.26 to 2.3.4.29 and 2.3.4.44). */
function horizontalRuleXml(properties: ShapeProperties, heightTwips: number): string {
  const color = properties.number(PROPERTY.fillColor) ?? RULE_GRAY;
  const rgb = [color & 255, (color >> 8) & 255, (color >> 16) & 255];
  const width = properties.number(RULE_WIDTH) ?? 0;
  const height = properties.number(RULE_HEIGHT) || heightTwips;
  const attributes = {
    style: `width:${width / TWIPS_PER_POINT}pt;height:${Math.min(MAX_TWIPS, height) / TWIPS_PER_POINT}pt`,
    "o:hr": "t",
    stroked: "f",
    fillcolor: `#${rgb.map((part) => part.toString(16).padStart(2, "0")).join("")}`,
  };
  return element("w:pict", {}, element("v:rect", attributes));
}

/** A drawing in the line; `extent` in EMU. */
export function inlineXml(extent: { cx: number; cy: number }, graphicData: string, description?: string): string {
  const content =
    element("wp:extent", extent) +
    element("wp:docPr", { id: 1, name: "", descr: description || undefined }) +
    element("a:graphic", {}, graphicData);
  return element("w:drawing", {}, element("wp:inline", {}, content));
}

/** A picture of a part as `a:graphicData`; `inner`: the inside of `pic:blipFill`. */
export function imageDataXml(inner: string, appearances: string): string {
  const content =
    element("pic:nvPicPr", {}, element("pic:cNvPr", { id: 0, name: "" })) +
    element("pic:blipFill", {}, inner) +
    element("pic:spPr", {}, appearances);
  return element("a:graphicData", { uri: IMAGE_URI }, element("pic:pic", {}, content));
}

/** The blip of a picture in the Data stream, e.g. of a bullet. */
export function imageBlip(data: Uint8Array, offset: number): Blip | undefined {
  return readImage(data, offset)?.blip;
}

/** Pictures of a Data stream that have been read, and how many bytes that took. */
interface ReadImages {
  images: Map<number, InlineImage | undefined>;
  bytes: number;
}

const readImages = new WeakMap<Uint8Array, ReadImages>();
/** Pictures do not overlap; a file in which they do is not read over and over. */
const MAX_READINGS = 4;

function readImage(data: Uint8Array, offset: number): InlineImage | undefined {
  const read = readImages.get(data) ?? { images: new Map(), bytes: 0 };
  readImages.set(data, read);
  if (read.images.has(offset)) return read.images.get(offset);
  const whole = new ByteReader(data);
  const size = Math.min(whole.u32(offset), data.length - offset);
  read.bytes += Math.max(0, size);
  const isReadable = size >= HEADER_BYTES && read.bytes <= MAX_READINGS * data.length;
  const image = isReadable ? imageAt(whole, offset, size) : undefined;
  read.images.set(offset, image);
  return image;
}

/** `PICF` (MS-DOC 2.9.190) and what follows it. */
function imageAt(whole: ByteReader, offset: number, size: number): InlineImage {
  const reader = new ByteReader(whole.bytes(offset, size));
  const headerBytes = reader.u16(4);
  const format = reader.u16(6);
  const nameBytes = format === FORMAT.shapeFile ? 1 + reader.u8(headerBytes) : 0;
  const content = reader.bytes(headerBytes + nameBytes, size);
  const art = format === FORMAT.shape || format === FORMAT.shapeFile ? readArt(content) : undefined;
  const blip = art ? art.blip : plainBlip(format, content);
  const properties = art?.shape?.properties ?? ShapeProperties.none;
  // The scale is that of the visible part: what is cropped away has been taken off it.
  const scaled = (goalAt: number, scaleAt: number) =>
    Math.min(MAX_TWIPS, Math.abs(reader.i16(goalAt)) * ((reader.u16(scaleAt) || 1000) / 1000));
  return {
    widthTwips: scaled(28, 32),
    heightTwips: scaled(30, 34),
    shape: art?.shape,
    properties,
    blip,
    border: readBorder80(reader, 46),
  };
}

/** `OfficeArtInlineSpContainer` (MS-ODRAW 2.2.15): one shape, then its pictures. */
function readArt(content: Uint8Array): { shape: ArtShape | undefined; blip: Blip | undefined } {
  const [container, ...rest] = readTree(content);
  if (container?.type !== ART.shapeContainer) return { shape: undefined, blip: undefined };
  const shape = readDrawing({ ...container, children: [container] }).background;
  let blip: Blip | undefined;
  for (const record of rest) blip ??= readBlipAt(content, record.offset);
  return { shape, blip };
}

/** Pictures of files that older programs made: a metafile or a bitmap follows the header. */
function plainBlip(format: number, content: Uint8Array): Blip | undefined {
  if (content.length === 0) return undefined;
  if (format < FORMAT.bitmap && format >= 1) return { bytes: content, extension: "wmf" };
  return undefined;
}

function borderLineXml(border: BorderLine): string {
  if (border.style === "nil") return "";
  const color = border.color === "auto" ? "000000" : border.color;
  const fill = element("a:solidFill", {}, element("a:srgbClr", { val: color }));
  return element("a:ln", { w: Math.round(border.widthEighths * EMU_PER_EIGHTH_POINT) }, fill);
}
