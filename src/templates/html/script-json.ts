import type { Expression, Tag } from "../../language/ast.ts";
import type { HtmlPlace } from "./html-places.ts";

/** JSON_HEX_TAG, JSON_HEX_AMP and JSON_HEX_APOS of PHP's json_encode: a JSON text without `<`, `>`, `&` and `'`. */
const HEX_FLAGS = 1 | 2 | 4;

/**
 * A tag that prints JSON into a script or a single-quoted attribute: the text is printed as it is, and nothing in it can
 * end the script or the attribute. In double quotes JSON's own quotes must be escaped, which html undoes when it is read.
 */
export function withSafeJson(tag: Tag, place: HtmlPlace | undefined): Tag {
  if (tag.role !== "output" || (place !== "script" && place !== "single-quoted")) return tag;
  const json = jsonOf(tag.expression);
  return json ? { ...tag, expression: json, raw: true } : tag;
}

/** The json_encode that makes the whole text, with the flags that make it safe; `|raw` after it changes nothing. */
function jsonOf(expression: Expression): Expression | undefined {
  if (expression.kind === "modifier" && (expression.name === "raw" || expression.name === "html"))
    return jsonOf(expression.operand);
  if (expression.kind === "modifier" && expression.name === "json_encode")
    return { ...expression, arguments: withHexFlags(expression.arguments, expression.at) };
  if (expression.kind === "call" && expression.name === "json_encode") {
    const [value, ...others] = expression.arguments;
    return value && { ...expression, arguments: [value, ...withHexFlags(others, expression.at)] };
  }
  return undefined;
}

function withHexFlags([flags, ...others]: readonly Expression[], at: number): Expression[] {
  const own = flags?.kind === "literal" && typeof flags.value === "number" ? flags.value : 0;
  return [{ kind: "literal", at, value: own | HEX_FLAGS }, ...others];
}
