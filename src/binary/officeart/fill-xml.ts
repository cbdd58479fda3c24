/** Fills of shapes (MS-ODRAW 2.3.7) -> DrawingML. */

import { ByteReader } from "../../office/byte-reader.ts";
import { colorXml, type DrawingContext, propertyColorXml, readArtColor } from "./drawing-color.ts";
import { PROPERTY } from "./property-ids.ts";
import type { ShapeProperties } from "./shape-properties.ts";

const WHITE = 0xff_ffff;
const FIXED_ONE = 0x10000;
const SHARE = 100_000;
/** MSOFILLTYPE (MS-ODRAW 2.4.11) */
const FILL = {
  pattern: 1,
  texture: 2,
  image: 3,
  shade: 4,
  shadeCenter: 5,
  shadeShape: 6,
  shadeScale: 7,
  shadeTitle: 8,
  background: 9,
};

/** `isFilled`: what holds when the shape does not say whether it is filled. */
export function fillXml(properties: ShapeProperties, context: DrawingContext, isFilled = true): string {
  if (!(properties.flag(PROPERTY.isFilled) ?? isFilled)) return "<a:noFill/>";
  const type = properties.number(PROPERTY.fillType) ?? 0;
  switch (type) {
    case FILL.pattern:
    case FILL.texture:
    case FILL.image:
      return pictureFill(properties, context, type) ?? solidFill(properties, context);
    case FILL.shade:
    case FILL.shadeScale:
    case FILL.shadeTitle:
    case FILL.shadeCenter:
    case FILL.shadeShape:
      return gradientFill(properties, context, type);
    case FILL.background:
      return `<a:solidFill>${colorXml(context.indexedColor(0) ?? { rgb: "FFFFFF" })}</a:solidFill>`;
    default:
      return solidFill(properties, context);
  }
}

function solidFill(properties: ShapeProperties, context: DrawingContext): string {
  const opacity = properties.fixed(PROPERTY.fillOpacity);
  return `<a:solidFill>${propertyColorXml(properties, PROPERTY.fillColor, WHITE, context, opacity)}</a:solidFill>`;
}

/** Patterns are pictures of 8 by 8 pixels, whose two colors the host has to exchange; see `patternColors`. */
function pictureFill(properties: ShapeProperties, context: DrawingContext, type: number): string | undefined {
  const relationship = context.imageRelationship(properties.number(PROPERTY.fillImage) ?? 0);
  if (relationship === undefined) return undefined;
  const opacity = properties.fixed(PROPERTY.fillOpacity) ?? 1;
  const alpha = opacity < 1 ? `<a:alphaModFix amt="${Math.round(opacity * SHARE)}"/>` : "";
  const colors = type === FILL.pattern ? patternColors(properties, context) : "";
  const mode =
    type === FILL.image
      ? "<a:stretch><a:fillRect/></a:stretch>"
      : '<a:tile tx="0" ty="0" sx="100000" sy="100000" flip="none" algn="tl"/>';
  return `<a:blipFill dpi="0" rotWithShape="1"><a:blip r:embed="${relationship}">${alpha}${colors}</a:blip><a:srcRect/>${mode}</a:blipFill>`;
}

/** Black becomes the foreground, white the background. */
function patternColors(properties: ShapeProperties, context: DrawingContext): string {
  const front = propertyColorXml(properties, PROPERTY.fillColor, WHITE, context);
  const back = propertyColorXml(properties, PROPERTY.fillBackColor, WHITE, context);
  return `<a:duotone>${front}${back}</a:duotone>`;
}

interface Stop {
  /** 0-1 */
  at: number;
  color: string;
}

function gradientFill(properties: ShapeProperties, context: DrawingContext, type: number): string {
  const stops = focusedStops(baseStops(properties, context), (properties.signed(PROPERTY.fillFocus) ?? 0) / 100);
  const isPath = type === FILL.shadeCenter || type === FILL.shadeShape;
  const list = (items: readonly Stop[]) =>
    items.map(({ at, color }) => `<a:gs pos="${Math.round(at * SHARE)}">${color}</a:gs>`).join("");
  if (isPath) {
    return `<a:gradFill rotWithShape="1"><a:gsLst>${list(reversed(stops))}</a:gsLst>${pathShade(properties, type)}</a:gradFill>`;
  }
  const angle = Math.round(clockwiseAngle(properties.fixed(PROPERTY.fillAngle) ?? 0) * 60_000);
  const scaled = type === FILL.shade ? 0 : 1;
  return `<a:gradFill rotWithShape="1"><a:gsLst>${list(stops)}</a:gsLst><a:lin ang="${angle}" scaled="${scaled}"/></a:gradFill>`;
}

/**
 * Where a gradient runs to, in degrees clockwise from the right: from the bottom to the top, turned counterclockwise.
 * Those with a negative angle start at the other end: so the first of Office's own variants, whose focus is 100, begins
 * with the first color at the top or at the left, whichever way its stripes run.
 */
function clockwiseAngle(counterclockwise: number): number {
  const start = counterclockwise < 0 ? 90 : 270;
  return (((start - counterclockwise) % 360) + 360) % 360;
}

/** The rectangle from which a concentric shade starts; the shape's own center by default for `shadeShape`. */
function pathShade(properties: ShapeProperties, type: number): string {
  const share = (id: number) => Math.max(0, Math.min(FIXED_ONE, properties.signed(id) ?? 0)) / FIXED_ONE;
  if (type === FILL.shadeShape) {
    return '<a:path path="shape"><a:fillToRect l="50000" t="50000" r="50000" b="50000"/></a:path>';
  }
  const edges = {
    l: share(PROPERTY.fillToLeft),
    t: share(PROPERTY.fillToTop),
    r: 1 - share(PROPERTY.fillToRight),
    b: 1 - share(PROPERTY.fillToBottom),
  };
  const attributes = Object.entries(edges).map(([name, value]) => `${name}="${Math.round(value * SHARE)}"`);
  return `<a:path path="rect"><a:fillToRect ${attributes.join(" ")}/></a:path>`;
}

function baseStops(properties: ShapeProperties, context: DrawingContext): Stop[] {
  const opacity = properties.fixed(PROPERTY.fillOpacity) ?? 1;
  const backOpacity = properties.fixed(PROPERTY.fillBackOpacity) ?? 1;
  const preset = properties.array(PROPERTY.fillShadeColors);
  if (preset && preset.count > 1 && preset.elementBytes === 8) {
    const reader = new ByteReader(preset.bytes);
    const stops = Array.from({ length: Math.min(preset.count, 100) }, (_, index) => {
      const at = Math.max(0, Math.min(1, reader.i32(index * 8 + 4) / FIXED_ONE));
      const own = opacity + (backOpacity - opacity) * at;
      return { at, color: colorXml(readArtColor(reader.u32(index * 8), properties, context), own) };
    });
    return stops.sort((first, second) => first.at - second.at);
  }
  return [
    { at: 0, color: propertyColorXml(properties, PROPERTY.fillColor, WHITE, context, opacity) },
    { at: 1, color: propertyColorXml(properties, PROPERTY.fillBackColor, WHITE, context, backOpacity) },
  ];
}

/**
 * The focus (-1 to 1) says where the last color lies, counted from the end; the first color lies at the remainder.
 */
function focusedStops(stops: Stop[], focus: number): Stop[] {
  const ordered = focus < 0 ? reversed(stops) : stops;
  const rotation = 1 - Math.min(1, Math.abs(focus));
  if (rotation >= 1) return ordered;
  if (rotation <= 0) return reversed(ordered);
  const rising = ordered.map(({ at, color }) => ({ at: at * rotation, color }));
  const falling = reversed(ordered).map(({ at, color }) => ({ at: rotation + at * (1 - rotation), color }));
  return [...rising, ...falling.slice(1)];
}

function reversed(stops: readonly Stop[]): Stop[] {
  return stops.map(({ at, color }) => ({ at: 1 - at, color })).reverse();
}
