import { Failure } from "../domain/failure.ts";

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
const COUNTS_AT_ONCE = 50;

/** Counts several uses of `key` and refuses none of them: what comes next is refused if nothing is left. */
export async function countUses(
  { request, env }: { request: Request; env: Limiters },
  policy: RatePolicy,
  key: string,
  uses: number,
): Promise<void> {
  const { binding, quota } = POLICIES[policy];
  for (let left = Math.min(uses, quota); left > 0; left -= COUNTS_AT_ONCE) {
    const outcomes = await Promise.all(
      Array.from({ length: Math.min(left, COUNTS_AT_ONCE) }, () => env[binding].limit({ key })),
    );
    for (const { success } of outcomes) states.set(request, count(policy, key, success));
    if (outcomes.some(({ success }) => !success)) return;
  }
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
