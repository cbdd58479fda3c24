/** Graphic frames (ECMA-376 part 1, 19.3.1.21): tables, charts, diagrams, embedded objects. */

import { child, descend, findAll, findFirst, type XmlNode } from "../../office/xml-node.ts";
import { readChart } from "../charts/chart-reader.ts";
import type { Chart } from "../model/chart.ts";
import { readDiagram } from "./diagram/diagram-reader.ts";
import { NO_EDGES, NO_EFFECTS, type Placement, type SlideNode } from "./model/slide.ts";
import type { NodeReader } from "./node-reader.ts";
import { PartContext } from "./part-context.ts";
import { placeholderOf } from "./placeholders.ts";
import { themeFill } from "./style-matrix.ts";
import { readTable } from "./table/table-reader.ts";

export function readFrame(element: XmlNode, reader: NodeReader, depth: number): SlideNode | undefined {
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
    case "c:chart":
    case "cx:chart": {
      const target = context.target(content.attributes["r:id"]);
      if (!target) return undefined;
      return { kind: "chart", ...base, chart: slideChart(target, context) };
    }
    case "dgm:relIds":
      return readDiagram(content, base, reader, depth);
    default:
      return objectImage(content, place, reader);
  }
}

/** A chart that cannot be read leaves an empty place; the rest of the slide is drawn. */
function slideChart(target: { part: string; root: XmlNode }, context: PartContext): Chart | undefined {
  try {
    const surroundings = chartContext(context, target);
    const chart = readChart(target.root, surroundings.theme, {
      bare: true,
      themeFill: (index, color) => themeFill(index, color, surroundings),
    });
    if (chart.warning) context.shared.warnings.add(chart.warning);
    return chart;
  } catch (error) {
    context.shared.warnings.add(`a chart cannot be drawn: ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
}

/** Charts that were pasted with their own look carry a theme, and map its colors themselves. */
function chartContext(context: PartContext, { part, root }: { part: string; root: XmlNode }): PartContext {
  const { shared } = context;
  const theme = shared.pack.targetOfType(part, "themeOverride");
  if (!theme) return context.inPart(part);
  return new PartContext(part, shared, theme, child(root, "c:clrMapOvr")?.attributes);
}

/** Files of 2007 keep an object's picture in the slide's VML drawing, under the object's shape id. */
function objectDrawing(content: XmlNode, { sources }: NodeReader): string | undefined {
  const { context } = sources;
  const { pack, imageUrl } = context.shared;
  const object = content.name === "p:oleObj" ? content : findFirst(content, "p:oleObj");
  const id = object?.attributes.spid;
  const drawing = pack.targetOfType(context.part, "vmlDrawing");
  if (!id || !drawing) return undefined;
  const shape = findAll(pack.xml(drawing), "v:shape").find(
    ({ attributes }) => attributes.id === id || attributes["o:spid"] === id,
  );
  const image = child(shape, "v:imagedata")?.attributes["o:relid"];
  const target = image ? pack.relationships(drawing).get(image)?.target : undefined;
  return target ? imageUrl(target) : undefined;
}

function legacyImage(source: string, place: Placement): SlideNode {
  const image = {
    kind: "picture" as const,
    ...place,
    altText: "",
    source,
    crop: NO_EDGES,
    opacity: 1,
    filter: undefined,
    geometry: undefined,
    stroke: undefined,
  };
  return {
    kind: "picture",
    ...place,
    altText: "",
    link: undefined,
    image,
    fill: { kind: "none" },
    effects: NO_EFFECTS,
  };
}

/** Embedded objects and controls show the picture that was stored with them, in the frame's box. */
function objectImage(content: XmlNode, place: Placement, reader: NodeReader): SlideNode | undefined {
  const image = content.name === "p:pic" ? content : (child(content, "p:pic") ?? findFirst(content, "p:pic"));
  if (image) {
    const node = reader.image(image, []);
    return node && place.widthPt > 0 && node.kind === "picture"
      ? { ...node, ...place, image: { ...node.image, ...place } }
      : node;
  }
  const drawn = objectDrawing(content, reader);
  if (drawn) return legacyImage(drawn, place);
  reader.sources.context.shared.warnings.add("an object without a picture was left out");
  return undefined;
}
