import { present } from "../../domain/present.ts";
import type { Instant } from "./instant.ts";

export const ENGLISH_MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;
const MAX_LOCALES = 50;

/** How a name is written; `beside a day` is the form many languages use in "1 января" (the genitive). */
export type NameForm = "long" | "short";

interface LocaleNames {
  readonly months: Readonly<Record<NameForm, readonly string[]>>;
  readonly monthsBesideDay: Readonly<Record<NameForm, readonly string[]>>;
  readonly weekdays: Readonly<Record<NameForm, readonly string[]>>;
}

const locales = new Map<string, LocaleNames>();

/** Whether names are English, which are those of the C locale. */
export function isEnglish(locale: string): boolean {
  return locale === "" || locale === "en" || locale.startsWith("en-") || locale.startsWith("en_");
}

/** The name of the month; `besideDay` when the format prints the day of the month as well. */
export function monthName(instant: Instant, form: NameForm, besideDay: boolean): string {
  if (isEnglish(instant.locale)) {
    const name = present(ENGLISH_MONTHS[instant.month - 1]);
    return form === "long" ? name : name.slice(0, 3);
  }
  const names = localeNames(instant.locale);
  return present((besideDay ? names.monthsBesideDay : names.months)[form][instant.month - 1]);
}

export function weekdayName(instant: Instant, form: NameForm): string {
  if (isEnglish(instant.locale)) {
    const name = present(WEEKDAYS[instant.weekday]);
    return form === "long" ? name : name.slice(0, 3);
  }
  return present(localeNames(instant.locale).weekdays[form][instant.weekday]);
}

function localeNames(locale: string): LocaleNames {
  const known = locales.get(locale);
  if (known) return known;
  const tag = usableLocale(locale);
  const names: LocaleNames = {
    months: { long: months(tag, "long", false), short: months(tag, "short", false) },
    monthsBesideDay: { long: months(tag, "long", true), short: months(tag, "short", true) },
    weekdays: { long: weekdays(tag, "long"), short: weekdays(tag, "short") },
  };
  if (locales.size >= MAX_LOCALES) locales.delete(present(locales.keys().next().value));
  locales.set(locale, names);
  return names;
}

/** POSIX spellings such as `de_DE.UTF-8` are read too; unknown ones mean English. */
function usableLocale(locale: string): string {
  const tag = locale.replace(/\..*$/s, "").replaceAll("_", "-");
  try {
    return Intl.DateTimeFormat.supportedLocalesOf([tag])[0] ?? "en-US";
  } catch {
    return "en-US";
  }
}

function months(locale: string, form: NameForm, besideDay: boolean): readonly string[] {
  const format = new Intl.DateTimeFormat(locale, {
    month: form,
    ...(besideDay ? { day: "numeric" } : {}),
    calendar: "gregory",
    timeZone: "UTC",
  });
  return ENGLISH_MONTHS.map((_, index) => partOf(format, "month", Date.UTC(2024, index, 15)));
}

function weekdays(locale: string, form: NameForm): readonly string[] {
  const format = new Intl.DateTimeFormat(locale, { weekday: form, calendar: "gregory", timeZone: "UTC" });
  // 2023-01-01 was a Sunday.
  return WEEKDAYS.map((_, index) => partOf(format, "weekday", Date.UTC(2023, 0, 1 + index)));
}

function partOf(format: Intl.DateTimeFormat, type: "month" | "weekday", epochMs: number): string {
  return format.formatToParts(epochMs).find((part) => part.type === type)?.value ?? "";
}
