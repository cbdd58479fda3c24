import { useSyncExternalStore } from "react";

const MINUTE_MS = 60_000;
const UNITS = [
  { unit: "minute", milliseconds: MINUTE_MS, until: 60 * MINUTE_MS },
  { unit: "hour", milliseconds: 60 * MINUTE_MS, until: 24 * 60 * MINUTE_MS },
  { unit: "day", milliseconds: 24 * 60 * MINUTE_MS, until: 7 * 24 * 60 * MINUTE_MS },
] as const;

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" });
const thisYear = new Intl.DateTimeFormat("en", { day: "numeric", month: "short" });
const otherYear = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric" });
const exact = new Intl.DateTimeFormat("en", { dateStyle: "full", timeStyle: "medium" });

/** A moment as people say it: near ones relative, others by date. */
function shownMoment(date: Date, now = new Date()): string {
  const distance = date.getTime() - now.getTime();
  if (Math.abs(distance) < MINUTE_MS) return distance > 0 ? "in a moment" : "just now";
  const unit = UNITS.find(({ until }) => Math.abs(distance) < until);
  if (unit) return relative.format(Math.round(distance / unit.milliseconds), unit.unit);

  return (date.getFullYear() === now.getFullYear() ? thisYear : otherYear).format(date);
}

/** Tells each minute, for what is near moves on while one looks at it. */
function onMinute(notify: () => void): () => void {
  const timer = setInterval(notify, MINUTE_MS);

  return () => clearInterval(timer);
}

const minuteOfNow = (): number => Math.floor(Date.now() / MINUTE_MS);

/** A moment, with the exact time for whoever points at it. */
export function When({ at, never = "never" }: { at: string | undefined | null; never?: string }) {
  useSyncExternalStore(onMinute, minuteOfNow);
  if (!at) return <span className="quiet">{never}</span>;
  // The interface's own times have no zone: they are UTC.
  const date = new Date(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(at) ? `${at.replace(" ", "T")}Z` : at);

  return (
    <time dateTime={date.toISOString()} title={exact.format(date)} className="numbers">
      {shownMoment(date)}
    </time>
  );
}
