import { modifierForForeign } from "../modifiers/foreign-names.ts";
import { findModifier } from "../modifiers/registry.ts";

/** What tags of other template languages are in this one. */

const PLAIN_PATH = /^[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}\p{N}_]+)*$/u;

/** A field's path as variables are written; characters that names cannot have become `_`. */
export function variableOf(name: string): string {
  const trimmed = name.trim();
  if (PLAIN_PATH.test(trimmed)) return `$${trimmed}`;
  const plain = trimmed.replace(/[^\p{L}\p{N}_.]+/gu, "_").replace(/^[_.]+|[_.]+$/g, "");
  return `$${/^[\p{L}_]/u.test(plain) ? plain : `_${plain}`}`;
}

/** `{$Name}` for a field of that name. */
export const fieldTag = (name: string): string => `{${variableOf(name)}}`;

const WORDS: ReadonlySet<string> = new Set(
  "and or not in is true false null none contains eq ne neq gt lt gte lte ge le empty".split(" "),
);

/** A condition of another language with `$` before its names. */
export function conditionOf(source: string): string {
  const pieces = source.trim().match(/"[^"]*"|'[^']*'|[$\p{L}_][\p{L}\p{N}_.]*|\d[\d.]*|\s+|[^\s]/gu) ?? [];
  return pieces
    .map((piece) => (/^[\p{L}_]/u.test(piece) && !WORDS.has(piece.toLowerCase()) ? `$${piece}` : piece))
    .join("");
}

/** Filters after a value, and what of them this language has: `| upcase | join: ", "` is `|upper|join:", "`. */
function filtersOf(filters: readonly string[]): { modifiers: string; unknown: string[] } {
  const unknown: string[] = [];
  let modifiers = "";
  for (const filter of filters) {
    const [, name = "", rest = ""] = /^\s*(\w+)\s*(?:[:(]\s*([^()]*?)\s*\)?)?\s*$/.exec(filter) ?? [];
    const given = [...rest.matchAll(/"[^"]*"|'[^']*'|-?\d+(?:\.\d+)?/g)].map(([literal]) => literal);
    // Patterns of dates with a percent sign are those of date_format.
    const known = name === "date" && given[0]?.includes("%") ? "date_format" : (modifierForForeign(name) ?? name);
    const modifier = findModifier(known.toLowerCase());
    if (!modifier || given.length < (modifier.least ?? 0)) unknown.push(name || filter.trim());
    else modifiers += `|${[known, ...given].join(":")}`;
  }
  return { modifiers, unknown };
}

/** The filters of `name | filter` that no modifier stands for. */
export function unknownFilters(source: string): string[] {
  if (!/^\s*[@\p{L}_.][\p{L}\p{N}_.]*\s*\|(?!\|)/u.test(source)) return [];
  return filtersOf(splitFilters(source).slice(1)).unknown;
}

/** Cut at each `|` outside of quotes. */
const splitFilters = (source: string): string[] => source.match(/(?:"[^"]*"|'[^']*'|[^|])+/g) ?? [];

/** A value with filters: `customer.name | upcase`. */
export function filteredValue(source: string): string {
  const [name = "", ...filters] = splitFilters(source);
  const item = name
    .trim()
    .replace(/^this\./, "item.")
    .replace(/^\.$|^this$/, "item");
  if (/^@(?:index|first|last|key)$/.test(item)) return `{$item${item}}`;
  return `{${variableOf(item)}${filtersOf(filters).modifiers}}`;
}

/** The tag for what is in `{{ }}`; undefined if this language has nothing like it. */
export function fromMustache(inner: string): string | undefined {
  const text = inner.trim().replace(/^~|~$/g, "").trim();
  const [, sign = "", rest = ""] = /^([#/^!>&{]?)\s*([\s\S]*)$/.exec(text) ?? [];
  const [, word = "", more = ""] = /^(\w+)\s*([\s\S]*)$/.exec(rest) ?? [];
  const argument = more.replace(/\s+as\s*\|.*$/, "").trim();
  switch (sign) {
    case "#":
      if (word === "each" || word === "foreach") return `{foreach ${variableOf(argument)} as $item}`;
      if (word === "if") return `{if ${conditionOf(argument)}}`;
      if (word === "unless") return `{if !(${conditionOf(argument)})}`;
      if (word === "with") return undefined;
      return `{foreach ${variableOf(rest)} as $item}`;
    case "/":
      return word === "if" || word === "unless" ? "{/if}" : "{/foreach}";
    case "^":
      return `{if !${variableOf(rest)}}`;
    case "!":
      return "{* a comment *}";
    case ">":
      return undefined;
    case "&":
    case "{":
      return `{${variableOf(rest.replace(/\}$/, ""))}|raw}`;
    default:
      if (word === "else") return argument.startsWith("if") ? `{elseif ${conditionOf(argument.slice(2))}}` : "{else}";
      return filteredValue(text);
  }
}

/** The tag for what is in `{% %}`; undefined if this language has nothing like it. */
export function fromJinja(inner: string): string | undefined {
  // docxtpl puts the unit first: `{%tr for item in items %}`.
  const [, unit, statement = ""] = /^[-~]?\s*(?:(tr|tc|p|r)\s+)?([\s\S]*?)[-~]?\s*$/.exec(inner) ?? [];
  const [, word = "", rest = ""] = /^(\w+)\s*([\s\S]*)$/.exec(statement.trim()) ?? [];
  const loop = unit === "tr" ? "tablerow" : "foreach";
  switch (word) {
    case "for": {
      const [, item = "item", list = ""] = /^(\w+)(?:\s*,\s*\w+)?\s+in\s+([\w.$]+)/.exec(rest) ?? [];
      return `{${loop} ${variableOf(list)} as $${item}}`;
    }
    case "tablerow":
      return `{tablerow ${variableOf(/\bin\s+([\w.]+)/.exec(rest)?.[1] ?? "List")} as $item}`;
    case "endfor":
    case "endtablerow":
      return `{/${word === "endtablerow" ? "tablerow" : loop}}`;
    case "if":
      return `{if ${conditionOf(rest)}}`;
    case "unless":
      return `{if !(${conditionOf(rest)})}`;
    case "elif":
    case "elsif":
      return `{elseif ${conditionOf(rest)}}`;
    case "else":
      return "{else}";
    case "endif":
    case "endunless":
      return "{/if}";
    case "set":
    case "assign": {
      const [, name = "name", value = ""] = /^(\w+)\s*=\s*([\s\S]*)$/.exec(rest) ?? [];
      return `{$${name} = ${conditionOf(value)}}`;
    }
    case "comment":
    case "raw":
    case "verbatim":
      return word === "comment" ? "{* a comment *}" : "{literal}";
    default:
      return undefined;
  }
}

/** The tag for a tag of docxtemplater: `{name}`, `{#list}`, `{/list}`, `{^list}`, `{@raw}`, `{%picture}`. */
export function fromDocxtemplater(inner: string): string {
  const [, sign = "", rest = ""] = /^(-w:\w+\s+|[#/^@%]?)\s*([\s\S]*)$/.exec(inner.trim()) ?? [];
  const name = rest.trim();
  if (sign.startsWith("-w:tr")) return `{tablerow ${variableOf(name)} as $item}`;
  if (sign === "#" || sign.startsWith("-w")) return `{foreach ${variableOf(name)} as $item}`;
  if (sign === "/") return "{/foreach}";
  if (sign === "^") return `{if !${variableOf(name)}}`;
  if (sign === "@") return `{${variableOf(name)}|html}`;
  if (sign === "%") return `{image src=${variableOf(name)}}`;
  return filteredValue(name);
}

/** The tag for a tag of Carbone: `{d.customer.name:upperCase}`, `{d.items[i].name}`. */
export function fromCarbone(inner: string): string {
  const [path = ""] = inner.trim().split(":");
  const name = path.replace(/^[dc]\.?/, "");
  const [, list, member] = /^([\w.]*)\[i[^\]]*\]\.?([\w.]*)/.exec(name) ?? [];
  if (list !== undefined) return `{$item${member ? `.${member}` : ""}}`;
  return fieldTag(name.replace(/\[(\d+)\]/g, ".$1"));
}
