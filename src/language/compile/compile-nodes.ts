import { present } from "../../domain/present.ts";
import { escapeHtml } from "../../domain/text/escape-html.ts";
import type { AssignOperator, Branch, CaptureSpec, Expression, TagSite, TemplateNode } from "../ast.ts";
import { pathOf, rootName } from "../field-paths.ts";
import type { Runtime } from "../runtime.ts";
import { isTruthy, Markup, toText, valuesOf } from "../values.ts";
import { assignPath, compileTarget } from "./assign.ts";
import { type CompileScope, compileExpression, type Evaluate } from "./compile-expression.ts";
import { compileForLoop, compileLoop, compileSection } from "./compile-loops.ts";
import { divide } from "./compile-operators.ts";
import { compileFunctionTag } from "./function-tags.ts";

/**
 * Renders nodes onto `runtime.out`. Returns 0 to go on, n > 0 to leave n loops ({break n}), n < 0 to go on with the
 * next turn of the -n-th loop ({continue n}).
 */
export type Emit = (runtime: Runtime) => number;

/** Compiles a list of nodes; names bound on the way stay bound in `scope` for what follows. */
export function compileNodes(nodes: readonly TemplateNode[], scope: CompileScope): Emit {
  const list = nodes.map((node) => compileNode(node, scope));
  const [first, second, third] = list;
  if (!first) return () => 0;
  if (!second) return first;
  if (!third) return (runtime) => first(runtime) || second(runtime);
  return (runtime) => {
    for (let index = 0; index < list.length; index++) {
      const jump = present(list[index])(runtime);
      if (jump !== 0) return jump;
    }
    return 0;
  };
}

function compileNode(node: TemplateNode, scope: CompileScope): Emit {
  switch (node.kind) {
    case "text": {
      const { text } = node;
      return (runtime) => {
        runtime.out += text;
        return 0;
      };
    }
    case "output":
      return compileOutput(compileExpression(node.expression, scope), node.raw, node.site);
    case "assign":
      return compileAssign(node, scope);
    case "if":
      return compileIf(node.branches, node.site, scope);
    case "foreach":
      return compileLoop(node, scope);
    case "for":
      return compileForLoop(node, scope);
    case "section":
      return compileSection(node, scope);
    case "capture":
      return compileCapture(node.spec, node.body, scope);
    case "html":
      return compileHtmlBlock(node.body, node.site, scope);
    case "group":
      return compileNodes(node.body, scope);
    case "alternatives":
      return compileAlternatives(node.versions, scope);
    case "function":
      return compileFunctionTag(node, scope);
    case "break":
    case "continue": {
      const jump = node.kind === "break" ? node.levels : -node.levels;
      return () => jump;
    }
  }
}

function compileOutput(evaluate: Evaluate, raw: boolean, site: TagSite): Emit {
  return (runtime) => {
    runtime.site = site;
    const value = evaluate(runtime);
    printValue(runtime, value, raw, site);
    return 0;
  };
}

/** Prints a value the way the render prints: plain, escaped for html, or by the format's writer. */
export function printValue(runtime: Runtime, value: unknown, raw: boolean, site: TagSite): void {
  const { refusal } = runtime.options;
  const printed = printedValue(runtime, value, raw, site);
  const refused = refusal?.(printed, site);
  if (refused === undefined) runtime.out += printed;
  else runtime.warn("refused_value", refused, { from: value });
  if (runtime.out.length > runtime.maxOutput) runtime.refuseOutput();
}

function printedValue(runtime: Runtime, value: unknown, raw: boolean, site: TagSite): string {
  if (runtime.printing === "written") return present(runtime.options.write)(value, site, raw);
  if (raw || runtime.printing === "plain" || value instanceof Markup) return toText(value);
  if (runtime.options.escape) return runtime.options.escape(toText(value), site);
  return escapeHtml(toText(value));
}

function compileAssign(node: TemplateNode & { kind: "assign" }, scope: CompileScope): Emit {
  const value = compileExpression(node.value, scope);
  const current = node.operator === "=" ? undefined : compileExpression(node.target, scope);
  const name = rootName(node.target) ?? "";
  const combined = current ? combine(node.operator, current, value) : value;
  // `{$row = $Items.0}` makes `$row.price` stand for `Items[].price`.
  const path = node.operator === "=" && node.target.kind === "variable" ? pathOf(node.value, scope.names) : null;
  const target = compileTarget(node.target, scope);
  scope.names.bind(name, path);
  const { site } = node;
  return (runtime) => {
    runtime.site = site;
    assignPath(runtime, target, combined(runtime));
    return 0;
  };
}

function combine(operator: AssignOperator, current: Evaluate, value: Evaluate): Evaluate {
  switch (operator) {
    case "+":
      return (runtime) => runtime.number(current(runtime)) + runtime.number(value(runtime));
    case "-":
      return (runtime) => runtime.number(current(runtime)) - runtime.number(value(runtime));
    case "*":
      return (runtime) => runtime.number(current(runtime)) * runtime.number(value(runtime));
    case "/":
      return (runtime) => divide(runtime, runtime.number(current(runtime)), runtime.number(value(runtime)));
    case ".":
      return (runtime) => {
        const text = toText(current(runtime)) + toText(value(runtime));
        runtime.reserve(text.length);
        return text;
      };
    default:
      return value;
  }
}

function compileIf(branches: readonly Branch[], site: TagSite, scope: CompileScope): Emit {
  const compiled = branches.map((branch) => {
    const test: Evaluate | undefined = branch.test && compileExpression(branch.test, scope);
    return { test, site: branch.site, body: compileNodes(branch.body, scope) };
  });
  const choose = (runtime: Runtime): number => {
    for (let index = 0; index < compiled.length; index++) {
      const branch = present(compiled[index]);
      runtime.site = branch.site;
      if (!branch.test || isTruthy(branch.test(runtime))) return index;
    }
    return -1;
  };
  if (scope.traced) {
    return (runtime) => {
      const taken = choose(runtime);
      runtime.trace?.branch(site, taken, compiled.length);
      return taken < 0 ? 0 : present(compiled[taken]).body(runtime);
    };
  }
  return (runtime) => {
    const taken = choose(runtime);
    return taken < 0 ? 0 : present(compiled[taken]).body(runtime);
  };
}

function compileCapture(spec: CaptureSpec, body: readonly TemplateNode[], scope: CompileScope): Emit {
  const run = compileNodes(body, scope);
  const name = spec.name && compileExpression(spec.name, scope);
  const assign = spec.assign && compileExpression(spec.assign, scope);
  const append = spec.append && compileExpression(spec.append, scope);
  for (const target of [spec.assign, spec.append]) bindLiteralName(target, scope);
  return (runtime) => {
    const outer = runtime.out;
    runtime.out = "";
    const jump = run(runtime);
    const text = runtime.out;
    runtime.out = outer;
    runtime.charge(text.length >>> 4);
    // What was captured is printed text of this format already.
    const value = runtime.printing === "plain" ? text : new Markup(text, "capture");
    runtime.captures.set(name ? toText(name(runtime)) : "default", value);
    if (assign) runtime.locals.set(toText(assign(runtime)), value);
    if (append) {
      const target = toText(append(runtime));
      runtime.locals.set(target, [...valuesOf(runtime.readOwn(target)), value]);
    }
    return jump;
  };
}

/** The name in `assign=name`, if it is written out, belongs to the template from here on. */
export function bindLiteralName(expression: Expression | undefined, scope: CompileScope): void {
  if (expression?.kind === "literal") scope.names.bind(String(expression.value), null);
  else if (expression?.kind === "variable") scope.names.bind(expression.name, null);
}

/** Each version begins with what there was before the first one; what the first one changes stays changed. */
function compileAlternatives(versions: readonly (readonly TemplateNode[])[], scope: CompileScope): Emit {
  const [first, ...others] = versions.map((version) => compileNodes(version, scope));
  return (runtime) => {
    const before = runtime.state();
    const jump = present(first)(runtime);
    const after = runtime.state();
    const { trace } = runtime;
    runtime.trace = undefined;
    for (const other of others) {
      runtime.restore(before);
      other(runtime);
    }
    runtime.trace = trace;
    runtime.restore(after);
    return jump;
  };
}

function compileHtmlBlock(body: readonly TemplateNode[], site: TagSite, scope: CompileScope): Emit {
  const run = compileNodes(body, scope);
  return (runtime) => {
    const { printing, out } = runtime;
    const renderer = runtime.options.documentTags;
    if (renderer) runtime.out = "";
    runtime.printing = "plain";
    const jump = run(runtime);
    runtime.printing = printing;
    if (renderer) runtime.out = out + renderer({ name: "html", attributes: {}, body: runtime.out, site });
    return jump;
  };
}
