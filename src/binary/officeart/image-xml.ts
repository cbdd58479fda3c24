/** The picture of a shape (MS-ODRAW 2.3.23) -> the inside of `p:blipFill`, `pic:blipFill`, `xdr:blipFill`. */
import { PROPERTY } from "./property-ids.ts";
import type { ShapeProperties } from "./shape-properties.ts";

const SHARE = 100_000;
const HALF = 0x8000;
const NEUTRAL_CONTRAST = 0x10000;

/** `a:blip`, `a:srcRect` and the stretching of a picture that is embedded under `relationship`. */
export function imageXml(properties: ShapeProperties, relationship: string): string {
  return `<a:blip r:embed="${relationship}">${recoloring(properties)}</a:blip>${cropXml(properties)}<a:stretch><a:fillRect/></a:stretch>`;
}

function cropXml(properties: ShapeProperties): string {
  const sides = { l: PROPERTY.cropLeft, t: PROPERTY.cropTop, r: PROPERTY.cropRight, b: PROPERTY.cropBottom };
  const attributes = Object.entries(sides).map(([name, id]) => {
    const share = properties.fixed(id) ?? 0;
    return share === 0 ? "" : ` ${name}="${Math.round(share * SHARE)}"`;
  });
  return `<a:srcRect${attributes.join("")}/>`;
}

function recoloring(properties: ShapeProperties): string {
  const parts: string[] = [];
  if (properties.flag(PROPERTY.pictureBlackWhite)) parts.push('<a:biLevel thresh="50000"/>');
  else if (properties.flag(PROPERTY.pictureGray)) parts.push("<a:grayscl/>");
  const key = properties.number(PROPERTY.pictureTransparentColor);
  if (key !== undefined && key >>> 24 === 0) {
    const rgb = [key & 255, (key >> 8) & 255, (key >> 16) & 255].map((part) => part.toString(16).padStart(2, "0"));
    const color = `<a:srgbClr val="${rgb.join("").toUpperCase()}">`;
    parts.push(
      `<a:clrChange><a:clrFrom>${color}</a:srgbClr></a:clrFrom><a:clrTo>${color}<a:alpha val="0"/></a:srgbClr></a:clrTo></a:clrChange>`,
    );
  }
  const brightness = (properties.signed(PROPERTY.pictureBrightness) ?? 0) / HALF;
  const contrast = contrastShare(properties.number(PROPERTY.pictureContrast) ?? NEUTRAL_CONTRAST);
  if (brightness !== 0 || contrast !== 0) {
    parts.push(
      `<a:lum bright="${Math.round(clamp(brightness) * SHARE)}" contrast="${Math.round(clamp(contrast) * SHARE)}"/>`,
    );
  }
  return parts.join("");
}

/** 0 to 1 of the neutral value is less contrast; above it the inverse runs to full contrast. */
function contrastShare(value: number): number {
  const factor = value / NEUTRAL_CONTRAST;
  return factor <= 1 ? factor - 1 : 1 - 1 / factor;
}

function clamp(share: number): number {
  return Math.max(-1, Math.min(1, share));
}
