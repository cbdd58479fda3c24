import { type ParsedTemplate, parseTemplate } from "../../language/template.ts";

/**
 * A condition of a check box or radio button as a template that prints something if it holds. It is written as in
 * `{if ...}`: `$Age >= 18`, or with braces around the tag or the fields.
 */
export function conditionSource(condition: string): string {
  const bare = condition
    .trim()
    .replace(/^\{\s*if\s([\s\S]*)\}$/, "$1")
    .replace(/\{\s*(\$[^{}]*)\}/g, "$1");
  return `{if ${bare.trim()}}1{/if}`;
}

export function parseCondition(condition: string): ParsedTemplate {
  return parseTemplate(conditionSource(condition), { mode: "text" });
}
