/** The adjust values of presets (`a:avLst`, ECMA-376 part 1, 20.1.9.5). */
import { child, childrenNamed, type XmlNode } from "../../office/xml-node.ts";

/** @param preset `a:prstGeom` or `a:prstTxWarp` */
export function readAdjustments(preset: XmlNode | undefined): Record<string, number> {
  const adjustments: Record<string, number> = {};
  for (const guide of childrenNamed(child(preset, "a:avLst"), "a:gd")) {
    const value = Number(/^val\s+(-?\d+)$/.exec(guide.attributes.fmla ?? "")?.[1]);
    if (guide.attributes.name && Number.isFinite(value)) adjustments[guide.attributes.name] = value;
  }
  return adjustments;
}
