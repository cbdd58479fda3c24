/** WordArt (MS-ODRAW 2.3.22) -> `w:pict` with a text path, the form that watermarks usually have. */
import { TWIPS_PER_POINT } from "../../geometry/units.ts";
import { textWarpName } from "../../office/text-warp-types.ts";
import { type DrawingContext, readArtColor } from "../officeart/drawing-color.ts";
import { PROPERTY } from "../officeart/property-ids.ts";
import type { ArtShape } from "../officeart/shape-tree.ts";
import type { ShapeAnchor } from "./drawing-store.ts";
import { element } from "./xml-writer.ts";

/** Where a floating shape lies: twips, and what they are measured from, in DrawingML's terms. */
export interface FloatingPlace {
  left: number;
  top: number;
  width: number;
  height: number;
  horizontalRelation: string;
  verticalRelation: string;
  horizontalAlign: string | undefined;
  verticalAlign: string | undefined;
  isBehind: boolean;
}

const WHITE = 0xff_ffff;
const VML_RELATIONS: Readonly<Record<string, string>> = {
  column: "text",
  paragraph: "text",
  character: "char",
};

/** True for shapes that show a text of their own instead of a text box. */
export function isWordArt({ type, properties }: ArtShape): boolean {
  const isOn = properties.flag(PROPERTY.isWordArt) ?? textWarpName(type) !== undefined;
  return isOn && (properties.text(PROPERTY.wordArtText) ?? "") !== "";
}

export function wordArtXml({ shape, order }: ShapeAnchor, place: FloatingPlace, context: DrawingContext): string {
  const { properties } = shape;
  const points = (twips: number) => `${twips / TWIPS_PER_POINT}pt`;
  const relation = (name: string) => VML_RELATIONS[name] ?? name;
  const rotation = Math.round(properties.fixed(PROPERTY.rotation) ?? 0);
  const style = [
    "position:absolute",
    `margin-left:${points(place.left)}`,
    `margin-top:${points(place.top)}`,
    `width:${points(place.width)}`,
    `height:${points(place.height)}`,
    `z-index:${place.isBehind ? -1_000_000 + order : order + 1}`,
    `rotation:${rotation}`,
    `mso-position-horizontal-relative:${relation(place.horizontalRelation)}`,
    `mso-position-vertical-relative:${relation(place.verticalRelation)}`,
    ...(place.horizontalAlign ? [`mso-position-horizontal:${place.horizontalAlign}`] : []),
    ...(place.verticalAlign ? [`mso-position-vertical:${place.verticalAlign}`] : []),
  ];
  const color = (id: number, fallback: number) =>
    `#${readArtColor(properties.number(id) ?? fallback, properties, context).rgb}`;
  const isFilled = properties.flag(PROPERTY.isFilled) ?? true;
  const hasLine = properties.flag(PROPERTY.hasLine) ?? true;
  const font = [
    `font-family:'${properties.text(PROPERTY.wordArtFont) ?? "Arial Black"}'`,
    ...(properties.flag(PROPERTY.wordArtBold) ? ["font-weight:bold"] : []),
    ...(properties.flag(PROPERTY.wordArtItalic) ? ["font-style:italic"] : []),
  ];
  const appearances =
    element("v:fill", { opacity: properties.fixed(PROPERTY.fillOpacity) ?? 1 }) +
    element("v:textpath", { style: font.join(";"), string: properties.text(PROPERTY.wordArtText) });
  const attributes = {
    "o:spt": shape.type,
    style: style.join(";"),
    filled: isFilled ? "t" : "f",
    fillcolor: color(PROPERTY.fillColor, WHITE),
    stroked: hasLine ? "t" : "f",
    strokecolor: color(PROPERTY.lineColor, 0),
  };
  return element("w:pict", {}, element("v:shape", attributes, appearances));
}
