import type { Expression, TagSite } from "../ast.ts";
import type { Finding } from "./finding.ts";

/** `date` takes PHP's letters: with the signs of `date_format` it prints the percent signs, too. */
export function suspiciousPattern(expression: Expression, site: TagSite): Omit<Finding, "at" | "end"> | undefined {
  if (expression.kind !== "modifier") return undefined;
  const [pattern] = expression.arguments;
  if (expression.name !== "date" || pattern?.kind !== "literal" || !/%[a-z]/i.test(String(pattern.value)))
    return suspiciousPattern(expression.operand, site);

  return {
    code: "other_pattern",
    message: `\`${site.source}\` prints percent signs: \`date\` takes only letters, \`%\` belongs to \`date_format\``,
    remedy: `Write \`|date_format:"${pattern.value}"\`, or \`|date:"d.m.Y"\`.`,
  };
}
