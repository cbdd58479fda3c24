import { present } from "../../domain/present.ts";
import { daysFromCivil } from "./calendar.ts";
import { RELATIVE_UNITS, type RelativeField } from "./date-words.ts";
import { instantAt } from "./instant.ts";
import { readDateFields } from "./read-date-fields.ts";
import { offsetOfLocalNear, resolveDate } from "./resolve-date.ts";
import { MAX_EPOCH_MS } from "./zone-offsets.ts";

const MAX_TEXT_LENGTH = 200;
const TERM = /[\s,]*([+-]?)\s*(\d{1,13})\s*([a-zµ]+)(\s+ago\b)?/iy;

/**
 * Adds an interval such as `+30 days`, `-1 month`, `2 weeks ago` or `+1 day 3 hours` to a point of time. Years to days
 * follow the calendar of the zone and keep the time of day; hours and smaller units are elapsed time, also across a
 * change of daylight saving. A day that a month does not have runs over into the next month, as in PHP. Other
 * relative dates (`next monday`, `last day of next month`, `+3 weekdays`) are read by the rules of `parseDate`.
 * @returns milliseconds since the epoch; undefined for anything that is not an interval
 */
export function addInterval(epochMs: number, text: string, timeZone: string): number | undefined {
  if (!Number.isFinite(epochMs) || text.length > MAX_TEXT_LENGTH || text.trim() === "") return undefined;
  const amounts = parseTerms(text.trim());
  if (!amounts) return applyRelative(epochMs, text, timeZone);
  const sum = (field: RelativeField): number => amounts.get(field) ?? 0;
  let result = epochMs;
  if (sum("year") !== 0 || sum("month") !== 0 || sum("day") !== 0) {
    const start = instantAt(epochMs, timeZone, "en");
    const days = daysFromCivil(start.year + sum("year"), start.month + sum("month"), start.day + sum("day"));
    const localSecond = days * 86_400 + start.hour * 3600 + start.minute * 60 + start.second;
    if (!(Math.abs(localSecond) < MAX_EPOCH_MS / 1000 - 200_000)) return undefined;
    result = (localSecond - offsetOfLocalNear(localSecond, timeZone, start.offsetSeconds)) * 1000 + start.millisecond;
  }
  result += (sum("hour") * 3600 + sum("minute") * 60 + sum("second")) * 1000 + sum("microsecond") / 1000;
  return Math.abs(result) <= MAX_EPOCH_MS ? Math.floor(result) : undefined;
}

/** A relative date seen from a point of time; with a date or a zone of its own it is not an interval. */
function applyRelative(epochMs: number, text: string, timeZone: string): number | undefined {
  const fields = readDateFields(text);
  if (!fields || fields.hasDate || fields.zoneCount > 0) return undefined;
  return resolveDate(fields, epochMs, timeZone);
}

/** Sums by unit when the text is nothing but numbers with units. */
function parseTerms(text: string): Map<RelativeField, number> | undefined {
  const amounts = new Map<RelativeField, number>();
  let position = 0;
  while (position < text.length) {
    TERM.lastIndex = position;
    const match = TERM.exec(text);
    const unit = match ? RELATIVE_UNITS.get(present(match[3]).toLowerCase()) : undefined;
    if (!match || unit?.kind !== "field") return undefined;
    const amount = Number(match[2]) * unit.factor * (match[1] === "-" ? -1 : 1);
    amounts.set(unit.field, (amounts.get(unit.field) ?? 0) + amount);
    // As in PHP, "ago" reverses everything before it.
    if (match[4] !== undefined) for (const [field, value] of amounts) amounts.set(field, -value);
    position = TERM.lastIndex;
  }
  return amounts;
}
