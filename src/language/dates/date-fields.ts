import type { RelativeField } from "./date-words.ts";

/** The zone a date names: an offset in seconds east of UTC, or an IANA name. */
export type ParsedZone =
  | { readonly kind: "offset"; readonly seconds: number }
  | { readonly kind: "name"; readonly name: string };

/** Special searches that a relative date can ask for. */
export type SpecialRelative =
  | { readonly kind: "workdays"; amount: number }
  /** "first monday of" */
  | { readonly kind: "weekdayOfMonth" }
  /** "last friday of" */
  | { readonly kind: "lastWeekdayOfMonth" };

/**
 * What has been read of a date so far. Fields that were not named are undefined; relative parts add up and are applied
 * at the end, in the order of the PHP manual: units, then weekday, then working days.
 */
export class DateFields {
  year: number | undefined;
  month: number | undefined;
  day: number | undefined;
  hour: number | undefined;
  minute: number | undefined;
  second: number | undefined;
  microsecond: number | undefined;
  zone: ParsedZone | undefined;

  readonly relative: Record<RelativeField, number> = {
    year: 0,
    month: 0,
    day: 0,
    hour: 0,
    minute: 0,
    second: 0,
    microsecond: 0,
  };
  /** 0 is Sunday; negative after "ago". */
  weekday: number | undefined;
  /** 0: today does not count; 1: today counts; 2: the day of the week that holds the date. */
  weekdayBehavior: 0 | 1 | 2 = 0;
  /** What "ago" leaves for a weekday. */
  special: SpecialRelative | undefined;
  dayOfMonth: "first" | "last" | undefined;

  hasDate = false;
  /** Counts, since a second group of four digits is a year. */
  timeCount = 0;
  zoneCount = 0;
  /** The text contradicts itself or holds something that is not a date. */
  failed = false;

  /** A date begins; false when there was one before. */
  beginDate(): boolean {
    if (this.hasDate) {
      this.failed = true;
      return false;
    }
    this.hasDate = true;
    return true;
  }

  /** A time begins; false when there was one before. */
  beginTime(): boolean {
    if (this.timeCount > 0) {
      this.failed = true;
      return false;
    }
    this.timeCount = 1;
    this.#setMidnight();
    return true;
  }

  /** "today", "monday" and the like start at midnight and let a time follow. */
  resetTime(): void {
    this.timeCount = 0;
    this.#setMidnight();
  }

  setDate(year: number | undefined, month: number | undefined, day: number | undefined): void {
    if (year !== undefined) this.year = year;
    if (month !== undefined) this.month = month;
    if (day !== undefined) this.day = day;
  }

  #setMidnight(): void {
    this.hour = 0;
    this.minute = 0;
    this.second = 0;
    this.microsecond = 0;
  }
}
