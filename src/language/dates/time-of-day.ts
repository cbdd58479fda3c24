import { readDateFields } from "./read-date-fields.ts";

/** Hours may go beyond a day, as those of a time sheet's total do; people write 12-hour times with or without points. */
const CLOCK = /^\s*(\d{1,5}):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,9}))?)?\s*$/;
const HALF_DAY = /^\s*(0?[1-9]|1[0-2])(?::([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,9}))?)?)?\s*([ap])\.?\s?m\.?\s*$/i;
const SECONDS_PER_DAY = 86_400;

/**
 * A text that is a time of day or a duration, as days.
 * @param startsWithMinutes the cell shows minutes and seconds, but no hours: `08:30` is eight minutes there
 * @returns undefined for texts that name a day, and for what is no time
 */
export function readTime(text: string, startsWithMinutes = false): number | undefined {
  const clock = CLOCK.exec(text);
  if (clock) {
    const [, first = "", second = "", third, fraction = ""] = clock;
    if (third === undefined && startsWithMinutes) return daysOf(0, first, second, "");
    return daysOf(Number(first), second, third ?? "0", fraction);
  }
  const half = HALF_DAY.exec(text);
  if (half) {
    const [, hour = "", minute = "0", second = "0", fraction = "", letter = ""] = half;
    return daysOf((Number(hour) % 12) + (letter.toLowerCase() === "p" ? 12 : 0), minute, second, fraction);
  }
  const fields = readDateFields(text);
  if (!fields || fields.hour === undefined || fields.hasDate || fields.weekday !== undefined || fields.special)
    return undefined;
  if (Object.values(fields.relative).some((amount) => amount !== 0)) return undefined;
  return (fields.hour * 3600 + (fields.minute ?? 0) * 60 + (fields.second ?? 0)) / SECONDS_PER_DAY;
}

function daysOf(hour: number, minute: string, second: string, fraction: string): number {
  return (hour * 3600 + Number(minute) * 60 + Number(`${second}.${fraction || "0"}`)) / SECONDS_PER_DAY;
}
