import type { PdfDocument } from "../document.ts";
import { dict, PdfDict, type PdfObject, type PdfRef } from "../objects.ts";
import { addFormXObject } from "../overlay.ts";
import { roundedNumber, type WidgetFrame } from "./widget-frame.ts";

/** Adds the form XObject of a widget: frame, then content clipped to the frame's inside (ISO 32000-2, 12.5.5). */
export function addAppearance(document: PdfDocument, frame: WidgetFrame, content: string, resources: PdfDict): PdfRef {
  const { widthPoints, heightPoints, insetPoints, matrix, paint } = frame;
  const inside = `${roundedNumber(insetPoints)} ${roundedNumber(insetPoints)} ${roundedNumber(widthPoints - 2 * insetPoints)} ${roundedNumber(heightPoints - 2 * insetPoints)}`;
  const operators = content === "" ? paint : `${paint}q ${inside} re W n\n${content}Q\n`;
  const more: Record<string, PdfObject> = matrix ? { Matrix: [...matrix] } : {};
  return addFormXObject(document, operators, [0, 0, widthPoints, heightPoints], resources, more);
}

/** Makes a form XObject the widget's normal appearance. */
export function setNormalAppearance(widget: PdfDict, appearance: PdfRef): void {
  widget.set("AP", dict({ N: appearance }));
  widget.delete("AS");
}

/** Resources with fonts, named F0, F1 and so on. */
export function fontResources(fonts: readonly PdfRef[]): PdfDict {
  return dict({ Font: new PdfDict(fonts.map((font, index) => [`F${index}`, font])) });
}
