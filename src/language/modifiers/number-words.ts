import * as german from "n2words/de-DE";
import * as english from "n2words/en-US";
import * as spanish from "n2words/es-ES";
import * as french from "n2words/fr-FR";
import * as italian from "n2words/it-IT";
import * as dutch from "n2words/nl-NL";
import * as polish from "n2words/pl-PL";
import * as portuguese from "n2words/pt-PT";

/** How a language writes numbers in words, and amounts of the money that it counts in. */
interface NumberWords {
  toCardinal(value: number): string;
  toOrdinal(value: number): string;
  toCurrency(value: string): string;
  currency: string;
}

const LANGUAGES: Readonly<Record<string, NumberWords>> = {
  de: { ...german, currency: "EUR" },
  es: { ...spanish, currency: "EUR" },
  fr: { ...french, currency: "EUR" },
  it: { ...italian, currency: "EUR" },
  nl: { ...dutch, currency: "EUR" },
  pl: { ...polish, currency: "PLN" },
  pt: { ...portuguese, currency: "EUR" },
};

/** English has amounts of its own in `spell`; its ordinals are those of the library. */
export const ENGLISH_WORDS: Pick<NumberWords, "toOrdinal"> = english;

/** Number words of a locale's language; undefined for English, which has its own, and for languages without. */
export function numberWordsOf(locale: string): NumberWords | undefined {
  return LANGUAGES[locale.slice(0, 2).toLowerCase()];
}

/** The largest amount whose hundredths a number still holds. */
const LARGEST = 1e13;

/**
 * A whole amount in words: `zwölf`, `zwölf und 50/100`, with the language's own money `zwölf Euro und fünfzig Cent`, with
 * another one its name, `zwölf US-Dollar und 50/100`. Undefined if it is too large to be said.
 */
export function amountInWords(words: NumberWords, amount: number, code: string, locale: string): string | undefined {
  if (!Number.isFinite(amount) || Math.abs(amount) >= LARGEST) return undefined;
  if (code === words.currency) return words.toCurrency(amount.toFixed(2));
  const whole = Math.trunc(amount);
  const hundredths = Math.round((Math.abs(amount) - Math.abs(whole)) * 100);
  const and = andOf(locale) ?? "+";
  const fraction = hundredths > 0 ? ` ${and} ${String(hundredths).padStart(2, "0")}/100` : "";
  return words.toCardinal(whole) + (code === "" ? "" : ` ${currencyName(code, whole, locale)}`) + fraction;
}

/** What stands between an amount and its hundredths; undefined for English. */
export const andOf = (locale: string): string | undefined => AND[locale.slice(0, 2).toLowerCase()];

const AND: Readonly<Record<string, string>> = { de: "und", es: "con", fr: "et", it: "e", nl: "en", pl: "i", pt: "e" };

/** What a currency is called beside a number, `US-Dollar`; its code where the locale has no name for it. */
function currencyName(code: string, amount: number, locale: string): string {
  try {
    const whole = { maximumFractionDigits: 0 };
    const format = new Intl.NumberFormat(locale, {
      style: "currency",
      currency: code,
      currencyDisplay: "name",
      ...whole,
    });
    return format.formatToParts(amount).find(({ type }) => type === "currency")?.value ?? code;
  } catch {
    return code;
  }
}
