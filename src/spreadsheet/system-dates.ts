/** Dates as the system shows them that a workbook is opened on: number formats 14 and 22, and `&D` (ECMA-376 part 1, 18.8.30). */

/** Where Windows differs from the Unicode CLDR. */
const WINDOWS_DATES: Readonly<Record<string, string>> = {
  ...{ ko: "yyyy-mm-dd", es: "dd/mm/yyyy", nl: "d-m-yyyy", hu: "yyyy. mm. dd.", cs: "dd.mm.yyyy" },
  ...{ "en-CA": "yyyy-mm-dd", "fr-CA": "yyyy-mm-dd", "es-MX": "dd/mm/yyyy" },
};
const AMERICAN_DATE = "m/d/yyyy";
const MARKERS: Readonly<Record<string, string>> = { day: "d", month: "m" };
/** Of locales that were asked for: asking the platform takes half a millisecond, and each workbook asks thrice. */
const codes = new Map<string, string>();
const MAX_CODES = 50;

/** The code of a short date with all digits of its year, of a BCP 47 language; that of America for unknown ones. */
export function systemDateCode(locale = "en-US"): string {
  const own = WINDOWS_DATES[locale] ?? WINDOWS_DATES[locale.split("-")[0] ?? ""];
  if (own !== undefined) return own;
  let code = codes.get(locale);
  if (code === undefined) {
    code = platformDateCode(locale);
    if (codes.size >= MAX_CODES) codes.clear();
    codes.set(locale, code);
  }
  return code;
}

function platformDateCode(locale: string): string {
  try {
    const format = new Intl.DateTimeFormat(locale, {
      dateStyle: "short",
      calendar: "gregory",
      numberingSystem: "latn",
    });
    const parts = format.formatToParts(new Date(Date.UTC(2026, 2, 5, 12)));
    const code = parts.map(({ type, value }) => {
      if (type === "year") return "yyyy";
      const marker = MARKERS[type];
      if (marker) return marker.repeat(value.length);
      return type === "literal" && /^[./\- ]*$/.test(value) ? value : "";
    });
    return code.join("").trim();
  } catch (error) {
    if (error instanceof RangeError) return AMERICAN_DATE;
    throw error;
  }
}

/** The code of date and time. */
export function systemDateTimeCode(locale?: string): string {
  return `${systemDateCode(locale)} h:mm`;
}
