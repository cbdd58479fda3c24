/** Pictures in the VML of sheets: those of headers, and of embedded objects (ECMA-376 part 4, 19). */
import { childrenNamed, type XmlNode } from "../../../office/xml-node.ts";
import { readVmlImage } from "../../drawing/vml-reader.ts";
import { DEFAULT_CHARACTER_FORMAT } from "../../model/formatting.ts";
import type { DrawingNode } from "../../model/shapes.ts";
import type { DrawingSource } from "../model/drawing-anchor.ts";
import { sheetContext } from "./sheet-drawings.ts";

/** Each shape of a part with what is to be drawn of it, read when it is asked for. */
export function* vmlShapes(
  part: string,
  source: DrawingSource,
): Generator<{ shape: XmlNode; nodes: () => DrawingNode[] }> {
  const root = source.pack.xml(part);
  if (!root) return;
  const context = sheetContext(source, part);
  const types = childrenNamed(root, "v:shapetype");
  for (const shape of root.children) {
    const alone = { ...root, children: [...types, shape] };
    const nodes = () =>
      readVmlImage(alone, context, DEFAULT_CHARACTER_FORMAT, undefined).flatMap((inline) => {
        if (inline.kind === "anchor") return [inline.anchor.drawing];
        return inline.kind === "object" ? [inline.drawing] : [];
      });
    yield { shape, nodes };
  }
}
