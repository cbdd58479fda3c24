/** `a:effectLst` (ECMA-376 part 1, 20.1.8.26): the effects that print. */

import { child, type XmlNode } from "../../office/xml-node.ts";
import { readDrawingColor } from "../drawing/drawingml-style.ts";
import { emuToPoints } from "../model/units.ts";
import type { Effects, Shadow } from "./model/slide.ts";
import type { PartContext } from "./part-context.ts";

function share(value: string | undefined, fallback: number): number {
  const number = Number.parseFloat(value ?? "");
  return Number.isFinite(number) ? number / 100_000 : fallback;
}

export function readEffects(list: XmlNode, context: PartContext, placeholder?: string): Effects {
  const glow = child(list, "a:glow");
  const glowColor = readDrawingColor(glow, context.theme, placeholder);
  const reflection = child(list, "a:reflection")?.attributes;
  return {
    shadow: readShadow(list, context, placeholder),
    glow: glow && glowColor && { ...glowColor, radiusPt: emuToPoints(glow.attributes.rad) ?? 0 },
    softEdgePt: emuToPoints(child(list, "a:softEdge")?.attributes.rad) ?? 0,
    reflection: reflection && {
      startOpacity: share(reflection.stA, 1),
      endShare: share(reflection.endPos, 1),
      distancePt: emuToPoints(reflection.dist) ?? 0,
    },
  };
}

function readShadow(list: XmlNode, context: PartContext, placeholder: string | undefined): Shadow | undefined {
  const outer = child(list, "a:outerShdw") ?? child(list, "a:prstShdw");
  const element = outer ?? child(list, "a:innerShdw");
  const color = readDrawingColor(element, context.theme, placeholder);
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
    scaleX: share(attributes.sx, 1),
    scaleY: share(attributes.sy, 1),
  };
}
