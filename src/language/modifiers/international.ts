import type { Runtime } from "../runtime.ts";
import { toText } from "../values.ts";
import type { ModifierTable } from "./modifier.ts";
import { ENGLISH_WORDS, numberWordsOf } from "./number-words.ts";
import { spellAmount } from "./spell.ts";

/** Numbers written for people, by Intl; locale and currency default to the render's. */
export const INTERNATIONAL: ModifierTable = {
  currency: {
    run: (runtime, value, currency, locale, digits) =>
      formatNumber(runtime, value, locale, {
        style: "currency",
        currency: isBlank(currency) ? runtime.options.currency : toText(currency).toUpperCase(),
        ...fractionDigits(runtime, digits),
      }),
    hint: "number",
  },
  number: {
    run: (runtime, value, digits, locale) => formatNumber(runtime, value, locale, fractionDigits(runtime, digits)),
    hint: "number",
  },
  percent: {
    run: (runtime, value, digits, locale) =>
      formatNumber(runtime, value, locale, {
        style: "percent",
        ...fractionDigits(runtime, isBlank(digits) ? 0 : digits),
      }),
    hint: "number",
  },
  ordinal: { run: ordinal, hint: "number" },
  spell: {
    run: (runtime, value, currency, locale) =>
      spellAmount(runtime, value, currency, isBlank(locale) ? runtime.options.locale : toText(locale)),
    hint: "number",
  },
};

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

function fractionDigits(runtime: Runtime, digits: unknown): Intl.NumberFormatOptions {
  if (isBlank(digits)) return {};
  const places = Math.max(0, Math.min(20, runtime.integer(digits)));
  return { minimumFractionDigits: places, maximumFractionDigits: places };
}

const MAX_CACHED = 100;
const formats = new Map<string, Intl.NumberFormat>();

function formatNumber(runtime: Runtime, value: unknown, locale: unknown, options: Intl.NumberFormatOptions): string {
  if (isBlank(value)) return "";
  const tag = isBlank(locale) ? runtime.options.locale : toText(locale).replaceAll("_", "-");
  const number = runtime.number(value);
  try {
    return numberFormat(tag, options).format(number);
  } catch {
    runtime.warn("invalid_argument", wrongOption(tag, options.currency));
    return toText(number);
  }
}

/** Which of the two does not exist. */
function wrongOption(locale: string, currency: string | undefined): string {
  try {
    Intl.getCanonicalLocales(locale);
  } catch {
    return `“${locale}” is not a locale such as en-US`;
  }
  return `“${currency ?? ""}” is not a currency's code of three letters, such as EUR`;
}

/** Making a formatter is a hundred times as expensive as using it. */
function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${options.style ?? ""} ${options.currency ?? ""} ${options.currencyDisplay ?? ""} ${options.minimumFractionDigits ?? ""}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale, options);
    if (formats.size >= MAX_CACHED) formats.clear();
    formats.set(key, format);
  }
  return format;
}

/** 1st, 2nd, 3rd, `ordinal:"en":"words"` first, second, third; other languages write them in their own way. */
function ordinal(runtime: Runtime, value: unknown, locale?: unknown, style?: unknown): string {
  const number = runtime.integer(value);
  if (!Number.isFinite(number)) return toText(number);
  const words = numberWordsOf(isBlank(locale) ? runtime.options.locale : toText(locale)) ?? ENGLISH_WORDS;
  if (style === "words" && number > 0 && number < 1e13) return words.toOrdinal(number);
  const language = (isBlank(locale) ? runtime.options.locale : toText(locale)).slice(0, 2).toLowerCase();
  switch (language) {
    case "en":
      return number + englishSuffix(Math.abs(number));
    case "fr":
      return number === 1 ? "1er" : `${number}e`;
    case "es":
    case "it":
    case "pt":
      return `${number}º`;
    case "nl":
      return `${number}e`;
    default:
      return `${number}.`;
  }
}

function englishSuffix(number: number): string {
  if (number % 100 > 10 && number % 100 < 14) return "th";
  return ["th", "st", "nd", "rd"][number % 10] ?? "th";
}
