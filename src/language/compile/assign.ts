import type { Expression } from "../ast.ts";
import type { Runtime } from "../runtime.ts";
import { compactList, countOf, entriesOf, type KeyedList, mapKey, readMember, toText } from "../values.ts";
import { type CompileScope, compileExpression, type Evaluate } from "./compile-expression.ts";

/** Where an assignment goes: a variable, and the keys of a path into it (undefined key: append). */
export interface AssignTarget {
  name: string;
  keys: (Evaluate | undefined)[];
}

export function compileTarget(expression: Expression, scope: CompileScope): AssignTarget {
  if (expression.kind === "variable") return { name: expression.name, keys: [] };
  if (expression.kind !== "member") return { name: "", keys: [] };
  const target = compileTarget(expression.object, scope);
  const { key } = expression;
  const appends = key.kind === "literal" && key.value === null;
  return { name: target.name, keys: [...target.keys, appends ? undefined : compileExpression(key, scope)] };
}

/** Sets a variable or a member. Lists on the way are copied: merge data and other variables keep what they have. */
export function assignPath(runtime: Runtime, target: AssignTarget, value: unknown): void {
  if (target.keys.length === 0) {
    runtime.locals.set(target.name, value);
    return;
  }
  const keys = target.keys.map((key) => (key ? mapKey(toText(key(runtime))) : undefined));
  runtime.locals.set(target.name, withMember(runtime, runtime.readOwn(target.name), keys, 0, value));
}

function withMember(
  runtime: Runtime,
  container: unknown,
  keys: readonly (string | number | undefined)[],
  depth: number,
  value: unknown,
): unknown {
  if (depth === keys.length) return value;
  const key = keys[depth];
  runtime.charge(1 + (countOf(container) >>> 3));
  const isList = Array.isArray(container) || container === undefined || container === null || container === "";
  if (isList) {
    const list = (container as unknown[] | undefined | null | "") || [];
    const index = key === undefined ? list.length : key;
    if (typeof index === "number" && index >= 0 && index <= list.length) {
      const copy = list.slice();
      copy[index] = withMember(runtime, list[index], keys, depth + 1, value);
      return copy;
    }
  }
  const copy: KeyedList = new Map(entriesOf(container));
  const name = key ?? nextKey(copy);
  copy.set(name, withMember(runtime, readMember(container, name), keys, depth + 1, value));
  return compactList(copy);
}

function nextKey(list: KeyedList): number {
  let next = 0;
  for (const key of list.keys()) if (typeof key === "number" && key >= next) next = key + 1;
  return next;
}
