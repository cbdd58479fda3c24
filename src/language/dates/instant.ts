import { civilFromDays, dayOfYear, weekdayOfDays } from "./calendar.ts";
import { MAX_EPOCH_MS, offsetAt } from "./zone-offsets.ts";

const DAY_MS = 86_400_000;

/** A point of time and the calendar fields it has in one zone. */
export interface Instant {
  readonly epochMs: number;
  /** IANA name, e.g. `Europe/Berlin`. */
  readonly timeZone: string;
  /** BCP 47 tag that names months and days. */
  readonly locale: string;
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
  /** 0 is Sunday. */
  readonly weekday: number;
  /** 0 is January 1. */
  readonly dayOfYear: number;
  /** Seconds east of UTC. */
  readonly offsetSeconds: number;
}

/**
 * The calendar fields of a point of time.
 * @param milliseconds milliseconds since 1970-01-01T00:00:00Z; what Date cannot hold is brought to its nearest limit
 * @throws Failure `time_zone_unknown`
 */
export function instantAt(milliseconds: number, timeZone: string, locale: string): Instant {
  const epochMs = withinRange(milliseconds);
  const offsetSeconds = timeZone === "UTC" ? 0 : offsetAt(epochMs, timeZone);
  const localMs = epochMs + offsetSeconds * 1000;
  const days = Math.floor(localMs / DAY_MS);
  const msOfDay = localMs - days * DAY_MS;
  const secondOfDay = Math.floor(msOfDay / 1000);
  const { year, month, day } = civilFromDays(days);
  return {
    epochMs,
    timeZone,
    locale,
    year,
    month,
    day,
    hour: Math.floor(secondOfDay / 3600),
    minute: Math.floor(secondOfDay / 60) % 60,
    second: secondOfDay % 60,
    millisecond: msOfDay % 1000,
    weekday: weekdayOfDays(days),
    dayOfYear: dayOfYear(year, month, day),
    offsetSeconds,
  };
}

function withinRange(milliseconds: number): number {
  if (milliseconds >= -MAX_EPOCH_MS && milliseconds <= MAX_EPOCH_MS) return milliseconds;
  return Number.isNaN(milliseconds) ? 0 : Math.sign(milliseconds) * MAX_EPOCH_MS;
}
