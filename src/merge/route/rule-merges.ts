import { type MergeData, withoutPrototype } from "../../domain/merge-data.ts";
import type { RouteRule } from "../../domain/route.ts";
import { entriesOf, isCollection, readPath } from "../../language/values.ts";
import { type ConditionOutcome, evaluateConditions, fieldName, type RuleContext } from "./rule-conditions.ts";

/** What a rule does with the data: whether it fires, why, and with which data it merges. */
export interface RulePlan {
  rule: RouteRule;
  fires: boolean;
  conditions: ConditionOutcome[];
  /** The data that its loop field points to; undefined if there are none. */
  list: unknown;
  /** One for a plain rule; one for each item for a rule with a loop field. Empty if it does not fire. */
  mergeData: MergeData[];
}

/** Decides for every rule, in order, whether and how often it runs (wire "Rules of a data route"). */
export function planRules(rules: readonly RouteRule[], data: MergeData, context: RuleContext): RulePlan[] {
  return rules.map((rule) => {
    const conditions = evaluateConditions(rule.conditions, data, context);
    const list = rule.loopField === "" ? undefined : readPath(data, fieldName(rule.loopField));
    const mergeData = conditions.every(({ holds }) => holds) ? mergeDataOf(rule, list, data) : [];
    return { rule, conditions, list, mergeData, fires: mergeData.length > 0 };
  });
}

/** The members of each item are visible as top-level fields, ahead of those of the data. */
function mergeDataOf({ loopField }: RouteRule, list: unknown, data: MergeData): MergeData[] {
  if (loopField === "") return [data];
  if (!isCollection(list)) return [];
  return entriesOf(list).map(([, item]) => {
    const own = withoutPrototype(data);
    if (isCollection(item) && !Array.isArray(item)) for (const [name, value] of entriesOf(item)) own[name] = value;
    return own;
  });
}
