/** Fills, outlines, shadows and glows of letters that Word 2010 added (MS-DOCX 2.6.1): DrawingML under other names. */

import { child, type XmlNode } from "../../office/xml-node.ts";
import { readDrawingColor, readGradient, readStroke } from "../drawing/drawingml-style.ts";
import { readDrawingTextGlow, readDrawingTextShadow } from "../drawing/shadow-reader.ts";
import type { PartialCharacterFormat } from "../model/formatting.ts";
import type { Theme } from "../model/theme.ts";

const WHOLE = 100_000;

/** `w14:textFill`: a color, a gradient, or letters that are hollow. */
export function readTextFill(element: XmlNode, theme: Theme): PartialCharacterFormat {
  const fill = asDrawing(element);
  const gradient = child(fill, "a:gradFill");
  if (gradient) return { gradient: readGradient(gradient, theme) };
  if (child(fill, "a:noFill")) return { outline: true };
  const color = readDrawingColor(child(fill, "a:solidFill"), theme);
  if (!color) return {};
  const digits = Math.round(color.opacity * 255)
    .toString(16)
    .padStart(2, "0");
  return { color: color.opacity < 1 ? color.color + digits : color.color, gradient: undefined };
}

/** `w14:textOutline` */
export function readTextOutline(element: XmlNode, theme: Theme): PartialCharacterFormat {
  const stroke = readStroke(asDrawing(element), theme, undefined);
  // Lines of no width are as thin as a device draws them, which Word does not.
  if (!stroke || stroke.widthPt <= 0) return { line: undefined };
  return { line: { color: stroke.color, opacity: stroke.opacity, widthPt: stroke.widthPt } };
}

/** `w14:shadow` takes the place of `w:shadow`. */
export function readTextShadow(element: XmlNode, theme: Theme): PartialCharacterFormat {
  return { textShadow: readDrawingTextShadow(among("a:outerShdw", element), theme) };
}

/** `w14:glow` */
export function readTextGlow(element: XmlNode, theme: Theme): PartialCharacterFormat {
  return { glow: readDrawingTextGlow(among("a:glow", element), theme) };
}

/** The way a list of effects holds it in DrawingML. */
function among(name: string, element: XmlNode): XmlNode {
  return { name: "a:effectLst", attributes: {}, children: [{ ...asDrawing(element), name }], text: "" };
}

/** The same in the names of DrawingML. What it calls opacity is transparency here. */
function asDrawing({ name, attributes, children, text }: XmlNode): XmlNode {
  const plain = Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key.replace(/^w14:/, ""), value]));
  if (name === "w14:alpha") plain.val = String(WHOLE - (Number(plain.val) || 0));
  return { name: name.replace(/^w14:/, "a:"), attributes: plain, children: children.map(asDrawing), text };
}
