import { appendAll } from "../../domain/collections/long-lists.ts";
import type { MergeData } from "../../domain/merge-data.ts";
import { drawnImage } from "../../image/drawable-image.ts";
import { NameIndex } from "../../language/fold-name.ts";
import { readPathAlike } from "../../language/path-alike.ts";
import type { DocumentTagCall } from "../../language/render-context.ts";
import { renderTemplate, type Template } from "../../language/template.ts";
import { isTruthy, toText } from "../../language/values.ts";
import type { FieldValue } from "../../pdf/form/fill-form.ts";
import type { FormField } from "../../pdf/form/list-fields.ts";
import { undrawnCode } from "../barcode/barcode.ts";
import { barcodePng } from "../barcode/bitmap.ts";
import { halfImage, imageDataBytes, sourceProblem, takeImages, unreadImage } from "../ooxml/image/image-data.ts";
import { missingImage } from "../ooxml/missing-image.ts";
import { plainText } from "../ooxml/text-markup.ts";
import type { RenderEnvironment } from "../template-engine.ts";
import type { FormSlot, FormTemplate } from "./form-template.ts";
import { lengthWarning, objectWarning, rowsWarning } from "./value-warnings.ts";

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
  const names = new NameIndex(Object.keys(data));
  for (const slot of slots) {
    const value = await slotValue(slot, data, names, environment, warnings);
    if (value === undefined) continue;
    values[slot.field.name] = value;
    note(warnings, lengthWarning(slot.field, value));
  }
  return { values, warnings };
}

function note(warnings: string[], warning: string | undefined): void {
  if (warning !== undefined) warnings.push(warning);
}

async function slotValue(
  { field, template, conditions, path }: FormSlot,
  data: MergeData,
  names: NameIndex,
  environment: RenderEnvironment,
  warnings: string[],
): Promise<FieldValue | undefined> {
  if (template) return templateValue(template, field, data, environment, warnings);
  if (conditions) return chosenValue(conditions, data, environment, warnings);
  // A key that is the whole name takes precedence over the path: clients that send flat pairs mean the field.
  const key = names.find(field.name);
  const value = (key === undefined ? undefined : data[key]) ?? (path && readPathAlike(data, path));
  if (value === undefined || value === null) return undefined;
  if (field.type === "button") return imageBytes(toText(value), field.name, environment, warnings);
  if (Array.isArray(value)) {
    note(warnings, rowsWarning(field, value));
    return value.filter((item) => typeof item !== "object").map(toText);
  }
  if (typeof value === "object") {
    note(warnings, objectWarning(field, value));
    return undefined;
  }
  if (field.type === "checkbox" && typeof value === "boolean") return isTruthy(value);
  if (isRefused(toText(value), field, warnings)) return undefined;
  return shown(field, toText(value), warnings);
}

/** The value of the first condition that holds; none is on if none does. */
function chosenValue(
  conditions: NonNullable<FormSlot["conditions"]>,
  data: MergeData,
  environment: RenderEnvironment,
  warnings: string[],
): string {
  for (const { value, template } of conditions) {
    const { text, warnings: noted } = renderTemplate(template, data, { ...environment, autoescape: false });
    appendAll(warnings, noted.map(noteOf));
    if (text !== "") return value;
  }
  return OFF;
}

/** The state of buttons that are not on (ISO 32000-2, 12.7.5.2.3). */
const OFF = "Off";

const noteOf = ({ message, tag }: { message: string; tag?: string }): string => (tag ? `${message} (${tag})` : message);

/** The value of a field whose default text is a template: a text, or the picture that a tag in it asks for. */
async function templateValue(
  template: Template,
  field: FormField,
  data: MergeData,
  environment: RenderEnvironment,
  warnings: string[],
): Promise<FieldValue | undefined> {
  let drawn: DocumentTagCall | undefined;
  const { text, warnings: noted } = renderTemplate(template, data, {
    ...environment,
    autoescape: false,
    documentTags: (call) => {
      if (call.name === "link") return toText(call.attributes.text ?? call.attributes.url);
      if (call.name === "checkbox") return isTruthy(call.attributes.value) ? "X" : "";
      if (call.name === "html") return plainText(toText(call.body ?? ""));
      if (call.name !== "pagebreak") drawn = call;
      return "";
    },
  });
  appendAll(warnings, noted.map(noteOf));
  if (isRefused(text, field, warnings)) return "";
  if (!drawn || field.type !== "text") return shown(field, text, warnings);
  if (drawn.name === "image") {
    const image = await imageBytes(toText(drawn.attributes.src), field.name, environment, warnings);
    return image && { image, text: text.trim() };
  }
  const type = drawn.name === "qrcode" ? "qrcode" : toText(drawn.attributes.type) || "code128";
  const named = `${drawn.site.source} in the field "${field.name}"`;
  return code(type, toText(drawn.attributes.value), named, warnings) ?? "";
}

/** Fields of text show no pictures, and the data of one are never meant to be read. */
function isRefused(text: string, field: FormField, warnings: string[]): boolean {
  if (takeImages(text).images.length === 0) return false;
  warnings.push(
    `The field "${field.name}" takes text, and the data give it a picture: it is not filled. Make it an image field (a button), or write {image src=...} as its text.`,
  );
  return true;
}

const SYMBOLOGIES: Readonly<Record<string, string>> = { PDF417: "pdf417", QRCode: "qrcode", DataMatrix: "datamatrix" };

/** A text as its field shows it: fields of barcodes draw it. */
function shown({ name, barcode }: FormField, text: string, warnings: string[]): FieldValue {
  const type = barcode === undefined ? undefined : SYMBOLOGIES[barcode];
  return (type && text !== "" && code(type, text, `the field "${name}"`, warnings)) || text;
}

function code(type: string, text: string, named: string, warnings: string[]): FieldValue | undefined {
  if (text === "") return undefined;
  try {
    return { image: barcodePng(type, text), text };
  } catch (error) {
    warnings.push(undrawnCode(error, named));
    return undefined;
  }
}

async function imageBytes(
  source: string,
  name: string,
  environment: RenderEnvironment,
  warnings: string[],
): Promise<Uint8Array | undefined> {
  if (source === "") return undefined;
  const found = await foundImage(source, environment);
  const named = `of the field "${name}"`;
  if ("bytes" in found) {
    note(warnings, halfImage(named, source, found.bytes));
    return inPdf(found.bytes);
  }
  warnings.push(unreadImage(named, source, found.problem));
  return environment.framesMissingImages ? missingImage()?.bytes : undefined;
}

async function foundImage(source: string, { load }: RenderEnvironment): ReturnType<RenderEnvironment["load"]> {
  const own = imageDataBytes(source);
  if (own) return { bytes: own };
  return /^https?:\/\//i.test(source) ? await load(source) : { problem: sourceProblem(source, TAKEN_BY_FORMS) };
}

/** What image fields accept as a picture. */
export const TAKEN_BY_FORMS = "PNG, JPEG, BMP, TIFF or WebP";

/**
 * Forms hold JPEG and PNG; TIFF, BMP and WebP become PNGs. A picture that cannot be read is reported where the field is
 * filled.
 */
function inPdf(bytes: Uint8Array): Uint8Array {
  return drawnImage(bytes)?.bytes ?? bytes;
}
