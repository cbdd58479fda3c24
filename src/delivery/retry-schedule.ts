const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses after the first, second, ... failed try (wire "Deliveries"); the first try is made at once. */
export const RETRY_PAUSES_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;

/** Tries in total, before a delivery is given up. */
export const MAX_TRIES = RETRY_PAUSES_MS.length + 1;

const JITTER = 0.2;
const MAX_RETRY_AFTER_MS = 24 * HOUR;

/**
 * The pause before the next try, in milliseconds; undefined when tries are used up.
 * @param tries how many were made
 * @param retryAfterMs the other side's own word: never earlier than that
 * @param random 0 to 1
 */
export function retryPause(tries: number, retryAfterMs = 0, random = Math.random()): number | undefined {
  const pause = RETRY_PAUSES_MS[tries - 1];
  if (pause === undefined) return undefined;
  const jittered = pause * (1 + JITTER * (2 * random - 1));
  return Math.round(Math.max(jittered, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS)));
}

/** `Retry-After` (RFC 9110, 10.2.3), seconds or a date, in milliseconds from `now`; undefined when it says nothing. */
export function retryAfterMs(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * SECOND;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}
