import * as z from "zod";
import { parseMergeData } from "../../domain/merge-data.ts";
import { FilePart } from "../../http/body/body-tree.ts";
import { shownAs } from "../../http/wire-values.ts";

/**
 * A member that is an object, or its JSON: as text, or as a file part (`-F data=@order.json`), as multipart bodies bring
 * it more easily.
 */
export function objectOrJson<Schema extends z.ZodType>(schema: Schema) {
  const sent = z.unknown().transform((value, context) => {
    try {
      const parsed = fromJson(value);
      if (parsed === value || (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed))) return parsed;
      context.addIssue({ code: "custom", message: "must be an object, or the JSON of one" });
    } catch (error) {
      // More levels than the stack has.
      if (error instanceof RangeError) {
        context.addIssue({ code: "custom", message: "is nested too deeply" });
        return z.NEVER;
      }
      if (!(error instanceof SyntaxError)) throw error;
      context.addIssue({ code: "custom", message: "must be an object, or the JSON of one; this is no valid JSON" });
    }
    return z.NEVER;
  });
  return shownAs(sent.pipe(schema), schema);
}

/**
 * What a text or a file part is the JSON of; any other value, and a text without anything in it, as it is.
 * @throws SyntaxError, RangeError if it has more levels than the stack
 */
export function fromJson(value: unknown): unknown {
  const json = value instanceof FilePart ? new TextDecoder().decode(value.bytes) : value;
  if (typeof json !== "string" || (json.trim() === "" && !(value instanceof FilePart))) return value;
  return parseMergeData(json.replace(/^\ufeff/, ""));
}
