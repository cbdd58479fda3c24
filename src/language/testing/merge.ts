import type { RenderContext } from "../render-context.ts";
import { parseTemplate, renderTemplate } from "../template.ts";

/** Support of the unit tests: one moment, one place, no escaping unless a test asks for it. */
export const TEST_CONTEXT: RenderContext = {
  now: new Date("2024-03-15T12:00:00Z"),
  locale: "en-US",
  timeZone: "UTC",
  currency: "USD",
  autoescape: false,
};

/** Parses and renders; errors of the template are thrown so that a test cannot overlook them. */
export function merge(source: string, data: unknown = {}, context: Partial<RenderContext> = {}): string {
  const mode = context.autoescape ? "html" : "text";
  const { template, errors } = parseTemplate(source, { mode });
  if (errors.length > 0)
    throw new Error(errors.map((error) => `${error.code}: ${error.message} in ${error.tag}`).join("\n"));
  return renderTemplate(template, data, { ...TEST_CONTEXT, ...context }).text;
}

/** A table of [template, expected, data?]. */
export type MergeCase = readonly [template: string, expected: string, data?: Record<string, unknown>];
