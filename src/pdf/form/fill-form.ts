import { Failure } from "../../domain/failure.ts";
import { present } from "../../domain/present.ts";
import { allAtOnce, type Steps } from "../../domain/steps.ts";
import type { PdfDocument } from "../document.ts";
import { dict, PdfDict, type PdfObject, PdfStream } from "../objects.ts";
import type { HanLanguage } from "../text/han-language.ts";
import { encodeText } from "../text-strings.ts";
import { addAppearance, setNormalAppearance } from "./appearance.ts";
import { drawButtonState, drawPushButton, setButtonValue } from "./button-appearance.ts";
import { FieldFonts, type FormFont } from "./field-fonts.ts";
import { type Field, FieldFlag, readFields, valueText } from "./field-tree.ts";
import { flattenForm } from "./flatten.ts";
import { addImage, type ImageXObject } from "./image-xobject.ts";
import { fieldOptions } from "./list-fields.ts";
import { drawList, drawText } from "./text-appearance.ts";
import { readFrame, roundedNumber } from "./widget-frame.ts";

/** A picture in place of a text: what the field shows, and the text that it stands for. */
interface ImageValue {
  /** JPEG or PNG. */
  image: Uint8Array;
  text: string;
}

/** A value for a field: text, yes or no, several choices, a JPEG or PNG for a button, or a picture for a text field. */
export type FieldValue = string | number | boolean | readonly string[] | Uint8Array | ImageValue;

/** What values are drawn with. */
export interface DrawingFonts {
  /** Fonts for characters which Helvetica, Times and Courier lack, in order of preference, and in place of the form's own. */
  fonts?: readonly FormFont[];
  /** The language that Han characters are drawn for if a field's text does not show it. */
  hanLanguage?: HanLanguage;
}

/** How a form is filled. */
export interface FillOptions extends DrawingFonts {
  /** Turns the fields into plain content; default true. */
  flatten?: boolean;
  /** How a field shows a text; undefined as it is. */
  shown?: (field: string, text: string) => ShownText | undefined;
}

/** What a field shows in place of its value, such as `$1,234.50` for 1234.5. */
interface ShownText {
  shown: string;
  /** In place of the field's own color. */
  isRed: boolean;
}

/** What could not be done as requested. */
export interface FillReport {
  /** Names of values for which there is no field. */
  unknown: string[];
  /** Values that are not among a field's choices. */
  notAChoice: { field: string; value: string }[];
  /** Characters that no font has. */
  missingCharacters: string[];
  /** Fields whose picture is neither a JPEG nor a PNG that can be read; they show nothing. */
  unreadableImages: { field: string; bytes: Uint8Array }[];
  /** Fields whose text does not fit: where it continues, or what is cut off. */
  overflows: Overflow[];
}

/** A text that does not fit into its field even at the smallest size. */
interface Overflow {
  field: string;
  /** The field in which it continues: `Notes` continues in `Notes_2`. */
  goesOnIn?: string;
  /** Characters that are not visible. */
  truncatedCharacters: number;
}

/**
 * Fills form fields by their full names, read-only ones too, and draws them. Fields without a value keep theirs.
 * XFA is removed: viewers that read it would show the old values.
 */
export function fillForm(
  document: PdfDocument,
  values: Readonly<Record<string, FieldValue | null | undefined>>,
  options: FillOptions = {},
): FillReport {
  return allAtOnce(fillSteps(document, values, options));
}

/** A field is drawn in the time in which this many bytes are coded. */
const BYTES_OF_A_FIELD = 4_096;

/** {@link fillForm} in pieces. */
export function* fillSteps(
  document: PdfDocument,
  values: Readonly<Record<string, FieldValue | null | undefined>>,
  options: FillOptions = {},
): Steps<FillReport> {
  const report: FillReport = {
    unknown: [],
    notAChoice: [],
    missingCharacters: [],
    unreadableImages: [],
    overflows: [],
  };
  const fonts = new FieldFonts(document, options.fonts ?? [], options.hanLanguage);
  const form = document.dict(document.catalog.get("AcroForm"));
  const drawAll = document.resolve(form?.get("NeedAppearances")) === true;
  const images = new Map<Uint8Array, ImageXObject | undefined>();
  const fields = readFields(document);
  const given = (name: string) => (Object.hasOwn(values, name) ? values[name] : undefined);
  const nextOf = (field: Field) =>
    fields.find((other) => other.kind === "text" && other.name === nextName(field.name) && given(other.name) == null);
  const continued = new Map<Field, string>();
  for (const field of fields) {
    yield BYTES_OF_A_FIELD;
    const value = given(field.name);
    if (field.kind === "text" && isText(value))
      fillText(document, field, joined(value), fonts, options, nextOf, continued, report);
    else if (value !== undefined && value !== null) fillField(document, field, value, fonts, images, report);
    else if (!continued.has(field)) drawCurrent(document, field, fonts, drawAll, options);
  }
  const names = new Set(fields.map((field) => field.name));
  report.unknown = Object.keys(values).filter((name) => !names.has(name));
  fonts.finish();
  report.missingCharacters = [...fonts.missing];
  form?.delete("XFA");
  // every value has its appearance now
  form?.delete("NeedAppearances");
  if (options.flatten ?? true) flattenForm(document);
  return report;
}

function fillField(
  document: PdfDocument,
  field: Field,
  value: FieldValue,
  fonts: FieldFonts,
  images: Map<Uint8Array, ImageXObject | undefined>,
  report: FillReport,
): void {
  if (value instanceof Uint8Array) {
    if (field.kind !== "button") {
      const message = `The field "${field.name}" is not an image field; only buttons show images.`;
      throw new Failure("invalid_request", message);
    }
    drawImageField(document, field, value, images, report);
    return;
  }
  if (isImage(value)) {
    if (field.kind === "text") setValue(field, encodeText(value.text));
    drawImageField(document, field, value.image, images, report);
    return;
  }
  const texts = Array.isArray(value) ? value.map(String) : [String(value)];
  switch (field.kind) {
    case "choice":
      setChoice(document, field, texts, fonts, report);
      return;
    case "checkbox":
    case "radio":
      if (!setButtonValue(document, field, texts[0] ?? ""))
        report.notAChoice.push({ field: field.name, value: texts[0] ?? "" });
      return;
    default:
      report.notAChoice.push({ field: field.name, value: texts[0] ?? "" });
  }
}

const isText = (value: FieldValue | null | undefined): value is string | number | boolean | readonly string[] =>
  value !== undefined && value !== null && !(value instanceof Uint8Array) && !isImage(value);

const joined = (value: string | number | boolean | readonly string[]): string =>
  typeof value === "object" ? value.map(String).join("\n") : String(value);

/** The field in which a text continues: `Notes`, `Notes_2`, `Notes_3`; `Notes_1` may be the first. */
function nextName(name: string): string {
  const [, stem = name, number] = /^(.*)_(\d{1,3})$/.exec(name) ?? [];
  return `${stem}_${Number(number ?? 1) + 1}`;
}

/** Sets a text; the rest continues in the next field of its name, as long as there are any without a value. */
function fillText(
  document: PdfDocument,
  field: Field,
  text: string,
  fonts: FieldFonts,
  options: FillOptions,
  nextOf: (field: Field) => Field | undefined,
  continued: Map<Field, string>,
  report: FillReport,
): void {
  const rest = setText(document, field, text, fonts, options.shown?.(field.name, text));
  if (rest === "") return;
  const next = nextOf(field);
  if (!next || continued.has(next)) {
    report.overflows.push({ field: field.name, truncatedCharacters: Array.from(rest).length });
    return;
  }
  const at = text.lastIndexOf(rest);
  if (at > 0) setText(document, field, text.slice(0, at).trimEnd(), fonts);
  report.overflows.push({ field: field.name, goesOnIn: next.name, truncatedCharacters: 0 });
  continued.set(next, rest);
  fillText(document, next, rest, fonts, options, nextOf, continued, report);
}

function isImage(value: FieldValue): value is ImageValue {
  return typeof value === "object" && "image" in value;
}

function drawImageField(
  document: PdfDocument,
  field: Field,
  bytes: Uint8Array,
  images: Map<Uint8Array, ImageXObject | undefined>,
  report: FillReport,
): void {
  if (!images.has(bytes)) images.set(bytes, readImage(document, bytes));
  const image = images.get(bytes);
  if (!image) report.unreadableImages.push({ field: field.name, bytes });
  else for (const widget of field.widgets) drawImage(document, widget.dict, image);
}

function readImage(document: PdfDocument, bytes: Uint8Array): ImageXObject | undefined {
  try {
    return addImage(document, bytes);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** @returns the end of the text, if it does not fit into the smallest of the field's widgets */
function setText(document: PdfDocument, field: Field, text: string, fonts: FieldFonts, display?: ShownText): string {
  const clean = text
    .replace(/\r\n?/g, "\n")
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, "")
    .replace(/\t/g, "    ");
  setValue(field, encodeText(clean));
  const rests = field.widgets.map((widget) =>
    drawText(document, field, widget.dict, display?.shown ?? clean, fonts, display?.isRed === true),
  );
  return rests.reduce((longest, rest) => (rest.length > longest.length ? rest : longest), "");
}

function setChoice(
  document: PdfDocument,
  field: Field,
  texts: readonly string[],
  fonts: FieldFonts,
  report: FillReport,
): void {
  const options = fieldOptions(document, field);
  const chosen = texts.map(
    (text) => options.find(({ value }) => value === text) ?? options.find(({ label }) => label === text),
  );
  for (const [index, option] of chosen.entries()) {
    if (!option && texts[index] !== "") report.notAChoice.push({ field: field.name, value: present(texts[index]) });
  }
  // what is not an option is still shown: a combo box may allow it, and the value must not be lost
  const exported = texts.map((text, index) => encodeText(chosen[index]?.value ?? text));
  setValue(field, exported.length === 1 ? present(exported[0]) : exported);
  field.dict.delete("I");
  drawChoice(
    document,
    field,
    texts.map((text, index) => chosen[index]?.value ?? text),
    fonts,
  );
}

function drawChoice(document: PdfDocument, field: Field, values: readonly string[], fonts: FieldFonts): void {
  const options = fieldOptions(document, field);
  for (const widget of field.widgets) {
    if (field.flags & FieldFlag.combo || options.length === 0) {
      const label = options.find(({ value }) => value === values[0])?.label ?? values[0] ?? "";
      drawText(document, field, widget.dict, label, fonts);
    } else {
      const rows = options.map(({ value, label }) => ({ label, chosen: values.includes(value) }));
      for (const value of values) {
        if (value !== "" && !options.some((option) => option.value === value))
          rows.push({ label: value, chosen: true });
      }
      drawList(document, field, widget.dict, rows, fonts);
    }
  }
}

/** Draws the value of a field if it has no appearance, or if the form asks for new ones. */
function drawCurrent(
  document: PdfDocument,
  field: Field,
  fonts: FieldFonts,
  drawAll: boolean,
  options: Pick<FillOptions, "shown"> = {},
): void {
  if (field.kind === "signature") return;
  const hasAppearance = ({ dict: widget }: Field["widgets"][number]) => {
    const appearance = document.resolve(document.dict(widget.get("AP"))?.get("N"));
    return appearance instanceof PdfStream || (appearance instanceof PdfDict && appearance.size > 0);
  };
  const missing = field.widgets.filter((widget) => !hasAppearance(widget));
  if (field.kind === "checkbox" || field.kind === "radio") {
    for (const { dict: widget } of missing) drawButtonState(document, field, widget);
    return;
  }
  if (field.kind === "button") {
    for (const { dict: widget } of missing) drawPushButton(document, field, widget, fonts);
    return;
  }
  if (!drawAll && missing.length === 0) return;
  const value = field.inherited("V");
  const texts = (Array.isArray(value) ? value : [value]).flatMap((item) => valueText(document, item) ?? []);
  const some = { ...field, widgets: drawAll ? field.widgets : missing };
  if (field.kind === "choice") {
    drawChoice(document, some, texts, fonts);
    return;
  }
  const text = texts[0] ?? streamText(document, value);
  const display = options.shown?.(field.name, text);
  for (const widget of some.widgets)
    drawText(document, field, widget.dict, display?.shown ?? text, fonts, display?.isRed === true);
}

/** Long values may be streams (table 228). */
function streamText(document: PdfDocument, value: PdfObject): string {
  const stream = document.stream(value);
  return stream ? new TextDecoder().decode(stream.bytes().subarray(0, 100_000)) : "";
}

function setValue(field: Field, value: PdfObject): void {
  field.dict.set("V", value);
  // rich text would take precedence over the value
  field.dict.delete("RV");
}

/** Centers the image in the button, as large as it fits. */
function drawImage(document: PdfDocument, widget: PdfDict, image: ImageXObject): void {
  const frame = readFrame(document, widget);
  if (!frame) return;
  const width = frame.widthPoints - 2 * frame.insetPoints;
  const height = frame.heightPoints - 2 * frame.insetPoints;
  const scale = Math.min(width / image.widthPixels, height / image.heightPixels);
  const [shownWidth, shownHeight] = [image.widthPixels * scale, image.heightPixels * scale];
  const x = (frame.widthPoints - shownWidth) / 2;
  const y = (frame.heightPoints - shownHeight) / 2;
  const content = `q ${roundedNumber(shownWidth)} 0 0 ${roundedNumber(shownHeight)} ${roundedNumber(x)} ${roundedNumber(y)} cm /Image Do Q\n`;
  const resources = dict({ XObject: new PdfDict([["Image", image.ref]]) });
  setNormalAppearance(widget, addAppearance(document, frame, content, resources));
}
