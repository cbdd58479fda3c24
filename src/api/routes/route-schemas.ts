import { z } from "zod";
import { languageText } from "../../delivery/setting-values.ts";
import type { NewRule } from "../../domain/route.ts";
import { flag, integer, numericId, optional, text } from "../../http/wire-values.ts";
import { CONDITION_OPERATORS, conditionOperator, fieldProblem } from "../../merge/route/rule-conditions.ts";
import { templateWarningSchema } from "../documents/document-schemas.ts";

/** What requests and answers about data routes have in common (interface 2.7, 2.8; wire "Rules of a data route"). */

export const routeParams = z.object({ id: numericId() });

const conditionSchema = z.strictObject({
  field: text()
    .pipe(z.string().min(1, { error: "must name a field" }))
    .pipe(
      z.string().superRefine((field, context) => {
        const message = fieldProblem(field);
        if (message) context.addIssue({ code: "custom", message });
      }),
    ),
  exp: text().refine((exp) => conditionOperator(exp) !== undefined, {
    error: `must be one of ${CONDITION_OPERATORS.join(" ")}`,
  }),
  value: optional(text().pipe(languageText())).transform((value) => value ?? ""),
});

/** A rule as it is sent; an empty `document_id` or `file` counts as none. */
const ruleSchema = z.strictObject({
  id: optional(text()),
  document_id: optional(text()),
  file: optional(text().pipe(languageText())),
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

/** A route as create and update answer it. */
export const writtenRouteSchema = routeSchema.extend({
  warnings: z.array(templateWarningSchema).meta({ description: "Members of the request that mean nothing." }),
});

/** A route with everything that is known of it. */
export const wholeRouteSchema = routeSchema.extend({
  created_at: z.iso.datetime().meta({ description: "When it was made." }),
  updated_at: z.iso.datetime().meta({ description: "When it was last changed." }),
});

/** A route as GET shows it: what goes beyond interface 4.4 is there with `details=1`. */
export const shownRouteSchema = listedRouteSchema
  .extend(wholeRouteSchema.omit({ id: true, key: true, name: true, url: true }).partial().shape)
  .meta({ id: "ShownRoute" });
