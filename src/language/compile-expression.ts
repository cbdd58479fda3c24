import type { BinaryOperator, Expression, UnaryOperator } from "./ast.ts";
import { containsValue, hasItem, identical, looselyEqual, looseOrder } from "./compare.ts";
import { compileNodes } from "./compile-nodes.ts";
import { escapeHtml } from "./escape-html.ts";
import { isDataPath, NameScope, pathOf } from "./field-paths.ts";
import type { Modifier } from "./modifiers/modifier.ts";
import { compileModifierPattern } from "./modifiers/pattern.ts";
import { findModifier } from "./modifiers/registry.ts";
import type { LoopState, Runtime } from "./runtime.ts";
import { compactList, isTruthy, type KeyedList, Markup, mapKey, readMember, toText } from "./values.ts";

/** An expression made ready to run; it keeps no state of its own. */
export type Evaluate = (runtime: Runtime) => unknown;

/** What compiling needs beside the tree: the names bound so far, and whether reads are recorded for explain. */
export interface CompileScope {
  names: NameScope;
  traced: boolean;
}

export function newCompileScope(traced: boolean): CompileScope {
  return { names: new NameScope(), traced };
}

/** Compiles an expression to closures; no code is generated (Workers forbid eval). */
export function compileExpression(expression: Expression, scope: CompileScope): Evaluate {
  switch (expression.kind) {
    case "literal": {
      const { value } = expression;
      return () => value;
    }
    case "variable": {
      const { name } = expression;
      return traced(expression, scope, (runtime) => runtime.read(name));
    }
    case "member":
      return traced(expression, scope, compileMember(expression, scope));
    case "section-index":
      return compileSectionIndex(expression.section, expression.property);
    case "loop-property": {
      const { variable, property } = expression;
      return (runtime) => loopProperty(runtime.loops.get(variable), property);
    }
    case "special":
      return compileSpecial(expression, scope);
    case "unary":
      return compileUnary(expression.operator, compileExpression(expression.operand, scope));
    case "binary":
      return compileBinary(
        expression.operator,
        compileExpression(expression.left, scope),
        compileExpression(expression.right, scope),
      );
    case "conditional":
      return compileConditional(expression, scope);
    case "call":
      return compileCall(expression, scope);
    case "modifier":
      return compileModifier(expression, scope);
    case "array":
      return compileArray(expression, scope);
    case "interpolation":
      return compileInterpolation(expression.parts, scope);
    case "template":
      return compileStringTemplate(expression, scope);
  }
}

/** Records the read of a data path; without tracing the closure is returned untouched. */
function traced(expression: Expression, scope: CompileScope, evaluate: Evaluate): Evaluate {
  if (!scope.traced) return evaluate;
  const path = pathOf(expression, scope.names);
  if (!path || !isDataPath(path)) return evaluate;
  return (runtime) => {
    const value = evaluate(runtime);
    runtime.trace?.field(path, value);
    return value;
  };
}

function compileMember(expression: Expression & { kind: "member" }, scope: CompileScope): Evaluate {
  const { key } = expression;
  const readObject = compileExpression(expression.object, scope);
  if (key.kind !== "literal") {
    const readKey = compileExpression(key, scope);
    return (runtime) => readMember(readObject(runtime), readKey(runtime));
  }
  const name = key.value;
  if (typeof name !== "string" || /^-?\d+$/.test(name)) {
    const index = typeof name === "string" ? Number(name) : name;
    const fallback = name === null ? "" : index;
    return (runtime) => readMember(readObject(runtime), fallback);
  }
  return (runtime) => {
    const object = readObject(runtime);
    if (typeof object !== "object" || object === null || object instanceof Map || Array.isArray(object)) {
      return readMember(object, name);
    }
    return Object.hasOwn(object, name) && !(object instanceof Markup)
      ? (object as Record<string, unknown>)[name]
      : undefined;
  };
}

/** The section's index where such a section runs, else the word itself: `$row[name]` reads the member `name`. */
function compileSectionIndex(section: string, property: string): Evaluate {
  return (runtime) => {
    const value = sectionProperty(runtime, section, property);
    return value === undefined && property === "index" ? section : value;
  };
}

export function sectionProperty(runtime: Runtime, section: string, property: string): unknown {
  const state = runtime.sections.get(section);
  if (!state) return undefined;
  switch (property) {
    case "index":
      return state.index;
    case "index_prev":
      return state.index - state.step;
    case "index_next":
      return state.index + state.step;
    case "iteration":
    case "rownum":
      return state.iteration;
    case "first":
      return state.iteration === 1;
    case "last":
      return state.iteration === state.total;
    case "total":
      return state.total;
    case "loop":
      return state.loop;
    case "show":
      return state.show;
    case "step":
      return state.step;
    case "start":
      return state.start;
    default:
      return undefined;
  }
}

function loopProperty(state: LoopState | undefined, property: string): unknown {
  if (!state) return undefined;
  switch (property) {
    case "index":
      return state.index;
    case "iteration":
      return state.index + 1;
    case "first":
      return state.index === 0;
    case "last":
      return state.index === state.total - 1;
    case "total":
      return state.total;
    case "show":
      return state.total > 0;
    case "key":
      return state.key;
    default:
      return undefined;
  }
}

function compileSpecial(expression: Expression & { kind: "special" }, scope: CompileScope): Evaluate {
  const { area } = expression;
  const property = expression.property?.toLowerCase() ?? "";
  const name = expression.name ? compileExpression(expression.name, scope) : undefined;
  switch (area) {
    case "now":
      return (runtime) => Math.floor(runtime.options.now.getTime() / 1000);
    case "ldelim":
      return () => "{";
    case "rdelim":
      return () => "}";
    case "capture":
      return (runtime) => (name ? runtime.captures.get(toText(name(runtime))) : new Map(runtime.captures));
    case "foreach":
      return (runtime) => (name ? loopProperty(runtime.namedLoops.get(toText(name(runtime))), property) : undefined);
    case "section":
      return (runtime) => (name ? sectionProperty(runtime, toText(name(runtime)), property) : undefined);
  }
}

function compileUnary(operator: UnaryOperator, operand: Evaluate): Evaluate {
  switch (operator) {
    case "not":
      return (runtime) => !isTruthy(operand(runtime));
    case "minus":
      return (runtime) => 0 - runtime.number(operand(runtime));
    case "plus":
      return (runtime) => runtime.number(operand(runtime));
    case "even":
      return (runtime) => runtime.integer(operand(runtime)) % 2 === 0;
    case "odd":
      return (runtime) => runtime.integer(operand(runtime)) % 2 !== 0;
    case "set":
      return (runtime) => isSet(operand(runtime));
    case "empty":
      return (runtime) => !isTruthy(operand(runtime));
  }
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function compileBinary(operator: BinaryOperator, left: Evaluate, right: Evaluate): Evaluate {
  switch (operator) {
    case "and":
      return (runtime) => isTruthy(left(runtime)) && isTruthy(right(runtime));
    case "or":
      return (runtime) => isTruthy(left(runtime)) || isTruthy(right(runtime));
    case "xor":
      return (runtime) => isTruthy(left(runtime)) !== isTruthy(right(runtime));
    case "??":
      return (runtime) => left(runtime) ?? right(runtime);
    case "==":
      return (runtime) => looselyEqual(left(runtime), right(runtime));
    case "!=":
      return (runtime) => !looselyEqual(left(runtime), right(runtime));
    case "===":
      return (runtime) => identical(left(runtime), right(runtime));
    case "!==":
      return (runtime) => !identical(left(runtime), right(runtime));
    case "<":
      return (runtime) => looseOrder(left(runtime), right(runtime)) < 0;
    case "<=":
      return (runtime) => looseOrder(left(runtime), right(runtime)) <= 0;
    // As PHP does: `a > b` is `b < a`, which matters for values that cannot be ordered.
    case ">":
      return swapped(left, right, (a, b) => looseOrder(b, a) < 0);
    case ">=":
      return swapped(left, right, (a, b) => looseOrder(b, a) <= 0);
    case "in":
      return (runtime) => {
        const needle = left(runtime);
        return hasItem(right(runtime), needle);
      };
    case "contains":
      return (runtime) => containsValue(left(runtime), right(runtime));
    case "matches":
      return (runtime) => {
        const subject = toText(left(runtime));
        runtime.charge(subject.length >>> 2);
        return compileModifierPattern(toText(right(runtime))).test(subject);
      };
    default:
      return compileArithmetic(operator, left, right);
  }
}

function swapped(left: Evaluate, right: Evaluate, test: (a: unknown, b: unknown) => boolean): Evaluate {
  return (runtime) => test(left(runtime), right(runtime));
}

type ArithmeticOperator = Extract<BinaryOperator, "+" | "-" | "*" | "/" | "%" | "even by" | "odd by" | "div by">;

function compileArithmetic(operator: ArithmeticOperator, left: Evaluate, right: Evaluate): Evaluate {
  switch (operator) {
    case "+":
      return (runtime) => runtime.number(left(runtime)) + runtime.number(right(runtime));
    case "-":
      return (runtime) => runtime.number(left(runtime)) - runtime.number(right(runtime));
    case "*":
      return (runtime) => multiply(runtime.number(left(runtime)), runtime.number(right(runtime)));
    case "/":
      return (runtime) => divide(runtime, runtime.number(left(runtime)), runtime.number(right(runtime)));
    case "%":
      return (runtime) => remainder(runtime, runtime.integer(left(runtime)), runtime.integer(right(runtime)));
    case "div by":
      return (runtime) => remainder(runtime, runtime.integer(left(runtime)), runtime.integer(right(runtime))) === 0;
    case "even by":
      return (runtime) => quotientParity(runtime, left, right) === 0;
    case "odd by":
      return (runtime) => quotientParity(runtime, left, right) === 1;
  }
}

/** Whole numbers have no negative zero. */
function multiply(left: number, right: number): number {
  const product = left * right;
  return product === 0 && Number.isInteger(left) && Number.isInteger(right) ? 0 : product;
}

export function divide(runtime: Runtime, left: number, right: number): number | null {
  if (right === 0) {
    runtime.warn("division_by_zero", "A number was divided by zero; nothing is printed");
    return null;
  }
  const quotient = left / right;
  return quotient === 0 && Number.isInteger(left) && Number.isInteger(right) ? 0 : quotient;
}

export function remainder(runtime: Runtime, left: number, right: number): number | null {
  if (right === 0) {
    runtime.warn("division_by_zero", "A remainder was taken by zero; nothing is printed");
    return null;
  }
  return (left % right) + 0;
}

function quotientParity(runtime: Runtime, left: Evaluate, right: Evaluate): number | undefined {
  const quotient = divide(runtime, runtime.number(left(runtime)), runtime.number(right(runtime)));
  return quotient === null ? undefined : Math.abs(Math.trunc(quotient) % 2);
}

function compileConditional(expression: Expression & { kind: "conditional" }, scope: CompileScope): Evaluate {
  const test = compileExpression(expression.test, scope);
  const otherwise = compileExpression(expression.otherwise, scope);
  if (!expression.then) {
    return (runtime) => {
      const value = test(runtime);
      return isTruthy(value) ? value : otherwise(runtime);
    };
  }
  const then = compileExpression(expression.then, scope);
  return (runtime) => (isTruthy(test(runtime)) ? then(runtime) : otherwise(runtime));
}

function compileCall(expression: Expression & { kind: "call" }, scope: CompileScope): Evaluate {
  const { name } = expression;
  const list = expression.arguments.map((argument) => compileExpression(argument, scope));
  if (name === "isset") return (runtime) => list.every((evaluate) => isSet(evaluate(runtime)));
  const modifier = findModifier(name);
  const run = modifier?.call ?? modifier?.run;
  if (!run) return () => undefined;
  return (runtime) => {
    const values = list.map((evaluate) => evaluate(runtime));
    runtime.charge(1 + weightOf(values[0]) + weightOf(values.at(-1)));
    return checkSize(runtime, run(runtime, ...values));
  };
}

function compileModifier(expression: Expression & { kind: "modifier" }, scope: CompileScope): Evaluate {
  const modifier = findModifier(expression.name);
  if (!modifier) return () => undefined;
  const operand = compileExpression(expression.operand, scope);
  const list = expression.arguments.map((argument) => compileExpression(argument, scope));
  const evaluate = bindModifier(modifier, operand, list);
  return modifier.keepsMarkup ? keepMarkup(modifier, operand, expression.arguments, list, evaluate) : evaluate;
}

/** The common numbers of arguments without a list per call: modifiers are what a merge spends its time on. */
function bindModifier({ run }: Modifier, operand: Evaluate, list: Evaluate[]): Evaluate {
  const [first, second] = list;
  if (!first) {
    return (runtime) => {
      const value = operand(runtime);
      runtime.charge(1 + weightOf(value));
      return checkSize(runtime, run(runtime, value));
    };
  }
  if (!second) {
    return (runtime) => {
      const value = operand(runtime);
      runtime.charge(1 + weightOf(value));
      return checkSize(runtime, run(runtime, value, first(runtime)));
    };
  }
  return (runtime) => {
    const value = operand(runtime);
    runtime.charge(1 + weightOf(value));
    return checkSize(runtime, run(runtime, value, ...list.map((evaluate) => evaluate(runtime))));
  };
}

/** Text modifiers turn markup into markup, so that nothing is escaped twice; texts of the data joined in are escaped. */
function keepMarkup(
  modifier: Modifier,
  operand: Evaluate,
  sources: readonly Expression[],
  list: Evaluate[],
  plain: Evaluate,
): Evaluate {
  const { run } = modifier;
  const authored = sources.map((source) => source.kind === "literal");
  return (runtime) => {
    if (runtime.printing === "plain") return plain(runtime);
    const value = operand(runtime);
    if (!(value instanceof Markup)) {
      runtime.charge(1 + weightOf(value));
      return checkSize(runtime, run(runtime, value, ...list.map((evaluate) => evaluate(runtime))));
    }
    const values = list.map((evaluate, index) => {
      const argument = evaluate(runtime);
      return typeof argument === "string" && !authored[index] ? escapeHtml(argument) : argument;
    });
    runtime.charge(1 + weightOf(value));
    const result = checkSize(runtime, run(runtime, value.html, ...values));
    return typeof result === "string" ? new Markup(result, value.origin) : result;
  };
}

function weightOf(value: unknown): number {
  if (typeof value === "string") return value.length >>> 4;
  if (typeof value !== "object" || value === null) return 0;
  if (Array.isArray(value)) return value.length;
  return value instanceof Map ? value.size : 1;
}

function checkSize(runtime: Runtime, value: unknown): unknown {
  if (typeof value === "string" && value.length > 4096) runtime.reserve(value.length);
  return value;
}

function compileArray(expression: Expression & { kind: "array" }, scope: CompileScope): Evaluate {
  const items = expression.items.map(({ key, value }) => ({
    key: key && compileExpression(key, scope),
    value: compileExpression(value, scope),
  }));
  if (items.every((item) => !item.key)) return (runtime) => items.map((item) => item.value(runtime));
  return (runtime) => {
    const list: KeyedList = new Map();
    let next = 0;
    for (const item of items) {
      const key = item.key ? mapKey(toText(item.key(runtime))) : next;
      if (typeof key === "number" && key >= next) next = key + 1;
      list.set(key, item.value(runtime));
    }
    return compactList(list);
  };
}

function compileInterpolation(parts: readonly Expression[], scope: CompileScope): Evaluate {
  const list = parts.map((part) => compileExpression(part, scope));
  return (runtime) => {
    let text = "";
    for (const evaluate of list) text += toText(evaluate(runtime));
    if (text.length > 4096) runtime.reserve(text.length);
    return text;
  };
}

function compileStringTemplate(expression: Expression & { kind: "template" }, scope: CompileScope): Evaluate {
  const run = compileNodes(expression.nodes, scope);
  return (runtime) => {
    const { out, printing } = runtime;
    runtime.out = "";
    // The string is a value: it is escaped where it is printed, not where it is made.
    runtime.printing = "plain";
    run(runtime);
    const text = runtime.out;
    runtime.out = out;
    runtime.printing = printing;
    runtime.charge(text.length >>> 4);
    return text;
  };
}
