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

/** One way in which something was used. */
interface Use {
  /** By whom: names, as a sentence has them (`quoted`). */
  users: readonly string[];
  /** Stable word of the warning (docs/warnings.md). */
  code: string;
  /** What happens to those that use it, after their number: `data routes skip its rules from now on`. */
  one: string;
  many: string;
  remedy: string;
}

export const quoted = (name: string): string => `“${name}”`;

export function deleted(...uses: readonly Use[]): Response {
  const warnings = uses.flatMap(({ users, code, one, many, remedy }) => {
    if (users.length === 0) return [];
    const message = `${users.length === 1 ? `One ${one}` : `${users.length} ${many}`}: ${users.join(", ")}.`;
    return [{ code, part: "", place: "", text: "", message, remedy }];
  });
  return json({ success: "1", ...(warnings.length > 0 ? { warnings } : {}) });
}
