/** How text of a chart looks, and what it says (DrawingML text, ECMA-376 part 1, 21.1.2). */

import { isOn } from "../../office/on-off.ts";
import { child, childrenNamed, descend, findAll, type XmlNode } from "../../office/xml-node.ts";
import { readDrawingColor } from "../drawing/drawingml-style.ts";
import type { TextAppearance } from "../model/chart.ts";
import type { Theme } from "../model/theme.ts";
import { number } from "./chart-cache.ts";

/** Of `c:txPr`, `cx:txPr` or rich text; what is not given comes from `base`. */
export function readTextAppearance(container: XmlNode | undefined, base: TextAppearance, theme: Theme): TextAppearance {
  const paragraph = child(container, "a:p");
  const defaults = descend(paragraph, "a:pPr", "a:defRPr");
  const run = descend(paragraph, "a:r", "a:rPr");
  let appearance = base;
  for (const properties of [defaults, run]) {
    if (!properties) continue;
    const size = number(properties.attributes.sz);
    const typeface = child(properties, "a:latin")?.attributes.typeface;
    const family = typeface?.startsWith("+")
      ? theme.font(typeface.startsWith("+mj") ? "majorHAnsi" : "minorHAnsi")
      : typeface;
    appearance = {
      sizePt: size === undefined ? appearance.sizePt : size / 100,
      color: readDrawingColor(child(properties, "a:solidFill"), theme)?.color ?? appearance.color,
      bold: properties.attributes.b === undefined ? appearance.bold : isOn(properties.attributes.b),
      italic: properties.attributes.i === undefined ? appearance.italic : isOn(properties.attributes.i),
      family: family ?? appearance.family,
    };
  }
  return appearance;
}

/** Its paragraphs, one a line. */
export function richText(rich: XmlNode): string {
  return childrenNamed(rich, "a:p")
    .map((paragraph) =>
      findAll(paragraph, "a:t")
        .map((run) => run.text)
        .join(""),
    )
    .join("\n");
}
