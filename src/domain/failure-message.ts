import { Failure } from "./failure.ts";
import type { FailureCode } from "./failure-codes.ts";

/** A failure on its way through RPC, which keeps neither class nor members of an error. */
export interface FailureMessage {
  code: FailureCode;
  message: string;
  retryAfterSeconds?: number;
  /** Its cause, for the log of whoever asked: the object does not know whose run it is. */
  cause?: string;
}

export function failureMessage({ code, message, retryAfterSeconds, cause }: Failure): FailureMessage {
  return {
    code,
    message,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(cause === undefined ? {} : { cause: String(cause) }),
  };
}

export function failureOf({ code, message, retryAfterSeconds, cause }: FailureMessage): Failure {
  return new Failure(code, message, {
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(cause === undefined ? {} : { cause: new Error(cause) }),
  });
}
