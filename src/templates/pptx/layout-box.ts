import { parseXml, type XmlElement } from "../../office/xml-tree.ts";
import type { OfficePackage } from "../ooxml/office-package.ts";
import type { LayoutBox } from "../ooxml/placeholder-images.ts";

/** Boxes that the layout of a slide, or its master, gives to placeholders that have none of their own. */
export function layoutBoxes(source: OfficePackage, slide: string): LayoutBox {
  return (placeholder) => {
    const attribute = (name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(placeholder)?.[1];
    const [index, type] = [attribute("idx"), attribute("type") ?? "obj"];
    const layout = targetOf(source, slide, "slideLayout");
    const master = layout && targetOf(source, layout, "slideMaster");
    return (
      boxIn(source, layout, (each) =>
        index === undefined ? each.attribute("type") === type : each.attribute("idx") === index,
      ) ?? boxIn(source, master, (each) => each.attribute("type") === type)
    );
  };
}

function targetOf(source: OfficePackage, part: string, type: string): string | undefined {
  const relationships = source.relationshipsOf(part);
  const [relationship] = relationships.ofType(type);
  return relationship && relationships.targetPart(relationship);
}

function boxIn(source: OfficePackage, part: string | undefined, isWanted: (placeholder: XmlElement) => boolean) {
  const xml = part === undefined ? undefined : source.text(part);
  if (xml === undefined) return undefined;
  for (const placeholder of parseXml(xml).descendants("p:ph")) {
    if (!isWanted(placeholder)) continue;
    const shape = placeholder.parent?.parent?.parent;
    const extent = shape?.child("p:spPr")?.child("a:xfrm")?.child("a:ext");
    const [width, height] = [Number(extent?.attribute("cx")), Number(extent?.attribute("cy"))];
    if (width > 0 && height > 0) return { width, height };
  }
  return undefined;
}
