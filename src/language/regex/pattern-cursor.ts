import { Failure } from "../../domain/failure.ts";

/** A reading position in the code points of a pattern. */
export class PatternCursor {
  position = 0;
  readonly #characters: readonly string[];

  constructor(pattern: string) {
    this.#characters = Array.from(pattern);
  }

  get atEnd(): boolean {
    return this.position >= this.#characters.length;
  }

  /** Everything from here on. */
  get rest(): string {
    return this.#characters.slice(this.position).join("");
  }

  /** The character `ahead` places on, "" past the end. */
  peek(ahead = 0): string {
    return this.#characters[this.position + ahead] ?? "";
  }

  /** Takes one character, "" at the end. */
  next(): string {
    return this.#characters[this.position++] ?? "";
  }

  /** Takes `text` if it comes next. */
  take(text: string): boolean {
    // What is taken is always ASCII, one code unit a character.
    for (let ahead = 0; ahead < text.length; ahead++) {
      if (this.#characters[this.position + ahead] !== text[ahead]) return false;
    }
    this.position += text.length;
    return true;
  }

  /** Takes characters as long as `accepts` likes them, at most `limit`. */
  takeWhile(accepts: (character: string) => boolean, limit = Number.POSITIVE_INFINITY): string {
    let text = "";
    while (!this.atEnd && limit-- > 0 && accepts(this.peek())) text += this.next();
    return text;
  }

  /** Takes everything up to `end` and `end` itself; undefined (and nothing taken) when it does not follow. */
  takeUntil(end: string): string | undefined {
    const start = this.position;
    let text = "";
    while (!this.atEnd) {
      if (this.take(end)) return text;
      text += this.next();
    }
    this.position = start;
    return undefined;
  }

  fail(problem: string): never {
    throw new Failure("regex_invalid", `The regular expression ${problem} (at character ${this.position + 1}).`);
  }
}

export const isDigit = (character: string): boolean => character >= "0" && character <= "9" && character.length === 1;
export const isOctal = (character: string): boolean => character >= "0" && character <= "7" && character.length === 1;
export const isHex = (character: string): boolean => /^[0-9A-Fa-f]$/.test(character);
