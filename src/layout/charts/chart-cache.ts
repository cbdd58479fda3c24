/** Values of chart elements and the cached data of references (ECMA-376 part 1, 21.2.2.24, 21.2.2.121). */
import { child, childrenNamed, findFirst, localName, type XmlNode } from "../../office/xml-node.ts";
import type { CategoryLevel } from "../model/chart.ts";
import { numberLabel } from "./number-label.ts";

const MAX_POINTS = 20_000;
const MAX_LEVELS = 12;

/** `val` of a child. */
export function value(element: XmlNode | undefined, name: string): string | undefined {
  return child(element, name)?.attributes.val;
}

export function number(text: string | undefined): number | undefined {
  const parsed = Number(text);
  return text === undefined || text === "" || !Number.isFinite(parsed) ? undefined : parsed;
}

/** Cached points of a reference or literal, by index. */
export function cachedTexts(element: XmlNode | undefined): string[] {
  const cache = cacheOf(element);
  if (!cache) {
    const direct = child(element, "c:v")?.text;
    return direct === undefined ? [] : [direct];
  }
  const level = cache.name === "c:multiLvlStrCache" ? child(cache, "c:lvl") : cache;
  const count = Math.min(MAX_POINTS, number(value(cache, "c:ptCount")) ?? 0);
  const texts: string[] = Array.from({ length: count }, () => "");
  for (const point of childrenNamed(level, "c:pt")) {
    const index = number(point.attributes.idx) ?? 0;
    if (index < MAX_POINTS) texts[index] = child(point, "c:v")?.text ?? "";
  }
  return texts;
}

/** Names over the categories, the level next to them first; those of a single level have none. */
export function outerLevels(element: XmlNode | undefined): CategoryLevel[] {
  const levels = childrenNamed(findFirst(element, "c:multiLvlStrCache"), "c:lvl");
  return levels.slice(1, MAX_LEVELS).map((level) =>
    childrenNamed(level, "c:pt").flatMap((point) => {
      const from = number(point.attributes.idx) ?? 0;
      const name = child(point, "c:v")?.text ?? "";
      return name !== "" && from >= 0 && from < MAX_POINTS ? [{ from, name }] : [];
    }),
  );
}

function cacheOf(element: XmlNode | undefined): XmlNode | undefined {
  for (const name of ["c:strCache", "c:numCache", "c:multiLvlStrCache", "c:numLit", "c:strLit"]) {
    const found = findFirst(element, name);
    if (found) return found;
  }
  // Of labels that show cells, an extension of Office 2013.
  return element?.children.find((candidate) => localName(candidate) === "dlblRangeCache");
}

/** Categories that are numbers (dates above all) are shown in their format. */
export function formattedTexts(element: XmlNode | undefined, formats: boolean): string[] {
  const texts = cachedTexts(element);
  const format = child(cacheOf(element), "c:formatCode")?.text;
  if (!formats || !format || format === "General") return texts;
  return texts.map((text) => (text !== "" && Number.isFinite(Number(text)) ? numberLabel(Number(text), format) : text));
}
