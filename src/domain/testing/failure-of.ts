import { Failure } from "../failure.ts";

/** The failure that an action ends with. */
export function failureOf(action: () => unknown): Failure {
  try {
    action();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error("no failure was thrown");
}
