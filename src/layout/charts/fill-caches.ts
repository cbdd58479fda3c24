import { appendAll } from "../../domain/collections/long-lists.ts";
import { child, findFirst, type XmlNode } from "../../office/xml-node.ts";

/** A cell that a chart refers to: its value, null when it is empty, and the code of its number format. */
interface ReferredValue {
  value: number | string | null;
  /** How a number is written, if its cell does not follow the format. */
  shown?: string;
  format: string;
  /** Where it is in its sheet. */
  column?: number;
}

/** What a chart's reference refers to, cell by cell. */
export type ReferredValues = (formula: string) => Iterable<ReferredValue>;

/** References of a chart, and the cache that each may carry (ECMA-376 part 1, 21.2.2). */
const CACHES: Readonly<Record<string, string>> = { "c:numRef": "c:numCache", "c:strRef": "c:strCache" };

/**
 * Gives references that were saved without values those of the cells, as Excel does on opening: programs that only write
 * workbooks leave the caches out, or write them without points. References that have points keep them.
 */
export function fillChartCaches(root: XmlNode, valuesOf: ReferredValues): void {
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    const cache = CACHES[node.name];
    const formula = cache && child(node, "c:f")?.text.trim();
    if (cache && formula) {
      const at = node.children.findIndex(({ name }) => name === cache);
      const known = node.children[at];
      if (!child(known, "c:pt")) {
        const filled = cacheOf(cache, [...valuesOf(formula)], child(known, "c:formatCode"));
        node.children.splice(known ? at : node.children.length, known ? 1 : 0, filled);
      }
    }
    if (node.name === "c:cat") fillLevels(node, valuesOf);
    appendAll(open, node.children);
  }
}

/** Categories of several columns, or rows, have levels, whatever their reference is said to be of; the last is the innermost. */
function fillLevels(categories: XmlNode, valuesOf: ReferredValues): void {
  const [reference] = categories.children;
  const formula = child(reference, "c:f");
  if (!formula?.text.trim() || findFirst(reference, "c:pt")) return;
  const values = [...valuesOf(formula.text.trim())];
  const columns = new Set(values.map(({ column }) => column)).size;
  const rows = Math.ceil(values.length / Math.max(1, columns));
  if (columns < 2 || rows < 2) return;
  const areColumns = rows >= columns;
  const levels = Array.from({ length: areColumns ? columns : rows }, (_, level) =>
    values.filter((_, index) => (areColumns ? index % columns : Math.floor(index / columns)) === level),
  );
  const points = Math.max(rows, columns);
  const cache = element("c:multiLvlStrCache", {}, [
    element("c:ptCount", { val: String(points) }),
    ...levels.reverse().map((cells) => element("c:lvl", {}, pointsOf(cells, true))),
  ]);
  categories.children.splice(0, 1, element("c:multiLvlStrRef", {}, [formula, cache]));
}

/** @param format the one the chart gives; else that of the first number holds, as axes and labels follow it */
function cacheOf(name: string, values: readonly ReferredValue[], format: XmlNode | undefined): XmlNode {
  const points = pointsOf(values, name === "c:strCache");
  const ofCells = values.find(({ value }) => typeof value === "number")?.format ?? "General";
  const code = name === "c:numCache" ? [format ?? element("c:formatCode", {}, [], ofCells)] : [];
  return element(name, {}, [...code, element("c:ptCount", { val: String(values.length) }), ...points]);
}

function pointsOf(values: readonly ReferredValue[], areTexts: boolean): XmlNode[] {
  return values.flatMap(({ value, shown }, index) =>
    value === null
      ? []
      : [element("c:pt", { idx: String(index) }, [element("c:v", {}, [], (areTexts && shown) || String(value))])],
  );
}

function element(name: string, attributes: Record<string, string>, children: XmlNode[] = [], text = ""): XmlNode {
  return { name, attributes, children, text };
}
