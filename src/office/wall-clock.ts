/** A date whose UTC parts are the wall clock of the zone; unknown zones count as UTC. */
export function wallClock(now: number, timeZone = "UTC"): Date {
  try {
    const parts = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    }).formatToParts(now);
    const part = (type: string) => Number(parts.find((candidate) => candidate.type === type)?.value ?? 0);
    return new Date(
      Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second")),
    );
  } catch {
    return new Date(now);
  }
}
