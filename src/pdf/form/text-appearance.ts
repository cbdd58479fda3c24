import type { PdfDocument } from "../document.ts";
import type { PdfDict, PdfRef } from "../objects.ts";
import { drawnText } from "../text/drawn-text.ts";
import { addAppearance, fontResources, setNormalAppearance } from "./appearance.ts";
import { readDefaultAppearance } from "./default-appearance.ts";
import type { FieldFonts } from "./field-fonts.ts";
import { type Field, FieldFlag } from "./field-tree.ts";
import { measuredOnLine, UsedFonts } from "./shown-text.ts";
import { layOutText } from "./text-layout.ts";
import { readFrame, roundedNumber } from "./widget-frame.ts";

/**
 * Draws the text of a text field or of the closed part of a combo box (ISO 32000-2, 12.7.4.3).
 * @returns the end of the text, if it does not fit
 */
export function drawText(
  document: PdfDocument,
  field: Field,
  widget: PdfDict,
  text: string,
  fonts: FieldFonts,
  isRed = false,
): string {
  const frame = readFrame(document, widget);
  if (!frame) return "";
  const own = document.string(widget.get("DA")) ?? document.string(field.inherited("DA"));
  const appearance = readDefaultAppearance(own);
  const isText = field.kind === "text";
  const shown = isText && field.flags & FieldFlag.password ? "*".repeat(Array.from(text).length) : drawnText(text);
  if (shown === "") {
    setNormalAppearance(
      widget,
      addAppearance(document, frame, "", fontResources([fonts.choose(appearance.fontName, "").ref])),
    );
    return "";
  }
  const font = fonts.choose(appearance.fontName, shown);
  const multiline = isText && (field.flags & FieldFlag.multiline) !== 0;
  const maxLength = field.inherited("MaxLen");
  const isComb = isText && !multiline && (field.flags & FieldFlag.comb) !== 0 && typeof maxLength === "number";
  const quadding = document.number(widget.get("Q")) ?? field.inherited("Q");
  const layout = layOutText({
    text: shown,
    font: measuredOnLine(font),
    fontSizePoints: appearance.fontSizePoints,
    widthPoints: frame.widthPoints,
    heightPoints: frame.heightPoints,
    insetPoints: frame.insetPoints,
    quadding: typeof quadding === "number" ? quadding : 0,
    multiline,
    cells: isComb && maxLength > 0 ? maxLength : undefined,
  });
  const used = new UsedFonts();
  let content = `BT ${isRed ? "1 0 0 rg" : appearance.color}\n`;
  for (const line of layout.lines) {
    if (line.text === "") continue;
    const place = `1 0 0 1 ${roundedNumber(line.x)} ${roundedNumber(line.baseline)} Tm`;
    content += `${place} ${used.show(line.text, font, layout.fontSizePoints)}\n`;
  }
  content = `/Tx BMC q\n${content}ET\nQ EMC\n`;
  setNormalAppearance(widget, addAppearance(document, frame, content, fontResources(used.refs)));
  return layout.rest;
}

/** Draws the options of a list box, the chosen ones on a colored background. */
export function drawList(
  document: PdfDocument,
  field: Field,
  widget: PdfDict,
  options: readonly { label: string; chosen: boolean }[],
  fonts: FieldFonts,
): void {
  const frame = readFrame(document, widget);
  if (!frame) return;
  const appearance = readDefaultAppearance(document.string(widget.get("DA")) ?? document.string(field.inherited("DA")));
  const size = appearance.fontSizePoints > 0 ? appearance.fontSizePoints : 12;
  const rowHeight = size * 1.15;
  const visible = Math.max(1, Math.floor((frame.heightPoints - 2 * frame.insetPoints) / rowHeight));
  // the first chosen option has to be visible
  const chosen = options.findIndex((option) => option.chosen);
  const first = Math.max(0, Math.min(chosen < visible ? 0 : chosen, options.length - visible));
  const font = fonts.choose(appearance.fontName, drawnText(options.map((option) => option.label).join("")));
  const used = new UsedFonts();
  let rows = "";
  for (const [index, option] of options.slice(first, first + visible).entries()) {
    const bottom = frame.heightPoints - frame.insetPoints - (index + 1) * rowHeight;
    if (option.chosen) {
      const width = frame.widthPoints - 2 * frame.insetPoints;
      rows += `q 0.6 0.757 0.855 rg ${roundedNumber(frame.insetPoints)} ${roundedNumber(bottom)} ${roundedNumber(width)} ${roundedNumber(rowHeight)} re f Q\n`;
    }
    const baseline = bottom - font.descent * size;
    rows += `BT ${appearance.color} ${roundedNumber(frame.insetPoints + 2)} ${roundedNumber(baseline)} Td ${used.show(drawnText(option.label), font, size)} ET\n`;
  }
  const form: PdfRef = addAppearance(document, frame, `/Tx BMC\n${rows}EMC\n`, fontResources(used.refs));
  setNormalAppearance(widget, form);
}
