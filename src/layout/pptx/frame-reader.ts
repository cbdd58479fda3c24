/** Graphic frames (ECMA-376 part 1, 19.3.1.21): tables, charts, diagrams, embedded objects. */
import { child, descend, findFirst, type XmlElement } from "../package/xml.ts";
import { readDiagram } from "./diagram/diagram-reader.ts";
import { placeholderOf } from "./placeholders.ts";
import type { ShapeReader } from "./shape-reader.ts";
import type { Placement, SlideNode } from "./slide-model.ts";
import { readTable } from "./table/table-reader.ts";

export function readFrame(element: XmlElement, reader: ShapeReader, depth: number): SlideNode | undefined {
  const { sources } = reader;
  const { context } = sources;
  const placeholder = placeholderOf(element);
  if (placeholder && !sources.keepsPlaceholders) return undefined;
  const place = reader.placement(element, placeholder ? sources.inheritedOf(placeholder) : []);
  const content = descend(element, "a:graphic", "a:graphicData")?.children[0];
  if (!content) return undefined;
  const base = { ...place, ...reader.names(element) };
  switch (content.name) {
    case "a:tbl":
      return { kind: "table", ...base, table: readTable(content, reader.sources, reader.textSource()) };
    case "c:chart": {
      const target = context.target(content.attributes["r:id"]);
      if (!target) return undefined;
      return { kind: "chart", ...base, chart: target.root, context: context.inPart(target.part) };
    }
    case "dgm:relIds":
      return readDiagram(content, base, reader, depth);
    default:
      return objectPicture(content, place, reader);
  }
}

/** Embedded objects and controls show the picture that was stored with them, in the frame's box. */
function objectPicture(content: XmlElement, place: Placement, reader: ShapeReader): SlideNode | undefined {
  const picture = content.name === "p:pic" ? content : (child(content, "p:pic") ?? findFirst(content, "p:pic"));
  if (picture) {
    const node = reader.picture(picture, []);
    return node && place.widthPt > 0 && node.kind === "picture"
      ? { ...node, ...place, picture: { ...node.picture, ...place } }
      : node;
  }
  reader.sources.context.shared.warnings.add("an object without a picture was left out");
  return undefined;
}
