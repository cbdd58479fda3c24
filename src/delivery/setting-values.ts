import { z } from "zod";
import { parseTemplate } from "../language/template.ts";

/** Schemas of settings. Every text may hold merge language, so nothing is said here about what it must come to. */

const plain = z.union([z.string(), z.number().transform(String)]);

/** Text in the merge language, checked for errors of the language. */
export function merged(mode: "text" | "html" = "text") {
  return plain.pipe(
    z.string().superRefine((source, context) => {
      if (!source.includes("{")) return;
      const error = parseTemplate(source, { mode }).errors[0];
      if (error)
        context.addIssue({
          code: "custom",
          message: `has an error in line ${error.line} at ${error.tag}: ${error.message}`,
        });
    }),
  );
}

/** The same, and not empty. */
export const needed = (mode: "text" | "html" = "text") => merged(mode).pipe(z.string().min(1, "must not be empty"));

/** A member that may be left out; null counts as left out. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return z.union([schema, z.null().transform(() => undefined)]).optional();
}

const ON: readonly unknown[] = [1, "1", true, "true", "on"];
const OFF: readonly unknown[] = [0, "0", false, "false", "off", ""];

/** On or off in any of the wire's spellings (decisions "Wire"). */
export const flag = () =>
  z.unknown().transform((value, context) => {
    if (!ON.includes(value) && !OFF.includes(value)) context.addIssue({ code: "custom", message: "must be 1 or 0" });
    return ON.includes(value);
  });

export const optionalFlag = () => z.union([z.null().transform(() => undefined), flag()]).optional();

/** Whether a stored flag is on; settings written before may hold any spelling. */
export const isOn = (value: unknown, otherwise = false): boolean =>
  value === undefined || value === null ? otherwise : ON.includes(value);

/** Members that every kind has. */
export const shared = { send_in_test: optionalFlag() };

/** Whether the text stands as it is: without merge language it is checked further when it is saved. */
export const isLiteral = (text: string): boolean => !text.includes("{");
