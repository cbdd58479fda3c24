import type { AssemblyToken } from "../../language/assembly-token.ts";
import type { Expression, Tag } from "../../language/ast.ts";
import { VALUE_END, VALUE_START } from "../../office/field-values.ts";

/** Whose values are marked in a text: those of all tags, or, in an address, of those that do not encode them already. */
export type MarkedTags = "all" | "unencoded";

/** A tag between marks, for a text in which what is written and what are values is told apart afterwards. */
export function markedTokens(tag: Tag, marked: MarkedTags): AssemblyToken[] {
  if (tag.role !== "output" || (marked === "unencoded" && (tag.raw || isEncoded(tag.expression))))
    return [{ kind: "tag", tag }];
  const { at, expression } = tag;
  const literal = (value: string): Expression => ({ kind: "literal", at, value });
  // No value ends its own mark.
  const cleared: Expression = {
    kind: "modifier",
    at,
    name: "replace",
    operand: expression,
    arguments: [literal(VALUE_END), literal("")],
  };
  return [
    { kind: "text", text: VALUE_START },
    { kind: "tag", tag: { ...tag, expression: cleared } },
    { kind: "text", text: VALUE_END },
  ];
}

function isEncoded(expression: Expression): boolean {
  if (expression.kind !== "modifier" && expression.kind !== "call") return false;
  const { name, arguments: given } = expression;
  if (/^(?:raw)?urlencode$/.test(name)) return true;
  return name === "escape" && given.some((each) => each.kind === "literal" && /^url/.test(String(each.value)));
}
