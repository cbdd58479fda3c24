import { present } from "../domain/present.ts";
import { editDistance } from "../domain/text/edit-distance.ts";

/** Stable words for what can be wrong with a tag. */
export type TemplateErrorCode =
  | "unclosed_tag"
  | "unclosed_comment"
  | "unclosed_literal"
  | "unclosed_string"
  | "unclosed_block"
  | "unexpected_close"
  | "unexpected_middle"
  | "unexpected_character"
  | "unexpected_end"
  | "unexpected_token"
  | "unknown_modifier"
  | "unknown_function"
  | "unknown_property"
  | "missing_argument"
  | "missing_attribute"
  | "invalid_attribute"
  | "invalid_assignment"
  | "invalid_name"
  | "invalid_regex"
  | "too_deep"
  | "too_many_errors";

/** One error of a template, as shown to the person who wrote it (language "Differences from Smarty", 2). */
export interface TemplateError {
  code: TemplateErrorCode;
  /** Where the tag is in the text that was parsed, in UTF-16 units. */
  offset: number;
  length: number;
  /** 1-based, in the text that was parsed. */
  line: number;
  column: number;
  /** The tag as written, shortened when long. */
  tag: string;
  /** A sentence that says what is wrong. */
  message: string;
  /** What would have been right here. */
  expected?: string;
  /** What to write instead, where that can be guessed. */
  suggestion?: string;
}

/**
 * Thrown inside the parser and caught at the tag's edge; never leaves the room. No Error: a broken megabyte has a hundred thousand
 * of these, and to remember the stack of each would take longer than to parse it.
 */
export class SyntaxProblem {
  readonly code: TemplateErrorCode;
  readonly message: string;
  /** Offset into the text being parsed. */
  readonly at: number;
  readonly hints: { expected?: string; suggestion?: string };

  constructor(
    code: TemplateErrorCode,
    message: string,
    at: number,
    hints: { expected?: string; suggestion?: string } = {},
  ) {
    this.code = code;
    this.message = message;
    this.at = at;
    this.hints = hints;
  }
}

/** Errors beyond this many are not listed: the first ones say enough, and a broken megabyte must stay cheap. */
export const MAX_LISTED_ERRORS = 100;

const MAX_TAG_TEXT = 120;

export function shortenTag(source: string): string {
  return source.length <= MAX_TAG_TEXT ? source : `${source.slice(0, MAX_TAG_TEXT - 1)}…`;
}

/** Turns offsets into 1-based lines and columns. */
export class LineIndex {
  readonly #starts: number[] = [0];

  constructor(source: string) {
    for (let at = source.indexOf("\n"); at >= 0; at = source.indexOf("\n", at + 1)) this.#starts.push(at + 1);
  }

  locate(offset: number): { line: number; column: number } {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (present(this.#starts[middle]) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - present(this.#starts[low]) + 1 };
  }
}

/** The known word nearest to `word`, if it is near enough to be what was meant. */
export function nearestWord(word: string, known: Iterable<string>): string | undefined {
  const lower = word.toLowerCase();
  if (lower.length > 40) return undefined;
  let best: string | undefined;
  let bestDistance = lower.length <= 4 ? 1 : 2;
  for (const candidate of known) {
    if (candidate === lower) return candidate;
    const distance = editDistance(lower, candidate, bestDistance);
    if (distance <= bestDistance && (best === undefined || distance < bestDistance)) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}
