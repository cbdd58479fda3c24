import { present } from "../../domain/present.ts";
import { roundHalfAway } from "../numbers.ts";
import type { Runtime } from "../runtime.ts";
import { toText } from "../values.ts";
import { amountInWords, numberWordsOf } from "./number-words.ts";

const ONES =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "  twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const SCALES: readonly (readonly [number, string])[] = [
  [1e15, "quadrillion"],
  [1e12, "trillion"],
  [1e9, "billion"],
  [1e6, "million"],
  [1e3, "thousand"],
];

/** Main and minor units, singular and plural, of currencies whose amounts are often written out. */
const CURRENCY_WORDS: Readonly<Record<string, readonly [string, string, string, string]>> = {
  USD: ["dollar", "dollars", "cent", "cents"],
  CAD: ["dollar", "dollars", "cent", "cents"],
  AUD: ["dollar", "dollars", "cent", "cents"],
  NZD: ["dollar", "dollars", "cent", "cents"],
  EUR: ["euro", "euros", "cent", "cents"],
  GBP: ["pound", "pounds", "penny", "pence"],
  CHF: ["franc", "francs", "centime", "centimes"],
  INR: ["rupee", "rupees", "paisa", "paise"],
  ZAR: ["rand", "rand", "cent", "cents"],
  MXN: ["peso", "pesos", "centavo", "centavos"],
};

/**
 * An amount in words of the locale: `twelve`, `twelve and 50/100`, or with a currency `twelve dollars and fifty cents`.
 * Languages without words of their own here get English ones.
 */
export function spellAmount(runtime: Runtime, value: unknown, currency: unknown, locale: string): string {
  if (value === undefined || value === null || value === "") return "";
  const amount = roundHalfAway(runtime.number(value), 2);
  if (!Number.isFinite(amount) || Math.abs(amount) >= 1e18) return toText(amount);
  const words = numberWordsOf(locale);
  const amountWords = words && amountInWords(words, amount, toText(currency).toUpperCase(), locale);
  return amountWords ?? spellEnglish(amount, toText(currency).toUpperCase());
}

function spellEnglish(amount: number, code: string): string {
  const sign = amount < 0 ? "minus " : "";
  const whole = Math.floor(Math.abs(amount));
  const hundredths = Math.round((Math.abs(amount) - whole) * 100);
  const words = CURRENCY_WORDS[code];
  if (words) {
    const main = `${spellWhole(whole)} ${whole === 1 ? words[0] : words[1]}`;
    if (hundredths === 0) return sign + main;
    return `${sign}${main} and ${spellWhole(hundredths)} ${hundredths === 1 ? words[2] : words[3]}`;
  }
  const fraction = hundredths > 0 ? ` and ${String(hundredths).padStart(2, "0")}/100` : "";
  return sign + spellWhole(whole) + fraction + (code ? ` ${code}` : "");
}

function spellWhole(number: number): string {
  if (number < 20) return present(ONES[number]);
  if (number < 100) return present(TENS[Math.floor(number / 10)]) + (number % 10 ? `-${ONES[number % 10]}` : "");
  if (number < 1000) {
    return `${ONES[Math.floor(number / 100)]} hundred${number % 100 ? ` ${spellWhole(number % 100)}` : ""}`;
  }
  const [size, name] = present(SCALES.find(([scale]) => number >= scale));
  const rest = number % size;
  return `${spellWhole(Math.floor(number / size))} ${name}${rest ? ` ${spellWhole(rest)}` : ""}`;
}
