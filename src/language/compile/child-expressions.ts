import type { Expression } from "../ast.ts";

/** The expressions that an expression is made of. */
export function childExpressions(expression: Expression): Expression[] {
  switch (expression.kind) {
    case "member":
      return [expression.object, expression.key];
    case "unary":
      return [expression.operand];
    case "binary":
      return [expression.left, expression.right];
    case "conditional":
      return [expression.test, ...(expression.then ? [expression.then] : []), expression.otherwise];
    case "call":
      return expression.arguments;
    case "modifier":
      return [expression.operand, ...expression.arguments];
    case "array":
      return expression.items.flatMap(({ key, value }) => (key ? [key, value] : [value]));
    case "interpolation":
      return expression.parts;
    default:
      return [];
  }
}
