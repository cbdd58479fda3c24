import type { z } from "zod";
import type { Route, Rule } from "../../domain/route.ts";
import type { TemplateWarning } from "../../domain/template-warning.ts";
import { isFieldPath } from "../../merge/route/rule-conditions.ts";
import { settingsJson } from "../documents/settings-schema.ts";
import { textWarnings } from "../documents/text-warnings.ts";
import type { listedRouteSchema, routeSchema, ruleJsonSchema, wholeRouteSchema } from "./route-schemas.ts";

/** A rule in the shape of interface 2.8; it shows a document or a file. */
export function ruleJson(rule: Rule): z.output<typeof ruleJsonSchema> {
  return {
    id: rule.id,
    ...(rule.documentId === undefined ? {} : { document_id: String(rule.documentId) }),
    ...(rule.file === "" ? {} : { file: rule.file }),
    combine: Number(rule.combine),
    combine_docx: Number(rule.combineDocx),
    sort: rule.sort,
    loop_field: rule.loopField,
    conditions: rule.conditions,
  };
}

/** What there is to say of a rule's texts in the merge language; rules and conditions are counted as they are listed. */
function ruleWarnings({ file, conditions }: Rule, index: number): TemplateWarning[] {
  const rule = `rule ${index + 1}`;
  const part = `rules[${index}]`;
  return [
    ...textWarnings({ part: `${part}[file]`, place: `the address of the file of ${rule}`, text: file }),
    ...conditions.flatMap(({ field, value }, number) => {
      const [condition, place] = [`${part}[conditions][${number}]`, `condition ${number + 1} of ${rule}`];
      const isMerged = !isFieldPath(field);
      return [
        ...(isMerged ? textWarnings({ part: `${condition}[field]`, place: `${place}, field`, text: field }) : []),
        ...textWarnings({ part: `${condition}[value]`, place: `${place}, value`, text: value }),
      ];
    }),
  ];
}

/** A route as GET shows it (interface 4.4). */
export function listedRouteJson(route: Route, publicBaseUrl: string): z.output<typeof listedRouteSchema> {
  const { id, key, name } = route;
  return { id: String(id), key, name, url: `${publicBaseUrl}/route/${id}/${key}` };
}

/** A route as create and update answer it (interface 2.7). */
export function routeJson(route: Route, rules: readonly Rule[], publicBaseUrl: string): z.output<typeof routeSchema> {
  return {
    ...listedRouteJson(route, publicBaseUrl),
    active: route.active ? "1" : "0",
    output_name: route.outputName,
    folder: route.folder,
    retention_days: String(route.retentionDays ?? ""),
    ...(Object.keys(route.settings).length === 0 ? {} : { settings: settingsJson(route.settings) }),
    rules: rules.map(ruleJson),
    warnings: [
      ...textWarnings({
        part: "output_name",
        place: "the name of the combined file (output_name)",
        text: route.outputName,
      }),
      ...rules.flatMap(ruleWarnings),
    ],
  };
}

/** A route with everything that is known of it (`details=1`). */
export function wholeRouteJson(
  route: Route,
  rules: readonly Rule[],
  publicBaseUrl: string,
): z.output<typeof wholeRouteSchema> {
  return {
    ...routeJson(route, rules, publicBaseUrl),
    created_at: route.createdAt.toISOString(),
    updated_at: route.updatedAt.toISOString(),
  };
}
