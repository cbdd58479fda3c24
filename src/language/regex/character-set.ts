const ASCII_LIMIT = 128;
const MEMO_LIMIT = 4096;

const hex = (codePoint: number): string => `\\u{${codePoint.toString(16)}}`;

/** The members of a character class, in the notation of a class of the platform's own RegExp (flag `v`). */
export const classMembers = {
  single: (codePoint: number): string => hex(codePoint),
  range: (from: number, to: number): string => `${hex(from)}-${hex(to)}`,
};

/**
 * A set of code points. Membership of ASCII is a table; of everything else the platform's RegExp is asked about one
 * single character (which cannot backtrack) and the answer is kept.
 */
export class CharacterSet {
  private readonly ascii = new Uint8Array(ASCII_LIMIT);
  private readonly wide = new Map<number, boolean>();
  private readonly native: RegExp;

  /**
   * @param members class members in RegExp notation, see `classMembers`
   * @param ignoreCase `"ascii"` folds A-Z only (PCRE without `u`), `"unicode"` uses simple case folding
   */
  constructor(
    readonly members: string,
    readonly negated = false,
    readonly ignoreCase: false | "ascii" | "unicode" = false,
  ) {
    this.native = new RegExp(members === "" ? "[]" : `[${members}]`, ignoreCase === "unicode" ? "iv" : "v");
    for (let code = 0; code < ASCII_LIMIT; code++) this.ascii[code] = this.ask(code) ? 1 : 0;
  }

  has(codePoint: number): boolean {
    if (codePoint < ASCII_LIMIT) return this.ascii[codePoint] === 1;
    const known = this.wide.get(codePoint);
    if (known !== undefined) return known;
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
