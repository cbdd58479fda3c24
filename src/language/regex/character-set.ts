const ASCII_LIMIT = 128;
const MEMO_LIMIT = 4096;

const hex = (codePoint: number): string => `\\u{${codePoint.toString(16)}}`;

/** The members of a character class, in the notation of a class of the platform's own RegExp (flag `v`). */
export const classMembers = {
  single: (codePoint: number): string => hex(codePoint),
  range: (from: number, to: number): string => `${hex(from)}-${hex(to)}`,
};

/** How case is ignored: not at all, for A-Z only (PCRE without `u`), or by simple case folding. */
export type CaseFolding = "none" | "ascii" | "unicode";

const CACHE_LIMIT = 1000;
const known = new Map<string, CharacterSet>();

/** What a set of characters is made of; members are in RegExp notation, see `classMembers`. */
export interface CharacterSetParts {
  /** Characters and ranges, to which case folding applies. */
  readonly literal?: string;
  /** Types, POSIX classes and properties, to which it does not. */
  readonly exact?: string;
  readonly negated?: boolean;
  readonly folding?: CaseFolding;
}

/**
 * A set of code points. Membership of ASCII is a table; of everything else the platform's RegExp is asked about one
 * single character (which cannot backtrack) and the answer is kept.
 */
export class CharacterSet {
  private readonly ascii = new Uint8Array(ASCII_LIMIT);
  private readonly wide = new Map<number, boolean>();
  private readonly literal: RegExp;
  private readonly exact: RegExp;
  private readonly negated: boolean;
  private readonly folding: CaseFolding;

  /** The set of the given parts; equal sets are one object, since building one costs microseconds. */
  static of(parts: CharacterSetParts): CharacterSet {
    const key = JSON.stringify([parts.literal, parts.exact, parts.negated, parts.folding]);
    let set = known.get(key);
    if (!set) {
      set = new CharacterSet(parts);
      if (known.size >= CACHE_LIMIT) known.clear();
      known.set(key, set);
    }
    return set;
  }

  private constructor({ literal = "", exact = "", negated = false, folding = "none" }: CharacterSetParts) {
    this.literal = new RegExp(`[${literal}]`, folding === "unicode" ? "iv" : "v");
    this.exact = new RegExp(`[${exact}]`, "v");
    this.negated = negated;
    this.folding = folding;
    for (let code = 0; code < ASCII_LIMIT; code++) this.ascii[code] = this.ask(code) ? 1 : 0;
  }

  has(codePoint: number): boolean {
    if (codePoint < ASCII_LIMIT) return this.ascii[codePoint] === 1;
    const remembered = this.wide.get(codePoint);
    if (remembered !== undefined) return remembered;
    if (this.wide.size >= MEMO_LIMIT) this.wide.clear();
    const answer = this.ask(codePoint);
    this.wide.set(codePoint, answer);
    return answer;
  }

  private ask(codePoint: number): boolean {
    const character = String.fromCodePoint(codePoint);
    const found = this.literal.test(character) || this.exact.test(character) || this.hasOtherCase(codePoint);
    return found !== this.negated;
  }

  private hasOtherCase(codePoint: number): boolean {
    if (this.folding !== "ascii") return false;
    const small = codePoint | 0x20;
    return small >= 0x61 && small <= 0x7a && this.literal.test(String.fromCharCode(codePoint ^ 0x20));
  }
}
