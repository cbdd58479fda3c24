import type { Expression } from "../ast.ts";
import { isDataPath, isMemberOfData, NameScope, pathOf } from "../field-paths.ts";
import type { LoopState, Runtime } from "../runtime.ts";
import { compactList, isCollection, isTruthy, type KeyedList, Markup, mapKey, readMember, toText } from "../values.ts";
import { compileCall, compileModifier } from "./compile-modifiers.ts";
import { compileNodes } from "./compile-nodes.ts";
import { compileBinary, compileUnary } from "./compile-operators.ts";

/** An expression made ready to run; it keeps no state of its own. */
export type Evaluate = (runtime: Runtime) => unknown;

/** What compiling needs besides the tree: the names bound so far, and whether reads are recorded for explain. */
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
  if (isMemberOfData(expression, scope.names)) {
    const name = String(expression.key.value);
    return (runtime) => runtime.readMemberOfData(name);
  }
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
    if (Object.hasOwn(object, name) && !(object instanceof Markup)) return (object as Record<string, unknown>)[name];
    return isCollection(object) ? runtime.readMemberAlike(object, name) : undefined;
  };
}

/** The section's index where such a section runs, else the word itself: `$row[name]` reads the member `name`. */
function compileSectionIndex(section: string, property: string): Evaluate {
  return (runtime) => {
    const value = sectionProperty(runtime, section, property);
    return value === undefined && property === "index" ? section : value;
  };
}

function sectionProperty(runtime: Runtime, section: string, property: string): unknown {
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
