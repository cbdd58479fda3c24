import { largestOf, smallestOf } from "../../../domain/collections/long-lists.ts";
import { readAssignments, readNotation, type Term } from "./arithmetic.ts";
import { numberOf } from "./number-display.ts";
import { readScriptCall } from "./script-call.ts";

const FUNCTIONS = ["SUM", "PRD", "AVG", "MIN", "MAX"] as const;
type SimpleFunction = (typeof FUNCTIONS)[number];

/** How a field is calculated from others; none of it is run as a script. */
export type Calculation =
  /** `AFSimple_Calculate`: one function over the fields. */
  | { kind: "simple"; name: SimpleFunction; fields: readonly string[] }
  /** Arithmetic with the values of fields: Acrobat's simplified field notation, or a script that is nothing else. */
  | { kind: "arithmetic"; tree: Term; fields: readonly string[] };

/** Acrobat writes the notation into a comment of the script that it makes of it. */
const NOTATION = /\/\*\*?\s*BVCALC\b([\s\S]*?)\bEVCALC\s*\*+\//;
const MAX_FIELDS = 1_000;

/** Reads the calculation of a field; undefined for a script of its author's own, which is not run. */
export function readCalculation(script: string): Calculation | undefined {
  const notation = NOTATION.exec(script)?.[1];
  if (notation !== undefined) {
    const tree = readNotation(notation);
    return tree && { kind: "arithmetic", tree, fields: fieldsOf(tree) };
  }
  const call = readScriptCall(script);
  if (call?.name !== "AFSimple_Calculate") return readArithmetic(script);
  const [written, list] = call.arguments;
  const name = FUNCTIONS.find((each) => each === String(written).toUpperCase());
  const fields = typeof list === "string" ? list.split(",") : Array.isArray(list) ? list.map(String) : [];
  const named = fields.map((field) => field.trim()).filter((field) => field !== "");
  return name && named.length > 0 && named.length <= MAX_FIELDS ? { kind: "simple", name, fields: named } : undefined;
}

function readArithmetic(script: string): Calculation | undefined {
  const tree = readAssignments(script);
  const fields = tree ? fieldsOf(tree) : [];
  return tree && fields.length > 0 ? { kind: "arithmetic", tree, fields } : undefined;
}

function fieldsOf(term: Term): string[] {
  switch (term.kind) {
    case "number":
      return [];
    case "field":
      return [term.name];
    case "negated":
      return fieldsOf(term.of);
    case "binary":
      return [...fieldsOf(term.left), ...fieldsOf(term.right)];
  }
}

/**
 * The result of a calculation; undefined where it divides by zero. A field without a value counts as 0, as in Acrobat.
 * @param valuesOf texts of the field of this name, or of all fields below it
 */
export function calculated(
  calculation: Calculation,
  valuesOf: (field: string) => readonly string[],
): number | undefined {
  const numbersOf = (field: string): number[] => valuesOf(field).map((text) => numberOf(text) ?? 0);
  const result =
    calculation.kind === "simple"
      ? simple(calculation.name, calculation.fields.flatMap(numbersOf))
      : resultOf(calculation.tree, (field) => numbersOf(field)[0] ?? 0);
  // Twelve digits: what is behind them is the noise of binary fractions.
  return Number.isFinite(result) ? Number(result.toPrecision(12)) : undefined;
}

function simple(name: SimpleFunction, numbers: readonly number[]): number {
  if (numbers.length === 0) return 0;
  const sum = numbers.reduce((total, number) => total + number, 0);
  switch (name) {
    case "SUM":
      return sum;
    case "AVG":
      return sum / numbers.length;
    case "PRD":
      return numbers.reduce((product, number) => product * number, 1);
    case "MIN":
      return smallestOf(numbers);
    case "MAX":
      return largestOf(numbers);
  }
}

function resultOf(term: Term, fieldOf: (name: string) => number): number {
  switch (term.kind) {
    case "number":
      return term.value;
    case "field":
      return fieldOf(term.name);
    case "negated":
      return -resultOf(term.of, fieldOf);
    case "binary": {
      const [left, right] = [resultOf(term.left, fieldOf), resultOf(term.right, fieldOf)];
      if (term.operator === "+") return left + right;
      if (term.operator === "-") return left - right;
      return term.operator === "*" ? left * right : left / right;
    }
  }
}
