import { present } from "../../domain/present.ts";
import type { TagSite, TemplateNode } from "../ast.ts";
import { formatText } from "../modifiers/sprintf.ts";
import type { DocumentTagCall } from "../render-context.ts";
import type { Runtime } from "../runtime.ts";
import { isTruthy, isYes, toText, valuesOf } from "../values.ts";
import { DOCUMENT_TAGS } from "../vocabulary.ts";
import { type CompileScope, compileExpression, type Evaluate } from "./compile-expression.ts";
import { bindLiteralName, type Emit, printValue } from "./compile-nodes.ts";
import { evaluateMath } from "./math-tag.ts";

type FunctionNode = TemplateNode & { kind: "function" };
type Attributes = Readonly<Record<string, unknown>>;

/** {counter}, {cycle}, {math}, {ldelim}, {rdelim} and the document tags. */
export function compileFunctionTag(node: FunctionNode, scope: CompileScope): Emit {
  const attributes: [string, Evaluate][] = Object.entries(node.named).map(([name, expression]) => [
    name,
    compileExpression(expression, scope),
  ]);
  bindLiteralName(node.named.assign, scope);
  const { name, site } = node;
  const evaluateAll = (runtime: Runtime): Attributes => {
    const values: Record<string, unknown> = Object.create(null);
    for (const [key, evaluate] of attributes) values[key] = evaluate(runtime);
    return values;
  };
  if (DOCUMENT_TAGS.has(name))
    return (runtime) => renderDocumentTag(runtime, name as DocumentTagCall["name"], evaluateAll(runtime), site);
  const run = present(FUNCTIONS[name]);
  return (runtime) => {
    runtime.site = site;
    const value = run(runtime, evaluateAll(runtime));
    if (value !== undefined) printValue(runtime, value, false, site);
    return 0;
  };
}

const FUNCTIONS: Readonly<Record<string, (runtime: Runtime, attributes: Attributes) => unknown>> = {
  ldelim: () => "{",
  rdelim: () => "}",
  counter: runCounter,
  cycle: runCycle,
  math: runMath,
};

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function runCounter(runtime: Runtime, attributes: Attributes): unknown {
  const name = isGiven(attributes.name) ? toText(attributes.name) : "default";
  let counter = runtime.counters.get(name);
  if (!counter) {
    counter = { count: 1, skip: 1, down: false };
    runtime.counters.set(name, counter);
  }
  if (isGiven(attributes.start)) counter.count = runtime.integer(attributes.start);
  if (isTruthy(attributes.assign)) counter.assign = toText(attributes.assign);
  if (counter.assign !== undefined) runtime.locals.set(counter.assign, counter.count);
  const prints = isGiven(attributes.print) ? isTruthy(attributes.print) : counter.assign === undefined;
  const value = counter.count;
  if (isGiven(attributes.skip)) counter.skip = runtime.number(attributes.skip);
  if (isGiven(attributes.direction)) counter.down = toText(attributes.direction) === "down";
  counter.count += counter.down ? -counter.skip : counter.skip;
  return prints ? value : undefined;
}

function runCycle(runtime: Runtime, attributes: Attributes): unknown {
  const name = isTruthy(attributes.name) ? toText(attributes.name) : "default";
  let cycle = runtime.cycles.get(name);
  if (!cycle) {
    if (!isGiven(attributes.values)) return undefined;
    cycle = { values: attributes.values, delimiter: ",", index: 0 };
    runtime.cycles.set(name, cycle);
  }
  if (isGiven(attributes.values)) {
    if (!sameValues(cycle.values, attributes.values)) cycle.index = 0;
    cycle.values = attributes.values;
  }
  if (isGiven(attributes.delimiter)) cycle.delimiter = toText(attributes.delimiter);
  const list = listOf(cycle.values, cycle.delimiter);
  if (isGiven(attributes.reset) && isTruthy(attributes.reset)) cycle.index = 0;
  const value = list[cycle.index];
  let prints = isGiven(attributes.print) ? isTruthy(attributes.print) : true;
  if (isGiven(attributes.assign)) {
    prints = false;
    runtime.locals.set(toText(attributes.assign), value);
  }
  if (!isGiven(attributes.advance) || isTruthy(attributes.advance)) {
    cycle.index = cycle.index >= list.length - 1 ? 0 : cycle.index + 1;
  }
  return prints ? value : undefined;
}

function listOf(values: unknown, delimiter: string): readonly unknown[] {
  return typeof values === "object" ? valuesOf(values) : toText(values).split(delimiter || ",");
}

function sameValues(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  return typeof left === "object" && typeof right === "object" && JSON.stringify(left) === JSON.stringify(right);
}

function runMath(runtime: Runtime, attributes: Attributes): unknown {
  const { equation, format, assign, ...variables } = attributes;
  const result = evaluateMath(runtime, toText(equation), variables);
  if (result === undefined) return undefined;
  const value = isTruthy(format) ? formatText(runtime, toText(format), [result]) : result;
  if (!isTruthy(assign)) return value;
  runtime.locals.set(toText(assign), value);
  return undefined;
}

/** A render without a format of its own prints what a plain text can show. */
function renderDocumentTag(
  runtime: Runtime,
  name: DocumentTagCall["name"],
  attributes: Attributes,
  site: TagSite,
): number {
  runtime.site = site;
  const renderer = runtime.options.documentTags;
  if (renderer) {
    const given = name === "checkbox" ? { ...attributes, value: isYes(attributes.value) } : attributes;
    runtime.out += renderer({ name, attributes: given, site });
    if (runtime.out.length > runtime.maxOutput) runtime.refuseOutput();
    return 0;
  }
  switch (name) {
    case "pagebreak":
      printValue(runtime, "\f", false, site);
      break;
    case "checkbox":
      printValue(runtime, isYes(attributes.value) ? "\u2612" : "\u2610", false, site);
      break;
    case "link":
      printValue(runtime, isTruthy(attributes.text) ? attributes.text : attributes.url, false, site);
      break;
    default:
      runtime.warn("unsupported_tag", `{${name}} prints nothing here`);
  }
  return 0;
}
