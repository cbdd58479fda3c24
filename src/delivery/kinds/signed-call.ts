import { Failure } from "../../domain/failure.ts";
import { guardedRequest } from "../../outbound/guarded-request.ts";
import { OUTBOUND_LIMITS } from "../../outbound/outbound-policy.ts";
import { webhookHeaders } from "../../outbound/webhook-signature.ts";
import { DeliveryError } from "../delivery-error.ts";
import type { DeliveryReceipt } from "../delivery-kind.ts";
import type { DeliveryServices } from "../delivery-services.ts";
import { responseHead } from "../response-head.ts";
import { retryAfterMs } from "../retry-schedule.ts";
import { requestFailure } from "../web-target.ts";

/** A call of an address that a customer gave. */
export interface SignedCall {
  url: URL;
  method: string;
  /** Header lines of the customer's own. */
  lines: readonly (readonly [name: string, value: string])[];
  body: Uint8Array;
  contentType: string;
  /** How long it may take; 10 s until the answer begins and 20 s in all when absent. */
  seconds?: number;
  /** What it is signed with; it is not signed if there are none. */
  secrets: readonly string[];
}

/** Answers are only looked at for the record. */
const LIMITS = { ...OUTBOUND_LIMITS, maxBytes: 16 * 1024, truncated: true };

const within = (milliseconds: number) => ({
  firstByteMs: milliseconds,
  totalMs: milliseconds,
  idleMs: milliseconds,
});

/** Several secrets of one setting: two of them while one takes the other's place. */
export const secretsIn = (text: string): string[] => text.split(/\s+/).filter((secret) => secret !== "");

/** Whoever calls: its id is the same on every try. */
interface Caller {
  services: Pick<DeliveryServices, "outbound" | "now">;
  internalHosts: readonly string[];
  entry: { id: string };
}

/** Calls it under the delivery's id, signed by Standard Webhooks. @throws DeliveryError when it was not taken */
export async function signedCall(
  { entry, services, internalHosts }: Caller,
  { url, method, lines, body, contentType, secrets, seconds }: SignedCall,
): Promise<DeliveryReceipt> {
  const signed = await webhookHeaders({ id: entry.id, sentAt: services.now(), body }, secrets);
  try {
    const answer = await guardedRequest(
      url,
      {
        method,
        headers: {
          "user-agent": "Docloom",
          accept: "*/*",
          "content-type": contentType,
          ...Object.fromEntries(lines.map(([name, value]) => [name.toLowerCase(), value])),
          ...signed,
        },
        body,
      },
      services.outbound(internalHosts),
      seconds === undefined ? LIMITS : { ...LIMITS, ...within(seconds * 1_000) },
    );
    return receiptOf(answer, services.now());
  } catch (error) {
    if (error instanceof Failure) throw requestFailure(error);
    throw error;
  }
}

function receiptOf(answer: { status: number; headers: Headers; bytes: Uint8Array }, now: Date): DeliveryReceipt {
  const response = responseHead(answer);
  const { status } = answer;
  if (status >= 200 && status <= 299) return { response };
  throw new DeliveryError(response, {
    gone: status === 410,
    permanent: status === 410,
    retryAfterMs: retryAfterMs(answer.headers.get("retry-after"), now),
    // It answers, and so it holds nobody back: other addresses of the host may be fine.
    targetWorks: true,
  });
}
