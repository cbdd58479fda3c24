/** Shadows and glows of DrawingML (ECMA-376 part 1, 20.1.8.26). */

import { child, type XmlNode } from "../../office/xml-node.ts";
import type { Glow, Shadow } from "../model/effects.ts";
import type { Theme } from "../model/theme.ts";
import { emuToPoints } from "../model/units.ts";
import { readDrawingColor } from "./drawingml-style.ts";

/** @param list the element that holds the effects */
export function readShadow(list: XmlNode, theme: Theme, placeholder?: string): Shadow | undefined {
  const outer = child(list, "a:outerShdw") ?? child(list, "a:prstShdw");
  const element = outer ?? child(list, "a:innerShdw");
  const color = readDrawingColor(element, theme, placeholder);
  if (!element || !color) return undefined;
  const { attributes } = element;
  const distance = emuToPoints(attributes.dist) ?? 0;
  const direction = ((Number(attributes.dir ?? 0) || 0) / 60_000 / 180) * Math.PI;
  return {
    ...color,
    kind: outer ? "outer" : "inner",
    blurPt: Math.max(0, emuToPoints(attributes.blurRad) ?? 0),
    offsetXPt: distance * Math.cos(direction),
    offsetYPt: distance * Math.sin(direction),
    scaleX: effectShare(attributes.sx, 1),
    scaleY: effectShare(attributes.sy, 1),
  };
}

export function readGlow(list: XmlNode, theme: Theme, placeholder?: string): Glow | undefined {
  const glow = child(list, "a:glow");
  const color = readDrawingColor(glow, theme, placeholder);
  return glow && color && { ...color, radiusPt: emuToPoints(glow.attributes.rad) ?? 0 };
}

/** The shadow of letters; undefined for one that cannot be seen. */
export function readDrawingTextShadow(list: XmlNode, theme: Theme): Shadow | undefined {
  const shadow = readShadow(list, theme);
  // Word writes shadows of no size for letters that have none.
  const isSeen = shadow && shadow.opacity > 0 && shadow.scaleX !== 0 && shadow.scaleY !== 0;
  return isSeen ? shadow : undefined;
}

/** Undefined for a glow that cannot be seen. */
export function readDrawingTextGlow(list: XmlNode, theme: Theme): Glow | undefined {
  const glow = readGlow(list, theme);
  return glow && glow.opacity > 0 && glow.radiusPt > 0 ? glow : undefined;
}

export function effectShare(value: string | undefined, fallback: number): number {
  const number = Number.parseFloat(value ?? "");
  return Number.isFinite(number) ? number / 100_000 : fallback;
}
