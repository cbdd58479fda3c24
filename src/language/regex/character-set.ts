const ASCII_LIMIT = 128;
const MEMO_LIMIT = 4096;

/** How case is ignored: not at all, for A-Z only (PCRE without `u`), or by simple case folding. */
export type CaseFolding = "none" | "ascii" | "unicode";

/** First and last code point. */
export type CodePointRange = readonly [first: number, last: number];

/** What a set of characters is made of. */
export interface CharacterSetParts {
  /** Characters and ranges, to which case folding applies. */
  readonly ranges?: readonly CodePointRange[];
  /** Types, POSIX classes and properties, to which it does not; as members of a RegExp class with flag `v`. */
  readonly exact?: string;
  readonly negated?: boolean;
  readonly folding?: CaseFolding;
}

const CACHE_LIMIT = 1000;
const known = new Map<string, CharacterSet>();

/**
 * A set of code points. Membership of ASCII is a table; of everything else the platform's RegExp is asked about one
 * single character (which cannot backtrack) and the answer is kept.
 */
export class CharacterSet {
  readonly #ascii = new Uint8Array(ASCII_LIMIT);
  readonly #wide = new Map<number, boolean>();
  readonly #ranges: readonly CodePointRange[];
  readonly #folded: RegExp | undefined;
  readonly #exact: RegExp | undefined;
  readonly #negated: boolean;
  readonly #folding: CaseFolding;

  /** The set of the given parts; equal sets are one object, since building one costs microseconds. */
  static of(parts: CharacterSetParts): CharacterSet {
    const key = `${parts.ranges?.join(";")}|${parts.exact}|${parts.negated}|${parts.folding}`;
    let set = known.get(key);
    if (!set) {
      set = new CharacterSet(parts);
      if (known.size >= CACHE_LIMIT) known.clear();
      known.set(key, set);
    }
    return set;
  }

  private constructor({ ranges = [], exact, negated = false, folding = "none" }: CharacterSetParts) {
    this.#ranges = ranges;
    this.#exact = exact ? new RegExp(`[${exact}]`, "v") : undefined;
    this.#folded = folding === "unicode" && ranges.length > 0 ? foldedClass(ranges) : undefined;
    this.#negated = negated;
    this.#folding = folding;
    for (let code = 0; code < ASCII_LIMIT; code++) this.#ascii[code] = this.#ask(code) ? 1 : 0;
  }

  has(codePoint: number): boolean {
    if (codePoint < ASCII_LIMIT) return this.#ascii[codePoint] === 1;
    const cached = this.#wide.get(codePoint);
    if (cached !== undefined) return cached;
    if (this.#wide.size >= MEMO_LIMIT) this.#wide.clear();
    const answer = this.#ask(codePoint);
    this.#wide.set(codePoint, answer);
    return answer;
  }

  #ask(codePoint: number): boolean {
    const found = this.#inRanges(codePoint) || this.#hasOtherCase(codePoint) || this.#inNativeClasses(codePoint);
    return found !== this.#negated;
  }

  #inRanges(codePoint: number): boolean {
    return this.#ranges.some(([first, last]) => codePoint >= first && codePoint <= last);
  }

  #hasOtherCase(codePoint: number): boolean {
    if (this.#folding !== "ascii") return false;
    const small = codePoint | 0x20;
    return small >= 0x61 && small <= 0x7a && this.#inRanges(codePoint ^ 0x20);
  }

  #inNativeClasses(codePoint: number): boolean {
    if (!this.#folded && !this.#exact) return false;
    const character = String.fromCodePoint(codePoint);
    return (this.#folded?.test(character) ?? false) || (this.#exact?.test(character) ?? false);
  }
}

function foldedClass(ranges: readonly CodePointRange[]): RegExp {
  const hex = (codePoint: number): string => `\\u{${codePoint.toString(16)}}`;
  return new RegExp(`[${ranges.map(([first, last]) => `${hex(first)}-${hex(last)}`).join("")}]`, "iv");
}
