import type * as z from "zod";

/** If no shape of a union fits, the issue that lies deepest: that of the shape that was meant. */
function innermost(
  issue: z.core.$ZodIssue,
  above: readonly PropertyKey[] = [],
): z.core.$ZodIssue & { at: PropertyKey[] } {
  const at = [...above, ...issue.path];
  if (issue.code !== "invalid_union") return { ...issue, at };
  const branches = issue.errors.flat().map((inner) => innermost(inner, at));
  const named = (found: (typeof branches)[number]) => found.at.length + (found.message.startsWith("must ") ? 0.5 : 0);
  return branches.reduce((best, each) => (named(each) > named(best) ? each : best), { ...issue, at });
}

/** Whether nothing is there where something is expected; issues do not say what the value was. */
function isMissing(issue: z.core.$ZodIssue): boolean {
  if (issue.code === "invalid_union") return issue.errors.flat().every(isMissing);
  return issue.code === "invalid_type" && issue.message.endsWith("received undefined");
}

/** What values of the kinds of JSON have to be. */
const KINDS: Readonly<Record<string, string>> = {
  array: "must be a list",
  object: "must be an object",
  string: "must be text",
  number: "must be a number",
};

function mustBe(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code === "invalid_type") return KINDS[issue.expected];
  // what may be left out is a union with nothing
  return issue.code === "invalid_union" ? issue.errors.flat().map(mustBe).find(Boolean) : undefined;
}

/** What is wrong with a shape, and where: the path of the value. */
export function shapeProblem(outer: z.core.$ZodIssue): { at: readonly PropertyKey[]; message: string } {
  const issue = innermost(outer);
  const { at } = issue;
  const name = issue.at.join(".") || "The invoice";
  if (issue.code === "unrecognized_keys") {
    return { at, message: `${name} has members that are not known: ${issue.keys.slice(0, 10).join(", ")}.` };
  }
  const custom = issue.message.startsWith("must ") ? issue.message : undefined;
  const said = custom ?? (isMissing(issue) ? "is missing" : (mustBe(issue) ?? "is not of the right kind"));
  return { at, message: `${name} ${said}.` };
}
