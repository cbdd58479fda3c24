/** Data of the charts of Office 2016 (MS-ODRAWXML 2.24.3, `cx:chartData`): stored with the chart, or in the cells that it refers to. */

import { appendAll } from "../../domain/collections/long-lists.ts";
import { child, childrenNamed, type XmlNode } from "../../office/xml-node.ts";
import { number } from "./chart-cache.ts";
import type { ReferredValues } from "./fill-caches.ts";

const MAX_POINTS = 20_000;
const MAX_LEVELS = 12;

export interface ExtendedData {
  /** Texts of the categories, level by level: the innermost first. */
  levels: string[][];
  values: (number | undefined)[];
  /** Of the values. */
  format: string;
}

/** By the id that series name (`cx:dataId`). */
export function readExtendedData(chartSpace: XmlNode): Map<string, ExtendedData> {
  const found = new Map<string, ExtendedData>();
  for (const data of childrenNamed(child(chartSpace, "cx:chartData"), "cx:data")) {
    const texts = childrenNamed(data, "cx:strDim").find(({ attributes }) => (attributes.type ?? "cat") === "cat");
    const numbers = childrenNamed(data, "cx:numDim");
    const values = numbers.find(({ attributes }) => attributes.type !== "cat") ?? numbers[0];
    const level = child(values, "cx:lvl");
    found.set(data.attributes.id ?? "", {
      levels: childrenNamed(texts, "cx:lvl").slice(0, MAX_LEVELS).map(pointsOf),
      values: level ? pointsOf(level).map(number) : [],
      format: level?.attributes.formatCode || "General",
    });
  }
  return found;
}

function pointsOf(level: XmlNode): string[] {
  const points = childrenNamed(level, "cx:pt");
  const count = Math.min(MAX_POINTS, number(level.attributes.ptCount) ?? points.length);
  const texts: string[] = Array.from({ length: count }, () => "");
  for (const point of points) {
    const index = number(point.attributes.idx) ?? 0;
    if (index >= 0 && index < count) texts[index] = point.text;
  }
  return texts;
}

/** Excel stores the references only, by hidden names (`_xlchart.v1.0`). */
export function fillExtendedCaches(chartSpace: XmlNode, valuesOf: ReferredValues): void {
  for (const data of childrenNamed(child(chartSpace, "cx:chartData"), "cx:data")) {
    for (const dimension of data.children) {
      if (dimension.name !== "cx:strDim" && dimension.name !== "cx:numDim") continue;
      const reference = child(dimension, "cx:f");
      if (!reference?.text.trim() || child(dimension, "cx:lvl")) continue;
      appendAll(dimension.children, levelsOf([...valuesOf(reference.text.trim())], reference.attributes.dir === "row"));
    }
  }
  for (const text of namesIn(chartSpace)) {
    const reference = child(text, "cx:f")?.text.trim();
    if (!reference || child(text, "cx:v")?.text) continue;
    const [first] = valuesOf(reference);
    if (first && first.value !== null) text.children.push(element("cx:v", {}, [], String(first.value)));
  }
}

function namesIn(node: XmlNode): XmlNode[] {
  return node.children.flatMap((inner) => (inner.name === "cx:txData" ? [inner] : namesIn(inner)));
}

type Referred = ReturnType<ReferredValues> extends Iterable<infer Value> ? Value : never;

/** A level for each column of a range, or for each of its rows; the last one is the innermost. */
function levelsOf(values: readonly Referred[], areRows: boolean): XmlNode[] {
  const columns = new Set(values.map(({ column }) => column)).size || 1;
  const rows = Math.ceil(values.length / columns);
  const isSingle = columns === 1 || rows === 1;
  const count = isSingle ? 1 : areRows ? rows : columns;
  const levels = Array.from({ length: count }, (_, level) =>
    values.filter((_, index) => isSingle || (areRows ? Math.floor(index / columns) : index % columns) === level),
  );
  return levels.reverse().map((cells) => {
    const format = cells.find(({ value }) => typeof value === "number")?.format ?? "General";
    const points = cells.flatMap(({ value }, index) =>
      value === null ? [] : [element("cx:pt", { idx: String(index) }, [], String(value))],
    );
    return element("cx:lvl", { ptCount: String(cells.length), formatCode: format }, points);
  });
}

function element(name: string, attributes: Record<string, string>, children: XmlNode[], text = ""): XmlNode {
  return { name, attributes, children, text };
}
