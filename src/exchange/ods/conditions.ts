/** `>5`, `between(1,9)`, `formula-is([.A1]>2)`: conditions of cells -> attributes and formulas of `cfRule` (ECMA-376 Part 1, 18.3.1.10). */
import type { Attributes } from "../../binary/doc/xml-writer.ts";
import type { GridPosition } from "../../spreadsheet/grid-range.ts";
import { formulaText } from "./formula-text.ts";

export interface Condition {
  /** Of the rule: its type and what belongs to it. */
  attributes: Attributes;
  formulas: string[];
}

/** Longest first: one may be the beginning of another. */
const OPERATORS: readonly (readonly [sign: string, operator: string])[] = [
  ["<=", "lessThanOrEqual"],
  [">=", "greaterThanOrEqual"],
  ["!=", "notEqual"],
  ["<>", "notEqual"],
  ["<", "lessThan"],
  [">", "greaterThan"],
  ["=", "equal"],
];
const TEXTS: Readonly<Record<string, string>> = {
  "begins-with": "beginsWith",
  "ends-with": "endsWith",
  "contains-text": "containsText",
  "not-contains-text": "notContainsText",
};
const PLAIN: Readonly<Record<string, Attributes>> = {
  unique: { type: "uniqueValues" },
  duplicate: { type: "duplicateValues" },
  "is-error": { type: "containsErrors" },
  "is-no-error": { type: "notContainsErrors" },
  "above-average": { type: "aboveAverage" },
  "below-average": { type: "aboveAverage", aboveAverage: 0 },
  "above-equal-average": { type: "aboveAverage", equalAverage: 1 },
  "below-equal-average": { type: "aboveAverage", aboveAverage: 0, equalAverage: 1 },
};
const MOST_CHARACTERS = 8_192;
const MOST_RANK = 1_000_000;
/** How styles write what the extension writes more shortly (OpenDocument 1.3 Part 3, 19.471). */
const OF_STYLES: readonly (readonly [long: string, short: string])[] = [
  ["cell-content-is-between(", "between("],
  ["cell-content-is-not-between(", "not-between("],
  ["is-true-formula(", "formula-is("],
  ["cell-content()", ""],
];

/** @param by how far places of its formulas are moved @returns undefined for what is no condition */
export function conditionOf(written: string, by: GridPosition): Condition | undefined {
  let text = written.slice(0, MOST_CHARACTERS).trim().replace(/^of:/, "");
  for (const [long, short] of OF_STYLES) if (text.startsWith(long)) text = short + text.slice(long.length).trimStart();
  const plain = PLAIN[text.replace(/\(\)?$/, "")];
  if (plain) return { attributes: plain, formulas: [] };
  const operator = OPERATORS.find(([sign]) => text.startsWith(sign));
  if (operator) {
    const formula = formulaText(text.slice(operator[0].length).trim(), by);
    return formula === "" ? undefined : comparison(operator[1], [formula]);
  }
  const [, name = "", content = ""] = /^([a-z-]+)\(([\s\S]*)\)$/.exec(text) ?? [];
  const formulas = argumentsOf(content).map((formula) => formulaText(formula.trim(), by));
  const [first, second] = formulas;
  if (!first) return undefined;
  if (name === "formula-is") return { attributes: { type: "expression" }, formulas: [formulaText(content.trim(), by)] };
  if ((name === "between" || name === "not-between") && second)
    return comparison(name === "between" ? "between" : "notBetween", [first, second]);
  const ranked = /^(top|bottom)-(elements|percent)$/.exec(name);
  if (ranked) {
    const rank = Math.min(MOST_RANK, Math.floor(Number(first)));
    const [, end, unit] = ranked;
    if (!(rank > 0)) return undefined;
    const attributes = { bottom: end === "bottom" ? 1 : undefined, percent: unit === "percent" ? 1 : undefined };
    return { attributes: { type: "top10", rank, ...attributes }, formulas: [] };
  }
  const type = TEXTS[name];
  const wanted = /^"((?:[^"]|"")*)"$/.exec(first)?.[1]?.replaceAll('""', '"');
  return type && wanted ? { attributes: { type, text: wanted }, formulas: [] } : undefined;
}

function comparison(operator: string, formulas: string[]): Condition {
  return { attributes: { type: "cellIs", operator }, formulas };
}

/** What stands between commas that are in no parentheses, brackets or texts. */
function argumentsOf(content: string): string[] {
  const found: string[] = [];
  let [from, depth] = [0, 0];
  let isText = false;
  for (let at = 0; at < content.length; at++) {
    const character = content[at] ?? "";
    if (character === '"') isText = !isText;
    if (isText) continue;
    if ("([{".includes(character)) depth++;
    else if (")]}".includes(character)) depth--;
    else if (character === "," && depth === 0) {
      found.push(content.slice(from, at));
      from = at + 1;
    }
  }
  return [...found, content.slice(from)];
}
