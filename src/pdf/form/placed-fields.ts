import type { PdfDocument } from "../document.ts";
import type { PdfDict } from "../objects.ts";
import { readRectangle } from "../page-geometry.ts";
import { conditionOf } from "./condition-entry.ts";
import { readDefaultAppearance } from "./default-appearance.ts";
import { type Field, FieldFlag, onStates, readFields, valueText } from "./field-tree.ts";
import { fieldOptions } from "./list-fields.ts";
import { NEW_FIELD_BASE_FONTS, type NewField } from "./new-field.ts";
import { formatOf } from "./value-format.ts";

/** A place of a field on a page, in the words in which new ones are described. */
export interface PlacedField extends NewField {
  /** Names the place in this file; it holds until the form changes. */
  id: string;
}

/** The same with what it was read from. */
export interface PlacedWidget {
  field: Field;
  widget: PdfDict;
  shown: PlacedField;
}

/** Bit of an annotation's `F` (ISO 32000-2, table 167). */
const HIDDEN = 1 << 1;

/** The fields of a document's form where they show, page by page, in the order of the pages' annotations. */
export const listPlacedFields = (document: PdfDocument): PlacedField[] =>
  placedWidgets(document).map(({ shown }) => shown);

/** {@link listPlacedFields} with the widgets. Hidden fields, and those on no page, are left out. */
export function placedWidgets(document: PdfDocument): PlacedWidget[] {
  const byWidget = new Map<PdfDict, { field: Field; id: string; index: number }>();
  for (const [place, field] of readFields(document).entries()) {
    if (field.name.trim() === "") continue;
    for (const [index, { dict }] of field.widgets.entries())
      byWidget.set(dict, { field, id: `${place}.${index}`, index });
  }
  const placed: PlacedWidget[] = [];
  for (const [index, page] of document.pages.entries()) {
    for (const entry of document.array(page.dict.get("Annots")) ?? []) {
      document.work.charge("object");
      const widget = document.dict(entry);
      const found = widget && byWidget.get(widget);
      const box = found && boxOf(document, widget);
      if (!box) continue;
      byWidget.delete(widget);
      const { id, field } = found;
      placed.push({ field, widget, shown: { id, page: index + 1, box, ...described(document, found, widget) } });
    }
  }
  return placed;
}

function boxOf(document: PdfDocument, widget: PdfDict): number[] | undefined {
  const rectangle = readRectangle(document, widget.get("Rect"));
  const flags = document.number(widget.get("F")) ?? 0;
  if (!rectangle || flags & HIDDEN) return undefined;
  const { left, bottom, right, top } = rectangle;
  return right > left && top > bottom ? [left, bottom, right, top].map(rounded) : undefined;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

function described(
  document: PdfDocument,
  { field, index }: { field: Field; index: number },
  widget: PdfDict,
): Omit<NewField, "page" | "box"> {
  const kind = kindOf(document, field);
  const most = document.resolve(field.inherited("MaxLen"));
  const maxLength = typeof most === "number" && most > 0 ? most : undefined;
  const tooltip = valueText(document, field.dict.get("TU"));
  const isButton = kind === "check" || kind === "radio";
  const isTyped = !isButton && kind !== "signature" && kind !== "image";
  return {
    kind,
    name: field.name,
    tooltip: tooltip === field.name ? undefined : tooltip || undefined,
    required: (field.flags & FieldFlag.required) !== 0 || undefined,
    maxLength: kind === "comb" || !isTyped || kind === "choice" ? undefined : maxLength,
    count: kind === "comb" ? maxLength : undefined,
    value: isButton ? stateOf(document, field, index) : undefined,
    options: kind === "choice" ? fieldOptions(document, field).map(({ value }) => value) : undefined,
    text: isTyped ? textOf(document, field) : undefined,
    format: kind === "text" ? formatOf(document, field) : undefined,
    condition: isButton ? conditionOf(document, widget) : undefined,
    ...(kind === "signature" || kind === "image" ? {} : lookOf(document, field, widget)),
  };
}

export function kindOf(document: PdfDocument, { kind, flags, inherited }: Field): NewField["kind"] {
  if (kind === "checkbox") return "check";
  if (kind === "button") return "image";
  if (kind !== "text") return kind;
  if (flags & FieldFlag.multiline) return "multiline";
  return flags & FieldFlag.comb && typeof document.resolve(inherited("MaxLen")) === "number" ? "comb" : "text";
}

/** What a button stands for: its export value, or the name of its state. */
function stateOf(document: PdfDocument, field: Field, index: number): string | undefined {
  const exported = valueText(document, document.array(field.inherited("Opt"))?.[index]);
  if (exported) return exported;
  const widget = field.widgets[index];
  const state = widget && onStates(document, widget.dict)[0];
  return state === undefined
    ? undefined
    : fieldOptions(document, { ...field, widgets: [widget] as Field["widgets"] })[0]?.value;
}

/** What a field holds; a template may be its default, too. */
function textOf(document: PdfDocument, field: Field): string | undefined {
  const value = field.inherited("V");
  const text = valueText(document, Array.isArray(value) ? value[0] : value);
  if (text) return text;
  const preset = valueText(document, field.inherited("DV"));
  return preset?.includes("{") ? preset : undefined;
}

const ALIGNMENTS = ["left", "center", "right"] as const;

/** Font, size, color and alignment of what a widget shows. */
function lookOf(
  document: PdfDocument,
  field: Field,
  widget: PdfDict,
): Pick<NewField, "font" | "fontSizePoints" | "color" | "align"> {
  const own = document.string(widget.get("DA")) ?? document.string(field.inherited("DA"));
  const { fontName, fontSizePoints, color } = readDefaultAppearance(own);
  const align = document.number(widget.get("Q")) ?? document.number(field.inherited("Q")) ?? 0;
  return {
    font: fontOf(document, fontName),
    fontSizePoints: fontSizePoints || undefined,
    color: colorOf(color),
    align: align === 0 ? undefined : ALIGNMENTS[align],
  };
}

/** A font that new fields can have; undefined for any other. */
function fontOf(document: PdfDocument, fontName: string): NewField["font"] {
  const form = document.dict(document.catalog.get("AcroForm"));
  const fonts = document.dict(document.dict(form?.get("DR"))?.get("Font"));
  const base = document.name(document.dict(fonts?.get(fontName))?.get("BaseFont"));
  const [known] = Object.entries(NEW_FIELD_BASE_FONTS).find(([, name]) => name === base) ?? [];
  return (known as NewField["font"]) ?? (base === undefined && fontName === "Helv" ? "Helvetica" : undefined);
}

/** Red, green and blue of the operator that sets a color; undefined for black. */
function colorOf(operator: string): number[] | undefined {
  const numbers = operator.split(" ").slice(0, -1).map(Number);
  const [first = 0, second = 0, third = 0, black = 0] = numbers;
  const channels =
    numbers.length === 4
      ? [first, second, third].map((ink) => (1 - ink) * (1 - black))
      : numbers.length === 3
        ? [first, second, third]
        : [first, first, first];
  return channels.every((channel) => channel === 0) ? undefined : channels;
}
