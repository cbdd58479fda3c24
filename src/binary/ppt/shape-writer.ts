/** Shapes of a drawing -> `p:sp`, `p:cxnSp`, `p:pic`, `p:grpSp` (ECMA-376 part 1, 19.3.1). */
import { escapeXmlText } from "../../office/xml-text.ts";
import { shapeAppearancesXml } from "../officeart/drawingml-writer.ts";
import { imageXml } from "../officeart/image-xml.ts";
import { isLineType } from "../officeart/preset-shapes.ts";
import { PROPERTY } from "../officeart/property-ids.ts";
import { childrenOfType } from "../officeart/records.ts";
import type { ArtShape } from "../officeart/shape-tree.ts";
import { shapeTransform, transformXml } from "../officeart/transform-xml.ts";
import { isTitle, placeholderOf } from "./placeholders.ts";
import { PPT } from "./record-types.ts";
import { anchorOf, type CoordinateSpace, spaceOf } from "./shape-boxes.ts";
import { isWordArt, shapeTextXml } from "./shape-text.ts";
import type { SlidePart } from "./slide-part.ts";
import { hyperlinkOf } from "./text/text-body.ts";

const MAX_GROUP_DEPTH = 24;
/** MSOSPT */
const IMAGE_FRAME = 75;
const BARE_BOX = '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:noFill/><a:ln><a:noFill/></a:ln>';

/** A shape with everything in it; empty when it is hidden or has no place. */
export function shapeXml(shape: ArtShape, part: SlidePart, space?: CoordinateSpace, depth = 0): string {
  const anchor = anchorOf(shape, space);
  // What holds for shapes of the document is not meant for pictures.
  const properties = shape.type === IMAGE_FRAME ? part.ownPropertiesOf(shape) : part.propertiesOf(shape);
  if (!anchor || properties.flag(PROPERTY.isHidden) || depth > MAX_GROUP_DEPTH) return "";
  const resolved: ArtShape = { ...shape, properties };
  const box = shapeTransform(resolved, anchor).edges;
  if (shape.isGroup) {
    const children = shape.children.map((child) => shapeXml(child, part, spaceOf(shape, box), depth + 1)).join("");
    // Children are written where they lie on the slide, so the group's own space is the slide's.
    const transform = transformXml({ ...resolved, groupCoordinates: box }, anchor, 1);
    return `<p:grpSp>${names("GrpSp", resolved, part)}<p:grpSpPr>${transform}</p:grpSpPr>${children}</p:grpSp>`;
  }
  const transform = transformXml(resolved, anchor, 1);
  const size = { width: box.right - box.left, height: box.bottom - box.top };
  const appearances = isWordArt(properties) ? BARE_BOX : shapeAppearancesXml(withoutBoxShadow(resolved), size, part);
  const shapeProperties = `<p:spPr>${transform}${appearances}</p:spPr>`;
  const text = shapeTextXml(resolved, properties, part);
  const relationship = part.imageRelationship(properties.number(PROPERTY.image) ?? 0);
  if (relationship !== undefined) {
    const image = `<p:pic>${names("Pic", resolved, part)}<p:blipFill>${imageXml(properties, relationship)}</p:blipFill>${shapeProperties}</p:pic>`;
    return text === "" ? image : image + textOverImage(resolved, transform, text, part);
  }
  if (isLineType(shape.type) && text === "")
    return `<p:cxnSp>${names("CxnSp", resolved, part)}${shapeProperties}</p:cxnSp>`;
  return `<p:sp>${names("Sp", resolved, part)}${shapeProperties}${text}</p:sp>`;
}

/** The shadow of a picture is that of what the picture shows, not of its box. */
function withoutBoxShadow(shape: ArtShape): ArtShape {
  const { properties } = shape;
  const isBox = properties.flag(PROPERTY.isFilled) || properties.flag(PROPERTY.hasLine);
  if (shape.type !== IMAGE_FRAME || isBox || !properties.flag(PROPERTY.hasShadow)) return shape;
  return { ...shape, properties: properties.without(PROPERTY.hasShadow) };
}

/** Pictures of PresentationML have no text: text on one is a shape of its own. */
function textOverImage(shape: ArtShape, transform: string, text: string, part: SlidePart): string {
  return `<p:sp>${names("Sp", shape, part)}<p:spPr>${transform}${BARE_BOX}</p:spPr>${text}</p:sp>`;
}

/** `p:nvSpPr` and its like: id, name, description, link, and whether the shape is the slide's title. */
function names(kind: "Sp" | "Pic" | "CxnSp" | "GrpSp", shape: ArtShape, part: SlidePart): string {
  const description = shape.properties.text(PROPERTY.description);
  const link = linkOf(shape, part);
  const place = isTitle(placeholderOf(shape)) && kind === "Sp" ? '<p:ph type="title"/>' : "";
  const id = part.nextShapeId();
  return (
    `<p:nv${kind}Pr><p:cNvPr id="${id}" name="${escapeXmlText(shape.properties.text(PROPERTY.name) ?? `Shape ${id}`)}"` +
    `${description ? ` descr="${escapeXmlText(description)}"` : ""}>${link ? `<a:hlinkClick r:id="${link}"/>` : ""}</p:cNvPr>` +
    `<p:cNv${kind}Pr/><p:nvPr>${place}</p:nvPr></p:nv${kind}Pr>`
  );
}

function linkOf(shape: ArtShape, part: SlidePart): string | undefined {
  for (const container of childrenOfType(shape.clientData, PPT.interactiveInfo)) {
    const id = hyperlinkOf(container);
    if (id !== undefined) return part.hyperlink(id);
  }
  return undefined;
}
