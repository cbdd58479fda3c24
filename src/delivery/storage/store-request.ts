import { Failure } from "../../domain/failure.ts";
import { guardedRequest, type OutboundAnswer, type OutboundRequest } from "../../outbound/guarded-request.ts";
import { OUTBOUND_LIMITS } from "../../outbound/outbound-policy.ts";
import { DeliveryError, type DeliveryErrorOptions } from "../delivery-error.ts";
import type { OutboundDoor } from "../outbound-door.ts";
import { responseHead } from "../response-head.ts";
import { retryAfterMs } from "../retry-schedule.ts";
import { requestFailure } from "../web-target.ts";

const LIMITS = { ...OUTBOUND_LIMITS, maxBytes: 64 * 1024, truncated: true, firstByteMs: 30_000, totalMs: 35_000 };

/**
 * One request to a store. Any status is an answer; of a long one the beginning is kept.
 * @throws DeliveryError if there was no answer
 */
export async function storeRequest(
  { policy }: OutboundDoor,
  url: string,
  request: OutboundRequest,
  maxBytes: number = LIMITS.maxBytes,
): Promise<OutboundAnswer> {
  try {
    return await guardedRequest(url, request, policy, { ...LIMITS, maxBytes });
  } catch (error) {
    if (error instanceof Failure) throw requestFailure(error);
    throw error;
  }
}

/** Why a store did not do what it was asked. */
type StoreFault =
  /** It does not know who asks, or does not let him: new secrets reach the next try. */
  | "credentials"
  /** It is full. */
  | "quota"
  /** A folder, a container, a drive is not there. */
  | "missing"
  /** It is busy, or broken for now. */
  | "later"
  /** It would say the same again. */
  | "never";

/**
 * The failure that an answer is: a sentence, and what was answered.
 * @param setting what has to be changed, if that is known
 */
export function storeError(
  { now }: OutboundDoor,
  fault: StoreFault,
  sentence: string,
  answer: OutboundAnswer,
  setting?: string,
): DeliveryError {
  const options: DeliveryErrorOptions = {
    permanent: fault === "never",
    targetWorks: true,
    retryAfterMs: retryAfterMs(answer.headers.get("retry-after"), now()),
    sentence,
    ...(setting === undefined ? {} : { setting }),
  };
  return new DeliveryError(`${sentence}\n\n${responseHead(answer)}`, options);
}

/** An answer that says nothing but that it is not now: 408, 425, 429 and all of the server's own failures. */
export const isForLater = ({ status }: OutboundAnswer): boolean =>
  status === 408 || status === 425 || status === 429 || (status >= 500 && status !== 501 && status !== 507);
