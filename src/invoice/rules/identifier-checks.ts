/** Check digits of the identifiers that Peppol looks at (schemes of ISO 6523 and EAS). */

const digitsOf = (text: string) => [...text].map(Number);

/** Of GS1's numbers: weights 3 and 1 from the right. */
export function isGln(text: string): boolean {
  if (!/^\d+$/.test(text)) return false;
  const digits = digitsOf(text);
  const check = digits.pop() ?? 0;
  const sum = digits.reverse().reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10 === check;
}

/** Of Norway's organization numbers: weights 2 to 7 from the right. */
export function isNorwegian(text: string): boolean {
  if (!/^\d{9}$/.test(text) || Number(text) === 0) return false;
  const digits = digitsOf(text);
  const check = digits.pop() ?? 0;
  const sum = digits.reverse().reduce((total, digit, index) => total + digit * ((index % 6) + 2), 0);
  return (11 - (sum % 11)) % 11 === check;
}

export function isDanish(text: string): boolean {
  return /^(?:DK)?\d{8}$/.test(text);
}

export function isBelgian(text: string): boolean {
  return /^\d{10}$/.test(text) && Number(text.slice(8)) === 97 - (Number(text.slice(0, 8)) % 97);
}

/** Luhn's sum over ten digits. */
export function isSwedish(text: string): boolean {
  if (!/^\d{10}$/.test(text)) return false;
  const digits = digitsOf(text);
  const check = digits.pop() ?? 0;
  const sum = digits
    .reverse()
    .map((digit, index) => (index % 2 === 0 ? digit * 2 : digit))
    .reduce((total, value) => total + (value % 10) + Math.floor(value / 10), 0);
  return (10 - (sum % 10)) % 10 === check;
}

const AUSTRALIAN_WEIGHTS = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];

export function isAustralian(text: string): boolean {
  if (!/^\d{11}$/.test(text)) return false;
  const sum = digitsOf(text).reduce(
    (total, digit, index) => total + (index === 0 ? digit - 1 : digit) * (AUSTRALIAN_WEIGHTS[index] ?? 0),
    0,
  );
  return sum % 89 === 0;
}

/** Of Greece's tax numbers. */
export function isGreek(text: string): boolean {
  if (!/^\d{9}/.test(text)) return false;
  const digits = digitsOf(text.slice(0, 9));
  const check = digits.pop();
  const sum = digits.reduce((total, digit, index) => total + digit * 2 ** (8 - index), 0);
  return (sum % 11) % 10 === check;
}

export function isItalianOffice(text: string): boolean {
  return /^[A-Za-z0-9]{6}$/.test(text);
}

/** Codice fiscale of a person (16 signs) or of a company (11 digits). */
export function isItalianTaxCode(text: string): boolean {
  if (text.length === 11) return /^\d{11}$/.test(text);
  return (
    /^[A-Za-z]{6}\d{2}.[A-Za-z]\d{2}.{3}\d[A-Za-z]$/.test(text) ||
    /^[A-Za-z]{6}\d{2}[A-Za-z]\d{2}[A-Za-z]\d{3}[A-Za-z]$/.test(text)
  );
}

/** Partita IVA, where it is Italian. */
export function isItalianVat(text: string): boolean {
  if (!/^it/i.test(text)) return true;
  const code = text.slice(2);
  if (!/^\d{11}$/.test(code)) return false;
  const sum = digitsOf(code).reduce((total, digit, index) => {
    const value = index % 2 === 1 ? digit * 2 : digit;
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
