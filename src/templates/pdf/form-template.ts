import { appendAll } from "../../domain/collections/long-lists.ts";
import type { FailureItem } from "../../domain/failure.ts";
import type { TemplateWarning } from "../../domain/template-warning.ts";
import type { MergeField } from "../../language/field-tree.ts";
import { checkTemplate } from "../../language/lint/check-template.ts";
import { fieldTree, listFields } from "../../language/list-fields.ts";
import { parseTemplate, type Template } from "../../language/template.ts";
import type { PdfDocument } from "../../pdf/document.ts";
import { calculationOrder, type FormField, isDynamicXfa, listFormFields } from "../../pdf/form/list-fields.ts";
import { errorItem, warningItem } from "../error-item.ts";
import { type Calculation, readCalculation } from "./acrobat/calculation.ts";
import { type FieldDisplay, readDisplay } from "./acrobat/field-display.ts";
import { conditionSource, parseCondition } from "./form-condition.ts";

/** A form field as a template sees it: filled from data by its name, or by the template its default text holds. */
export interface FormSlot {
  field: FormField;
  /** Present if the field's text has tags. */
  template?: Template;
  /** Of check boxes and radio buttons that say when they are on: their values, each with a template that prints if so. */
  conditions?: readonly { value: string; template: Template }[];
  /** How Acrobat shows its value, and how it calculates it, as far as no script has to be run for that. */
  display?: FieldDisplay;
  calculation?: Calculation;
  /** The name as a path of members, if it is one: `Customer.Email`. */
  path?: readonly string[];
}

/** All fields of a form, ready to be filled any number of times. */
export interface FormTemplate {
  slots: FormSlot[];
  errors: FailureItem[];
  /** Names of calculated fields in the form's order. */
  calculationOrder: readonly string[];
  /** The pages are a note that only Acrobat replaces by a form. */
  isDynamicXfa: boolean;
}

/** Dots are paths in names made of plain words; names such as `form[0].page[1]` are taken literally. */
const PATH = /^[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)+$/u;

/** Reads a form (language "Document tags": PDF field values are templates, too). Errors name the field they are in. */
export function readFormTemplate(document: PdfDocument): FormTemplate {
  const errors: FailureItem[] = [];
  const slots = uniqueFields(listFormFields(document)).map((field): FormSlot => {
    if (field.conditions.length > 0) return { field, conditions: readConditions(field, errors) };
    const text = templateText(field);
    if (text === undefined) return { field, ...pathOf(field.name), ...scriptsOf(field) };
    const parsed = parseTemplate(text, { mode: "text" });
    appendAll(
      errors,
      parsed.errors.map((error) => errorItem(`field ${field.name}`, error)),
    );
    return { field, template: parsed.template, ...scriptsOf(field) };
  });
  return { slots, errors, calculationOrder: calculationOrder(document), isDynamicXfa: isDynamicXfa(document) };
}

function readConditions({ name, conditions }: FormField, errors: FailureItem[]): FormSlot["conditions"] {
  return conditions.map(({ value, condition }) => {
    const { template, errors: found } = parseCondition(condition);
    appendAll(
      errors,
      found.map((error) => errorItem(`field ${name}`, error)),
    );
    return { value, template };
  });
}

function scriptsOf({ type, scripts }: FormField): Pick<FormSlot, "display" | "calculation"> {
  if (type !== "text") return {};
  const display = scripts.format === undefined ? undefined : readDisplay(scripts.format);
  const calculation = scripts.calculate === undefined ? undefined : readCalculation(scripts.calculate);
  return { ...(display ? { display } : {}), ...(calculation ? { calculation } : {}) };
}

const MAX_NAMES = 32;

/** Data are not nested deeper than `MAX_NAMES`: a longer name is just a name, not a path. */
function pathOf(name: string): { path?: readonly string[] } {
  const path = name.split(".", MAX_NAMES + 1);
  return path.length <= MAX_NAMES && PATH.test(name) ? { path } : {};
}

/** Radio buttons and repeated fields are listed once: they share one value. */
function uniqueFields(fields: readonly FormField[]): FormField[] {
  const byName = new Map<string, FormField>();
  for (const field of fields) if (!byName.has(field.name)) byName.set(field.name, field);
  return [...byName.values()].filter(({ type }) => type !== "signature");
}

/** The field's text if it has tags in it: its value takes precedence over its default. */
function templateText({ type, value, default: preset }: FormField): string | undefined {
  if (type !== "text" && type !== "choice") return undefined;
  const texts = [value, preset].filter((text): text is string => typeof text === "string");
  return texts.find((text) => {
    if (!text.includes("{")) return false;
    const { template, errors } = parseTemplate(text, { mode: "text" });
    return errors.length > 0 || template.nodes.some((node) => node.kind !== "text");
  });
}

const TYPES: Readonly<Record<FormField["type"], MergeField["type"]>> = {
  text: "text",
  checkbox: "boolean",
  radio: "choice",
  choice: "choice",
  button: "image",
  signature: "text",
};

/** What is merged for a field: its text, or its conditions. */
export const templatesOf = ({ template, conditions = [] }: FormSlot): Template[] =>
  template ? [template] : conditions.map((condition) => condition.template);

/** The merge fields of a form: its fields' names, and the fields of the templates in their texts, in form order. */
export function formMergeFields({ slots }: FormTemplate): MergeField[] {
  const fields: MergeField[] = [];
  for (const slot of slots) {
    const { field, path } = slot;
    const templates = templatesOf(slot);
    if (templates.length > 0) for (const listed of listFields(templates)) place(fields, withPart(listed, field.name));
    else place(fields, nested(path ?? [field.name], formField(field)));
  }
  return fields;
}

function formField(field: FormField): MergeField {
  const preset = typeof field.value === "string" && field.value !== "Off" ? field.value : field.default;
  return {
    name: field.name,
    type: TYPES[field.type],
    required: field.required,
    occurrences: [{ part: `field ${field.name}`, text: "" }],
    ...(field.options.length > 0 ? { options: field.options.map(({ value }) => value) } : {}),
    ...(preset ? { default: preset } : {}),
  };
}

function withPart(field: MergeField, name: string): MergeField {
  const occurrences = field.occurrences.map(({ text }) => ({ part: `field ${name}`, text }));
  return { ...field, occurrences, fields: field.fields?.map((member) => withPart(member, name)) };
}

function nested(path: readonly string[], leaf: MergeField): MergeField {
  const [name = "", ...rest] = path;
  if (rest.length === 0) return { ...leaf, name };
  const { occurrences, required } = leaf;
  return { name, type: "object", required, occurrences, fields: [nested(rest, leaf)] };
}

/** Adds a field, or merges it into the one with its name. */
function place(fields: MergeField[], added: MergeField): void {
  const present = fields.find(({ name }) => name === added.name);
  if (!present) {
    fields.push({ ...added, fields: added.fields && [...added.fields] });
    return;
  }
  present.required ||= added.required;
  present.occurrences = [...present.occurrences, ...added.occurrences];
  present.options ??= added.options;
  if (!added.fields) return;
  present.fields ??= [];
  for (const member of added.fields) place(present.fields, member);
}

/** The names that loops in a form's fields give: in other fields they are not what they seem. */
export function formLoops(slots: readonly FormSlot[]): ReadonlyMap<string, string> {
  return fieldTree(slots.flatMap(templatesOf)).loopTags;
}

/** What is not an error in the texts of a form's fields, yet most likely unintended. */
export function formWarnings({ slots, isDynamicXfa: isDynamic }: FormTemplate): TemplateWarning[] {
  const general = isDynamic ? [DYNAMIC_XFA] : [];
  if (slots.length === 0) return isDynamic ? general : [NO_FORM_FIELDS];
  return [...general, ...slots.flatMap(scriptWarnings), ...textWarnings(slots)];
}

/** Scripts of the form's author, which no merge runs. */
function scriptWarnings({ field, display, calculation }: FormSlot): TemplateWarning[] {
  const place = `field ${field.name}`;
  const warning = (script: string, message: string, remedy: string): TemplateWarning => ({
    code: "form_script",
    part: place,
    place,
    text: script.trim().slice(0, MAX_SHOWN_SCRIPT),
    message,
    remedy,
  });
  const found: TemplateWarning[] = [];
  const { format, calculate } = field.scripts;
  if (calculate !== undefined && !calculation)
    found.push(
      warning(calculate, "The field is calculated by a script, which is not run here", "Send its value with the data."),
    );
  if (format !== undefined && format.trim() !== "" && !display && field.type === "text")
    found.push(
      warning(
        format,
        "The field shows its value by a script, which is not run here",
        "Send its value in the form that it is to be shown in.",
      ),
    );
  return found;
}

const MAX_SHOWN_SCRIPT = 80;

function textWarnings(slots: readonly FormSlot[]): TemplateWarning[] {
  const loops = formLoops(slots);
  return slots.flatMap(({ field }) => {
    const texts = new Set(
      field.type === "text" || field.type === "choice"
        ? [field.value, field.default].filter((text) => typeof text === "string")
        : field.conditions.map(({ condition }) => conditionSource(condition)),
    );
    const place = `field ${field.name}`;
    return [...texts].flatMap((text) =>
      checkTemplate(text, { mode: "text", loops })
        // A field is a merge field by its name, whatever text it holds.
        .warnings.filter(({ code }) => code !== "no_fields")
        .map((found) => warningItem(place, place, found)),
    );
  });
}

const DYNAMIC_XFA: TemplateWarning = {
  code: "dynamic_xfa",
  part: "",
  place: "",
  text: "",
  message:
    "The PDF is a dynamic XFA form, as LiveCycle Designer makes them: only Acrobat draws its pages, and a merged file shows the note that asks for Acrobat.",
  remedy: "Save it as a static PDF form, or print it to a PDF and add the fields to that.",
};

const NO_FORM_FIELDS: TemplateWarning = {
  code: "no_fields",
  part: "",
  place: "",
  text: "",
  message: "The PDF has no form fields: every merge gives the same file.",
  remedy: "Add form fields to it; each is filled from the data by its name.",
};
