import type { XmlEdits } from "../office/xml-edits.ts";
import type { XmlElement } from "../office/xml-tree.ts";
import { PARAGRAPH_PROPERTIES, rankIn } from "./property-order.ts";

/**
 * Adds to a paragraph's `w:pPr`, which is made if it is missing; members are in the order of the schema.
 * @param style `w:pStyle`, if the paragraph has none
 * @param section `w:sectPr`, if the paragraph has none
 */
export function addParagraphProperties(paragraph: XmlElement, edits: XmlEdits, style: string, section: string): void {
  if (style + section === "") return;
  const properties = paragraph.child("w:pPr");
  if (!properties) edits.prepend(paragraph, `<w:pPr>${style}${section}</w:pPr>`);
  else if (properties.selfClosing) edits.prepend(properties, style + section);
  else {
    edits.prepend(properties, style);
    const rank = rankIn(PARAGRAPH_PROPERTIES, "w:sectPr");
    const next = properties.elements().find((member) => rankIn(PARAGRAPH_PROPERTIES, member.name) > rank);
    const at = next?.start ?? properties.closeStart;
    edits.replace(at, at, section);
  }
}
