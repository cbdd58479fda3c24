/** A shape's looks as DrawingML: the inside of `p:spPr`, `wps:spPr`, `xdr:spPr`. */
import { adjustmentsXml, type ShapeSize } from "./adjustments.ts";
import type { DrawingContext } from "./drawing-color.ts";
import { effectXml } from "./effect-xml.ts";
import { fillXml } from "./fill-xml.ts";
import { freeFormXml } from "./free-form-xml.ts";
import { lineXml } from "./line-xml.ts";
import { isLineType, presetName } from "./preset-shapes.ts";
import type { ArtShape } from "./shape-tree.ts";

/** Types under which free forms are written, besides 0: the notched circular arrow's and "nil". */
const FREE_FORMS: ReadonlySet<number> = new Set([100, 0xfff]);
/** MSOSPT of pictures, which have neither fill nor line unless they say so. */
const IMAGE_FRAME = 75;

/** `a:prstGeom` or `a:custGeom`; `size` is that of the box before turning, in any unit. */
export function geometryXml(shape: ArtShape, size: ShapeSize): string {
  const name = presetName(shape.type);
  const drawn = name === undefined || FREE_FORMS.has(shape.type) ? freeFormXml(shape.properties) : undefined;
  if (drawn !== undefined) return drawn;
  if (name === undefined) return '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>';
  const adjustments = adjustmentsXml(shape.type, shape.properties, size);
  return `<a:prstGeom prst="${name}"><a:avLst>${adjustments}</a:avLst></a:prstGeom>`;
}

/** Geometry, fill, line and shadow, in the order of the schema; `a:xfrm` comes before (`transformXml`). */
export function shapeAppearancesXml(shape: ArtShape, size: ShapeSize, context: DrawingContext): string {
  const isPlain = shape.type === IMAGE_FRAME;
  const fill = isLineType(shape.type) ? "" : fillXml(shape.properties, context, !isPlain);
  return (
    geometryXml(shape, size) +
    fill +
    lineXml(shape.properties, context, !isPlain) +
    effectXml(shape.properties, context)
  );
}
