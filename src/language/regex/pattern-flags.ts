/** The flags of a pattern, as PHP's modifiers or inline settings such as `(?i)` set them. */
export interface PatternFlags {
  /** `i` */
  readonly ignoreCase: boolean;
  /** `m`: `^` and `$` also match at line ends. */
  readonly multiline: boolean;
  /** `s`: `.` matches a newline too. */
  readonly dotAll: boolean;
  /** `x`: blanks and `#` comments outside of classes mean nothing. */
  readonly extended: boolean;
  /** `u`: `\w`, `\d`, `\s`, `\b`, POSIX classes and case know Unicode. */
  readonly unicode: boolean;
  /** `U`: quantifiers are lazy unless followed by `?`. */
  readonly ungreedy: boolean;
  /** `D`: `$` matches at the very end only. */
  readonly dollarEndOnly: boolean;
}

export const NO_FLAGS: PatternFlags = {
  ignoreCase: false,
  multiline: false,
  dotAll: false,
  extended: false,
  unicode: false,
  ungreedy: false,
  dollarEndOnly: false,
};

const FLAG_OF_LETTER: Readonly<Record<string, keyof PatternFlags>> = {
  i: "ignoreCase",
  m: "multiline",
  s: "dotAll",
  x: "extended",
  u: "unicode",
  U: "ungreedy",
  D: "dollarEndOnly",
};

/** The flags with one more set or unset, or undefined when the letter is not a flag. */
export function withFlag(flags: PatternFlags, letter: string, value: boolean): PatternFlags | undefined {
  const name = Object.hasOwn(FLAG_OF_LETTER, letter) ? FLAG_OF_LETTER[letter] : undefined;
  return name === undefined ? undefined : { ...flags, [name]: value };
}
