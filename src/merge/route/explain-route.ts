import type { Rule } from "../../domain/route.ts";
import type { MergeData } from "../../templates/template-engine.ts";
import type { RuleTerms } from "./rule-conditions.ts";
import { planRules } from "./rule-turns.ts";

/** Why a rule would fire or not, and how often. */
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
export function explainRoute(rules: readonly Rule[], data: MergeData, terms: RuleTerms): RuleExplanation[] {
  return planRules(rules, data, terms).map(({ rule, fires, turns, conditions }) => ({
    id: rule.id,
    ...(rule.documentId === undefined ? { file: rule.file } : { document_id: String(rule.documentId) }),
    fired: fires,
    turns: turns.length,
    loop_field: rule.loopField,
    conditions: conditions.map(({ actual, ...condition }) => ({ ...condition, actual: actual ?? null })),
  }));
}
