import { escapeHtml } from "../../domain/text/escape-html.ts";
import type { Expression } from "../ast.ts";
import type { Modifier } from "../modifiers/modifier.ts";
import { findModifier } from "../modifiers/registry.ts";
import type { Runtime } from "../runtime.ts";
import { Markup } from "../values.ts";
import { type CompileScope, compileExpression, type Evaluate } from "./compile-expression.ts";
import { isSet } from "./compile-operators.ts";

export function compileCall(expression: Expression & { kind: "call" }, scope: CompileScope): Evaluate {
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

export function compileModifier(expression: Expression & { kind: "modifier" }, scope: CompileScope): Evaluate {
  const modifier = findModifier(expression.name);
  if (!modifier) return () => undefined;
  const operand = compileExpression(expression.operand, scope);
  const list = expression.arguments.map((argument) => compileExpression(argument, scope));
  const apply = bindModifier(modifier, list);
  if (!modifier.keepsMarkup) return (runtime) => apply(runtime, operand(runtime));
  const applyToMarkup = bindMarkup(modifier, expression.arguments, list);
  return (runtime) => {
    const value = operand(runtime);
    if (value instanceof Markup && runtime.printing !== "plain") return applyToMarkup(runtime, value);
    return apply(runtime, value);
  };
}

type Apply = (runtime: Runtime, value: unknown) => unknown;

/** The common numbers of arguments without a list per call: modifiers are what a merge spends its time on. */
function bindModifier({ run }: Modifier, list: Evaluate[]): Apply {
  const [first, second, third] = list;
  if (!first) {
    return (runtime, value) => {
      runtime.charge(1 + weightOf(value));
      return checkSize(runtime, run(runtime, value));
    };
  }
  if (!second) {
    return (runtime, value) => {
      runtime.charge(1 + weightOf(value));
      return checkSize(runtime, run(runtime, value, first(runtime)));
    };
  }
  if (!third) {
    return (runtime, value) => {
      runtime.charge(1 + weightOf(value));
      return checkSize(runtime, run(runtime, value, first(runtime), second(runtime)));
    };
  }
  return (runtime, value) => {
    runtime.charge(1 + weightOf(value));
    return checkSize(runtime, run(runtime, value, ...list.map((evaluate) => evaluate(runtime))));
  };
}

/** Text modifiers turn markup into markup, so that nothing is escaped twice; texts of the data joined in are escaped. */
function bindMarkup(
  { run }: Modifier,
  sources: readonly Expression[],
  list: Evaluate[],
): (runtime: Runtime, value: Markup) => unknown {
  const authored = sources.map((source) => source.kind === "literal");
  return (runtime, value) => {
    const values = list.map((evaluate, index) => {
      const argument = evaluate(runtime);
      return typeof argument === "string" && !authored[index] ? escapeHtml(argument) : argument;
    });
    runtime.charge(1 + weightOf(value.html));
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
