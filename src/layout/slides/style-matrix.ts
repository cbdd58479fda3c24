/** Style references (`p:style`, ECMA-376 part 1, 20.1.4.2): the nth fill, line or effect of the theme in the reference's color. */

import { child, type XmlNode } from "../../office/xml-node.ts";
import { readDrawingColor, readFill, readStroke } from "../drawing/drawingml-style.ts";
import type { Fill, Stroke } from "../model/fill.ts";
import { readEffects } from "./effects-reader.ts";
import { type Effects, NO_EFFECTS } from "./model/slide.ts";
import type { PartContext } from "./part-context.ts";
import type { RunProperties } from "./text/text-properties.ts";

/** References to background fills count from here. */
const BACKGROUND_BASE = 1001;

function indexOf(reference: XmlNode | undefined): number {
  return Number(reference?.attributes.idx ?? 0) || 0;
}

function alone(element: XmlNode): XmlNode {
  return { name: "", attributes: {}, children: [element], text: "" };
}

/** `a:fillRef`, or `p:bgRef` with its higher numbers. */
export function referencedFill(reference: XmlNode | undefined, context: PartContext): Fill | undefined {
  const index = indexOf(reference);
  if (index === 0) return undefined;
  const format =
    index >= BACKGROUND_BASE
      ? context.themeFormat("a:bgFillStyleLst", index - BACKGROUND_BASE + 1)
      : context.themeFormat("a:fillStyleLst", index);
  const color = readDrawingColor(reference, context.theme);
  if (!format) return color && { kind: "solid", ...color };
  return readFill(alone(format), context.theme, (id) => context.themeImageUrl(id), color?.color);
}

/** The theme's nth fill in a color. */
export function themeFill(index: number, color: string, context: PartContext): Fill | undefined {
  const format = context.themeFormat("a:fillStyleLst", index);
  return format && readFill(alone(format), context.theme, (id) => context.themeImageUrl(id), color);
}

export function referencedStroke(reference: XmlNode | undefined, context: PartContext): Stroke | undefined {
  const index = indexOf(reference);
  if (index === 0) return undefined;
  const color = readDrawingColor(reference, context.theme)?.color;
  return readStroke(context.themeFormat("a:lnStyleLst", index), context.theme, undefined, color);
}

export function referencedEffects(reference: XmlNode | undefined, context: PartContext): Effects {
  const style = context.themeFormat("a:effectStyleLst", indexOf(reference));
  const list = child(style, "a:effectLst");
  return list ? readEffects(list, context, readDrawingColor(reference, context.theme)?.color) : NO_EFFECTS;
}

/** `a:fontRef`: color and font family of the shape's text if it says nothing itself. */
export function referencedRun(reference: XmlNode | undefined, context: PartContext): RunProperties {
  if (!reference) return {};
  const run: RunProperties = {};
  const color = readDrawingColor(reference, context.theme);
  if (color) run.color = color;
  const { idx } = reference.attributes;
  if (idx === "major" || idx === "minor") run.latin = idx === "major" ? "+mj-lt" : "+mn-lt";
  return run;
}
