import type { MergeData } from "../../domain/merge-data.ts";
import type { RouteRuleCondition } from "../../domain/route.ts";
import { type ConditionOperator, compareValues } from "../../language/compare.ts";
import { mergeText, type TextContext } from "../../language/merge-text.ts";
import { readNumber } from "../../language/numbers.ts";
import { parseTemplate } from "../../language/template.ts";
import { isNumericText, readPath } from "../../language/values.ts";

/** Language and time zone with which conditions are merged. */
export type RuleContext = TextContext;

/** The operators of a rule's condition and the words that mean the same (wire "Rules of a data route"). */
const OPERATORS: Readonly<Record<string, ConditionOperator>> = {
  "==": "==",
  "=": "==",
  eq: "==",
  "!=": "!=",
  "<>": "!=",
  ne: "!=",
  neq: "!=",
  "<": "<",
  lt: "<",
  "<=": "<=",
  le: "<=",
  lte: "<=",
  ">": ">",
  gt: ">",
  ">=": ">=",
  ge: ">=",
  gte: ">=",
  contains: "contains",
  "!contains": "!contains",
  not_contains: "!contains",
};

/** All spellings, for messages. */
export const CONDITION_OPERATORS: readonly string[] = Object.keys(OPERATORS);

/** The operator that a spelling means; undefined if there is none. */
export function conditionOperator(spelling: string): ConditionOperator | undefined {
  return OPERATORS[spelling.trim().toLowerCase()];
}

/** The path of a field as people write it: `Items`, `$Items`, `{$Items}`, `Items[0].Name`. */
export function fieldName(written: string): string {
  return written
    .trim()
    .replace(/^\{\s*\$?|^\$/, "")
    .replace(/(?<!\s)\s*\}$/, "")
    .replace(/\[["']?([^\][]+?)["']?\]/g, ".$1");
}

/** The result of one condition. */
export interface ConditionOutcome extends RouteRuleCondition {
  actual: unknown;
  holds: boolean;
}

/** Whether a text is more than a path or a plain value: it has to be merged before it means anything. */
export const isMergeLanguage = (text: string): boolean => text.includes("{");

/** A path, if it is one: names and indexes, nothing that only the merge language would understand. */
const PATH = /^[^\s{}|"'`$<>=!+*/%()&,;:][^{}|"'`$<>=!+*/%()&,;:]*$/u;

/** Whether a condition's field is a path and not merge language. */
export const isFieldPath = (written: string): boolean => PATH.test(fieldName(written));

/** What is wrong with a condition's field as it was written; undefined if nothing is. */
export function fieldProblem(written: string): string | undefined {
  if (isFieldPath(written)) return undefined;
  if (!isMergeLanguage(written))
    return "must be a field's path such as Customer.Country, or merge language such as {$Total|round}";
  const [error] = parseTemplate(written, { mode: "text" }).errors;
  return error && `has an error at ${error.tag}: ${error.message}`;
}

/** Looks at every condition of a rule; it fires if all hold. `field` and `value` may be merge language. */
export function evaluateConditions(
  conditions: readonly RouteRuleCondition[],
  data: MergeData,
  context: RuleContext,
): ConditionOutcome[] {
  return conditions.map((condition) => {
    const path = fieldName(condition.field);
    const actual = PATH.test(path) ? readPath(data, path) : mergeText(condition.field, data, context);
    const operator = conditionOperator(condition.exp);
    const value = mergeText(condition.value, data, context);
    return { ...condition, value, actual, holds: operator !== undefined && compareValues(actual, operator, value) };
  });
}

/**
 * The number that a text of the data means, `1,500.00`, if the condition asks for a number and so compares the text
 * letter by letter. Undefined if that makes no difference: a text without the number is not equal to it either way.
 */
export function unreadAmount({ exp, value, actual }: ConditionOutcome): number | undefined {
  const operator = conditionOperator(exp);
  if (operator === undefined || operator === "contains" || operator === "!contains") return undefined;
  if (typeof actual !== "string" || !isNumericText(value)) return undefined;
  const reading = readNumber(actual);
  if (reading.manner !== "lenient") return undefined;
  const asksForEquality = operator === "==" || operator === "!=";
  return asksForEquality && reading.value !== Number(value) ? undefined : reading.value;
}
