/** `a:prstTxWarp` (ECMA-376 part 1, 20.1.9.19): the lines on or between which WordArt is set. */
import { isOn } from "../../office/on-off.ts";
import { child, type XmlNode } from "../../office/xml-node.ts";
import type { TextWarp } from "../model/shapes.ts";
import { readAdjustments } from "./adjustments.ts";
import { isTextWarp } from "./preset-geometry.ts";

/** @param body `a:bodyPr`; undefined for a warp that bends nothing */
export function readTextWarp(body: XmlNode | undefined): TextWarp | undefined {
  const warp = child(body, "a:prstTxWarp");
  const name = warp?.attributes.prst;
  if (!name || name === "textNoShape") return undefined;
  const known = isTextWarp(name);
  return {
    guides: { kind: "preset", name: known ? name : "textPlain", adjustments: known ? readAdjustments(warp) : {} },
    fillsPath: isOn(body?.attributes.fromWordArt ?? "0"),
  };
}
