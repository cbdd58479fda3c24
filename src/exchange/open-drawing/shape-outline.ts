/** The outline of a shape, by its path, its points or its name (OpenDocument 1.3 Part 3, 10.3 and 10.6) -> `a:custGeom`, `a:prstGeom`. */
import { element } from "../../binary/doc/xml-writer.ts";
import { escapeXmlText } from "../../office/xml-text.ts";
import { childOf, type OdfNode } from "../open-document/odf-nodes.ts";
import type { Properties } from "../open-document/style-properties.ts";
import { emuOf } from "./emu.ts";
import { enhancedOutline } from "./enhanced-geometry.ts";
import { outlineXml } from "./outline.ts";
import { lineShape, type PointedShape, pathOutline } from "./pointed-shapes.ts";
import { placeOf } from "./shape-place.ts";

/** Presets for shapes that name themselves and have no path. */
const PRESETS: Readonly<Record<string, string>> = {
  ...{ rectangle: "rect", "round-rectangle": "roundRect", ellipse: "ellipse", diamond: "diamond", cross: "plus" },
  ...{ "isosceles-triangle": "triangle", "right-triangle": "rtTriangle", parallelogram: "parallelogram" },
  ...{ trapezoid: "trapezoid", hexagon: "hexagon", octagon: "octagon", pentagon: "pentagon", ring: "donut" },
  ...{ "right-arrow": "rightArrow", "left-arrow": "leftArrow", "up-arrow": "upArrow", "down-arrow": "downArrow" },
  ...{ can: "can", cube: "cube", star5: "star5", heart: "heart", smiley: "smileyFace", sun: "sun", moon: "moon" },
};

/** @param node `draw:custom-shape` */
export function customShape(node: OdfNode): PointedShape {
  const geometry = childOf(node, "draw:enhanced-geometry");
  const { attributes } = geometry ?? { attributes: {} as Properties };
  const place = placeOf(node.attributes);
  const mirrored = {
    ...place,
    isFlippedX: place.isFlippedX !== (attributes["draw:mirror-horizontal"] === "true"),
    isFlippedY: place.isFlippedY !== (attributes["draw:mirror-vertical"] === "true"),
  };
  const outline = geometry && enhancedOutline(geometry, place);
  const markup = outline ? outlineXml(outline, place) : presetXml(attributes["draw:type"]);
  return { place: mirrored, geometry: markup, isFilled: true };
}

/** @param node one of `POINTED` */
export function pointedShape(node: OdfNode): PointedShape {
  const line = lineShape(node);
  if (line) return line;
  const place = placeOf(node.attributes);
  const outline = pathOutline(node, place);
  const geometry = outline ? outlineXml(outline, place) : wholeXml(node, Math.min(place.width, place.height));
  return { place, geometry, isFilled: node.name !== "draw:polyline" };
}

/** A box or an ellipse as a whole. @param shortest of its sides, EMU */
function wholeXml({ name, attributes }: OdfNode, shortest: number): string {
  if (name === "draw:ellipse" || name === "draw:circle") return '<a:prstGeom prst="ellipse"/>';
  const corner = emuOf(attributes["draw:corner-radius"]) ?? 0;
  if (corner <= 0) return '<a:prstGeom prst="rect"/>';
  const share = Math.round(Math.min(0.5, corner / Math.max(1, shortest)) * 100_000);
  const rounded = element("a:gd", { name: "adj", fmla: `val ${share}` });
  return element("a:prstGeom", { prst: "roundRect" }, element("a:avLst", {}, rounded));
}

function presetXml(type: string | undefined): string {
  const name = (type ?? "rectangle").replace(/^(?:ooxml|mso)-/, "");
  const preset = PRESETS[name] ?? (type?.startsWith("ooxml-") && /^[a-zA-Z]+\d*$/.test(name) ? name : "rect");
  return `<a:prstGeom prst="${escapeXmlText(preset)}"/>`;
}
