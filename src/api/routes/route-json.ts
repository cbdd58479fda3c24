import type * as z from "zod";
import type { Route, RouteRule } from "../../domain/route.ts";
import { settingsJson } from "../documents/settings-schema.ts";
import { textWarnings } from "../documents/text-warnings.ts";
import type { listedRouteSchema, routeSchema, ruleJsonSchema, wholeRouteSchema } from "./route-schemas.ts";
import { ruleWarnings } from "./rule-warnings.ts";

/** A rule in the shape of interface 2.8; it shows a document or a file. */
export function ruleJson(rule: RouteRule): z.output<typeof ruleJsonSchema> {
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

/** A route as GET shows it (interface 4.4). */
export function listedRouteJson(route: Route, publicBaseUrl: string): z.output<typeof listedRouteSchema> {
  const { id, key, name } = route;
  return { id: String(id), key, name, url: `${publicBaseUrl}/route/${id}/${key}` };
}

/** A route as create and update answer it (interface 2.7). */
export function routeJson(
  route: Route,
  rules: readonly RouteRule[],
  publicBaseUrl: string,
): z.output<typeof routeSchema> {
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

/** A route with everything that is known about it (`details=1`). */
export function wholeRouteJson(
  route: Route,
  rules: readonly RouteRule[],
  publicBaseUrl: string,
): z.output<typeof wholeRouteSchema> {
  return {
    ...routeJson(route, rules, publicBaseUrl),
    created_at: route.createdAt.toISOString(),
    updated_at: route.updatedAt.toISOString(),
  };
}
