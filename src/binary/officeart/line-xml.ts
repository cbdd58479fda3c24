/** Lines of shapes (MS-ODRAW 2.3.8) -> `a:ln`. */
import { type DrawingContext, propertyColorXml } from "./drawing-color.ts";
import { PROPERTY } from "./property-ids.ts";
import type { ShapeProperties } from "./shape-properties.ts";

const BLACK = 0;
const DEFAULT_WIDTH_EMU = 9_525;
const COMPOUND = ["sng", "dbl", "thickThin", "thinThick", "tri"];
const DASHES = [
  ...["solid", "sysDash", "sysDot", "sysDashDot", "sysDashDotDot", "dot"],
  ...["dash", "lgDash", "dashDot", "lgDashDot", "lgDashDotDot"],
];
const ARROWS = ["none", "triangle", "stealth", "diamond", "oval", "arrow"];
const ARROW_SIZES = ["sm", "med", "lg"];
const MEDIUM = 1;
const CAPS = ["rnd", "sq", "flat"];
const JOINS = ["<a:bevel/>", '<a:miter lim="800000"/>', "<a:round/>"];

/** `hasLine`: what holds when the shape does not say whether its outline is drawn. */
export function lineXml(properties: ShapeProperties, context: DrawingContext, hasLine = true): string {
  if (!(properties.flag(PROPERTY.hasLine) ?? hasLine)) return "<a:ln><a:noFill/></a:ln>";
  const width = Math.min(properties.number(PROPERTY.lineWidth) ?? DEFAULT_WIDTH_EMU, 20_116_800);
  const compound = COMPOUND[properties.number(PROPERTY.lineStyle) ?? 0] ?? "sng";
  const cap = CAPS[properties.number(PROPERTY.lineCap) ?? 2] ?? "flat";
  const opacity = properties.fixed(PROPERTY.lineOpacity);
  const dash = DASHES[properties.number(PROPERTY.lineDashing) ?? 0] ?? "solid";
  return (
    `<a:ln w="${width}" cap="${cap}" cmpd="${compound}">` +
    `<a:solidFill>${propertyColorXml(properties, PROPERTY.lineColor, BLACK, context, opacity)}</a:solidFill>` +
    `<a:prstDash val="${dash}"/>${JOINS[properties.number(PROPERTY.lineJoin) ?? 2] ?? "<a:round/>"}` +
    arrow("headEnd", properties, PROPERTY.lineStartArrow, PROPERTY.lineStartArrowWidth, PROPERTY.lineStartArrowLength) +
    arrow("tailEnd", properties, PROPERTY.lineEndArrow, PROPERTY.lineEndArrowWidth, PROPERTY.lineEndArrowLength) +
    "</a:ln>"
  );
}

function arrow(name: string, properties: ShapeProperties, kind: number, width: number, length: number): string {
  const type = ARROWS[properties.number(kind) ?? 0] ?? "none";
  if (type === "none") return "";
  const size = (id: number) => ARROW_SIZES[properties.number(id) ?? MEDIUM] ?? "med";
  return `<a:${name} type="${type}" w="${size(width)}" len="${size(length)}"/>`;
}
