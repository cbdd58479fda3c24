/** Amounts without the errors of binary fractions: whole numbers of a millionth of a billionth of a thousandth. */
export type Decimal = bigint;

const PLACES = 18;
const ONE = 10n ** BigInt(PLACES);

/** A number as JSON or XML writes it, without exponent; undefined for others and beyond a billion billions. */
export function parseDecimal(value: unknown): Decimal | undefined {
  const text = typeof value === "number" ? plainNumber(value) : typeof value === "string" ? value.trim() : "";
  const [, sign = "", whole = "", fraction = ""] = /^([+-]?)(\d{1,18})(?:\.(\d{1,18}))?$/.exec(text) ?? [];
  if (whole === "") return undefined;
  const digits = BigInt(whole) * ONE + BigInt(fraction.slice(0, PLACES).padEnd(PLACES, "0"));
  return sign === "-" ? -digits : digits;
}

/** A number without the noise of binary fractions (0.1 + 0.2 is 0.3) and without exponent. */
export function plainNumber(value: number): string {
  const rounded = Number(value.toPrecision(15));
  const written = String(rounded);
  return written.includes("e-") ? rounded.toFixed(PLACES).replace(/\.?0+$/, "") : written;
}

export function multiply(left: Decimal, right: Decimal): Decimal {
  return divided(left * right, ONE);
}

export function divide(left: Decimal, right: Decimal): Decimal {
  return divided(left * ONE, right);
}

/** To cents, halves away from zero (EN 16931-1, 6.5.2). */
export function toCents(value: Decimal): Decimal {
  const cent = ONE / 100n;
  return divided(value, cent) * cent;
}

/** With at least two places, and no more than are needed. */
export function writeDecimal(value: Decimal, minPlaces = 2): string {
  const digits = (value < 0n ? -value : value).toString().padStart(PLACES + 1, "0");
  const fraction = digits.slice(-PLACES).replace(/0+$/, "").padEnd(minPlaces, "0");
  return `${value < 0n ? "-" : ""}${digits.slice(0, -PLACES)}${fraction ? `.${fraction}` : ""}`;
}

function divided(value: bigint, by: bigint): bigint {
  if (by === 0n) return 0n;
  const negative = value < 0n !== by < 0n;
  const [top, bottom] = [value < 0n ? -value : value, by < 0n ? -by : by];
  const rounded = (2n * top + bottom) / (2n * bottom);
  return negative ? -rounded : rounded;
}
