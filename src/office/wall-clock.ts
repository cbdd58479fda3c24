const UTC = "UTC";
/** By zone: making one takes a quarter of a millisecond, using it a hundredth of that. */
const formats = new Map<string, Intl.DateTimeFormat>();
const MAX_FORMATS = 50;

/** A date whose UTC parts are the wall clock of the zone; unknown zones count as UTC. */
export function wallClock(now: number, timeZone = UTC): Date {
  if (timeZone === UTC) return new Date(Math.floor(now / 1000) * 1000);
  try {
    const parts = formatOf(timeZone).formatToParts(now);
    const part = (type: string) => Number(parts.find((candidate) => candidate.type === type)?.value ?? 0);
    return new Date(
      Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second")),
    );
  } catch {
    return new Date(now);
  }
}

/** @throws RangeError for an unknown zone */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    if (formats.size >= MAX_FORMATS) formats.clear();
    formats.set(timeZone, format);
  }
  return format;
}
