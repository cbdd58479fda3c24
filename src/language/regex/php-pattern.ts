import { Failure } from "../../domain/failure.ts";
import { NO_FLAGS, type PatternFlags, withFlag } from "./pattern-flags.ts";

const CLOSING_DELIMITER: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "<": ">" };

/** A pattern without its delimiters, and the flags after them. */
export interface PhpPattern {
  readonly source: string;
  readonly flags: PatternFlags;
}

/**
 * Splits a pattern as preg_replace takes it, such as `/a+/i` or `{^x}u`.
 * @throws Failure `regex_invalid` for missing delimiters and unknown modifiers
 */
export function splitPhpPattern(pattern: string): PhpPattern {
  const text = pattern.replace(/^[ \t\n\v\f\r]+/, "");
  const open = text[0];
  if (open === undefined) throw new Failure("regex_invalid", "The regular expression is empty.");
  if (/[A-Za-z0-9\\\0]/.test(open) || open > "\x7f") {
    throw new Failure("regex_invalid", `The regular expression must stand between delimiters, for example /${text}/.`);
  }
  const close = CLOSING_DELIMITER[open];
  const end = findEnd(text, open, close ?? open);
  if (end < 0) {
    throw new Failure("regex_invalid", `The regular expression has no closing delimiter "${close ?? open}".`);
  }
  return { source: text.slice(1, end), flags: readFlags(text.slice(end + 1)) };
}

function findEnd(text: string, open: string, close: string): number {
  let depth = 1;
  for (let index = 1; index < text.length; index++) {
    const character = text.charAt(index);
    if (character === "\\") index++;
    else if (character === close && --depth === 0) return index;
    else if (character === open) depth++;
  }
  return -1;
}

function readFlags(modifiers: string): PatternFlags {
  let flags = NO_FLAGS;
  for (const letter of modifiers) {
    // S asks for study and changes nothing; PHP allows blanks and line ends here.
    if (letter === " " || letter === "\n" || letter === "\r" || letter === "S") continue;
    const next = withFlag(flags, letter, true);
    if (!next) {
      throw new Failure(
        "regex_invalid",
        `The regular expression has the modifier "${letter}", which is not supported; i, m, s, x, u, U and D are.`,
      );
    }
    flags = next;
  }
  return flags;
}
