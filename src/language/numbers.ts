import { present } from "../domain/present.ts";
import { isNumericText, Markup } from "./values.ts";

/** How a number came out of a value that is not a number: PHP's prefix rule, our lenient reading, or not at all. */
export type NumberReading = { value: number; manner: "exact" | "prefix" | "lenient" | "none" };

const PREFIX = /^[ \t\n\r\v\f]*[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?/;

/** Reads a number leniently (language "Differences from Smarty", 3): "1,234.5", "$12", "(3)", "1.234,50 EUR". */
export function readNumber(value: unknown): NumberReading {
  switch (typeof value) {
    case "number":
      return { value, manner: "exact" };
    case "boolean":
      return { value: value ? 1 : 0, manner: "exact" };
    case "string":
      return readNumberText(value);
    case "object":
      if (value === null) return { value: 0, manner: "exact" };
      if (value instanceof Markup) return readNumberText(value.html);
      if (value instanceof Date) return { value: Math.floor(value.getTime() / 1000), manner: "exact" };
      return { value: (Array.isArray(value) ? value.length : 1) ? 1 : 0, manner: "none" };
    default:
      return { value: 0, manner: "exact" };
  }
}

function readNumberText(text: string): NumberReading {
  if (isNumericText(text)) return { value: Number(text), manner: "exact" };
  if (text === "") return { value: 0, manner: "exact" };
  const amount = readAmount(text.length > 100 ? text.slice(0, 100) : text);
  if (amount !== undefined) return { value: amount, manner: "lenient" };
  const prefix = PREFIX.exec(text)?.[0];
  return prefix === undefined ? { value: 0, manner: "none" } : { value: Number(prefix), manner: "prefix" };
}

const CURRENCY = "(?:\\p{Sc}|[A-Z]{3}|[A-Z]{0,3}\\p{Sc})";
const AMOUNT = new RegExp(
  `^(?:(\\()\\s*)?(?:([-+])\\s*)?(?:${CURRENCY}\\s*)?([-+]?)(\\d(?:[\\d.,'\\u00a0\\u202f ]*[\\d.,'])?|[.,]\\d+)\\s*(?:${CURRENCY}%?\\s*|%\\s*)?(\\))?$`,
  "u",
);

/** An amount as people write it, or undefined when the text is something else. */
function readAmount(text: string): number | undefined {
  const match = AMOUNT.exec(text.trim());
  if (!match || Boolean(match[1]) !== Boolean(match[5])) return undefined;
  const digits = plainDigits(present(match[4]).trim());
  if (digits === undefined) return undefined;
  const negative = match[1] !== undefined || (match[2] === "-") !== (match[3] === "-");
  return negative ? -Number(digits) : Number(digits);
}

/** Resolves grouping and decimal marks: the last of two kinds is the decimal mark, one kind in groups of three groups. */
function plainDigits(text: string): string | undefined {
  const compact = text.replace(/['\u00a0\u202f ]/g, "");
  if (/^\d+(?:\.\d*)?$|^\.\d+$/.test(compact)) return compact;
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/.test(compact)) return compact.replaceAll(",", "");
  if (/^\d{1,3}(?:\.\d{3})+,\d*$/.test(compact)) return compact.replaceAll(".", "").replace(",", ".");
  if (/^\d{1,3}(?:\.\d{3}){2,}$/.test(compact)) return compact.replaceAll(".", "");
  if (/^\d*,\d{1,2}$/.test(compact)) return compact.replace(",", ".");
  return undefined;
}

const MAX_EXACT_INTEGER = 2 ** 53;
const POWERS = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent);

/**
 * PHP's round(): half away from zero, after the value was brought to 15 significant digits, so that 1.005 rounds to
 * 1.01 although the double below it is smaller. `places` may be negative.
 */
export function roundHalfAway(value: number, places: number): number {
  if (!Number.isFinite(value) || value === 0) return value;
  if (places >= 0 && places <= 22) {
    const units = roundedUnits(Math.abs(value), places);
    if (units === undefined) return value;
    // Both numbers are exact here, so the quotient is the double nearest to the decimal.
    const result = units / present(POWERS[places]);
    return value < 0 ? -result : result;
  }
  if (places > 0) return value;
  const power = 10 ** Math.min(300, -places);
  const rounded = Math.round(Number((Math.abs(value) / power).toPrecision(15))) * power;
  return value < 0 ? -rounded : rounded;
}

/** How many units of 10^-places a magnitude has, rounded; undefined when it has no digits beyond them to round. */
function roundedUnits(magnitude: number, places: number): number | undefined {
  const scaled = magnitude * present(POWERS[places]);
  if (scaled >= 1e15) return undefined;
  const below = Math.floor(scaled);
  const rest = scaled - below;
  // Only next to a half can the 15 digits decide otherwise than the double does.
  if (Math.abs(rest - 0.5) > 1e-3) return rest < 0.5 ? below : below + 1;
  return Math.round(Number(scaled.toPrecision(15)));
}

/** Whole digits and fraction digits of a rounded number, without its sign; `places` from 0 to 100. */
export function roundedDigits(value: number, places: number): { whole: string; fraction: string } {
  const magnitude = Math.abs(value);
  if (places <= 15) {
    const units = roundedUnits(magnitude, places);
    if (units !== undefined && units < MAX_EXACT_INTEGER) {
      if (places === 0) return { whole: String(units), fraction: "" };
      const power = present(POWERS[places]);
      const rest = units % power;
      return { whole: String((units - rest) / power), fraction: String(rest).padStart(places, "0") };
    }
  }
  const rounded = roundHalfAway(magnitude, places);
  if (rounded >= 1e21) return { whole: BigInt(rounded).toString(), fraction: "0".repeat(places) };
  const [whole = "0", fraction = ""] = rounded.toFixed(Math.min(100, places)).split(".");
  return { whole, fraction };
}
