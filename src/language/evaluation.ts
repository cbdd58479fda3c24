import { assignPath, compileTarget } from "./assign.ts";
import type { BlockSpec, Expression, Tag, TemplateNode } from "./ast.ts";
import { type CompileScope, compileExpression, type Evaluate, newCompileScope } from "./compile-expression.ts";
import { loopNames, runLoop } from "./compile-loops.ts";
import { compileNodes } from "./compile-nodes.ts";
import type { RenderContext, RenderResult } from "./render-context.ts";
import { Runtime } from "./runtime.ts";
import { guardLimits } from "./template.ts";
import { Trace } from "./trace.ts";
import { isTruthy, toText } from "./values.ts";

/** One turn of a loop; the answer `"break"` ends the loop, anything else goes on. */
export type Turn = (index: number) => unknown;

/**
 * The language's parts for formats that walk their own structure (rows of a sheet, slides) instead of assembling text:
 * expressions, tests, loops and assignments over one set of data, with shared limits, warnings and trace.
 * Its methods throw the Failures of `renderTemplate`.
 */
export class Evaluation {
  private readonly runtime: Runtime;
  private readonly scope: CompileScope;
  private readonly compiled = new Map<Expression, Evaluate>();
  private readonly data: Record<string, unknown>;

  constructor(data: unknown, context: RenderContext) {
    this.data = typeof data === "object" && data !== null ? (data as Record<string, unknown>) : {};
    this.runtime = new Runtime(this.data, context);
    if (context.trace) this.runtime.trace = new Trace();
    this.scope = newCompileScope(context.trace === true);
  }

  /** The value itself, e.g. to give a cell its type. */
  evaluate(expression: Expression): unknown {
    let run = this.compiled.get(expression);
    if (!run) {
      run = compileExpression(expression, this.scope);
      this.compiled.set(expression, run);
    }
    return guardLimits(() => run(this.runtime));
  }

  /** Whether a condition holds. */
  test(expression: Expression): boolean {
    return isTruthy(this.evaluate(expression));
  }

  /** What `{expression}` prints, unescaped. */
  text(expression: Expression): string {
    return toText(this.evaluate(expression));
  }

  /** Renders assembled nodes with the variables as they stand. */
  render(nodes: readonly TemplateNode[]): string {
    const { out } = this.runtime;
    this.runtime.out = "";
    guardLimits(() => compileNodes(nodes, this.scope)(this.runtime));
    const text = this.runtime.out;
    this.runtime.out = out;
    return text;
  }

  assign(tag: Tag & { role: "assign" }): void {
    const node: TemplateNode = {
      kind: "assign",
      target: tag.target,
      operator: tag.operator,
      value: tag.value,
      site: { source: tag.source, at: tag.at },
    };
    this.render([node]);
  }

  /** Sets a variable of the template, e.g. a member of the item a rule repeats for. */
  setVariable(name: string, value: unknown): void {
    const target = compileTarget({ kind: "variable", at: 0, name }, this.scope);
    assignPath(this.runtime, target, value);
  }

  /** Runs the turns of a loop over a list with its item, key and properties set; answers their number. */
  loop(block: Extract<BlockSpec, { kind: "loop" }>, turn: Turn): number {
    const { spec } = block;
    const list = this.evaluate(spec.from);
    let turns = 0;
    this.scope.names.within(loopNames(spec, this.scope.names), () => {
      guardLimits(() => runLoop(this.runtime, spec, list, () => (turn(turns++) === "break" ? 1 : 0)));
    });
    return turns;
  }

  /** Warnings and trace of everything evaluated so far. */
  result(): Pick<RenderResult, "warnings" | "trace"> {
    return { warnings: this.runtime.warnings, trace: this.runtime.trace?.result(this.data) };
  }
}
