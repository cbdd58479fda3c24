/** One stretch of a pattern without `*`: its characters in lower case; undefined stands for `?`, any character. */
type Segment = readonly (string | undefined)[];

/**
 * A text with wildcards as in conditions and searches: `*` stands for any characters, `?` for one, `~` takes away the
 * meaning of the one after it. Case does not matter. Segments between the `*` are looked for from left to right and
 * never again, so that the time is at most the product of both lengths, and about the text's length for the patterns
 * that people write.
 */
export class WildcardPattern {
  readonly #segments: readonly Segment[];
  /** The segments that hold no `?`, as texts. */
  readonly #literals: readonly (string | undefined)[];

  constructor(pattern: string) {
    const segments: (string | undefined)[][] = [[]];
    for (let at = 0; at < pattern.length; at++) {
      const character = pattern.charAt(at);
      if (character === "*") segments.push([]);
      else if (character === "?") segments.at(-1)?.push(undefined);
      else {
        const isEscape = character === "~" && /[*?~]/.test(pattern.charAt(at + 1));
        segments.at(-1)?.push(...lowerUnits(isEscape ? pattern.charAt(++at) : character));
      }
    }
    this.#segments = segments;
    this.#literals = segments.map((segment) => (segment.includes(undefined) ? undefined : segment.join("")));
  }

  /** The only text, in lower case, that the pattern stands for; undefined if it stands for several. */
  get literal(): string | undefined {
    return this.#segments.length === 1 ? this.#literals[0] : undefined;
  }

  /** Whether the pattern matches the whole text; `text` is already in lower case. */
  matchesLower(text: string): boolean {
    const last = this.#segments.length - 1;
    if (last === 0) return text.length === this.#length(0) && this.#isAt(0, text, 0);
    if (!this.#isAt(0, text, 0)) return false;
    const end = text.length - this.#length(last);
    const at = this.#follow(1, last, text, this.#length(0));
    return at >= 0 && at <= end && this.#isAt(last, text, end);
  }

  /** Whether the pattern matches the whole text. */
  matches(text: string): boolean {
    return this.matchesLower(text.toLowerCase());
  }

  /** Where the pattern first begins in a text at or after `from`, or -1. */
  find(text: string, from: number): number {
    const lower = text.toLowerCase();
    const at = this.#find(0, lower, from);
    // Segments that do not follow the first place do not follow any later one.
    return at >= 0 && this.#follow(1, this.#segments.length, lower, at + this.#length(0)) >= 0 ? at : -1;
  }

  #length(segment: number): number {
    return this.#segments[segment]?.length ?? 0;
  }

  /**
   * The position after the segments from `first` to before `end`, each in its first place after the previous one; -1 if
   * one is missing.
   */
  #follow(first: number, end: number, text: string, from: number): number {
    let at = from;
    for (let segment = first; segment < end; segment++) {
      const found = this.#find(segment, text, at);
      if (found < 0) return -1;
      at = found + this.#length(segment);
    }
    return at;
  }

  #find(segment: number, text: string, from: number): number {
    const literal = this.#literals[segment];
    if (literal !== undefined) return text.indexOf(literal, from);
    for (let at = from; at + this.#length(segment) <= text.length; at++) if (this.#isAt(segment, text, at)) return at;
    return -1;
  }

  #isAt(segment: number, text: string, at: number): boolean {
    const literal = this.#literals[segment];
    if (literal !== undefined) return text.startsWith(literal, at);
    const characters = this.#segments[segment] ?? [];
    if (at + characters.length > text.length) return false;
    return characters.every((character, index) => character === undefined || character === text[at + index]);
  }
}

/** The UTF-16 units of a character in lower case. */
function lowerUnits(character: string): string[] {
  return character.toLowerCase().split("");
}

/** Whether a text has characters that stand for others. */
export function hasWildcard(text: string): boolean {
  return /[*?~]/.test(text);
}
