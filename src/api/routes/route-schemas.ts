import * as z from "zod";
import { languageText } from "../../delivery/setting-values.ts";
import type { NewRouteRule } from "../../domain/route.ts";
import { templateWarningSchema } from "../../http/openapi/template-warning-schema.ts";
import { flag, integer, list, numericId, optional, text } from "../../http/wire-values.ts";
import { CONDITION_OPERATORS, conditionOperator, fieldProblem } from "../../merge/route/rule-conditions.ts";
import { routeSettingsSchema } from "../documents/settings-schema.ts";

/** What requests and answers about data routes have in common (interface 2.7, 2.8; wire "Rules of a data route"). */

export const routeParams = z.object({ id: numericId().meta({ description: "Id of the data route." }) });

const conditionSchema = z.strictObject({
  field: text()
    .pipe(z.string().min(1, { error: "must name a field" }))
    .pipe(
      z.string().superRefine((field, context) => {
        const message = fieldProblem(field);
        if (message) context.addIssue({ code: "custom", message });
      }),
    )
    .meta({ description: "The field that is looked at.", examples: ["Country"] }),
  exp: text()
    .refine((exp) => conditionOperator(exp) !== undefined, {
      error: `must be one of ${CONDITION_OPERATORS.join(" ")}`,
    })
    .meta({
      description: `How it is compared: one of ${CONDITION_OPERATORS.map((name) => `\`${name}\``).join(", ")}.`,
      examples: ["="],
    }),
  value: optional(text().pipe(languageText()))
    .transform((value) => value ?? "")
    .meta({ description: "What it is compared with.", examples: ["US"] }),
});

/** A rule as it is sent; an empty `document_id` or `file` counts as not sent. */
const ruleSchema = z.strictObject({
  id: optional(text()).meta({ description: "The rule to change; without it a rule is added." }),
  document_id: optional(text()).meta({ description: "The document that is merged." }),
  file: optional(text().pipe(languageText())).meta({
    description: "Address of a file that is added as it is, in place of a document; may use the merge language.",
    examples: ["https://example.com/terms.pdf"],
  }),
  combine: z.union([z.null(), flag()]).optional().meta({ description: "1: part of the one combined PDF." }),
  combine_docx: z
    .union([z.null(), flag()])
    .optional()
    .meta({ description: "1: part of the one combined Word document." }),
  sort: optional(integer()).meta({ description: "Rules run in ascending order of this number." }),
  loop_field: optional(text()).meta({ description: "A list in the data: the rule runs once for each item." }),
  conditions: optional(list(z.array(conditionSchema).max(50, { error: "must be at most 50 conditions" }))).meta({
    description: "All of them must hold for the rule to fire.",
  }),
});

export type RuleInput = z.output<typeof ruleSchema>;

/** A list of rules; form clients send an empty text for none. */
export const rulesSchema = z
  .union([
    z.literal("").transform((): RuleInput[] => []),
    list(z.array(ruleSchema).max(100, { error: "must be at most 100 rules" })),
  ])
  .meta({ description: "Rules, each of which merges a document or adds a file." });

const isGiven = (value: string | undefined): value is string => value !== undefined && value !== "";

/** The members of a rule that were sent, in the words of the domain. */
export function ruleChanges(input: RuleInput): Partial<NewRouteRule> {
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

/** Settings of the combined PDF, in create and update alike. */
export const routeSettings = optional(routeSettingsSchema).meta({
  description:
    "How the combined PDF is finished; what is not set is what all documents in it agree on. Only the members you send are changed; empty text resets one.",
  examples: [{ title: "All of {$Number}" }],
});

/** A condition of a rule as answers show it. */
export const shownConditionSchema = z.object({
  field: z.string().meta({ description: "The field that is looked at." }),
  exp: z.string().meta({ description: "How it is compared." }),
  value: z.string().meta({ description: "What it is compared with." }),
});

/** A rule as answers show it. */
export const ruleJsonSchema = z
  .object({
    id: z.string().meta({ description: "Identifier of the rule." }),
    document_id: z.string().optional().meta({ description: "The document that is merged." }),
    file: z.string().optional().meta({ description: "Address of the file that is added, in place of a document." }),
    combine: z.number().meta({ description: "1: part of the one combined PDF." }),
    combine_docx: z.number().meta({ description: "1: part of the one combined Word document." }),
    sort: z.number().meta({ description: "Rules run in ascending order of this number." }),
    loop_field: z.string().meta({ description: "The list for whose items the rule is repeated; empty for none." }),
    conditions: z.array(shownConditionSchema).meta({ description: "All of them must hold for the rule to fire." }),
  })
  .meta({ id: "RouteRule" });

/** A route as lists show it. */
export const listedRouteSchema = z.object({
  id: z.string().meta({ description: "Identifier of the data route.", examples: ["7"] }),
  key: z.string().meta({ description: "The secret part of its merge address." }),
  name: z.string().meta({ description: "A name for people." }),
  url: z.string().meta({ description: "The merge address: anyone who knows it may merge." }),
});

export const routeSchema = listedRouteSchema
  .extend({
    active: z.string().meta({ description: "`1`, or `0`: merges are test merges." }),
    output_name: z
      .string()
      .meta({ description: "Name of the combined file, in the merge language; empty for the name." }),
    folder: z.string().meta({ description: "The folder's whole path; empty for none." }),
    retention_days: z
      .string()
      .meta({ description: "Days for which merged files are kept; empty for the workspace's default." }),
    settings: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({
        description: "How the combined PDF is finished; absent where nothing was set.",
        examples: [{ title: "All of {$Number}" }],
      }),
    rules: z.array(ruleJsonSchema).meta({ description: "The rules, in the order in which they run." }),
    warnings: z.array(templateWarningSchema).meta({
      description:
        "What is valid in the name and the rules but most likely does something other than intended; after create and update also members of the request that have no effect.",
    }),
  })
  .meta({ id: "Route" });

/** A route with everything that is known about it. */
export const wholeRouteSchema = routeSchema.extend({
  created_at: z.iso.datetime().meta({ description: "When it was made." }),
  updated_at: z.iso.datetime().meta({ description: "When it was last changed." }),
});

/** A route as GET shows it: what goes beyond interface 4.4 is there with `details=1`. */
export const shownRouteSchema = listedRouteSchema
  .extend(wholeRouteSchema.omit({ id: true, key: true, name: true, url: true }).partial().shape)
  .meta({ id: "ShownRoute" });
