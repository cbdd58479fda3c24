import { Failure } from "../../domain/failure.ts";
import { guardedRequest, type OutboundAnswer, type OutboundRequest } from "../../outbound/guarded-request.ts";
import { OUTBOUND_LIMITS } from "../../outbound/outbound-policy.ts";
import { DeliveryError, type DeliveryErrorOptions } from "../delivery-error.ts";
import type { OutboundContext } from "../outbound-context.ts";
import { responseHead } from "../response-head.ts";
import { retryAfterMs } from "../retry-schedule.ts";
import { requestFailure } from "../web-target.ts";

const LIMITS = { ...OUTBOUND_LIMITS, maxBytes: 64 * 1024, truncated: true, firstByteMs: 30_000, totalMs: 35_000 };

/**
 * One request to a store. Any status is an answer; of a long one the beginning is kept.
 * @throws DeliveryError if there was no answer
 */
export async function storeRequest(
  { policy }: OutboundContext,
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

/** Why a store refused a request. */
type StoreFault =
  /** The credentials are not valid or not sufficient: new ones are used by the next try. */
  | "credentials"
  /** It is full. */
  | "quota"
  /** A folder, a container or a drive does not exist. */
  | "missing"
  /** It is busy, or broken for now. */
  | "later"
  /** Another try would get the same answer. */
  | "never";

/**
 * The failure that an answer is: a sentence, and what was answered.
 * @param setting what has to be changed, if that is known
 */
export function storeError(
  { now }: OutboundContext,
  fault: StoreFault,
  sentence: string,
  answer: OutboundAnswer,
  setting?: string,
): DeliveryError {
  const said = fault === "credentials" ? sentence + clockDifference(answer, now()) : sentence;
  const options: DeliveryErrorOptions = {
    permanent: fault === "never",
    targetWorks: true,
    retryAfterMs: retryAfterMs(answer.headers.get("retry-after"), now()),
    sentence: said,
    ...(setting === undefined ? {} : { setting }),
  };
  return new DeliveryError(`${said}\n\n${responseHead(answer)}`, options);
}

const NOT_NOW: ReadonlySet<number> = new Set([408, 423, 425, 429]);

/** Answers that another try may not get: busy, locked, and most failures of the server itself. */
export const isTransient = ({ status }: OutboundAnswer): boolean =>
  NOT_NOW.has(status) || (status >= 500 && status !== 501 && status !== 507);

export const isRedirect = ({ status, headers }: OutboundAnswer): boolean =>
  status >= 300 && status <= 399 && headers.has("location");

/** An HTML page or a redirect, which no API sends: a proxy or a login page has answered in its place. */
export const isFromIntermediary = (answer: OutboundAnswer): boolean =>
  isRedirect(answer) || /^text\/html\b/i.test(answer.headers.get("content-type") ?? "");

/** The failure for an answer that is incomplete or not the store's own: whether the store has the file is not known. */
export const unexpectedAnswer = (outbound: OutboundContext, store: string, answer: OutboundAnswer): DeliveryError =>
  storeError(
    outbound,
    "later",
    `${store} gave no answer that can be read; something on the way to it may have answered in its place.`,
    answer,
  );

/** Stores that sign by the time refuse whoever is further away (Azure: 15 minutes). */
const CLOCK_TOLERANCE_MS = 5 * 60 * 1000;

/** A sentence if the store's clock is far from ours: that, and not the key, may be why it refuses. */
function clockDifference({ headers }: OutboundAnswer, now: Date): string {
  const difference = Math.abs(Date.parse(headers.get("date") ?? "") - now.getTime());
  return difference > CLOCK_TOLERANCE_MS
    ? ` Its clock and this service's are ${Math.round(difference / 60_000)} minutes apart.`
    : "";
}
