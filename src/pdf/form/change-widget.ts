import type { PdfDocument } from "../document.ts";
import { name, PdfDict, PdfName } from "../objects.ts";
import { formatNumber } from "../serialize.ts";
import { encodeText } from "../text-strings.ts";
import { addAppearance, setNormalAppearance } from "./appearance.ts";
import { drawButtonState } from "./button-appearance.ts";
import { setCondition } from "./condition-entry.ts";
import { readDefaultAppearance } from "./default-appearance.ts";
import { type Field, FieldFlag, onStates, valueText } from "./field-tree.ts";
import { NEW_FIELD_FONTS, type NewField } from "./new-field.ts";
import { newChoice } from "./new-field-entries.ts";
import { nameOf } from "./new-fields.ts";
import type { PlacedWidget } from "./placed-fields.ts";
import { setFormat } from "./value-format.ts";
import { readFrame } from "./widget-frame.ts";

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What all places of a field have in common. @returns whether what they show has to be drawn anew */
export function changeField(document: PdfDocument, { field, shown }: PlacedWidget, wanted: NewField): boolean {
  const { dict: entries } = field;
  const tooltip = wanted.tooltip || undefined;
  const isNamed = valueText(document, entries.get("TU")) === shown.name;
  if (tooltip !== shown.tooltip || (isNamed && wanted.name !== shown.name))
    entries.set("TU", encodeText(tooltip ?? wanted.name));

  let flags = flag(field.flags, FieldFlag.required, wanted.required === true);
  if (field.kind === "text") {
    flags = flag(flags, FieldFlag.multiline, wanted.kind === "multiline");
    if (wanted.kind !== shown.kind) flags = flag(flags, FieldFlag.comb, wanted.kind === "comb");
  }
  const most = wanted.kind === "comb" ? (wanted.count ?? wanted.maxLength) : wanted.maxLength;
  const hadMost = shown.count ?? shown.maxLength;
  if (field.kind === "text" && most !== hadMost) {
    if (most === undefined) entries.delete("MaxLen");
    else entries.set("MaxLen", most);
  }
  const format = wanted.kind === "text" ? wanted.format : undefined;
  if (field.kind === "text" && !isSame(format, shown.format)) setFormat(document, field, format);
  const hasOptions = field.kind === "choice" && !isSame(wanted.options ?? [], shown.options ?? []);
  if (hasOptions) {
    entries.set("Opt", (wanted.options ?? []).map(encodeText));
    if (flags & FieldFlag.combo || !wanted.options?.length) flags = newChoice(flags, wanted.options);
  }
  if (flags !== field.flags) entries.set("Ff", flags);
  const hasText = (wanted.text || undefined) !== shown.text && (field.kind === "text" || field.kind === "choice");
  if (hasText) {
    entries.delete("RV");
    entries.delete("I");
    // a template may have been the default
    if (valueText(document, entries.get("DV")) === shown.text) entries.delete("DV");
    if (wanted.text) entries.set("V", encodeText(wanted.text));
    else entries.delete("V");
  }
  return hasText || hasOptions || wanted.kind !== shown.kind || most !== hadMost;
}

const flag = (flags: number, bit: number, isOn: boolean): number => (isOn ? flags | bit : flags & ~bit);

/** What one place of a field has of its own. @param isStale what it shows has to be drawn anew in any case */
export function changeWidget(
  document: PdfDocument,
  { field, widget, shown }: PlacedWidget,
  wanted: NewField,
  rectangle: readonly number[],
  isStale: boolean,
): void {
  const isMoved = !isSame(rectangle, shown.box);
  if (isMoved) widget.set("Rect", [...rectangle]);
  const appearance = changedAppearance(document, field, widget, shown, wanted);
  if (appearance !== undefined) widget.set("DA", encodeText(appearance));
  const align = wanted.align ?? "left";
  const isAligned = align !== (shown.align ?? "left");
  if (isAligned) widget.set("Q", ["left", "center", "right"].indexOf(align));
  if ((wanted.condition?.trim() || undefined) !== shown.condition) setCondition(widget, wanted.condition);
  if (wanted.value && wanted.value !== shown.value) renameState(document, field, widget, wanted.value);

  const [left = 0, bottom = 0, right = 0, top = 0] = shown.box;
  const [newLeft = 0, newBottom = 0, newRight = 0, newTop = 0] = rectangle;
  const isSized =
    isMoved && Math.abs(newRight - newLeft - right + left) + Math.abs(newTop - newBottom - top + bottom) > 0.02;
  if (isStale || isSized || appearance !== undefined || isAligned) redraw(document, field, widget);
}

/** A default appearance with another font, size or color; undefined if it stays as it is. */
export function changedAppearance(
  document: PdfDocument,
  field: Field,
  widget: PdfDict,
  shown: NewField,
  wanted: NewField,
): string | undefined {
  const hasFont = wanted.font !== undefined && wanted.font !== shown.font;
  const size = wanted.fontSizePoints ?? 0;
  const hasSize = size !== (shown.fontSizePoints ?? 0);
  const hasColor = hexOf(wanted.color) !== hexOf(shown.color);
  if (!hasFont && !hasSize && !hasColor) return undefined;
  const own = document.string(widget.get("DA")) ?? document.string(field.inherited("DA"));
  const { fontName, color } = readDefaultAppearance(own);
  const font = hasFont && wanted.font ? NEW_FIELD_FONTS[wanted.font] : fontName;
  const ink = hasColor ? `${(wanted.color ?? [0, 0, 0]).map(formatNumber).join(" ")} rg` : color;
  return `/${font} ${formatNumber(size)} Tf ${ink}`;
}

/** As it goes over the wire: colors that are written alike are the same. */
const hexOf = (color: readonly number[] = [0, 0, 0]): string =>
  color.map((channel) => Math.round(channel * 255)).join(" ");

/** Removes what a widget shows, so that it is drawn anew. */
function redraw(document: PdfDocument, field: Field, widget: PdfDict): void {
  if (field.kind === "text" || field.kind === "choice") {
    widget.delete("AP");
    return;
  }
  if (field.kind === "signature") {
    const frame = field.dict.has("V") ? undefined : readFrame(document, widget);
    if (frame) setNormalAppearance(widget, addAppearance(document, frame, "", new PdfDict()));
    return;
  }
  if (field.kind === "button") {
    // an icon is a picture that is not made here
    if (!document.dict(widget.get("MK"))?.has("I")) widget.delete("AP");
    return;
  }
  const [state] = onStates(document, widget);
  if (state === undefined) return;
  const current = widget.get("AS");
  widget.delete("AP");
  widget.set("AS", new PdfName(state));
  drawButtonState(document, field, widget);
  widget.set("AS", current ?? name("Off"));
}

/** What a button stands for becomes the name of its state, in place of an export value. */
export function exportsAsStates(document: PdfDocument, field: Field): void {
  const exports = document.array(field.inherited("Opt"));
  if (!exports || (field.kind !== "checkbox" && field.kind !== "radio")) return;
  for (const [index, { dict: widget }] of field.widgets.entries()) {
    const exported = valueText(document, exports[index]);
    if (exported && exported !== "Off") renameState(document, field, widget, exported);
  }
  field.dict.delete("Opt");
}

function renameState(document: PdfDocument, field: Field, widget: PdfDict, text: string): void {
  const [from] = onStates(document, widget);
  const to = nameOf(text);
  if (from === undefined || from === to) return;
  const appearances = document.dict(widget.get("AP"));
  for (const key of ["N", "D"]) {
    const states = document.dict(appearances?.get(key));
    const drawn = states?.get(from);
    if (!states || drawn === undefined) continue;
    states.delete(from);
    states.set(to, drawn);
  }
  if (document.name(widget.get("AS")) === from) widget.set("AS", new PdfName(to));
  if (document.name(field.dict.get("V")) === from) field.dict.set("V", new PdfName(to));
}
