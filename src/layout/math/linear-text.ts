/** Equations as a line of text, for those who hear them and for search: `(a+b)/2`, `x_i^2`, `√(x)`. */
import type { MathNode, MathRow } from "../model/equation.ts";
import { readAs } from "./alphabets.ts";

const MAX_LENGTH = 2000;

/** At most 2,000 characters. */
export function linearText(equation: MathRow): string {
  const text = row(equation).replaceAll(/\s+/g, " ").trim();
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
}

function row({ items }: MathRow): string {
  return items.map(element).join("");
}

function element(node: MathNode): string {
  switch (node.kind) {
    case "run":
      return node.letters ? Array.from(node.text, readAs).join("") : node.text;
    case "fraction":
      return node.appearance === "noBar"
        ? `(${row(node.numerator)}¦${row(node.denominator)})`
        : `${grouped(node.numerator)}/${grouped(node.denominator)}`;
    case "scripts":
      return node.before
        ? `${attached("_", node.sub)}${attached("^", node.sup)} ${grouped(node.base)}`
        : `${grouped(node.base)}${attached("_", node.sub)}${attached("^", node.sup)}`;
    case "radical":
      return `${rootSymbol(node.degree)}(${row(node.radicand)})`;
    case "nary":
      return `${node.symbol}${attached("_", node.sub)}${attached("^", node.sup)} ${row(node.operand)}`;
    case "fences":
      return `${node.open}${node.contents.map(row).join(node.separator)}${node.close}`;
    case "function":
      return `${row(node.name)} ${row(node.argument)}`;
    case "limit":
      return `${grouped(node.base)}${attached(node.above ? "^" : "_", node.limit)}`;
    case "groupCharacter":
      return `${node.symbol}(${row(node.base)})`;
    case "accent":
      return `${grouped(node.base)}${node.symbol}`;
    case "bar":
      return `${node.above ? "¯" : "▁"}(${row(node.base)})`;
    case "matrix":
      return `(${node.lines.map((line) => line.map(row).join(", ")).join("; ")})`;
    case "equations":
      return node.lines.map(row).join("; ");
    case "box":
    case "frame":
      return row(node.content);
    case "phantom":
      return node.shows ? row(node.content) : "";
    case "align":
      return "";
    case "number":
    case "lineBreak":
      return " ";
  }
}

const ROOTS: ReadonlyMap<string, string> = new Map([
  ["3", "∛"],
  ["4", "∜"],
]);

function rootSymbol(degree: MathRow | undefined): string {
  if (!degree) return "√";
  const text = row(degree);
  return ROOTS.get(text) ?? `${text}√`;
}

function attached(symbol: string, script: MathRow | undefined): string {
  return script && script.items.length > 0 ? `${symbol}${grouped(script)}` : "";
}

/** Anything more than a letter or a number is put in parentheses. */
function grouped(argument: MathRow): string {
  const text = row(argument);
  return /^(?:[\p{L}\p{M}\p{N}.,]*|\(.*\)|.)$/u.test(text) ? text : `(${text})`;
}
