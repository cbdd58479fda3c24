import type { MergeData } from "../../domain/merge-data.ts";
import type { RouteRule } from "../../domain/route.ts";
import { isCollection, toText } from "../../language/values.ts";
import { type ConditionOutcome, fieldName, isFieldPath, type RuleContext, unreadAmount } from "./rule-conditions.ts";
import { planRules, type RulePlan } from "./rule-merges.ts";

/** Remarks on the rules of one merge: each with its place in the route, and with what it saw in the data. */

/** The longest value that is quoted. */
const MAX_SHOWN = 40;

/**
 * A warning for each rule that is to be repeated for a list and finds something else; nothing at all is not worth one.
 */
export function listWarnings(plans: readonly RulePlan[]): string[] {
  return plans.flatMap(({ rule, conditions, list }, index) => {
    if (isCollection(list) || isNothing(list) || conditions.some(({ holds }) => !holds)) return [];
    const what = `${fieldName(rule.loopField)} is ${shown(list)}`;
    return [
      `Rule ${index + 1} is repeated for each entry of a list, and ${what} in the data: it was left out. Send a list: [{…}].`,
    ];
  });
}

/** That a rule fires for a document which was deleted, and what is missing because of it. */
export function deletedDocument(
  { documentId, deletedDocument: name }: RouteRule,
  place: number,
  mergeCount: number,
): string {
  const what = [
    "its document",
    ...(name ? [`“${name}”`] : []),
    ...(documentId === undefined ? [] : [`(${documentId})`]),
  ].join(" ");
  return `Rule ${place + 1}: ${what} was deleted; ${mergeCount === 1 ? "its file is" : `its ${mergeCount} files are`} missing.`;
}

/**
 * A warning for each amount that is a text, `1,500.00`, where a rule asks for a number: as a text it may match, or not,
 * by chance.
 */
export function amountWarnings(plans: readonly RulePlan[]): string[] {
  return plans.flatMap(({ conditions }, index) => {
    const found = conditions.filter((outcome) => unreadAmount(outcome) !== undefined).map(seen);
    return [...new Set(found)].map((what) => `Rule ${index + 1}: ${what}.`);
  });
}

/**
 * Why none of the rules fired. What their conditions ask for is not revealed: whoever knows the address of a data route
 * may merge, and only its owner is told its rules (`explain=1`).
 */
export function unfiredRules(plans: readonly RulePlan[]): string[] {
  return plans.map(({ rule, conditions, list }, index) => {
    const failed = conditions.filter(({ holds }) => !holds).map(seen);
    const saw = failed.length > 0 ? [...new Set(failed)].join(", ") : seenList(fieldName(rule.loopField), list);
    return `Rule ${index + 1}: ${saw}.`;
  });
}

function seenList(path: string, list: unknown): string {
  if (list === undefined) return `the data have no ${path}`;
  return `${path} is ${isCollection(list) ? "a list without entries" : `${shown(list)}, not a list`}`;
}

function seen(outcome: ConditionOutcome): string {
  const { field, actual } = outcome;
  const name = isFieldPath(field) ? fieldName(field) : field;
  if (actual === undefined) return `the data have no ${name}`;
  const amount = unreadAmount(outcome);
  const lintWarning =
    amount === undefined ? "" : `, a text, and is compared letter by letter: send the number ${amount}`;
  return `${name} is ${shown(actual)}${lintWarning}`;
}

/** No value, or one that amounts to none. */
const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || value === false || value === 0;

function shown(value: unknown): string {
  if (typeof value === "boolean") return String(value);
  if (isCollection(value)) return Array.isArray(value) ? "a list" : "an object";
  const text = toText(value);
  if (text === "") return "empty";
  return `“${text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 1)}…` : text}”`;
}

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
  rules: readonly RouteRule[],
  data: MergeData,
  terms: RuleContext,
): { rules: RuleExplanation[]; warnings?: string[] } {
  const plans = planRules(rules, data, terms);
  const missed = plans.flatMap(({ rule, mergeData, fires }, place) =>
    fires && rule.deletedDocument !== undefined ? [deletedDocument(rule, place, mergeData.length)] : [],
  );
  const warnings = [...missed, ...listWarnings(plans), ...amountWarnings(plans)];
  return { rules: plans.map(explained), ...(warnings.length > 0 ? { warnings } : {}) };
}

function explained({ rule, fires, mergeData, conditions }: RulePlan): RuleExplanation {
  return {
    id: rule.id,
    ...(rule.documentId === undefined ? { file: rule.file } : { document_id: String(rule.documentId) }),
    fired: fires,
    turns: mergeData.length,
    loop_field: rule.loopField,
    conditions: conditions.map(({ actual, ...condition }) => ({ ...condition, actual: actual ?? null })),
  };
}
