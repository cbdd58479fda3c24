/**
 * Patterns as Excel, Java and most programs write them, `dd.MM.yyyy`, as PHP's date letters. Their letters come doubled,
 * which in PHP would print everything twice: so a pattern with a doubled letter is never meant as PHP's.
 *
 * | pattern | |
 * |---|---|
 * | `d` `D`, `dd` `DD` | day of the month, without and with zero |
 * | `ddd` `EEE`, `dddd` `EEEE` | weekday, short and long |
 * | `M` `MM` `MMM` `MMMM` | month: number, with zero, short, long; also `m` `mm`, not after hours or before seconds |
 * | `yy` `YY`, `yyyy` `YYYY` | year of two and four digits |
 * | `H` `HH`, `h` `hh` | hour of 24 and of 12 |
 * | `m` `mm` after an hour or before seconds | minutes |
 * | `s` `ss` | seconds |
 * | `a` `A` `tt` | am or pm, AM or PM |
 * | `'text'` | text as it is |
 */
const DOUBLED = /(?:dd|DD|MM|mm|yy|YY|HH|hh|ss)/;
const PIECE = /'([^']*)'|(d{1,4}|D{1,4}|E{1,4}|M{1,4}|m{1,4}|y{1,4}|Y{1,4}|H{1,2}|h{1,2}|s{1,2}|tt|[aA])|([\s\S])/g;

/** The pattern in PHP's letters; undefined for a format that is in PHP's letters already. */
export function phpFormatOf(pattern: string): string | undefined {
  if (pattern.includes("\\") || !DOUBLED.test(pattern)) return undefined;
  const pieces = [...pattern.matchAll(PIECE)];
  const letters = pieces.map(([, , letter]) => letter?.[0] ?? "");
  return pieces
    .map(([, quoted, letter, other = ""], index) => {
      if (quoted !== undefined) return literally(quoted);
      if (letter === undefined) return literally(other);
      const before = letters.slice(0, index).findLast((each) => each !== "");
      const after = letters.slice(index + 1).find((each) => each !== "");
      const isMinute = letter[0] === "m" && (before === "H" || before === "h" || after === "s");
      return isMinute ? "i" : (LETTERS[letter] ?? LETTERS[letter.toLowerCase()] ?? literally(letter));
    })
    .join("");
}

const LETTERS: Readonly<Record<string, string>> = {
  d: "j",
  dd: "d",
  ddd: "D",
  dddd: "l",
  E: "D",
  EE: "D",
  EEE: "D",
  EEEE: "l",
  m: "n",
  mm: "m",
  mmm: "M",
  mmmm: "F",
  y: "Y",
  yy: "y",
  yyy: "Y",
  yyyy: "Y",
  H: "G",
  HH: "H",
  h: "g",
  hh: "h",
  s: "s",
  ss: "s",
  a: "a",
  A: "A",
  tt: "A",
};

const literally = (text: string): string => text.replace(/[A-Za-z\\]/g, "\\$&");
