import { appendAll } from "../../domain/collections/long-lists.ts";
import type { Expression, TemplateNode } from "../ast.ts";
import { childExpressions } from "../compile/child-expressions.ts";

/**
 * Goes through all nodes of a tree, those in strings with tags, too, without recursion; and through all expressions of
 * their tags.
 */
export function visitNodes(
  nodes: readonly TemplateNode[],
  onNode: (node: TemplateNode) => void,
  onExpression: (expression: Expression) => void = () => {},
): void {
  const waiting: TemplateNode[] = [...nodes].reverse();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    onNode(node);
    const nested: TemplateNode[] = [];
    const expressions = expressionsOf(node).reverse();
    for (let expression = expressions.pop(); expression; expression = expressions.pop()) {
      onExpression(expression);
      if (expression.kind === "template") appendAll(nested, expression.nodes);
      appendAll(expressions, childExpressions(expression).reverse());
    }
    appendAll(waiting, nested.reverse());
    for (const child of bodiesOf(node).reverse()) appendAll(waiting, [...child].reverse());
  }
}

function bodiesOf(node: TemplateNode): (readonly TemplateNode[])[] {
  switch (node.kind) {
    case "if":
      return node.branches.map((branch) => branch.body);
    case "foreach":
    case "for":
    case "section":
      return [node.body, node.otherwise ?? []];
    case "capture":
    case "html":
    case "group":
      return [node.body];
    case "alternatives":
      return node.versions;
    default:
      return [];
  }
}

function expressionsOf(node: TemplateNode): Expression[] {
  const given = (...list: (Expression | undefined)[]) => list.filter((each) => each !== undefined);
  switch (node.kind) {
    case "output":
      return [node.expression];
    case "assign":
      return [node.target, node.value];
    case "if":
      return given(...node.branches.map((branch) => branch.test));
    case "foreach":
      return [node.spec.from];
    case "for":
      return given(node.spec.start, node.spec.to, node.spec.step, node.spec.max);
    case "section":
      return given(node.spec.loop, node.spec.start, node.spec.step, node.spec.max, node.spec.show);
    case "capture":
      return given(node.spec.name, node.spec.assign, node.spec.append);
    case "function":
      return [...Object.values(node.named), ...node.positional];
    default:
      return [];
  }
}
