import type { z } from "zod";
import { Failure, type FailureItem } from "../domain/failure.ts";
import { FAILURE_CODES, type FailureCode } from "../domain/failure-codes.ts";

/** Which part of the request a value stands in. */
export type RequestPart = "path" | "query" | "body";

/**
 * The value as the schema gives it.
 * @throws Failure `invalid_request` with one item per issue, or the failure code that all issues carry
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  part: RequestPart,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;

  const issues = result.error.issues;
  const errors = issues.map((issue) => describeIssue(issue, part));
  throw new Failure(failureCodeOf(issues), errors.map(({ message }) => message).join(" "), { errors });
}

function describeIssue(issue: z.core.$ZodIssue, part: RequestPart): FailureItem {
  const pointer = issue.path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  const name = part === "body" ? formName(issue.path) : String(issue.path[0] ?? "");

  return { pointer, message: `${name === "" ? `The ${part}` : `${name}`}: ${issue.message}.` };
}

/** `["files", 0, "name"]` as people write it in a form: `files[0][name]`. */
function formName(path: readonly PropertyKey[]): string {
  return path.map((step, index) => (index === 0 ? String(step) : `[${String(step)}]`)).join("");
}

function failureCodeOf(issues: readonly z.core.$ZodIssue[]): FailureCode {
  const codes = new Set(issues.map((issue) => (issue.code === "custom" ? issue.params?.failureCode : undefined)));
  const [code] = codes;

  return codes.size === 1 && typeof code === "string" && code in FAILURE_CODES
    ? (code as FailureCode)
    : "invalid_request";
}
