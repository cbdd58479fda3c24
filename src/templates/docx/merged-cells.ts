import { openRaw } from "../ooxml/build-markup.ts";
import { descendants } from "../ooxml/markup-search.ts";
import { type MarkupElement, type MarkupNode, RawMarkup, replace, toXml } from "../ooxml/markup-tree.ts";

/** Names the group that a cell belongs to while a part is merged; no reader of files ever sees it. */
const GROUP = "docloom-group";

/**
 * Gives the vertically merged cells of tables with tags the number of their group (ISO/IEC 29500-1, 17.4.84), so that it
 * is known which of them a cell belongs to when rows around it are gone.
 */
export function numberMergedCells(root: MarkupElement): void {
  let group = 0;
  for (const node of [...descendants(root)]) {
    if (node.kind !== "element" || node.name !== "w:tbl") continue;
    const open = new Map<number, number>();
    for (const row of rowsOf(node)) {
      const groups = new Map<number, number>();
      for (const { properties, column } of cellsOf(row)) {
        const merge = properties && /<w:vMerge\b[^>]*>/.exec(properties.xml)?.[0];
        if (!properties || !merge) continue;
        const own = isContinued(merge) ? (open.get(column) ?? ++group) : ++group;
        groups.set(column, own);
        const numbered = properties.xml.replace("<w:vMerge", `<w:vMerge ${GROUP}="${own}"`);
        replace(properties, new RawMarkup("w:tcPr", numbered));
      }
      open.clear();
      for (const [column, own] of groups) open.set(column, own);
    }
  }
}

const isContinued = (merge: string): boolean => !/\sw:val="restart"/.test(merge);

function rowsOf(table: MarkupElement): MarkupElement[] {
  const merged = toXml(table).includes("<w:vMerge");
  return merged ? table.children.flatMap((child) => opened(child, "w:tr")) : [];
}

/** An element of this name, looked into from here on. */
function opened(node: MarkupNode, name: string): MarkupElement[] {
  if (!("name" in node) || node.name !== name) return [];
  if (node.kind === "element") return [node];
  if (node.kind !== "raw" || !node.element) return [];
  const element = openRaw(node);
  replace(node, element);
  return [element];
}

function cellsOf(row: MarkupElement): { properties: RawMarkup | undefined; column: number }[] {
  let column = Number(/<w:gridBefore\b[^>]*?\sw:val="(\d+)"/.exec(propertiesXml(row, "w:trPr"))?.[1] ?? 0);
  return [...row.children].flatMap((child) => {
    const [cell] = opened(child, "w:tc");
    if (!cell) return [];
    const properties = cell.children.find((each): each is RawMarkup => each.kind === "raw" && each.name === "w:tcPr");
    const at = column;
    column += Number(/<w:gridSpan\b[^>]*?\sw:val="(\d+)"/.exec(properties?.xml ?? "")?.[1] ?? 1);
    return [{ properties, column: at }];
  });
}

function propertiesXml(row: MarkupElement, name: string): string {
  const properties = row.children.find((each) => "name" in each && each.name === name);
  return properties ? toXml(properties) : "";
}

const TABLE_MARKUP =
  /<(\/?)w:(tbl|tr|tc)(?=[\s>])[^>]*(?<!\/)>|<w:(?:gridSpan|gridBefore)\b[^>]*?\sw:val="(\d+)"[^>]*>|<w:vMerge docloom-group="(\d+)"([^>]*)>/g;

interface OpenTable {
  above: Map<number, string>;
  own: Map<number, string>;
  column: number;
  span: number;
}

/** Rendered markup in which a group whose first row is gone begins with the next one that is there. */
export function withGroupHeads(xml: string): string {
  if (!xml.includes(GROUP)) return xml;
  const tables: OpenTable[] = [];
  return xml.replace(
    TABLE_MARKUP,
    (whole, slash: string | undefined, name: string | undefined, count: string | undefined, group, rest) => {
      const table = tables.at(-1);
      if (name === "tbl") {
        if (slash) tables.pop();
        else tables.push({ above: new Map(), own: new Map(), column: 0, span: 1 });
      } else if (!table) return whole.replace(/ docloom-group="\d+"/, "");
      else if (name === "tr" && !slash) {
        table.above = table.own;
        table.own = new Map();
        table.column = 0;
      } else if (name === "tc") {
        if (slash) table.column += table.span;
        table.span = 1;
      } else if (count !== undefined) {
        if (whole.startsWith("<w:gridSpan")) table.span = Number(count);
        else table.column += Number(count);
      } else if (group !== undefined) {
        const isHead = !isContinued(whole) || table.above.get(table.column) !== group;
        table.own.set(table.column, group);
        return isHead ? '<w:vMerge w:val="restart"/>' : `<w:vMerge${rest}>`;
      }
      return whole;
    },
  );
}

/** Between two tables that merging brought together: a paragraph that takes no room keeps them apart. */
const BETWEEN =
  '<w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="1" w:lineRule="exact"/><w:rPr><w:sz w:val="2"/></w:rPr></w:pPr></w:p>';
const TOUCHING =
  /<\/w:tbl>((?:\s|<w:(?:bookmark|commentRange|perm)(?:Start|End)\b[^>]*\/>|<w:proofErr\b[^>]*\/>)*)(?=<w:tbl[ >])/g;

/** Whether two tables follow each other, which readers show as one. */
export const hasTouchingTables = (xml: string): boolean => xml.search(TOUCHING) >= 0;

/** Markup in which no table touches the next one. */
export function withTablesApart(xml: string): string {
  return xml.replace(TOUCHING, (_, marks: string) => `</w:tbl>${marks}${BETWEEN}`);
}
