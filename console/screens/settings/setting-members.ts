import { asProblem, fieldErrors } from "../../api/problem.ts";

/** A setting that is a text; an empty one stands for what is not set. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** A setting that is a flag. */
export const isOn = (value: unknown, fallback: boolean): boolean =>
  value === undefined || value === null ? fallback : value === 1 || value === true;

/** The members that have changed. */
export function different(now: Record<string, unknown>, before: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])),
  );
}

/** Errors at their fields: members of `settings` are beside the others in the form. */
export function settingErrors(error: unknown): Record<string, string> {
  const errors = fieldErrors(asProblem(error));

  return Object.fromEntries(
    Object.entries(errors).map(([name, message]) => [name.replace(/^settings\./, ""), message]),
  );
}
