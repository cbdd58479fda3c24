import * as z from "zod";
import { Failure } from "../../domain/failure.ts";
import type { Env } from "../../env.ts";
import { guardedRequest } from "../../outbound/guarded-request.ts";
import { OUTBOUND_LIMITS, outboundPolicy } from "../../outbound/outbound-policy.ts";

const SITEVERIFY = "https://challenges.cloudflare.com/turnstile/v0/siteverify";

/** Somebody waits for the answer, which is small. */
const LIMITS = { ...OUTBOUND_LIMITS, maxBytes: 64 * 1024, firstByteMs: 5_000, totalMs: 8_000 };

const answerSchema = z.object({
  success: z.boolean(),
  "error-codes": z
    .array(z.string().max(100))
    .max(20)
    .default(() => []),
});

/** What Turnstile says of a token. */
export interface Siteverified {
  success: boolean;
  /** Such as `invalid-input-secret`, `timeout-or-duplicate`. */
  errors: readonly string[];
}

/**
 * Asks Turnstile about a token. Of the visitor it is told nothing.
 * @param repeatedAs a UUID: the same token asked about under the same one is answered alike, instead of as used up
 * @throws Failure `url_unreachable` if there is no answer, or none that makes sense; others of `guardedRequest`
 */
export async function siteverify(
  env: Env,
  { secret, token, repeatedAs }: { secret: string; token: string; repeatedAs?: string },
): Promise<Siteverified> {
  const body = JSON.stringify({ secret, response: token, idempotency_key: repeatedAs });
  const headers = { "content-type": "application/json", accept: "application/json", "user-agent": "Docloom" };
  const { status, bytes } = await guardedRequest(
    SITEVERIFY,
    { method: "POST", headers, body },
    outboundPolicy(env),
    LIMITS,
  );
  // what is wrong with a token or a secret comes with a status of its own, and says so
  const answer = answerSchema.safeParse(jsonOf(bytes));
  if (!answer.success) throw new Failure("url_unreachable", `Turnstile answered with status ${status}.`);
  return { success: answer.data.success, errors: answer.data["error-codes"] };
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined; // no JSON is no answer: the caller says so
  }
}
