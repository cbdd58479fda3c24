/** Numbers as content streams need them: short, without exponent. */

/** To hundredths: a hundredth of a point is finer than any printer. */
export function coordinate(value: number): string {
  return decimal(Math.round(value * 100), 100, HUNDREDTHS);
}

/** To hundred-thousandths, for the factors of matrices. */
export function factor(value: number): string {
  return shortest(Math.round(value * 1e5) / 1e5);
}

/** What follows the whole part of a number, by how many hundredths or thousandths there are. */
function fractions(count: number): readonly string[] {
  return Array.from({ length: count }, (_, part) => String(part / count).slice(1));
}

const HUNDREDTHS = fractions(100);
const THOUSANDTHS = fractions(1000);
/** Beyond, a sum of parts is no small integer for engines. */
const MOST_PARTS = 2 ** 30;

/** So many parts of one: put together of integers, which takes a quarter of the time that a fraction takes to become text. */
function decimal(parts: number, ofOne: number, texts: readonly string[]): string {
  const size = Math.abs(parts);
  if (!(size < MOST_PARTS)) return shortest(parts / ofOne);
  if (size === 0) return "0";
  const whole = Math.floor(size / ofOne);
  const fraction = texts[size - whole * ofOne] ?? "";
  const text = whole === 0 ? fraction : whole + fraction;
  return parts < 0 ? `-${text}` : text;
}

function shortest(value: number): string {
  if (!Number.isFinite(value) || value === 0) return "0";
  const text = Math.abs(value) < 1e-6 || Math.abs(value) >= 1e15 ? "0" : String(value);
  return text.replace(/^(-?)0\./, "$1.");
}

/** The components of `#rrggbb`, 0 to 1, as operands; black for anything else. */
export function colorOperands(color: string): string {
  return colorComponents(color).map(coordinate3).join(" ");
}

export function colorComponents(color: string): [red: number, green: number, blue: number] {
  const value = /^#[0-9a-f]{6}/i.test(color) ? Number.parseInt(color.slice(1, 7), 16) : 0;
  const part = (shift: number) => Math.round((((value >> shift) & 255) / 255) * 1000) / 1000;
  return [part(16), part(8), part(0)];
}

function coordinate3(value: number): string {
  return decimal(Math.round(value * 1000), 1000, THOUSANDTHS);
}
