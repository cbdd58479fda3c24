const ASCII_LIMIT = 128;
const MEMO_LIMIT = 4096;

const hex = (codePoint: number): string => `\\u{${codePoint.toString(16)}}`;

/** The members of a character class, in the notation of a class of the platform's own RegExp (flag `v`). */
export const classMembers = {
  single: (codePoint: number): string => hex(codePoint),
  range: (from: number, to: number): string => `${hex(from)}-${hex(to)}`,
};

export type CaseFolding = false | "ascii" | "unicode";

const CACHE_LIMIT = 1000;
const known = new Map<string, CharacterSet>();

/**
 * A set of code points. Membership of ASCII is a table; of everything else the platform's RegExp is asked about one
 * single character (which cannot backtrack) and the answer is kept.
 */
export class CharacterSet {
  private readonly ascii = new Uint8Array(ASCII_LIMIT);
  private readonly wide = new Map<number, boolean>();
  private readonly native: RegExp;

  /**
   * The set of the given members; equal sets are one object, since building one costs microseconds.
   * @param members class members in RegExp notation, see `classMembers`
   * @param ignoreCase `"ascii"` folds A-Z only (PCRE without `u`), `"unicode"` uses simple case folding
   */
  static of(members: string, negated = false, ignoreCase: CaseFolding = false): CharacterSet {
    const key = `${negated}${ignoreCase}${members}`;
    let set = known.get(key);
    if (!set) {
      set = new CharacterSet(members, negated, ignoreCase);
      if (known.size >= CACHE_LIMIT) known.clear();
      known.set(key, set);
    }
    return set;
  }

  private constructor(
    members: string,
    private readonly negated: boolean,
    private readonly ignoreCase: CaseFolding,
  ) {
    this.native = new RegExp(members === "" ? "[]" : `[${members}]`, ignoreCase === "unicode" ? "iv" : "v");
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
    let found = this.native.test(String.fromCodePoint(codePoint));
    if (!found && this.ignoreCase === "ascii") {
      const letter = codePoint | 0x20;
      if (letter >= 0x61 && letter <= 0x7a) found = this.native.test(String.fromCharCode(codePoint ^ 0x20));
    }
    return found !== this.negated;
  }
}
