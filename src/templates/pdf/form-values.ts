import { renderTemplate } from "../../language/template.ts";
import { isTruthy, readPath, toText } from "../../language/values.ts";
import type { FieldValue } from "../../pdf/form/fill-form.ts";
import type { MergeData, RenderEnvironment } from "../template-engine.ts";
import type { FormSlot, FormTemplate } from "./form-template.ts";

/** Values for a form's fields, and what was odd about them. */
export interface FormValues {
  values: Record<string, FieldValue>;
  warnings: string[];
}

/** The value of each field that data or a template gives one; others keep what they have. */
export async function formValues(
  { slots }: FormTemplate,
  data: MergeData,
  environment: RenderEnvironment,
): Promise<FormValues> {
  const warnings: string[] = [];
  const values: Record<string, FieldValue> = Object.create(null);
  for (const slot of slots) {
    const value = await slotValue(slot, data, environment, warnings);
    if (value !== undefined) values[slot.field.name] = value;
  }
  return { values, warnings };
}

async function slotValue(
  { field, template, path }: FormSlot,
  data: MergeData,
  environment: RenderEnvironment,
  warnings: string[],
): Promise<FieldValue | undefined> {
  if (template) {
    const { text, warnings: noted } = renderTemplate(template, data, { ...environment, autoescape: false });
    warnings.push(...noted.map(({ message, tag }) => (tag ? `${message} (${tag})` : message)));
    return text;
  }
  // A key that is the whole name goes before the path: clients that send flat pairs mean the field.
  const value = Object.hasOwn(data, field.name) ? data[field.name] : path && readPath(data, path);
  if (value === undefined || value === null) return undefined;
  if (field.type === "button") return imageBytes(toText(value), field.name, environment, warnings);
  if (Array.isArray(value)) return value.filter((item) => typeof item !== "object").map(toText);
  if (typeof value === "object") return undefined;
  return field.type === "checkbox" && typeof value === "boolean" ? isTruthy(value) : toText(value);
}

async function imageBytes(
  source: string,
  name: string,
  environment: RenderEnvironment,
  warnings: string[],
): Promise<Uint8Array | undefined> {
  if (source === "") return undefined;
  const loaded = await environment.load(source);
  if (!loaded) warnings.push(`The image of the field "${name}" could not be had.`);
  return loaded?.bytes;
}
