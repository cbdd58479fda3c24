import { Failure } from "../domain/failure.ts";

/** Period of the rate limits in wrangler.toml. */
const PERIOD_SECONDS = 60;

/**
 * Counts one use of `key` and refuses it above the binding's limit.
 * @throws Failure `rate_limited`
 */
export async function limitRate(limiter: RateLimit, key: string, what: string): Promise<void> {
  const { success } = await limiter.limit({ key });
  if (success) return;

  throw new Failure("rate_limited", `Too many ${what}: try again in a minute.`, { retryAfterSeconds: PERIOD_SECONDS });
}
