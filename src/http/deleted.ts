import * as z from "zod";
import { templateWarningSchema } from "./openapi/template-warning-schema.ts";
import { json } from "./responses.ts";

/** The answer to a deletion. What is used may be deleted: the answer says by whom it was used. */
export const DELETED = {
  200: {
    description: "Deleted",
    schema: z.object({
      success: z.literal("1").meta({ description: "Always 1." }),
      warnings: z.array(templateWarningSchema).optional().meta({ description: "What used it; absent if nothing did." }),
    }),
  },
};

interface Use {
  /** Stable word of the warning (docs/warnings.md). */
  code: string;
  /** What happens to those that use it, after their number: `data routes skip its rules from now on`. */
  one: string;
  many: string;
  remedy: string;
}

/** @param users names of what used it */
export function deleted(users: readonly string[], { code, one, many, remedy }: Use): Response {
  if (users.length === 0) return json({ success: "1" });

  const named = users.map((name) => `“${name}”`).join(", ");
  const message = `${users.length === 1 ? `One ${one}` : `${users.length} ${many}`}: ${named}.`;
  return json({ success: "1", warnings: [{ code, part: "", place: "", text: "", message, remedy }] });
}
