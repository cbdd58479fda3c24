import type { XmlEdits } from "../opc/xml-edits.ts";
import type { XmlElement } from "../opc/xml-tree.ts";
import { PARAGRAPH_PROPERTIES, rankIn } from "./property-order.ts";
import type { TableSpacing } from "./table-spacing.ts";

interface Added {
  /** `w:pStyle`, if the paragraph has none. */
  style: string;
  spacing: TableSpacing | undefined;
  /** `w:sectPr`, if the paragraph has none. */
  section: string;
}

/** Adds to a paragraph's `w:pPr`, which is made when it is missing; members stand in the order of the schema. */
export function addParagraphProperties(
  paragraph: XmlElement,
  edits: XmlEdits,
  { style, spacing, section }: Added,
): void {
  const properties = paragraph.child("w:pPr");
  const spacingMarkup = spacing && !spacing.element ? written(spacing) : "";
  if (spacing?.element)
    for (const [name, value] of spacing.attributes) edits.setAttribute(spacing.element, name, value);
  if (!properties) {
    const members = style + spacingMarkup + section;
    if (members !== "") edits.prepend(paragraph, `<w:pPr>${members}</w:pPr>`);
    return;
  }
  if (properties.selfClosing) {
    if (style + spacingMarkup + section !== "") edits.prepend(properties, style + spacingMarkup + section);
    return;
  }
  if (style !== "") edits.prepend(properties, style);
  if (spacingMarkup !== "") insert(properties, edits, "w:spacing", spacingMarkup);
  if (section !== "") insert(properties, edits, "w:sectPr", section);
}

function insert(properties: XmlElement, edits: XmlEdits, name: string, markup: string): void {
  const rank = rankIn(PARAGRAPH_PROPERTIES, name);
  const next = properties.elements().find((member) => rankIn(PARAGRAPH_PROPERTIES, member.name) > rank);
  const at = next?.start ?? properties.closeStart;
  edits.replace(at, at, markup);
}

function written({ attributes }: TableSpacing): string {
  return `<w:spacing${[...attributes].map(([name, value]) => ` ${name}="${value}"`).join("")}/>`;
}
