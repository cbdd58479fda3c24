import type * as z from "zod";
import { Failure, type FailureItem } from "../domain/failure.ts";
import { FAILURE_CODES, type FailureCode } from "../domain/failure-codes.ts";
import { jsonPointer } from "../domain/json-pointer.ts";
import { issueMessage } from "./issue-message.ts";

/** Which part of the request a value is in. */
export type RequestPart = "path" | "query" | "body";

/**
 * The value as the schema gives it. Messages of custom checks are written as what follows the member's name
 * ("must be ..."); an issue with `params: { failureCode }` gives the failure its code.
 * @throws Failure `invalid_request` with one item per issue, or the code that all issues carry
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  part: RequestPart,
): z.output<Schema> {
  const result = schema.safeParse(value, { error: issueMessage });
  if (result.success) return result.data;

  const issues = result.error.issues.flatMap(closestIssues);
  const errors = issues.map((issue) => toItem(issue, part));
  throw new Failure(failureCodeOf(issues), errors.map(({ message }) => message).join(" "), { errors });
}

function toItem(issue: z.core.$ZodIssue, part: RequestPart): FailureItem {
  const pointer = jsonPointer(stepsTo(issue));
  const subject = issue.path.length === 0 ? `The ${part}` : formName(issue.path);

  return { pointer, message: `${subject} ${issue.message}.` };
}

/** Where an issue is: one member that is not known is named itself, several by the object that they are in. */
function stepsTo(issue: z.core.$ZodIssue): readonly PropertyKey[] {
  const isOneMember = issue.code === "unrecognized_keys" && issue.keys.length === 1;
  return isOneMember ? [...issue.path, ...issue.keys] : issue.path;
}

/** `["files", 0, "name"]` as people write it in a form: `files[0][name]`. */
function formName(path: readonly PropertyKey[]): string {
  return path.map((step, index) => (index === 0 ? String(step) : `[${String(step)}]`)).join("");
}

/**
 * An issue of a union says only that nothing fits. Where one of its shapes was recognized (its issues lie inside the
 * value, or are about what it holds), that shape's issues are the ones a person can act on.
 */
function closestIssues(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== "invalid_union") return [issue];

  const shapes = issue.errors.map((issues) => issues.flatMap(closestIssues)).filter((issues) => issues.length > 0);
  const recognized = shapes.find((issues) => issues.every(({ path, code }) => path.length > 0 || isAboutContent(code)));

  return recognized?.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })) ?? [issue];
}

const isAboutContent = (code: z.core.$ZodIssue["code"]): boolean => code === "custom" || code === "unrecognized_keys";

function failureCodeOf(issues: readonly z.core.$ZodIssue[]): FailureCode {
  const codes = new Set(issues.map((issue) => (issue.code === "custom" ? issue.params?.failureCode : undefined)));
  const [code] = codes;

  return codes.size === 1 && typeof code === "string" && code in FAILURE_CODES
    ? (code as FailureCode)
    : "invalid_request";
}
