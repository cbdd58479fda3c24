import { andOf, numberWordsOf } from "../../../language/modifiers/number-words.ts";
import { applyCaseSwitch, type FieldInstruction, numberFormatOfSwitch } from "../../../office/field-instruction.ts";
import { cardinalText, formatNumber, ordinalText } from "../../../office/number-format.ts";
import { formatPicture, numberOfText, type PictureContext } from "../../../office/number-picture.ts";

/** How a field shows its value (ISO/IEC 29500-1, 17.16.4): by a numeric picture, in words, in another case. */
export interface FieldFormat {
  image: string | undefined;
  general: readonly string[];
}

/** The format that a field's switches ask for; undefined if they ask for none. */
export function fieldFormatOf(switches: FieldInstruction["switches"]): FieldFormat | undefined {
  const image = switches.get("#")?.[0];
  const general = (switches.get("*") ?? []).filter((value) => !/^(?:merge|char)format(?:inet)?$/i.test(value));
  return image === undefined && general.length === 0 ? undefined : { image, general };
}

/** The decimal separator of a language. */
export function decimalOf(locale: string): string {
  return /[.,]/.exec((1.5).toLocaleString(locale))?.[0] ?? ".";
}

/** A value as its field shows it; undefined if the format is one of numbers and the value is none. */
export function formatFieldValue(
  text: string,
  { image, general }: FieldFormat,
  locale: string,
  sequence?: PictureContext["sequence"],
): string | undefined {
  const format = numberFormatOfSwitch(general);
  if (text.trim() === "" || (image === undefined && format === undefined)) return applyCaseSwitch(text, general);
  const decimal = decimalOf(locale);
  // A percentage is shown as it was written: pictures add the sign and do not multiply.
  const value = numberOfText(text.replace("%", ""), decimal);
  if (value === undefined) return undefined;
  return format === undefined
    ? formatPicture(value, image ?? "", { decimal, ...(sequence ? { sequence } : {}) })
    : applyCaseSwitch(numberInFormat(value, format, locale), general);
}

/** A number by a general switch, in the words of its language where there are some. */
function numberInFormat(value: number, format: string, locale: string): string {
  const whole = Math.round(value);
  const words = numberWordsOf(locale);
  switch (format) {
    case "cardinalText":
      return words ? words.toCardinal(whole) : cardinalText(whole);
    case "ordinalText":
      return words ? words.toOrdinal(whole) : ordinalText(whole);
    case "dollarText": {
      const hundredths = Math.round(Math.abs(value) * 100);
      const dollars = Math.floor(hundredths / 100) * Math.sign(value || 1);
      const amount = words ? words.toCardinal(dollars) : cardinalText(dollars);
      return `${amount} ${andOf(locale) ?? "and"} ${String(hundredths % 100).padStart(2, "0")}/100`;
    }
    default:
      return formatNumber(whole, format);
  }
}
