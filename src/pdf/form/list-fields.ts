import type { PdfDocument } from "../document.ts";
import { conditionOf } from "./condition-entry.ts";
import { type FieldScripts, fieldScripts } from "./field-scripts.ts";
import { type Field, FieldFlag, type FieldKind, nameText, onStates, readFields, valueText } from "./field-tree.ts";

/** A form field as a caller sees it. */
export interface FormField {
  /** Full name, as keys of values are written. */
  name: string;
  type: FieldKind;
  /** Texts as they are; check boxes and radio buttons by their state, "Off" if none is on; several for lists. */
  value: string | string[] | undefined;
  default: string | undefined;
  /** What can be chosen: export values with the text that shows. Empty for fields without a choice. */
  options: { value: string; label: string }[];
  readOnly: boolean;
  required: boolean;
  multiline: boolean;
  comb: boolean;
  /** The longest text in characters. */
  maxLength: number | undefined;
  /** Kind of barcode that shows the text, as Acrobat's forms name it: `PDF417`, `QRCode`, `DataMatrix`. */
  barcode: string | undefined;
  /** Of check boxes and radio buttons: when which of their values is on, as far as the form says it. */
  conditions: { value: string; condition: string }[];
  /** Scripts that show, calculate and check the value. */
  scripts: FieldScripts;
}

/** The fields of a document's form. */
export function listFormFields(document: PdfDocument): FormField[] {
  return readFields(document).map((field) => {
    const maxLength = field.inherited("MaxLen");
    return {
      name: field.name,
      type: field.kind,
      value: currentValue(document, field),
      default: valueText(document, field.inherited("DV")),
      options: fieldOptions(document, field),
      readOnly: (field.flags & FieldFlag.readOnly) !== 0,
      required: (field.flags & FieldFlag.required) !== 0,
      multiline: field.kind === "text" && (field.flags & FieldFlag.multiline) !== 0,
      comb: field.kind === "text" && (field.flags & FieldFlag.comb) !== 0,
      maxLength: typeof maxLength === "number" ? maxLength : undefined,
      barcode: symbologyOf(document, field),
      conditions: fieldConditions(document, field),
      scripts: fieldScripts(document, field),
    };
  });
}

function fieldConditions(document: PdfDocument, field: Field): FormField["conditions"] {
  if (field.kind !== "checkbox" && field.kind !== "radio") return [];
  return field.widgets.flatMap(({ dict: widget }, index) => {
    const condition = conditionOf(document, widget);
    if (condition === undefined) return [];
    const [state] = onStates(document, widget);
    const value = state === undefined ? (field.kind === "radio" ? `Choice${index + 1}` : "Yes") : nameText(state);
    return [{ value, condition }];
  });
}

/** Names of the fields that are calculated, in the form's order (ISO 32000-2, 12.7.3, `CO`). */
export function calculationOrder(document: PdfDocument): string[] {
  const form = document.dict(document.catalog.get("AcroForm"));
  const listed = document.array(form?.get("CO"));
  if (!listed) return [];
  const names = new Map(
    readFields(document).flatMap(({ name, dict, widgets }) => [
      [dict, name] as const,
      ...widgets.map((widget) => [widget.dict, name] as const),
    ]),
  );
  return listed.flatMap((entry) => {
    const node = document.dict(entry);
    return (node && names.get(node)) ?? [];
  });
}

/** Whether the form is drawn by XFA (ISO 32000-2, annex K) as it is filled: its pages are a note until then. */
export function isDynamicXfa(document: PdfDocument): boolean {
  const form = document.dict(document.catalog.get("AcroForm"));
  if (!form?.has("XFA")) return false;
  const needsRendering = document.resolve(document.catalog.get("NeedsRendering")) === true;
  return needsRendering || (document.array(form.get("Fields")) ?? []).length === 0;
}

/** Paper metadata of a barcode field (Adobe Supplement to ISO 32000, "Barcode fields"). */
function symbologyOf(document: PdfDocument, field: Field): string | undefined {
  if (field.kind !== "text") return undefined;
  for (const { dict } of field.widgets) {
    const symbology = document.name(document.dict(dict.get("PMD"))?.get("Symbology"));
    if (symbology !== undefined) return symbology;
  }
  return undefined;
}

/** Export values and labels of a choice, states of check boxes and radio buttons. */
export function fieldOptions(document: PdfDocument, field: Field): { value: string; label: string }[] {
  const listed = document.array(field.inherited("Opt")) ?? [];
  if (field.kind === "choice") {
    return listed.flatMap((entry) => {
      const pair = document.array(entry);
      const value = valueText(document, pair ? pair[0] : entry);
      if (value === undefined) return [];
      return [{ value, label: (pair && valueText(document, pair[1])) ?? value }];
    });
  }
  if (field.kind !== "checkbox" && field.kind !== "radio") return [];
  const options = new Map<string, string>();
  for (const [index, widget] of field.widgets.entries()) {
    const state = onStates(document, widget.dict)[0];
    if (state === undefined) continue;
    const label = valueText(document, listed[index]) ?? nameText(state);
    if (!options.has(state)) options.set(state, label);
  }
  return [...options].map(([state, label]) => ({ value: nameText(state), label }));
}

function currentValue(document: PdfDocument, field: Field): string | string[] | undefined {
  const value = field.inherited("V");
  if (Array.isArray(value)) return value.flatMap((item) => valueText(document, item) ?? []);
  const text = valueText(document, value);
  return text ?? (field.kind === "checkbox" || field.kind === "radio" ? "Off" : undefined);
}

/** The texts that the fields of a form show, or would show with another choice. */
export function formTexts(document: PdfDocument): string[] {
  return readFields(document).flatMap((field) => {
    const captions = field.widgets.map(
      ({ dict }) => valueText(document, document.dict(dict.get("MK"))?.get("CA")) ?? "",
    );
    if (field.kind === "button") return captions;
    if (field.kind !== "text" && field.kind !== "choice") return [];
    const value = currentValue(document, field) ?? "";
    return [[value, fieldOptions(document, field).map(({ label }) => label)].flat(2).join("\n")];
  });
}
