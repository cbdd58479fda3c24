/** How text is placed in a shape (`a:bodyPr`, ECMA-376 part 1, 21.1.2.1.1). */

import type { XmlNode } from "../../office/xml-node.ts";
import { child } from "../../office/xml-node.ts";
import type { TextBody } from "../model/shapes.ts";
import { emuToPoints } from "../model/units.ts";
import { readTextWarp } from "./text-warp-reader.ts";

/** `a:bodyPr`: insets (default 0.1" and 0.05"), anchor, wrapping, growth and WordArt. */
export function readBodyProperties(body: XmlNode | undefined): Omit<TextBody, "blocks"> {
  const inset = (name: string, fallback: number) => emuToPoints(body?.attributes[name]) ?? fallback;
  const anchor = body?.attributes.anchor;
  return {
    insetLeftPt: inset("lIns", 7.2),
    insetTopPt: inset("tIns", 3.6),
    insetRightPt: inset("rIns", 7.2),
    insetBottomPt: inset("bIns", 3.6),
    anchor: anchor === "ctr" ? "center" : anchor === "b" ? "bottom" : "top",
    wraps: body?.attributes.wrap !== "none",
    growsWithText: child(body, "a:spAutoFit") !== undefined,
    vertical: body?.attributes.vert ?? "horz",
    warp: readTextWarp(body),
  };
}
