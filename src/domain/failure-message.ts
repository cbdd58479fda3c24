import { Failure, type FailureItem } from "./failure.ts";
import type { FailureCode } from "./failure-codes.ts";

/** A failure on its way through RPC, which keeps neither class nor members of an error. */
export interface FailureMessage {
  code: FailureCode;
  message: string;
  errors?: readonly FailureItem[];
  retryAfterSeconds?: number;
  /** Its cause, for the log of whoever asked: the object does not know whose run it is. */
  cause?: string;
}

export function failureMessage({ code, message, errors, retryAfterSeconds, cause }: Failure): FailureMessage {
  return {
    code,
    message,
    ...(errors.length === 0 ? {} : { errors }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(cause === undefined ? {} : { cause: String(cause) }),
  };
}

export function failureOf({ code, message, errors, retryAfterSeconds, cause }: FailureMessage): Failure {
  return new Failure(code, message, {
    ...(errors === undefined ? {} : { errors }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(cause === undefined ? {} : { cause: new Error(cause) }),
  });
}
