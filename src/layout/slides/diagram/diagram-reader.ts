/** SmartArt (ECMA-376 part 1, 21.4): the drawing stored beside the data, else a plain arrangement of its texts. */
import { child, findFirst, type XmlNode } from "../../../office/xml-node.ts";
import type { GroupNode, Placement, SlideNode } from "../model/slide.ts";
import type { NodeReader } from "../node-reader.ts";
import { arrangedDiagram } from "./diagram-arrangement.ts";

interface FrameBase extends Placement {
  altText: string;
  link: string | undefined;
}

export function readDiagram(
  element: XmlNode,
  base: FrameBase,
  reader: NodeReader,
  depth: number,
): SlideNode | undefined {
  const { context } = reader.sources;
  const data = context.target(element.attributes["r:dm"]);
  const extension = findFirst(child(data?.root, "dgm:extLst"), "dsp:dataModelExt");
  const drawing = context.target(extension?.attributes.relId) ?? storedDrawing(reader, data?.part);
  const tree = child(drawing?.root, "dsp:spTree");
  const group = (children: SlideNode[]): GroupNode => ({ kind: "group", ...base, children });
  if (drawing && tree) {
    const children = reader.ofPart(context.inPart(drawing.part)).readChildren(tree, undefined, depth + 1);
    if (children.length > 0) return group(children);
  }
  if (!data) return undefined;
  const layoutId = context.target(element.attributes["r:lo"])?.root.attributes.uniqueId ?? "";
  return group(arrangedDiagram(data.root, layoutId, base, reader.sources, context.inPart(data.part)));
}

/** Older files name the drawing by its part only. */
function storedDrawing(reader: NodeReader, dataPart: string | undefined): { part: string; root: XmlNode } | undefined {
  const { pack } = reader.sources.context.shared;
  const name = dataPart?.replace(/data(\d*)\.xml$/, "drawing$1.xml");
  const root = name && name !== dataPart ? pack.xml(name) : undefined;
  return name && root ? { part: name, root } : undefined;
}
