import { Failure } from "../../domain/failure.ts";
import { present } from "../../domain/present.ts";

/** Members, in the notation of a RegExp class with flag `v`, of the generic types, PCRE2 pattern(3) "Generic character types". */
const ASCII_TYPES: Readonly<Record<string, string>> = {
  d: "0-9",
  w: "A-Za-z0-9_",
  s: "\\t\\n\\v\\f\\r ",
};
const UNICODE_TYPES: Readonly<Record<string, string>> = {
  d: "\\p{Nd}",
  w: "\\p{L}\\p{N}_",
  s: "\\p{Z}\\t\\n\\v\\f\\r\\u{85}\\u{180e}",
};
const HORIZONTAL = "\\t \\u{a0}\\u{1680}\\u{180e}\\u{2000}-\\u{200a}\\u{202f}\\u{205f}\\u{3000}";
const VERTICAL = "\\n\\v\\f\\r\\u{85}\\u{2028}\\u{2029}";

const ASCII_POSIX: Readonly<Record<string, string>> = {
  alpha: "A-Za-z",
  lower: "a-z",
  upper: "A-Z",
  alnum: "A-Za-z0-9",
  digit: "0-9",
  xdigit: "0-9A-Fa-f",
  space: "\\t\\n\\v\\f\\r ",
  blank: "\\t ",
  cntrl: "\\u{0}-\\u{1f}\\u{7f}",
  graph: "\\u{21}-\\u{7e}",
  print: "\\u{20}-\\u{7e}",
  punct: "\\u{21}-\\u{2f}\\u{3a}-\\u{40}\\u{5b}-\\u{60}\\u{7b}-\\u{7e}",
  word: "A-Za-z0-9_",
  ascii: "\\u{0}-\\u{7f}",
};
const UNICODE_POSIX: Readonly<Record<string, string>> = {
  ...ASCII_POSIX,
  alpha: "\\p{L}",
  lower: "\\p{Ll}",
  upper: "\\p{Lu}",
  alnum: "\\p{L}\\p{N}",
  digit: "\\p{Nd}",
  space: present(UNICODE_TYPES.s),
  blank: HORIZONTAL,
  cntrl: "\\p{Cc}",
  graph: "\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}\\p{Cf}",
  print: "\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}\\p{Cf}\\p{Zs}",
  punct: "\\p{P}\\u{24}\\u{2b}\\u{3c}-\\u{3e}\\u{5e}\\u{60}\\u{7c}\\u{7e}",
  word: present(UNICODE_TYPES.w),
};

/** Members of `\d \w \s \h \v` (lower case letters), or undefined for other letters. */
export function typeMembers(letter: string, unicode: boolean): string | undefined {
  if (letter === "h") return HORIZONTAL;
  if (letter === "v") return VERTICAL;
  return (unicode ? UNICODE_TYPES : ASCII_TYPES)[letter];
}

/** Members of a POSIX class such as `alpha`, or undefined when there is no such class. */
export function posixMembers(name: string, unicode: boolean): string | undefined {
  const table = unicode ? UNICODE_POSIX : ASCII_POSIX;
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

const PCRE_ONLY: Readonly<Record<string, string>> = {
  Any: "\\u{0}-\\u{10ffff}",
  "L&": "\\p{Lu}\\p{Ll}\\p{Lt}",
  Xan: "\\p{L}\\p{N}",
  Xwd: "\\p{L}\\p{N}_",
  Xsp: present(UNICODE_TYPES.s),
  Xps: present(UNICODE_TYPES.s),
};

/**
 * Members of a Unicode property: general categories, scripts and the PCRE specials (`L&`, `Xan`, `Xwd`, ...).
 * @throws Failure `regex_invalid` for an unknown property
 */
export function propertyMembers(name: string): string {
  if (Object.hasOwn(PCRE_ONLY, name)) return present(PCRE_ONLY[name]);
  if (/^[A-Z][a-z]?$/.test(name) && isNativeProperty(name)) return `\\p{${name}}`;
  const script = name.replace(/^(?:sc|script|scx|script_extensions)[:=]/i, "");
  if (/^[A-Za-z_]{2,40}$/.test(script) && isNativeProperty(`Script=${script}`)) return `\\p{Script=${script}}`;
  throw new Failure("regex_invalid", `The regular expression names the unknown Unicode property "${name}".`);
}

function isNativeProperty(expression: string): boolean {
  try {
    new RegExp(`\\p{${expression}}`, "u");
    return true;
  } catch {
    return false;
  }
}
