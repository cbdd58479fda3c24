import { appendAll } from "../../domain/collections/long-lists.ts";
import type { Expression, LoopSpec, LoopUnit, TagSite, TemplateNode } from "../ast.ts";
import { isFunctionName } from "../modifiers/registry.ts";
import type { Finding } from "./finding.ts";
import { belongsElsewhere, NO_UNITS } from "./loop-units.ts";
import { misspeltItems } from "./misspelt-items.ts";
import { suspiciousPattern } from "./suspicious-pattern.ts";
import { visitNodes } from "./visit.ts";
import { regionOfField } from "./word-regions.ts";
import { wrongArgument, wrongAttributes } from "./wrong-constant.ts";

/**
 * Tags that are right and yet most likely do something other than what is meant.
 * @param units what the format repeats besides text; html, forms and plain texts have nothing else
 */
export function lintNodes(nodes: readonly TemplateNode[], units = NO_UNITS): Finding[] {
  const findings: Finding[] = [];
  visitNodes(nodes, (node) => {
    switch (node.kind) {
      case "if":
        for (const { test, site } of node.branches) if (test) appendAll(findings, lintTest(test, site));
        return;
      case "output":
        appendAll(findings, lintOutput(node));
        return;
      case "foreach":
        appendAll(findings, lintLoop(node, units));
        return;
      case "section":
        appendAll(findings, lintSource(node.spec.loop, node.site, "loop="));
        return;
      case "function":
        appendAll(findings, lintAttributes(node));
        for (const finding of wrongAttributes(node)) findings.push({ ...rangeOf(node.site), ...finding });
    }
  });
  return [...findings, ...misspeltItems(nodes)];
}

function lintOutput({ expression, site }: TemplateNode & { kind: "output" }): Finding[] {
  const region = expression.kind === "variable" ? regionOfField(expression.name) : undefined;
  const finding =
    region ??
    alwaysTrue(expression, site) ??
    suspiciousPattern(expression, site) ??
    wrongArgument(expression, site) ??
    withoutIndex(expression, site);
  return finding ? [{ ...rangeOf(site), ...finding }] : [];
}

/** `{$Name||upper}` and `{$Name || "nobody"}`: with a text that is always there the answer is always yes. */
function alwaysTrue(expression: Expression, site: TagSite): Omit<Finding, "at" | "end"> | undefined {
  if (expression.kind !== "binary" || expression.operator !== "or") return undefined;
  const { left, right } = expression;
  if (right.kind !== "literal" || typeof right.value !== "string" || /^0?$/.test(right.value)) return undefined;
  const value = sourceOf(left) === NO_SOURCE ? "$Name" : sourceOf(left);
  const isModifier = right.bare === true && isFunctionName(right.value);
  return {
    code: "always_true",
    message: `\`${site.source}\` prints 1 whatever the data are: \`||\` asks whether either of the two is there`,
    remedy: isModifier
      ? `Write \`{${value}|${right.value}}\`.`
      : `Write \`{${value}|default:"${right.value}"}\` for what is printed where there is nothing.`,
  };
}

/** `{$Items[].name}`, as other languages say "of each": no item has an empty key. */
function withoutIndex(expression: Expression, site: TagSite): Omit<Finding, "at" | "end"> | undefined {
  if (expression.kind === "modifier") return withoutIndex(expression.operand, site);
  if (expression.kind !== "member") return undefined;
  const { object, key } = expression;
  if (key.kind !== "literal" || key.value !== null || !expression.inBrackets) return withoutIndex(object, site);
  const list = sourceOf(object);
  return {
    code: "member_of_list",
    message: `\`${site.source}\` prints nothing: \`[]\` names no item of the list`,
    remedy: `Repeat it by \`{foreach ${list} as $item}\`, or name the item: \`${list}[0]\` is the first.`,
  };
}

/** A template that is the same whatever the data. */
export const NO_FIELDS: Finding = {
  code: "no_fields",
  at: 0,
  end: 0,
  message: "No field was found in this template: every merge gives the same file",
  remedy: "A field is written `{$Name}`; a row for each item of a list begins with `{foreach $Items as $item}`.",
};

/** Whether a template prints nothing of its data. */
export function mergesNothing(nodes: readonly TemplateNode[]): boolean {
  let prints = false;
  visitNodes(nodes, ({ kind }) => {
    if (kind !== "text" && kind !== "group" && kind !== "html") prints = true;
  });
  return !prints;
}

function lintLoop(node: TemplateNode & { kind: "foreach" }, units: ReadonlySet<LoopUnit>): Finding[] {
  const { spec, site, unit } = node;
  const elsewhere = belongsElsewhere(unit, units);
  if (elsewhere !== undefined) {
    const source = sourceOf(spec.from);
    const item = spec.key === undefined ? `$${spec.item}` : `$${spec.key} => $${spec.item}`;
    return [
      {
        code: "other_format",
        ...rangeOf(site),
        message: `${elsewhere}: here \`${site.source}\` repeats the text up to {/${unit}}, as {foreach} does`,
        remedy: `Write \`{foreach ${source} as ${item}}\` and \`{/foreach}\`.`,
      },
    ];
  }
  const findings = lintSource(spec.from, site, site.source.includes("from=") ? "from=" : "");
  if (spec.impliedItem && !reads(node.body, spec)) {
    findings.push({
      code: "loop_without_item",
      ...rangeOf(site),
      message: `\`${site.source}\` does not say what one item is called, and nothing in it reads \`$item\``,
      remedy: `Write \`{${unit} ${sourceOf(spec.from)} as $item}\` and \`{$item.name}\` for what belongs to the item.`,
    });
  }
  return [...findings, ...lintMembersOfList(node)];
}

/** In a loop over `$Items as $i`, `{$Items.name}` asks the list for a name, which only its items have. */
function lintMembersOfList({ spec, body }: TemplateNode & { kind: "foreach" }): Finding[] {
  const list = sourceOf(spec.from);
  // With a key it may be an object, whose members are read both ways.
  if (spec.key !== undefined || list === NO_SOURCE) return [];
  const findings: Finding[] = [];
  let site: TagSite | undefined;
  visitNodes(
    body,
    (node) => {
      site = node.kind === "output" ? node.site : undefined;
    },
    (expression) => {
      if (!site || expression.kind !== "member" || expression.key.kind !== "literal") return;
      const name = String(expression.key.value);
      if (!/^\p{L}/u.test(name) || sourceOf(expression.object) !== list) return;
      findings.push({
        code: "member_of_list",
        ...rangeOf(site),
        message: `\`${site.source}\` prints nothing: \`${list}\` is the list, and \`$${spec.item}\` is the item of this turn`,
        remedy: `Write \`$${spec.item}.${name}\` for what belongs to the item.`,
      });
    },
  );
  return findings;
}

/** A loop over a word or a text has one turn, and a word's members print nothing. */
function lintSource(from: Expression, site: TagSite, attribute: string): Finding[] {
  if (from.kind !== "literal" || typeof from.value !== "string" || from.value === "" || /^\d+$/.test(from.value))
    return [];
  return [
    {
      code: "loop_over_text",
      ...rangeOf(site),
      message: `\`${site.source}\` repeats for the text "${from.value}", not for the field of this name`,
      remedy: `Write \`${attribute}$${from.value}\`.`,
    },
  ];
}

function lintTest(test: Expression, site: TagSite): Finding[] {
  return barewordsOf(test).map((word) => ({
    code: "missing_dollar" as const,
    ...rangeOf(site),
    message: `In \`${site.source}\` the word \`${word}\` is a text, not the field of this name`,
    remedy: `Write \`$${word}\`; put texts that are meant in quotes.`,
  }));
}

const COMPARISONS: ReadonlySet<string> = new Set(["==", "!=", "===", "!==", "<", "<=", ">", ">=", "in", "contains"]);

/** Words where a condition expects a value: alone, or on the left of a comparison. */
function barewordsOf(test: Expression): string[] {
  if (isBareword(test)) return [String(test.value)];
  if (test.kind === "unary") return barewordsOf(test.operand);
  if (test.kind !== "binary") return [];
  const { operator, left, right } = test;
  if (operator === "and" || operator === "or" || operator === "xor")
    return [...barewordsOf(left), ...barewordsOf(right)];
  return COMPARISONS.has(operator) && isBareword(left) ? [String(left.value)] : [];
}

function isBareword(expression: Expression): expression is Expression & { kind: "literal" } {
  return expression.kind === "literal" && expression.bare === true && /^[\p{L}_]/u.test(String(expression.value));
}

/** Attributes that are values, never words of their own. */
const VALUE_ATTRIBUTES: ReadonlySet<string> = new Set(["src", "value", "url"]);

function lintAttributes({ name, named, site }: TemplateNode & { kind: "function" }): Finding[] {
  return Object.entries(named).flatMap(([attribute, value]): Finding[] => {
    if (!VALUE_ATTRIBUTES.has(attribute) || name === "math" || !isBareword(value)) return [];
    if (name === "checkbox" && /^(?:yes|no|on|off)$/i.test(String(value.value))) return [];
    return [
      {
        code: "missing_dollar",
        ...rangeOf(site),
        message: `In \`${site.source}\` the word \`${value.value}\` is a text, not the field of this name`,
        remedy: `Write \`${attribute}=$${value.value}\`, or the text in quotes.`,
      },
    ];
  });
}

function reads(body: readonly TemplateNode[], { item, key }: LoopSpec): boolean {
  let found = false;
  visitNodes(
    body,
    () => {},
    (expression) => {
      if (expression.kind === "variable" && (expression.name === item || expression.name === key)) found = true;
      if (expression.kind === "loop-property" && expression.variable === item) found = true;
    },
  );
  return found;
}

function sourceOf(from: Expression): string {
  if (from.kind === "variable") return `$${from.name}`;
  if (from.kind === "member" && from.key.kind === "literal") return `${sourceOf(from.object)}.${from.key.value}`;
  return NO_SOURCE;
}

/** Stands for a list that has no name of its own. */
const NO_SOURCE = "$List";

function rangeOf(site: TagSite): { at: number; end: number } {
  return { at: site.at, end: site.at + site.source.length };
}
