import { present } from "../../domain/present.ts";
import { MONTHS } from "./date-words.ts";

/** Reads numbers and names one after the other from the text of one token, skipping what is between them. */
export class FieldReader {
  position = 0;

  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  get rest(): string {
    return this.text.slice(this.position);
  }

  peek(): string {
    return this.text[this.position] ?? "";
  }

  /** The next number, of at most `maxDigits` digits. */
  number(maxDigits: number): number | undefined {
    const digits = this.#digits(maxDigits);
    return digits === "" ? undefined : Number(digits);
  }

  /** The next year; two digits mean 1970 to 2069. */
  year(maxDigits = 4): number | undefined {
    const digits = this.#digits(maxDigits);
    if (digits === "") return undefined;
    const year = Number(digits);
    if (digits.length >= 4 || year >= 100) return year;
    return year + (year < 70 ? 2000 : 1900);
  }

  /** The next number with the signs before it; each minus reverses it. */
  signedNumber(maxDigits: number): number | undefined {
    let sign = 1;
    while (this.position < this.text.length && !isDigitAt(this.text, this.position)) {
      if (this.peek() === "-") sign = -sign;
      this.position++;
    }
    const value = this.number(maxDigits);
    return value === undefined ? undefined : value * sign;
  }

  /** A fraction of a second after `.` or `:`, in microseconds. */
  fraction(): number {
    this.position++;
    const digits = this.#digits(Number.POSITIVE_INFINITY);
    return Number(digits.slice(0, 6).padEnd(6, "0"));
  }

  /** A month's name, after blanks and separators. */
  month(): number | undefined {
    const match = /^(?:st|nd|rd|th)?[ \t./-]*([A-Za-z]+)/.exec(this.rest);
    if (!match) return undefined;
    const name = present(match[1]).toLowerCase();
    const month = MONTHS.get(name);
    this.position += match[0].length;
    return month;
  }

  /** The hour with "am" or "pm" applied to it, if one follows. */
  meridian(hour: number): number {
    const match = /[aApP]/.exec(this.rest);
    if (!match) return hour;
    const isMorning = match[0].toLowerCase() === "a";
    if (isMorning) return hour === 12 ? 0 : hour;
    return hour === 12 ? 12 : hour + 12;
  }

  skipBlanks(): void {
    while (/^[ \t\u00a0\u202f]$/.test(this.peek())) this.position++;
  }

  /** The next word in lower case. */
  word(): string {
    this.skipBlanks();
    const word = present(/^[^\s\u00a0\u202f,;:/.()-]*/.exec(this.rest))[0];
    this.position += word.length;
    return word.toLowerCase();
  }

  #digits(maxDigits: number): string {
    while (this.position < this.text.length && !isDigitAt(this.text, this.position)) this.position++;
    const start = this.position;
    while (this.position - start < maxDigits && isDigitAt(this.text, this.position)) this.position++;
    return this.text.slice(start, this.position);
  }
}

function isDigitAt(text: string, position: number): boolean {
  const code = text.charCodeAt(position);
  return code >= 48 && code <= 57;
}
