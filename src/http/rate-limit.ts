import { Failure } from "../domain/failure.ts";
import type { Log } from "../domain/log.ts";
import { standBack, Turns } from "../domain/steps.ts";

/** Period of the rate limits in wrangler.toml. */
const PERIOD_SECONDS = 60;

/** The limits in wrangler.toml: who is counted, and how often that may be in a period. */
const POLICIES = {
  requests: { binding: "KEY_LIMIT", quota: 1_200 },
  merges: { binding: "MERGE_LIMIT", quota: 1_200 },
  logins: { binding: "LOGIN_LIMIT", quota: 300 },
} as const;

export type RatePolicy = keyof typeof POLICIES;

type Limiters = Readonly<Record<(typeof POLICIES)[RatePolicy]["binding"], RateLimit>>;

/** What is left of a limit, as far as this isolate knows. */
interface RateState {
  policy: RatePolicy;
  remaining: number;
  /** Until the count starts again. */
  seconds: number;
}

/**
 * Uses of a key since the beginning of the period, in this isolate; the platform counts all of them but only says when
 * they are used up.
 */
const counted = new Map<string, { since: number; uses: number }>();
const MAX_COUNTED = 10_000;

/** By request: what its answer says about the limits. */
const states = new WeakMap<Request, RateState>();

/** By request: what it was counted for. One that is admitted anew is counted once. */
const countedFor = new WeakMap<Request, Set<string>>();

function isCounted(request: Request, name: string): boolean {
  const names = countedFor.get(request) ?? new Set();
  countedFor.set(request, names);
  if (names.has(name)) return true;
  names.add(name);
  return false;
}

/**
 * Counts one use of `key` and refuses it above the limit of the policy.
 * @throws Failure `rate_limited`
 */
export async function limitRate(
  { request, env }: { request: Request; env: Limiters },
  policy: RatePolicy,
  key: string,
  what: string,
): Promise<void> {
  if (isCounted(request, `${policy}:${key}`)) return;
  const { success } = await env[POLICIES[policy].binding].limit({ key });
  const state = count(policy, key, success);
  // Of several limits the answer shows the one that is nearest to being used up.
  const shown = states.get(request);
  if (!shown || state.remaining <= shown.remaining) states.set(request, state);
  if (success) return;

  throw new Failure("rate_limited", `Too many ${what}: try again in a minute.`, { retryAfterSeconds: PERIOD_SECONDS });
}

/** How many counts are under way at the same time. */
const COUNTS_AT_ONCE = 10;
/** What a count takes, as so many bytes that are made. */
const COUNT_BYTES = 8 * 1024;

interface CountingContext {
  request: Request;
  env: Limiters;
  executionContext: Pick<ExecutionContext, "waitUntil">;
  log: Pick<Log, "failure">;
}

/**
 * Counts several uses of `key` and refuses none of them: what comes next is refused if nothing is left. The platform counts one by one,
 * which takes a second for the whole quota: it does so behind the answer, and leaves turns to others.
 */
export function countUses(
  { request, env, executionContext, log }: CountingContext,
  policy: RatePolicy,
  key: string,
  uses: number,
): void {
  const { binding, quota } = POLICIES[policy];
  const counts = Math.min(uses, quota);
  for (let each = 0; each < counts; each++) states.set(request, count(policy, key, true));

  const turns = new Turns(standBack);
  const counting = async () => {
    for (let left = counts; left > 0; left -= COUNTS_AT_ONCE) {
      await turns.next();
      turns.made(COUNT_BYTES * COUNTS_AT_ONCE);
      const calls = Array.from({ length: Math.min(left, COUNTS_AT_ONCE) }, () => env[binding].limit({ key }));
      if ((await Promise.all(calls)).some(({ success }) => !success)) return;
    }
  };
  executionContext.waitUntil(counting().catch((error) => log.failure("uses.not_counted", error)));
}

function count(policy: RatePolicy, key: string, isAllowed: boolean): RateState {
  const name = `${policy}:${key}`;
  const now = Date.now();
  let entry = counted.get(name);
  if (!entry || now - entry.since >= PERIOD_SECONDS * 1_000) {
    if (counted.size >= MAX_COUNTED) counted.clear();
    entry = { since: now, uses: 0 };
    counted.set(name, entry);
  }
  entry.uses++;
  if (!isAllowed) return { policy, remaining: 0, seconds: PERIOD_SECONDS };

  const remaining = Math.max(0, POLICIES[policy].quota - entry.uses);
  return { policy, remaining, seconds: Math.ceil(PERIOD_SECONDS - (now - entry.since) / 1_000) };
}

/**
 * `RateLimit-Policy` and `RateLimit` of an answer (draft-ietf-httpapi-ratelimit-headers-10). A request that nothing
 * counted has all of its policy left.
 */
export function rateHeaders(request: Request): Record<"ratelimit-policy" | "ratelimit", string> {
  const state = states.get(request) ?? untouched(request);
  const { quota } = POLICIES[state.policy];
  return {
    "ratelimit-policy": `"${state.policy}";q=${quota};w=${PERIOD_SECONDS}`,
    ratelimit: `"${state.policy}";r=${state.remaining};t=${state.seconds}`,
  };
}

function untouched(request: Request): RateState {
  const policy = /^\/(merge|route)\//.test(new URL(request.url).pathname) ? "merges" : "requests";
  return { policy, remaining: POLICIES[policy].quota, seconds: PERIOD_SECONDS };
}
