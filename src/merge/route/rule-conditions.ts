import type { RuleCondition } from "../../domain/route.ts";
import { type ConditionOperator, compareValues } from "../../language/compare.ts";
import { readPath } from "../../language/values.ts";
import type { MergeData } from "../../templates/template-engine.ts";

/** The operators of a rule's condition and the words that mean the same (decisions "Rules of a data route"). */
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

/** The operator that a spelling means; undefined when there is none. */
export function conditionOperator(spelling: string): ConditionOperator | undefined {
  return OPERATORS[spelling.trim().toLowerCase()];
}

/** The path of a field as people write it: `Items`, `$Items`, `{$Items}`, `Items[0].Name`. */
export function fieldName(written: string): string {
  return written
    .trim()
    .replace(/^\{\s*\$?|^\$/, "")
    .replace(/\s*\}$/, "")
    .replace(/\[["']?([^\][]+?)["']?\]/g, ".$1");
}

/** How one condition came out. */
export interface ConditionOutcome extends RuleCondition {
  actual: unknown;
  holds: boolean;
}

/** Looks at every condition of a rule; it fires when all hold. */
export function evaluateConditions(conditions: readonly RuleCondition[], data: MergeData): ConditionOutcome[] {
  return conditions.map((condition) => {
    const actual = readPath(data, fieldName(condition.field));
    const operator = conditionOperator(condition.exp);
    return { ...condition, actual, holds: operator !== undefined && compareValues(actual, operator, condition.value) };
  });
}
