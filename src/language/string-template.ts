import { appendAll } from "../domain/collections/long-lists.ts";
import { assembleTemplate } from "./assemble.ts";
import type { AssemblyToken } from "./assembly-token.ts";
import type { Expression } from "./ast.ts";
import { ExpressionParser } from "./expression.ts";
import type { StringPart } from "./lexer.ts";
import { isStringTooDeep, withinString } from "./nesting.ts";
import { scanTemplate } from "./scan.ts";
import { parseTag } from "./tag.ts";
import { SyntaxProblem } from "./template-error.ts";

/** The value of a double-quoted string with `$var`, `` `expr` `` and `{tags}` inside. */
export function interpolate(
  parts: readonly StringPart[],
  at: number,
  base: number,
  problems: SyntaxProblem[],
): Expression {
  if (isStringTooDeep()) throw new SyntaxProblem("too_deep", "Strings with tags are nested too deeply", at);
  return withinString(() => {
    if (parts.some((part) => part.kind === "tag")) return templateOf(parts, at, base, problems);
    return { kind: "interpolation", at, parts: parts.map((part) => partExpression(part, base, problems)) };
  });
}

function partExpression(part: StringPart, base: number, problems: SyntaxProblem[]): Expression {
  if (part.kind === "text") return { kind: "literal", at: base, value: part.text };
  const parser = new ExpressionParser(part.source, base + part.at);
  const expression = parser.parse();
  parser.expectEnd();
  appendAll(problems, parser.problems);
  return expression;
}

/** Tags in a string may be blocks whose ends are parts of their own, so all parts are assembled as one template. */
function templateOf(parts: readonly StringPart[], at: number, base: number, problems: SyntaxProblem[]): Expression {
  const tokens = parts.flatMap((part) => tokensOf(part, base, problems));
  const assembled = assembleTemplate(tokens, { keepNewlines: true });
  const [first] = assembled.problems;
  if (first) {
    throw new SyntaxProblem(first.code, first.message, at, first.hints);
  }
  return { kind: "template", at, nodes: assembled.nodes };
}

function tokensOf(part: StringPart, base: number, problems: SyntaxProblem[]): AssemblyToken[] {
  if (part.kind === "text") return [{ kind: "text", text: part.text }];
  const at = base + part.at;
  if (part.kind === "expression") {
    const expression = partExpression(part, base, problems);
    return [{ kind: "tag", tag: { role: "output", at, source: part.source, expression, raw: true } }];
  }
  return scanTemplate(part.source, "text").tokens.flatMap((token): AssemblyToken[] => {
    if (token.kind !== "tag") return [];
    const parsed = parseTag(token.body, at, token.source);
    appendAll(problems, parsed.problems);
    return parsed.tag ? [{ kind: "tag", tag: parsed.tag }] : [];
  });
}
