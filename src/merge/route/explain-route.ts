import type { Rule } from "../../domain/route.ts";
import type { MergeData } from "../../templates/template-engine.ts";
import type { RuleTerms } from "./rule-conditions.ts";
import { amountWarnings, deletedDocument, listWarnings } from "./rule-remarks.ts";
import { planRules, type RulePlan } from "./rule-turns.ts";

/** Whether a rule would fire, why, and how often. */
export interface RuleExplanation {
  id: string;
  document_id?: string;
  file?: string;
  fired: boolean;
  turns: number;
  loop_field: string;
  conditions: { field: string; exp: string; value: string; actual: unknown; holds: boolean }[];
}

/** What a route would do with the data: nothing is merged, stored or delivered. */
export function explainRoute(
  rules: readonly Rule[],
  data: MergeData,
  terms: RuleTerms,
): { rules: RuleExplanation[]; warnings?: string[] } {
  const plans = planRules(rules, data, terms);
  const missed = plans.flatMap(({ rule, turns, fires }, place) =>
    fires && rule.deletedDocument !== undefined ? [deletedDocument(rule, place, turns.length)] : [],
  );
  const warnings = [...missed, ...listWarnings(plans), ...amountWarnings(plans)];
  return { rules: plans.map(explained), ...(warnings.length > 0 ? { warnings } : {}) };
}

function explained({ rule, fires, turns, conditions }: RulePlan): RuleExplanation {
  return {
    id: rule.id,
    ...(rule.documentId === undefined ? { file: rule.file } : { document_id: String(rule.documentId) }),
    fired: fires,
    turns: turns.length,
    loop_field: rule.loopField,
    conditions: conditions.map(({ actual, ...condition }) => ({ ...condition, actual: actual ?? null })),
  };
}
