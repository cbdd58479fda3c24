/** How text lies in a shape (MS-ODRAW 2.3.21) -> `a:bodyPr`. */
import { PROPERTY } from "./property-ids.ts";
import type { ShapeProperties } from "./shape-properties.ts";

const DEFAULT_INSET_X_EMU = 91_440;
const DEFAULT_INSET_Y_EMU = 45_720;
const NO_WRAP = 2;
/** MSOANCHOR (MS-ODRAW 2.4.6): place and whether the text block is centered. */
const ANCHORS: readonly (readonly [anchor: string, centered: boolean])[] = [
  ["t", false],
  ["ctr", false],
  ["b", false],
  ["t", true],
  ["ctr", true],
  ["b", true],
  ["t", false],
  ["b", false],
  ["t", true],
  ["b", true],
];
/** MSOTXFL (MS-ODRAW 2.4.5). */
const FLOWS = ["horz", "eaVert", "vert270", "vert", "horz", "wordArtVert"];
/** MSOCDIR (MS-ODRAW 2.4.6): text of a horizontal flow turned by quarters. */
const ROTATIONS: readonly (string | undefined)[] = [undefined, "vert", undefined, "vert270"];

export interface TextBodyDefaults {
  /** MSOANCHOR that holds when the shape has none. */
  anchor?: number;
  /** Further attributes, each after a blank. */
  attributes?: string;
  /** `prstTxWarp` and what else is inside the element. */
  inner?: string;
}

/** `tag`: `a:bodyPr` or `wps:bodyPr`. */
export function bodyPropertiesXml(
  properties: ShapeProperties,
  defaults: TextBodyDefaults = {},
  tag = "a:bodyPr",
): string {
  const inset = (id: number, fallback: number) => properties.signed(id) ?? fallback;
  const [anchor, centered] = ANCHORS[properties.number(PROPERTY.textAnchor) ?? defaults.anchor ?? 0] ?? ["t", false];
  const flow = FLOWS[(properties.number(PROPERTY.textFlow) ?? 0) & 0xffff] ?? "horz";
  const rotation = ROTATIONS[(properties.number(PROPERTY.textFontRotation) ?? 0) & 3];
  const vertical = flow === "horz" ? (rotation ?? flow) : flow;
  const wrap = properties.number(PROPERTY.textWrap) === NO_WRAP ? "none" : "square";
  const fit = properties.flag(PROPERTY.fitShapeToText) ? "<a:spAutoFit/>" : "<a:noAutofit/>";
  return (
    `<${tag} vert="${vertical}" wrap="${wrap}"` +
    ` lIns="${inset(PROPERTY.textInsetLeft, DEFAULT_INSET_X_EMU)}" tIns="${inset(PROPERTY.textInsetTop, DEFAULT_INSET_Y_EMU)}"` +
    ` rIns="${inset(PROPERTY.textInsetRight, DEFAULT_INSET_X_EMU)}" bIns="${inset(PROPERTY.textInsetBottom, DEFAULT_INSET_Y_EMU)}"` +
    ` anchor="${anchor}"${centered ? ' anchorCtr="1"' : ""}${defaults.attributes ?? ""}>${defaults.inner ?? ""}${fit}</${tag}>`
  );
}
