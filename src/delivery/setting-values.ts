import * as z from "zod";
import { flagOf } from "../domain/flag.ts";
import { parseDate } from "../language/dates/strtotime.ts";
import { parseTemplate } from "../language/template.ts";

/** Schemas of settings. Every text may hold merge language, so its final form is checked only when it is merged. */

const plain = z.union([z.string(), z.number().transform(String)]);

/** A string in the merge language, checked for errors of the language. */
export const languageText = (mode: "text" | "html" = "text") =>
  z.string().superRefine((source, context) => {
    if (!source.includes("{")) return;
    const error = parseTemplate(source, { mode }).errors[0];
    if (error)
      context.addIssue({
        code: "custom",
        message: `has an error in line ${error.line} at ${error.tag}: ${error.message}`,
      });
  });

/** The same, or a number. */
export const mergeText = (mode: "text" | "html" = "text") => plain.pipe(languageText(mode));

/** Line breaks and other controls that are outside of tags: they would break a header line. */
const LITERAL_CONTROLS = /[\u0000-\u0008\u000a-\u001f\u007f\u2028\u2029]/;

/** Text in the merge language for one header line. */
export const mergeLine = () =>
  mergeText().refine((source) => !LITERAL_CONTROLS.test(source.trim().replace(/\{[^{}]*\}/g, "")), {
    error: "must not hold line breaks or other control characters",
  });

/** The same, and not empty. */
export const requiredMergeText = (mode: "text" | "html" = "text") =>
  mergeText(mode).pipe(z.string().min(1, "must not be empty"));

/** A member that may be left out; null counts as left out. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return z.union([schema, z.null().transform(() => undefined)]).optional();
}

/** On or off in any of the wire's spellings (wire "Numbers and flags"). */
const flag = () =>
  z.unknown().transform((value, context) => {
    const isSet = flagOf(value);
    if (isSet === undefined) context.addIssue({ code: "custom", message: "must be 1 or 0" });
    return isSet === true;
  });

export const optionalFlag = () => z.union([z.null().transform(() => undefined), flag()]).optional();

/** Whether a stored flag is on; settings written before may hold any spelling. */
export const isOn = (value: unknown, otherwise = false): boolean =>
  value === undefined || value === null ? otherwise : flagOf(value) === true;

/** Members that every kind has. */
export const shared = {
  send_in_test: optionalFlag(),
  send_at: optional(
    mergeText().refine((moment) => !isLiteral(moment) || isMoment(moment), {
      error: 'must be a time such as "2026-12-01 08:00" or "+2 hours"',
    }),
  ),
};

/** Whether a text names a time, whatever it is counted from. */
const isMoment = (text: string): boolean =>
  text.trim() === "" || parseDate(text.trim(), { now: new Date(), timeZone: "UTC" }) !== undefined;

/** Whether the text is used as it is: without merge language it is checked further when it is saved. */
export const isLiteral = (text: string): boolean => !text.includes("{");
