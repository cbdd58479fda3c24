/** Date and time fields (`datetime1` ... `datetime13`, ECMA-376 part 1, 21.1.2.2.4) in the text's language. */

const PATTERNS: Readonly<Record<string, readonly Intl.DateTimeFormatOptions[]>> = {
  datetime1: [{ year: "numeric", month: "numeric", day: "numeric" }],
  datetime2: [{ weekday: "long", year: "numeric", month: "long", day: "numeric" }],
  datetime3: [{ day: "numeric", month: "long", year: "numeric" }],
  datetime4: [{ month: "long", day: "numeric", year: "numeric" }],
  datetime5: [{ day: "2-digit", month: "short", year: "2-digit" }],
  datetime6: [{ month: "long", year: "2-digit" }],
  datetime7: [{ month: "short", year: "2-digit" }],
  datetime8: [
    { year: "numeric", month: "numeric", day: "numeric" },
    { hour: "numeric", minute: "2-digit", hour12: true },
  ],
  datetime9: [
    { year: "numeric", month: "numeric", day: "numeric" },
    { hour: "numeric", minute: "2-digit", second: "2-digit", hour12: true },
  ],
  datetime10: [{ hour: "2-digit", minute: "2-digit", hour12: false }],
  datetime11: [{ hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false }],
  datetime12: [{ hour: "numeric", minute: "2-digit", hour12: true }],
  datetime13: [{ hour: "numeric", minute: "2-digit", second: "2-digit", hour12: true }],
};

/** English puts these in an order that none of its usual formats has. */
const ENGLISH_ORDER: Readonly<Record<string, readonly Intl.DateTimeFormatPartTypes[]>> = {
  datetime3: ["day", "month", "year"],
  datetime5: ["day", "month", "year"],
  datetime6: ["month", "year"],
  datetime7: ["month", "year"],
};
const JOINTS: Readonly<Record<string, string>> = { datetime3: " ", datetime5: "-", datetime6: " ", datetime7: "-" };

/** The date as the field shows it; undefined for types other than dates. `now`: its UTC parts are the wall clock. */
export function dateFieldText(type: string, now: Date, language: string | undefined): string | undefined {
  if (!type.startsWith("datetime")) return undefined;
  const options = PATTERNS[type] ?? PATTERNS.datetime1 ?? [];
  const locale = knownLocale(language);
  const formats = options.map((option) => new Intl.DateTimeFormat(locale, { ...option, timeZone: "UTC" }));
  const order = ENGLISH_ORDER[type];
  if (order && locale.startsWith("en")) {
    const parts = formats[0]?.formatToParts(now) ?? [];
    return order.map((name) => parts.find((part) => part.type === name)?.value ?? "").join(JOINTS[type]);
  }
  // Narrow spaces before AM and PM are an invention of newer browsers.
  return formats.map((format) => format.format(now).replace(/\u202f/g, " ")).join(" ");
}

function knownLocale(language: string | undefined): string {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(language ?? "en-US")[0] ?? "en-US";
  } catch {
    return "en-US";
  }
}
