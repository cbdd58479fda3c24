import { attributesOf } from "../opc/xml-edits.ts";
import type { XmlElement } from "../opc/xml-tree.ts";
import { differingAttributes } from "./document-defaults.ts";
import type { IncomingStyles } from "./incoming-styles.ts";

/** Spacing that a paragraph gets from its table, to be written onto the paragraph itself. */
export interface TableSpacing {
  attributes: ReadonlyMap<string, string>;
  /** The `w:spacing` that is there already. */
  element: XmlElement | undefined;
}

/**
 * A table's style goes before the document's defaults, but after a paragraph's style (ECMA-376 Part 1, 17.7.2). Defaults
 * that became a style would hide the table's spacing, so it is written onto the paragraphs.
 */
export function tableSpacing(paragraph: XmlElement, styles: IncomingStyles): TableSpacing | undefined {
  const table = tableOf(paragraph);
  if (!table) return undefined;
  const tableStyle = table.child("w:tblPr")?.child("w:tblStyle")?.attribute("w:val");
  const given = spacingOf(styles.sheet.chain(tableStyle ?? styles.sheet.defaultOf("table")));
  if (given.size === 0) return undefined;
  const properties = paragraph.child("w:pPr");
  const style = properties?.child("w:pStyle")?.attribute("w:val") ?? styles.sheet.defaultOf("paragraph");
  const element = properties?.child("w:spacing");
  const own = new Set([
    ...spacingOf(styles.sheet.chain(style)).keys(),
    ...(element ? attributesOf(element).map(({ name }) => name) : []),
  ]);
  const hidden = new Set(differingAttributes("w:spacing", styles.defaults, styles.targetDefaults));
  const attributes = new Map([...given].filter(([name]) => hidden.has(name) && !own.has(name)));
  if (attributes.size === 0) return undefined;

  return { attributes, element };
}

function tableOf(paragraph: XmlElement): XmlElement | undefined {
  for (let at = paragraph.parent; at; at = at.parent) {
    if (at.name === "w:tbl") return at;
    if (at.name === "w:txbxContent") return undefined;
  }
  return undefined;
}

/** Attributes of `w:spacing` along a chain of styles; the nearest holds. */
function spacingOf(chain: readonly XmlElement[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const style of chain) {
    const spacing = style.child("w:pPr")?.child("w:spacing");
    for (const { name, value } of spacing ? attributesOf(spacing) : []) if (!found.has(name)) found.set(name, value);
  }
  return found;
}
