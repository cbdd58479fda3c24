import { z } from "zod";
import type { NewRule } from "../../domain/route.ts";
import { flag, integer, numericId, optional, text } from "../../http/wire-values.ts";
import { CONDITION_OPERATORS, conditionOperator } from "../../merge/route/rule-conditions.ts";

/** What requests and answers about data routes have in common (interface 2.7, 2.8; decisions "Rules of a data route"). */

export const routeParams = z.object({ id: numericId() });

const conditionSchema = z.strictObject({
  field: text().pipe(z.string().min(1, { error: "must name a field" })),
  exp: text().refine((exp) => conditionOperator(exp) !== undefined, {
    error: `must be one of ${CONDITION_OPERATORS.join(" ")}`,
  }),
  value: optional(text()).transform((value) => value ?? ""),
});

/** A rule as it is sent; an empty `document_id` or `file` counts as none. */
export const ruleSchema = z.strictObject({
  id: optional(text()),
  document_id: optional(text()),
  file: optional(text()),
  combine: z.union([z.null(), flag()]).optional(),
  combine_docx: z.union([z.null(), flag()]).optional(),
  sort: optional(integer()),
  loop_field: optional(text()),
  conditions: optional(z.array(conditionSchema).max(50, { error: "must be at most 50 conditions" })),
});

export type RuleInput = z.output<typeof ruleSchema>;

/** A list of rules; form clients send an empty text for none. */
export const rulesSchema = z.union([
  z.literal("").transform((): RuleInput[] => []),
  z.array(ruleSchema).max(100, { error: "must be at most 100 rules" }),
]);

const isGiven = (value: string | undefined): value is string => value !== undefined && value !== "";

/** The members of a rule that were sent, in the words of the domain. */
export function ruleChanges(input: RuleInput): Partial<NewRule> {
  const { combine, combine_docx, sort, loop_field, conditions } = input;
  return {
    ...(isGiven(input.document_id) ? { documentId: Number(input.document_id) } : {}),
    ...(isGiven(input.file) ? { file: input.file } : {}),
    ...(typeof combine === "boolean" ? { combine } : {}),
    ...(typeof combine_docx === "boolean" ? { combineDocx: combine_docx } : {}),
    ...(sort === undefined ? {} : { sort }),
    ...(loop_field === undefined ? {} : { loopField: loop_field }),
    ...(conditions === undefined ? {} : { conditions }),
  };
}

/** A rule as answers show it. */
export const ruleJsonSchema = z.object({
  id: z.string(),
  document_id: z.string().optional(),
  file: z.string().optional(),
  combine: z.number(),
  combine_docx: z.number(),
  sort: z.number(),
  loop_field: z.string(),
  conditions: z.array(z.object({ field: z.string(), exp: z.string(), value: z.string() })),
});

/** A route as lists show it. */
export const listedRouteSchema = z.object({ id: z.string(), key: z.string(), name: z.string(), url: z.string() });

export const routeSchema = listedRouteSchema.extend({
  active: z.string(),
  output_name: z.string(),
  folder: z.string(),
  retention_days: z.string(),
  rules: z.array(ruleJsonSchema),
});
