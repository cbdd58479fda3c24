import { compilePhpRegex, type LinearRegex } from "../regex/linear-regex.ts";

/**
 * The pattern of `regex_replace` or `matches`, with or without delimiters.
 * @throws Failure `regex_invalid`
 */
export function compileModifierPattern(pattern: string): LinearRegex {
  return compilePhpRegex(withDelimiters(pattern));
}

const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "<": ">" };

/** `^A\d+` means `/^A\d+/`; a pattern that has delimiters keeps them. */
function withDelimiters(pattern: string): string {
  const text = pattern.trimStart();
  const first = text[0] ?? "";
  const close = CLOSING[first] ?? first;
  const last = text.lastIndexOf(close);
  const delimited = /[^\w\s\\]/.test(first) && last > 0 && /^[a-zA-Z\s]*$/.test(text.slice(last + 1));
  const anchored = first === "^" || first === "." || first === "$";
  if (delimited && !(anchored && last === 0)) return pattern;
  return `/${pattern.replace(/\\[\s\S]|\//g, (part) => (part === "/" ? "\\/" : part))}/`;
}
