import { useState, useSyncExternalStore } from "react";
import classes from "./row-link.module.css";

const MINUTE_MS = 60_000;
const UNITS = [
  { unit: "minute", milliseconds: MINUTE_MS, until: 60 * MINUTE_MS },
  { unit: "hour", milliseconds: 60 * MINUTE_MS, until: 24 * 60 * MINUTE_MS },
  { unit: "day", milliseconds: 24 * 60 * MINUTE_MS, until: 7 * 24 * 60 * MINUTE_MS },
] as const;

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" });
const thisYear = new Intl.DateTimeFormat("en", { day: "numeric", month: "short" });
const otherYear = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric" });
const short = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });
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

/**
 * A moment, with the exact time for whoever asks: pointing at it shows it, and so does a click, a touch or the keyboard.
 * @param isWithin it stands in something that is clicked itself: the exact time is written beside it
 */
export function When({
  at,
  never = "never",
  isWithin = false,
}: {
  at: string | undefined | null;
  never?: string;
  isWithin?: boolean;
}) {
  useSyncExternalStore(onMinute, minuteOfNow);
  const [isExact, setExact] = useState(false);
  if (!at) return <span className="quiet">{never}</span>;
  // The interface's own times have no zone: they are UTC.
  const date = new Date(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(at) ? `${at.replace(" ", "T")}Z` : at);
  const time = (
    <time dateTime={date.toISOString()} title={exact.format(date)} className="numbers">
      {isExact || isWithin
        ? isWithin
          ? `${shownMoment(date)}, ${short.format(date)}`
          : short.format(date)
        : shownMoment(date)}
    </time>
  );
  if (isWithin) return time;

  return (
    <button
      type="button"
      className={classes.when}
      aria-label={`${shownMoment(date)}, ${exact.format(date)}`}
      onClick={() => setExact(!isExact)}
    >
      {time}
    </button>
  );
}
