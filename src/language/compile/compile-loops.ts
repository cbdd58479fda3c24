import { present } from "../../domain/present.ts";
import type { LoopSpec, TemplateNode } from "../ast.ts";
import { eachOf, type FieldPath, type NameScope, pathOf } from "../field-paths.ts";
import type { LoopState, Runtime, SectionState } from "../runtime.ts";
import { countRun } from "../trace.ts";
import { countOf, entriesOf, isCollection, isTruthy } from "../values.ts";
import { type CompileScope, compileExpression, type Evaluate } from "./compile-expression.ts";
import { compileNodes, type Emit } from "./compile-nodes.ts";

type LoopNode = TemplateNode & { kind: "foreach" };
type ForNode = TemplateNode & { kind: "for" };
type SectionNode = TemplateNode & { kind: "section" };

/** What a loop's names stand for: the item for "each of" the list's path, the key for nothing in the data. */
export function loopNames(spec: LoopSpec, scope: NameScope): Map<string, FieldPath | null> {
  const path = pathOf(spec.from, scope);
  const names = new Map<string, FieldPath | null>([[spec.item, path ? eachOf(path) : null]]);
  if (spec.key) names.set(spec.key, null);
  return names;
}

/** Runs a loop's turns: `turn` renders one and answers its jump; the result is the jump left for outer loops. */
function runLoop(
  runtime: Runtime,
  spec: { item: string; key?: string; name?: string },
  list: unknown,
  iteration: () => number,
  otherwise?: () => number,
): number {
  const items = Array.isArray(list) ? list : undefined;
  const entries = items ? [] : entriesOf(list);
  const total = items ? items.length : entries.length;
  const { item, key, name } = spec;
  const { locals, loops, namedLoops } = runtime;
  const hadItem = runtime.readOwn(item) !== undefined || locals.has(item);
  const hadKey = key !== undefined && (runtime.readOwn(key) !== undefined || locals.has(key));
  const oldItem = hadItem ? runtime.readOwn(item) : undefined;
  const oldKey = hadKey ? runtime.readOwn(key) : undefined;
  const oldState = loops.get(item);
  const oldNamed = name === undefined ? undefined : namedLoops.get(name);
  const state: LoopState = { index: -1, total, key: null };
  loops.set(item, state);
  if (name !== undefined) namedLoops.set(name, state);
  let jump = 0;
  if (total === 0) {
    locals.set(item, null);
    jump = otherwise ? otherwise() : 0;
  }
  for (let index = 0; index < total; index++) {
    runtime.charge(1);
    const entry = items ? undefined : present(entries[index]);
    const entryKey = entry ? entry[0] : index;
    state.index = index;
    state.key = entryKey;
    locals.set(item, entry ? entry[1] : items?.[index]);
    if (key !== undefined) locals.set(key, entryKey);
    const result = iteration();
    if (result !== 0 && result !== -1) {
      jump = result > 0 ? result - 1 : result + 1;
      break;
    }
  }
  if (hadItem) locals.set(item, oldItem);
  if (hadKey) locals.set(key, oldKey);
  if (oldState) loops.set(item, oldState);
  if (name !== undefined && oldNamed) namedLoops.set(name, oldNamed);
  return jump;
}

function compileBody(
  nodes: readonly TemplateNode[],
  names: ReadonlyMap<string, FieldPath | null>,
  scope: CompileScope,
): Emit {
  let body: Emit = () => 0;
  scope.names.within(names, () => {
    body = compileNodes(nodes, scope);
  });
  return body;
}

export function compileLoop(node: LoopNode, scope: CompileScope): Emit {
  const { spec, site } = node;
  const from = compileExpression(spec.from, scope);
  const body = compileBody(node.body, loopNames(spec, scope.names), scope);
  const otherwise = node.otherwise && compileNodes(node.otherwise, scope);
  return (runtime) => {
    runtime.site = site;
    const list = from(runtime);
    const run = scope.traced ? runtime.trace?.loop(site) : undefined;
    const iteration = run
      ? () => {
          countRun(run, 0);
          return body(runtime);
        }
      : () => body(runtime);
    return runLoop(runtime, spec, list, iteration, otherwise && (() => otherwise(runtime)));
  };
}

/** `{for}`: the number of turns is settled before the first one. */
export function compileForLoop(node: ForNode, scope: CompileScope): Emit {
  const { spec, site } = node;
  const start = compileExpression(spec.start, scope);
  const to = compileExpression(spec.to, scope);
  const step = spec.step && compileExpression(spec.step, scope);
  const max = spec.max && compileExpression(spec.max, scope);
  const body = compileBody(node.body, new Map([[spec.variable, null]]), scope);
  const otherwise = node.otherwise && compileNodes(node.otherwise, scope);
  const { variable } = spec;
  return (runtime) => {
    runtime.site = site;
    const first = runtime.number(start(runtime));
    const last = runtime.number(to(runtime));
    const width = step ? runtime.number(step(runtime)) : 1;
    if (width === 0) {
      runtime.warn("division_by_zero", "A loop with step 0 does not run");
      return otherwise ? otherwise(runtime) : 0;
    }
    let total = Math.ceil((width > 0 ? last + 1 - first : first - last + 1) / Math.abs(width));
    if (max) total = Math.min(total, runtime.integer(max(runtime)));
    if (total <= 0) return otherwise ? otherwise(runtime) : 0;
    return runIterations(runtime, variable, total, (iteration) => first + iteration * width, body);
  };
}

function runIterations(
  runtime: Runtime,
  variable: string,
  total: number,
  valueAt: (iteration: number) => number,
  body: Emit,
): number {
  const old = runtime.readOwn(variable);
  const state: LoopState = { index: 0, total, key: null };
  runtime.loops.set(variable, state);
  let jump = 0;
  let iteration = 0;
  for (; iteration < total; iteration++) {
    runtime.charge(1);
    state.index = iteration;
    runtime.locals.set(variable, valueAt(iteration));
    const result = body(runtime);
    if (result !== 0 && result !== -1) {
      jump = result > 0 ? result - 1 : result + 1;
      break;
    }
  }
  if (old !== undefined) runtime.locals.set(variable, old);
  else if (iteration === total) runtime.locals.set(variable, valueAt(total));
  return jump;
}

export function compileSection(node: SectionNode, scope: CompileScope): Emit {
  const { spec, site } = node;
  const optional = (name: "start" | "step" | "max" | "show"): Evaluate | undefined => {
    const expression = spec[name];
    return expression && compileExpression(expression, scope);
  };
  const loop = compileExpression(spec.loop, scope);
  const start = optional("start");
  const step = optional("step");
  const max = optional("max");
  const show = optional("show");
  scope.names.openSection(spec.name);
  const body = compileNodes(node.body, scope);
  const otherwise = node.otherwise && compileNodes(node.otherwise, scope);
  return (runtime) => {
    runtime.site = site;
    const state = sectionState(runtime, {
      loop: loop(runtime),
      start: start?.(runtime),
      step: step?.(runtime),
      max: max?.(runtime),
    });
    if (show) state.show = isTruthy(show(runtime)) && state.show;
    runtime.sections.set(spec.name, state);
    if (!state.show) return otherwise ? otherwise(runtime) : 0;
    const run = scope.traced ? runtime.trace?.loop(site) : undefined;
    while (state.iteration <= state.total) {
      runtime.charge(1);
      if (run) countRun(run, 0);
      const result = body(runtime);
      if (result !== 0 && result !== -1) return result > 0 ? result - 1 : result + 1;
      state.iteration++;
      state.index += state.step;
    }
    return 0;
  };
}

/** Start and number of turns of a section; negative starts count from the end, steps may go backwards. */
function sectionState(
  runtime: Runtime,
  given: { loop: unknown; start?: unknown; step?: unknown; max?: unknown },
): SectionState {
  const loop = isCollection(given.loop) ? countOf(given.loop) : Math.max(0, runtime.integer(given.loop));
  const step = given.step === undefined ? 1 : runtime.integer(given.step) || 1;
  const forward = step > 0;
  let start = forward ? 0 : loop - 1;
  if (given.start !== undefined) {
    const wanted = runtime.integer(given.start);
    start = wanted < 0 ? Math.max(forward ? 0 : -1, loop + wanted) : Math.min(wanted, forward ? loop : loop - 1);
  }
  let total = Math.ceil((forward ? loop - start : start + 1) / Math.abs(step));
  if (given.max !== undefined) {
    const max = runtime.integer(given.max);
    if (max >= 0) total = Math.min(total, max);
  }
  total = Math.max(0, total);
  return { index: start, iteration: 1, total, step, loop, start, show: total > 0 };
}
