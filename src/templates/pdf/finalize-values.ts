import type { FieldValue } from "../../pdf/form/fill-form.ts";
import type { RenderEnvironment } from "../template-engine.ts";
import { calculated } from "./acrobat/calculation.ts";
import { type DisplayedValue, displayed, takenBy } from "./acrobat/field-display.ts";
import { numberOf } from "./acrobat/number-display.ts";
import { readScriptCall } from "./acrobat/script-call.ts";
import type { FormSlot, FormTemplate } from "./form-template.ts";

type Values = Record<string, FieldValue>;

/** Calculates the fields of a form that data give no value, and warns of what it cannot calculate or show. */
export function finalizeValues(form: FormTemplate, values: Values, environment: RenderEnvironment): string[] {
  const warnings: string[] = [];
  // A form on the web sends empty texts for what nobody has filled in.
  const given = new Set(Object.keys(values).filter((name) => values[name] !== ""));
  for (const slot of inOrder(form)) calculate(slot, form, values, given, warnings);
  for (const slot of form.slots) {
    const value = values[slot.field.name];
    if (typeof value !== "string" || value === "") continue;
    checkRange(slot, value, warnings);
    normalize(slot, value, values, environment, warnings);
  }
  return warnings;
}

/** How a field shows a text; undefined for fields without a format, and for texts that they do not take. */
export function shownIn(
  { slots }: FormTemplate,
  environment: RenderEnvironment,
): (field: string, text: string) => DisplayedValue | undefined {
  const byName = new Map(slots.map((slot) => [slot.field.name, slot]));
  return (field, text) => {
    const display = byName.get(field)?.display;
    return display && text !== "" ? displayed(display, text, environment) : undefined;
  };
}

/** The form's own order of calculation comes first (ISO 32000-2, 12.7.3, `CO`). */
function inOrder({ slots, calculationOrder }: FormTemplate): FormSlot[] {
  const placeOf = ({ field }: FormSlot) => {
    const place = calculationOrder.indexOf(field.name);
    return place < 0 ? calculationOrder.length : place;
  };
  return slots.filter(({ field }) => field.scripts.calculate !== undefined).sort((a, b) => placeOf(a) - placeOf(b));
}

function calculate(slot: FormSlot, form: FormTemplate, values: Values, given: Set<string>, warnings: string[]): void {
  const { field, calculation } = slot;
  if (given.has(field.name)) return;
  if (!calculation) {
    warnings.push(
      `The field "${field.name}" is calculated by a script of the form, which is not run here: send its value.`,
    );
    return;
  }
  const sources = (name: string): FormSlot[] =>
    form.slots.filter(({ field: other }) => other.name === name || other.name.startsWith(`${name}.`));
  const textOf = ({ field: other }: FormSlot): string => textOfValue(values[other.name], other);
  const all = calculation.fields.flatMap(sources);
  const isNew = all.some(({ field: other }) => given.has(other.name));
  // A form without any of the values is left to be filled by hand.
  if (all.every((each) => textOf(each) === "") || (!isNew && typeof field.value === "string" && field.value !== ""))
    return;
  const result = calculated(calculation, (name) => sources(name).map(textOf));
  if (result === undefined) {
    warnings.push(
      `The field "${field.name}" cannot be calculated, because its formula divides by zero: it stays empty.`,
    );
    return;
  }
  values[field.name] = String(result);
  given.add(field.name);
}

function textOfValue(value: FieldValue | undefined, { value: own, type, options }: FormSlot["field"]): string {
  const isButton = type === "checkbox" || type === "radio";
  if (value === true) return options[0]?.value ?? "";
  if (value === false) return "";
  if (typeof value === "number") return String(value);
  const text = typeof value === "string" ? value : value === undefined && typeof own === "string" ? own : "";
  return isButton && text === "Off" ? "" : text;
}

function normalize(
  { field, display }: FormSlot,
  text: string,
  values: Values,
  environment: RenderEnvironment,
  warnings: string[],
): void {
  if (!display) {
    if (field.scripts.format !== undefined)
      warnings.push(
        `The field "${field.name}" shows its value by a script of the form, which is not run here: it is shown as it was sent.`,
      );
    return;
  }
  const found = displayed(display, text, environment);
  if (found) values[field.name] = found.value;
  else
    warnings.push(
      `The field "${field.name}" takes ${takenBy(display)}, and its value is "${text.slice(0, 40)}": it is shown as it was sent.`,
    );
}

/** `AFRange_Validate(hasLeast, least, hasMost, most)`. */
function checkRange({ field }: FormSlot, text: string, warnings: string[]): void {
  const call = field.scripts.validate === undefined ? undefined : readScriptCall(field.scripts.validate);
  const number = call?.name === "AFRange_Validate" ? numberOf(text) : undefined;
  if (!call || number === undefined) return;
  const [hasLeast, least, hasMost, most] = call.arguments;
  const isBelow = hasLeast === true && typeof least === "number" && number < least;
  const isAbove = hasMost === true && typeof most === "number" && number > most;
  if (isBelow) warnings.push(`The field "${field.name}" takes ${least} and more, and its value is ${text}.`);
  if (isAbove) warnings.push(`The field "${field.name}" takes ${most} at most, and its value is ${text}.`);
}
