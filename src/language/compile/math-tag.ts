import { present } from "../../domain/present.ts";
import { MATH_FUNCTIONS } from "../math-functions.ts";
import type { Runtime } from "../runtime.ts";
import { isNumeric } from "../values.ts";
import { divide, remainder } from "./compile-operators.ts";

/** {math equation="..."}: a small calculator of its own, for its names have no `$` and its `^` is not ours. */

const TOKEN = /\s*(0x[0-9a-fA-F]+|\d+(?:\.\d*)?|\.\d+|[\p{L}_][\p{L}\p{N}_]*|\*\*|<<|>>|[-+*/%(),^&|])/uy;

const MAX_EQUATION = 4096;
const MAX_DEPTH = 100;

/** The value of an equation, or undefined with a warning when it is not one. */
export function evaluateMath(
  runtime: Runtime,
  equation: string,
  variables: Readonly<Record<string, unknown>>,
): unknown {
  if (equation === "") return undefined;
  try {
    const values = new Map<string, number>();
    for (const [name, value] of Object.entries(variables)) {
      if (!isNumeric(value) && runtime.number(value) === 0) throw new MathProblem(`\`${name}\` is not a number`);
      values.set(name, runtime.number(value));
    }
    runtime.charge(equation.length);
    return new Calculator(runtime, tokensOf(equation), values).run();
  } catch (error) {
    if (!(error instanceof MathProblem)) throw error;
    runtime.warn("invalid_argument", `{math} cannot be calculated: ${error.message}`);
    return undefined;
  }
}

class MathProblem extends Error {}

function tokensOf(equation: string): string[] {
  if (equation.length > MAX_EQUATION) throw new MathProblem("the equation is too long");
  const tokens: string[] = [];
  const end = equation.trimEnd().length;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < end) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(equation);
    if (!match) throw new MathProblem(`\`${equation.slice(at).trim()[0]}\` is not allowed`);
    tokens.push(present(match[1]));
  }
  return tokens;
}

type Operation = (left: number, right: number, runtime: Runtime) => number;

const onBits =
  (operation: (left: bigint, right: bigint) => bigint): Operation =>
  (left, right) =>
    Number(BigInt.asIntN(64, operation(BigInt(Math.trunc(left)), BigInt(Math.trunc(right)))));

/** Binary operators by level, weakest first. */
const LEVELS: readonly ReadonlyMap<string, Operation>[] = [
  new Map([["|", onBits((left, right) => left | right)]]),
  new Map([["^", onBits((left, right) => left ^ right)]]),
  new Map([["&", onBits((left, right) => left & right)]]),
  new Map([
    ["<<", (left, right) => left * 2 ** Math.trunc(right)],
    [">>", (left, right) => Math.floor(left / 2 ** Math.trunc(right))],
  ]),
  new Map([
    ["+", (left, right) => left + right],
    ["-", (left, right) => left - right],
  ]),
  new Map<string, Operation>([
    ["*", (left, right) => left * right],
    ["/", (left, right, runtime) => finite(divide(runtime, left, right))],
    ["%", (left, right, runtime) => finite(remainder(runtime, Math.trunc(left), Math.trunc(right)))],
  ]),
];

function finite(value: number | null): number {
  if (value === null) throw new MathProblem("it divides by zero");
  return value;
}

class Calculator {
  #index = 0;
  #depth = 0;

  private readonly runtime: Runtime;
  private readonly tokens: string[];
  private readonly variables: ReadonlyMap<string, number>;

  constructor(runtime: Runtime, tokens: string[], variables: ReadonlyMap<string, number>) {
    this.runtime = runtime;
    this.tokens = tokens;
    this.variables = variables;
  }

  run(): number {
    const value = this.level(0);
    if (this.#index < this.tokens.length) throw new MathProblem(`\`${this.tokens[this.#index]}\` is not expected`);
    return value;
  }

  private level(level: number): number {
    const operations = LEVELS[level];
    if (!operations) return this.#unary();
    let left = this.level(level + 1);
    for (let operation = this.operation(operations); operation; operation = this.operation(operations)) {
      this.#index++;
      const right = this.level(level + 1);
      if (!Number.isFinite(left) || !Number.isFinite(right)) throw new MathProblem("a number is too large");
      left = operation(left, right, this.runtime);
    }
    return left;
  }

  private operation(operations: ReadonlyMap<string, Operation>): Operation | undefined {
    return operations.get(this.tokens[this.#index] ?? "");
  }

  #unary(): number {
    if (++this.#depth > MAX_DEPTH) throw new MathProblem("it is nested too deeply");
    const token = this.tokens[this.#index];
    let value: number;
    if (token === "-" || token === "+") {
      this.#index++;
      value = token === "-" ? 0 - this.#unary() : this.#unary();
    } else {
      value = this.#primary();
      if (this.tokens[this.#index] === "**") {
        this.#index++;
        value = value ** this.#unary();
      }
    }
    this.#depth--;
    return value;
  }

  #primary(): number {
    const token = this.tokens[this.#index++];
    if (token === undefined) throw new MathProblem("it ends too early");
    if (token === "(") {
      const value = this.level(0);
      this.#expect(")");
      return value;
    }
    if (/^[\d.]/.test(token)) return Number(token);
    const variable = this.variables.get(token);
    if (variable !== undefined) return variable;
    if (token === "pi" && this.tokens[this.#index] !== "(") return Math.PI;
    const call = Object.hasOwn(MATH_FUNCTIONS, token) ? MATH_FUNCTIONS[token] : undefined;
    if (!call) throw new MathProblem(`\`${token}\` is not given`);
    this.#expect("(");
    const values: number[] = [];
    while (this.tokens[this.#index] !== ")" && this.#index < this.tokens.length) {
      values.push(this.level(0));
      if (this.tokens[this.#index] === ",") this.#index++;
      else break;
    }
    this.#expect(")");
    return call(values);
  }

  #expect(token: string): void {
    if (this.tokens[this.#index] !== token) throw new MathProblem(`\`${token}\` is missing`);
    this.#index++;
  }
}
