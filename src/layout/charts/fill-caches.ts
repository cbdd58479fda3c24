import { child, type XmlNode } from "../../office/xml-node.ts";

/** What a reference of a chart stands for, cell by cell; null for an empty one. */
export type ReferredValues = (formula: string) => Iterable<number | string | null>;

/** References of a chart, and the cache that each may carry (ECMA-376 part 1, 21.2.2). */
const CACHES: Readonly<Record<string, string>> = { "c:numRef": "c:numCache", "c:strRef": "c:strCache" };

/**
 * Gives references that were saved without values those of the cells, as Excel does on opening: programs that only write
 * workbooks leave the caches out. References that have a cache keep it.
 */
export function fillChartCaches(root: XmlNode, valuesOf: ReferredValues): void {
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    const cache = CACHES[node.name];
    const formula = cache && child(node, "c:f")?.text.trim();
    if (cache && formula && !child(node, cache)) node.children.push(cacheOf(cache, [...valuesOf(formula)]));
    open.push(...node.children);
  }
}

function cacheOf(name: string, values: readonly (number | string | null)[]): XmlNode {
  const element = (name: string, attributes: Record<string, string>, children: XmlNode[] = [], text = ""): XmlNode => ({
    name,
    attributes,
    children,
    text,
  });
  const points = values.flatMap((value, index) =>
    value === null ? [] : [element("c:pt", { idx: String(index) }, [element("c:v", {}, [], String(value))])],
  );
  return element(name, {}, [element("c:ptCount", { val: String(values.length) }), ...points]);
}
