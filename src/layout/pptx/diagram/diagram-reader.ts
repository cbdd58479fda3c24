/** SmartArt (ECMA-376 part 1, 21.4): the drawing stored beside the data, else a plain arrangement of its texts. */
import { child, findFirst, type XmlElement } from "../../package/xml.ts";
import type { ShapeReader } from "../shape-reader.ts";
import { ShapeReader as Reader } from "../shape-reader.ts";
import type { GroupNode, Placement, SlideNode } from "../slide-model.ts";
import { arrangedDiagram } from "./diagram-arrangement.ts";

interface FrameBase extends Placement {
  altText: string;
  link: string | undefined;
}

export function readDiagram(
  element: XmlElement,
  base: FrameBase,
  reader: ShapeReader,
  depth: number,
): SlideNode | undefined {
  const { context } = reader.sources;
  const data = context.target(element.attributes["r:dm"]);
  const extension = findFirst(child(data?.root, "dgm:extLst"), "dsp:dataModelExt");
  const drawing = context.target(extension?.attributes.relId) ?? storedDrawing(reader, data?.part);
  const tree = child(drawing?.root, "dsp:spTree");
  const group = (children: SlideNode[]): GroupNode => ({ kind: "group", ...base, children });
  if (drawing && tree) {
    const inner = new Reader({ ...reader.sources, context: context.inPart(drawing.part) });
    const children = inner.readChildren(tree, undefined, depth + 1);
    if (children.length > 0) return group(children);
  }
  if (!data) return undefined;
  const layoutId = context.target(element.attributes["r:lo"])?.root.attributes.uniqueId ?? "";
  return group(arrangedDiagram(data.root, layoutId, base, reader.sources, context.inPart(data.part)));
}

/** Older files name the drawing by its part only. */
function storedDrawing(
  reader: ShapeReader,
  dataPart: string | undefined,
): { part: string; root: XmlElement } | undefined {
  const { pack } = reader.sources.context.shared;
  const name = dataPart?.replace(/data(\d*)\.xml$/, "drawing$1.xml");
  const root = name && name !== dataPart ? pack.xml(name) : undefined;
  return name && root ? { part: name, root } : undefined;
}
