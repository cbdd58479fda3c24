import type * as z from "zod";

/**
 * A setting that is JSON, checked.
 * @returns or what is wrong in it, in parentheses behind a blank; nothing where it is not of the kind at all: the sentence that says what it
 * must be says enough
 */
export function readJsonSetting<Schema extends z.ZodType>(
  schema: Schema,
  setting: string,
): { value: z.output<Schema> } | { wrong: string } {
  const parsed = schema.safeParse(jsonOf(setting));
  if (parsed.success) return { value: parsed.data };
  const [issue] = parsed.error.issues;
  const isWithin = issue && (issue.path.length > 0 || issue.code !== "invalid_type");
  return { wrong: isWithin ? ` (${[issue.path.join("."), issue.message].filter(Boolean).join(": ")})` : "" };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The schema says what is expected instead.
    return undefined;
  }
}
