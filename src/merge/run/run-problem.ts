import { Failure } from "../../domain/failure.ts";
import type { FailureCode } from "../../domain/failure-codes.ts";
import type { RunProblem } from "../../domain/run.ts";

/** A failure as the run keeps it; what is not for the caller stays in the log. */
export function runProblem(error: unknown): RunProblem {
  if (error instanceof Failure) return { code: error.code, message: error.message, errors: error.errors };
  return { code: "internal_error", message: "Something went wrong on our side.", errors: [] };
}

/** Failures that another try may not meet. */
const OF_THE_MOMENT: ReadonlySet<FailureCode> = new Set([
  "browser_unavailable",
  "internal_error",
  "rate_limited",
  "work_interrupted",
]);

/** Failures that another try would meet again: everything caused by the template, the data or the request. */
export function isFinal(error: unknown): boolean {
  return error instanceof Failure && !OF_THE_MOMENT.has(error.code);
}

/** 5 s, 10 s, 20 s, ... unless the failure says when it may be tried again. */
export function retryDelaySeconds(error: unknown, tries: number): number {
  const asked = error instanceof Failure ? error.retryAfterSeconds : undefined;
  return Math.min(asked ?? 5 * 2 ** (tries - 1), 600);
}
