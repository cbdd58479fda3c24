import type { Assertion } from "./syntax-tree.ts";

/** Stands for the missing character before the start and after the end of a subject. */
export const NO_CHARACTER = -1;
const NEWLINE = 10;

/**
 * Whether the assertion holds between two code points (PCRE2 pattern(3), "Circumflex and dollar", "Backslash").
 * @param nextIsLast whether `next` is the last character of the subject
 */
export function assertionHolds(assertion: Assertion, previous: number, next: number, nextIsLast: boolean): boolean {
  switch (assertion.kind) {
    case "textStart":
      return previous === NO_CHARACTER;
    case "textEnd":
      return next === NO_CHARACTER;
    case "textEndOrFinalNewline":
      return next === NO_CHARACTER || (next === NEWLINE && nextIsLast);
    case "lineStart":
      return previous === NO_CHARACTER || (previous === NEWLINE && next !== NO_CHARACTER);
    case "lineEnd":
      return next === NO_CHARACTER || next === NEWLINE;
    case "notNext":
      return next === NO_CHARACTER || !assertion.set.has(next);
    case "next":
      return next !== NO_CHARACTER && assertion.set.has(next);
    case "wordBoundary": {
      const before = previous !== NO_CHARACTER && assertion.word.has(previous);
      const after = next !== NO_CHARACTER && assertion.word.has(next);
      return (before !== after) !== assertion.negated;
    }
  }
}
