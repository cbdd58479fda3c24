import { Failure } from "../../domain/failure.ts";
import { present } from "../../domain/present.ts";
import { civilFromDays, daysFromCivil } from "./calendar.ts";

const DAY_MS = 86_400_000;
/** Samples lie closer together than the shortest known stay on one offset (Morocco's weeks of Ramadan). */
const SAMPLE_MS = 10 * DAY_MS;
const MAX_ZONES = 64;
const MAX_YEARS = 200;
/** The time values that Date and Intl can hold (ECMA-262, "Time Values"). */
export const MAX_EPOCH_MS = 8.64e15;

/** A stretch of time in which the offset of a zone does not change; `start` is cut at the start of a UTC year. */
export interface OffsetSpan {
  readonly startMs: number;
  readonly endMs: number;
  readonly offsetSeconds: number;
}

const UTC_SPAN: OffsetSpan = { startMs: -MAX_EPOCH_MS, endMs: MAX_EPOCH_MS + 1, offsetSeconds: 0 };
const UTC_NAMES = new Set(["UTC", "Etc/UTC", "Z", ""]);
const zones = new Map<string, ZoneOffsets>();
let lastName = "";
let lastZone: ZoneOffsets | undefined;

/** Whether the platform knows the time zone. */
export function isTimeZone(name: string): boolean {
  if (UTC_NAMES.has(name) || zones.has(name)) return true;
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * The offset in force at an instant.
 * @throws Failure `time_zone_unknown`
 */
export function offsetSpanAt(epochMs: number, timeZone: string): OffsetSpan {
  if (timeZone === lastName && lastZone) return lastZone.spanAt(epochMs);
  if (UTC_NAMES.has(timeZone)) return UTC_SPAN;
  let zone = zones.get(timeZone);
  if (!zone) {
    if (!isTimeZone(timeZone)) throw new Failure("time_zone_unknown", `There is no time zone "${timeZone}".`);
    zone = new ZoneOffsets(timeZone);
    if (zones.size >= MAX_ZONES) zones.delete(present(zones.keys().next().value));
    zones.set(timeZone, zone);
  }
  lastName = timeZone;
  lastZone = zone;
  return zone.spanAt(epochMs);
}

/** Seconds east of UTC at an instant. */
export function offsetAt(epochMs: number, timeZone: string): number {
  return offsetSpanAt(epochMs, timeZone).offsetSeconds;
}

/** The offsets of one zone, found by asking Intl and kept by year: asking costs microseconds, a look-up nanoseconds. */
class ZoneOffsets {
  readonly #format: Intl.DateTimeFormat;
  readonly #years = new Map<number, readonly OffsetSpan[]>();
  #last: OffsetSpan | undefined;

  constructor(timeZone: string) {
    this.#format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset", year: "numeric" });
  }

  spanAt(epochMs: number): OffsetSpan {
    const last = this.#last;
    if (last && epochMs >= last.startMs && epochMs < last.endMs) return last;
    const { year } = civilFromDays(Math.floor(epochMs / DAY_MS));
    let spans = this.#years.get(year);
    if (!spans) {
      spans = this.#readYear(year);
      if (this.#years.size >= MAX_YEARS) this.#years.clear();
      this.#years.set(year, spans);
    }
    const span = spans.find((candidate) => epochMs < candidate.endMs) ?? present(spans.at(-1));
    this.#last = span;
    return span;
  }

  #readYear(year: number): readonly OffsetSpan[] {
    const endMs = Math.min(daysFromCivil(year + 1, 1, 1) * DAY_MS, MAX_EPOCH_MS);
    const spans: OffsetSpan[] = [];
    let startMs = Math.max(daysFromCivil(year, 1, 1) * DAY_MS, -MAX_EPOCH_MS);
    let knownMs = startMs;
    let offsetSeconds = this.#ask(startMs);
    while (knownMs < endMs) {
      const sampleMs = Math.min(knownMs + SAMPLE_MS, endMs);
      const sampled = this.#ask(sampleMs);
      if (sampled === offsetSeconds) knownMs = sampleMs;
      else {
        const changeMs = this.#findChange(knownMs, sampleMs, offsetSeconds);
        spans.push({ startMs, endMs: changeMs, offsetSeconds });
        offsetSeconds = this.#ask(changeMs);
        startMs = knownMs = changeMs;
      }
    }
    if (startMs < endMs) spans.push({ startMs, endMs, offsetSeconds });
    return spans;
  }

  /** The first whole second in (from, to] whose offset is another. */
  #findChange(fromMs: number, toMs: number, offsetSeconds: number): number {
    let low = Math.floor(fromMs / 1000);
    let high = Math.ceil(toMs / 1000);
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (this.#ask(middle * 1000) === offsetSeconds) low = middle;
      else high = middle;
    }
    return high * 1000;
  }

  /** Reads "GMT", "GMT+01:00" or "GMT-04:56:02" at the end of what Intl writes. */
  #ask(epochMs: number): number {
    const text = this.#format.format(epochMs);
    const match = /GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(text);
    if (!match?.[1]) return 0;
    const seconds = Number(match[2]) * 3600 + Number(match[3]) * 60 + Number(match[4] ?? 0);
    return match[1] === "-" ? -seconds : seconds;
  }
}
