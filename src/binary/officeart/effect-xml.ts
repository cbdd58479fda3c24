/** Shadows of shapes (MS-ODRAW 2.3.13) -> `a:effectLst`. */
import { type DrawingContext, propertyColorXml } from "./drawing-color.ts";
import { PROPERTY } from "./property-ids.ts";
import type { ShapeProperties } from "./shape-properties.ts";

const GRAY = 0x80_8080;
const DEFAULT_OFFSET_EMU = 25_400;
const DEGREE = 60_000;

/** Empty when the shape has no shadow. Skewed and scaled shadows become plain ones. */
export function effectXml(properties: ShapeProperties, context: DrawingContext): string {
  if (!properties.flag(PROPERTY.hasShadow)) return "";
  const x = properties.signed(PROPERTY.shadowOffsetX) ?? DEFAULT_OFFSET_EMU;
  const y = properties.signed(PROPERTY.shadowOffsetY) ?? DEFAULT_OFFSET_EMU;
  const direction = Math.round((((Math.atan2(y, x) * 180) / Math.PI + 360) % 360) * DEGREE);
  const blur = Math.max(0, properties.signed(PROPERTY.shadowSoftness) ?? 0);
  const color = propertyColorXml(
    properties,
    PROPERTY.shadowColor,
    GRAY,
    context,
    properties.fixed(PROPERTY.shadowOpacity),
  );
  return (
    `<a:effectLst><a:outerShdw blurRad="${blur}" dist="${Math.round(Math.hypot(x, y))}" dir="${direction}" ` +
    `algn="ctr" rotWithShape="0">${color}</a:outerShdw></a:effectLst>`
  );
}
