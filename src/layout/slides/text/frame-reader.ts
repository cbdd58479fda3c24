/** `a:bodyPr` (ECMA-376 part 1, 21.1.2.1.1), inherited attribute by attribute. */

import { isOn } from "../../../office/on-off.ts";
import { child, type XmlNode } from "../../../office/xml-node.ts";
import { readTextWarp } from "../../drawing/text-warp-reader.ts";
import { emuToPoints } from "../../model/units.ts";
import type { Autofit, TextFrame } from "../model/text.ts";

const SIDE_INSET_PT = 7.2;
const EDGE_INSET_PT = 3.6;
const MAX_COLUMNS = 16;

/** `bodies`: the shape's own first, then those it inherits from. */
export function readTextFrame(bodies: readonly (XmlNode | undefined)[]): TextFrame {
  const attribute = (name: string) => {
    for (const body of bodies) {
      const value = body?.attributes[name];
      if (value !== undefined) return value;
    }
    return undefined;
  };
  const inset = (name: string, fallback: number) => emuToPoints(attribute(name)) ?? fallback;
  const anchor = attribute("anchor");
  const flag = (name: string) => {
    const value = attribute(name);
    return value !== undefined && isOn(value);
  };
  const warp = readTextWarp(bodies.find((body) => child(body, "a:prstTxWarp")));
  return {
    insetLeftPt: inset("lIns", SIDE_INSET_PT),
    insetTopPt: inset("tIns", EDGE_INSET_PT),
    insetRightPt: inset("rIns", SIDE_INSET_PT),
    insetBottomPt: inset("bIns", EDGE_INSET_PT),
    anchor: anchor === "ctr" ? "center" : anchor === "b" ? "bottom" : "top",
    anchorsCenter: flag("anchorCtr"),
    wraps: attribute("wrap") !== "none" && !warp,
    autofit: warp ? { kind: "none" } : readAutofit(bodies),
    vertical: warp ? "horz" : (attribute("vert") ?? "horz"),
    warp,
    columns: Math.min(MAX_COLUMNS, Math.max(1, Number(attribute("numCol") ?? 1) || 1)),
    columnGapPt: Math.max(0, inset("spcCol", 0)),
    rotationDeg: (Number(attribute("rot") ?? 0) || 0) / 60_000,
    hasEvenLines: flag("compatLnSpc"),
    upright: flag("upright"),
  };
}

function readAutofit(bodies: readonly (XmlNode | undefined)[]): Autofit {
  for (const body of bodies) {
    if (child(body, "a:noAutofit")) return { kind: "none" };
    if (child(body, "a:spAutoFit")) return { kind: "shape" };
    const normal = child(body, "a:normAutofit");
    if (normal) {
      const share = (name: string, fallback: number) => {
        const value = Number.parseFloat(normal.attributes[name] ?? "");
        if (!Number.isFinite(value)) return fallback;
        return value / (normal.attributes[name]?.endsWith("%") ? 100 : 100_000);
      };
      const fontScale = Math.min(1, Math.max(0.05, share("fontScale", 1)));
      return { kind: "text", fontScale, spacingCut: Math.min(0.9, Math.max(0, share("lnSpcReduction", 0))) };
    }
  }
  return { kind: "none" };
}
