/** `a:effectLst` (ECMA-376 part 1, 20.1.8.26): the effects that print. */

import { child, type XmlNode } from "../../office/xml-node.ts";
import { effectShare, readGlow, readShadow } from "../drawing/shadow-reader.ts";
import { emuToPoints } from "../model/units.ts";
import type { Effects } from "./model/slide.ts";
import type { PartContext } from "./part-context.ts";

export function readEffects(list: XmlNode, { theme }: PartContext, placeholder?: string): Effects {
  const reflection = child(list, "a:reflection")?.attributes;
  return {
    shadow: readShadow(list, theme, placeholder),
    glow: readGlow(list, theme, placeholder),
    softEdgePt: emuToPoints(child(list, "a:softEdge")?.attributes.rad) ?? 0,
    reflection: reflection && {
      startOpacity: effectShare(reflection.stA, 1),
      endShare: effectShare(reflection.endPos, 1),
      distancePt: emuToPoints(reflection.dist) ?? 0,
    },
  };
}
