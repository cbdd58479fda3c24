import { attributesOf } from "../office/xml-edits.ts";
import type { XmlElement } from "../office/xml-tree.ts";
import type { DocumentDefaults } from "./document-defaults.ts";
import { slotOf } from "./property-order.ts";
import type { StyleSheet } from "./style-sheet.ts";

/**
 * How paragraphs are styled in tables of one style. A table's style takes precedence over the document's defaults, but
 * after a paragraph's style (ECMA-376 Part 1, 17.7.2): defaults that became a style would hide what the table's style
 * says, so these paragraphs have a style without it.
 */
export interface TableVariant {
  key: string;
  /** Properties that the table's style sets, `w:rPr/w:sz/w:val`. */
  omitted: ReadonlySet<string>;
}

/** The variant for tables of a style; undefined if the style states nothing that the defaults also state. */
export function tableVariant(
  tableStyle: string | undefined,
  sheet: StyleSheet,
  defaults: readonly DocumentDefaults[],
): TableVariant | undefined {
  const said = new Set(
    defaults.flatMap(({ paragraph, run }) => [...keysOf("w:pPr", paragraph), ...keysOf("w:rPr", run)]),
  );
  const omitted = new Set<string>();
  for (const style of sheet.chain(tableStyle))
    for (const holder of [style, ...style.elements("w:tblStylePr")])
      for (const kind of ["w:pPr", "w:rPr"])
        for (const property of holder.child(kind)?.elements() ?? [])
          for (const { name } of attributesOf(property)) {
            const key = `${kind}/${property.name}/${slotOf(name)}`;
            if (said.has(key)) omitted.add(key);
          }
  return omitted.size === 0 ? undefined : { key: [...omitted].sort().join(" "), omitted };
}

/** The table around a paragraph; what is in a text box is not in the table around the box. */
export function tableAround(paragraph: XmlElement): XmlElement | undefined {
  for (let at = paragraph.parent; at; at = at.parent) {
    if (at.name === "w:tbl") return at;
    if (at.name === "w:txbxContent") return undefined;
  }
  return undefined;
}

function keysOf(kind: string, properties: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] {
  return [...properties].flatMap(([name, attributes]) =>
    [...attributes.keys()].map((attribute) => `${kind}/${name}/${slotOf(attribute)}`),
  );
}
