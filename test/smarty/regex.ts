/**
 * Compares regular expressions with PHP's preg_replace and preg_match on random patterns, subjects and replacements.
 * Needs php-cli. Run: node test/smarty/regex.ts [count] [seed]
 */
import { present } from "../../src/domain/present.ts";
import { compilePhpRegex } from "../../src/language/regex/linear-regex.ts";
import { askPhp } from "./php.ts";
import { Random } from "./random.ts";

const count = Number(process.argv[2] ?? 20_000);
const random = new Random(Number(process.argv[3] ?? 1));
const pick = <T>(items: readonly T[]): T => random.pick(items);
const below = (limit: number): number => random.below(limit);
const chance = (share: number): boolean => random.chance(share);
const repeat = (most: number, make: () => string): string => Array.from({ length: 1 + below(most) }, make).join("");

const ASCII_LETTERS = [..."aabbcABC1 _-.\n"];
const WIDE_LETTERS = [..."aabAÄäßéσς1٣ _\n😀ſK\u00a0"];
const quote = (letter: string): string => (/[.\-/]/.test(letter) ? `\\${letter}` : letter);

const CLASS_ITEMS = [
  "a-c",
  "\\d",
  "\\w",
  "\\s",
  "\\W",
  "\\D",
  "\\S",
  "[:alpha:]",
  "[:^digit:]",
  "[:upper:]",
  "[:punct:]",
  "[:space:]",
  "-",
  ".",
  "a",
  "B",
  "_",
  "\\n",
  "\\x41",
  "\\h",
  "^",
];
const UNICODE_ITEMS = ["\\p{L}", "\\p{Lu}", "\\P{L}", "\\pN", "ä", "ß", "\\x{e9}", "\\p{Greek}", "😀", "à-ü"];

function atom(unicode: boolean, depth: number): string {
  const kind = random.next();
  if (kind < 0.45) return quote(pick(unicode ? WIDE_LETTERS : ASCII_LETTERS));
  if (kind < 0.55) return pick([".", ".", "\\d", "\\w", "\\s", "\\W", "\\S", "\\D", "\\h", "\\N", "\\R", "\\H", "\\v"]);
  if (kind < 0.63) {
    const items = unicode && chance(0.5) ? UNICODE_ITEMS : CLASS_ITEMS;
    return `[${pick(["", "", "^"])}${repeat(3, () => pick(items)).replace(/^\^/, "\\^")}]`;
  }
  if (kind < 0.72)
    return pick(["^", "$", "\\b", "\\B", "\\A", "\\z", "\\Z", "(?i)", "(?m)", "(?s)", "(?-i)", "(?#note)"]);
  if (kind < 0.75 && unicode) return pick(["\\p{L}", "\\p{Lu}", "\\P{L}", "\\pN", "\\X".slice(0, 0), "\\p{^Lu}"]);
  if (depth > 2) return pick(["a", "b"]);
  if (kind > 0.93) return look(unicode, depth);
  const open = pick(["(", "(", "(", "(?:", "(?:", "(?<n>", "(?i:", "(?s-m:"]).replace("<n>", () => `<n${below(1e9)}>`);
  return `${open}${expression(unicode, depth + 1)})`;
}

/** Look-behind has a fixed length in PCRE; groups in look-arounds are not for replacements. */
function look(unicode: boolean, depth: number): string {
  const simple = () => repeat(3, () => quote(pick(unicode ? WIDE_LETTERS : ASCII_LETTERS)).replace("(", "\\("));
  if (chance(0.4)) return `(?<${pick(["=", "!"])}${simple()}${chance(0.3) ? `|${simple()}` : ""})`;
  const body = expression(unicode, depth + 1).replace(/(?<!\\)\((?!\?)|\(\?<n\d+>/g, "(?:");
  return `(?${pick(["=", "!"])}${body})`;
}

const QUANTIFIERS = ["*", "+", "?", "*?", "+?", "??", "{2}", "{1,3}", "{0,2}?", "{2,}", "{,3}", "{0}", "{0,0}"];

function piece(unicode: boolean, depth: number): string {
  const body = atom(unicode, depth);
  if (chance(0.65)) return body;
  if (chance(0.98) && /^(?:[\^$]|\\[bBAzZ]|\(\?[-#\w]+\))$/.test(body)) return body;
  if (chance(0.15) && /^(?:\\?.|\[.*\])$/su.test(body) && !/^(?:[\^$]|\\[bBAzZR])$/.test(body)) {
    return body + pick(["*+", "++", "?+", "{1,2}+"]);
  }
  return body + pick(QUANTIFIERS);
}

function expression(unicode: boolean, depth: number): string {
  const options = Array.from({ length: chance(0.25) ? 1 + below(3) : 1 }, () =>
    chance(0.05) ? "" : repeat(4, () => piece(unicode, depth)),
  );
  return options.join("|");
}

function pattern(unicode: boolean): string {
  const [open, close] = pick([
    ["/", "/"],
    ["~", "~"],
    ["#", "#"],
    ["{", "}"],
    ["(", ")"],
  ]) as [string, string];
  let body = expression(unicode, 0);
  if (open === "#") body = body.replaceAll("(?#note)", "");
  if (open === "{") body = body.replace(/\{,3\}|\{[\d,]+\}/g, "+");
  if (open === "(") body = body.replaceAll("(?#note)", "");
  const flags = ["i", "m", "s", "x", "U", "D"].filter(() => chance(0.12)).join("") + (unicode ? "u" : "");
  return open + body + close + flags;
}

type Case = { pattern: string; subject: string; replacement: string; limit: number };
const cases: Case[] = Array.from({ length: count }, () => {
  const unicode = chance(0.4);
  const letters = unicode ? WIDE_LETTERS : ASCII_LETTERS;
  return {
    pattern: pattern(unicode),
    subject: Array.from({ length: below(14) }, () => pick(letters)).join("") + (chance(0.1) ? "\r\n" : ""),
    replacement: pick(["<$0>", "[$1]", "[\\1|\\2]", "$" + "{1}0", "-", "$2$1", "\\\\$0", "$11", "<\\0>$"]),
    limit: chance(0.1) ? below(3) + 1 : -1,
  };
});

const expected = askPhp<{ replaced: string | null; matches: number | false; error: string }[]>(
  `ini_set('pcre.jit', '0');
  foreach ($input as $c) {
    error_clear_last();
    $replaced = @preg_replace($c['pattern'], $c['replacement'], $c['subject'], $c['limit']);
    $error = error_get_last()['message'] ?? preg_last_error_msg();
    $out[] = ['replaced' => $replaced, 'matches' => @preg_match($c['pattern'], $c['subject']), 'error' => $error];
  }`,
  cases,
);

const totals = { cases: 0, invalid: 0, notSupported: 0, notComparable: 0, matched: 0, differences: 0 };
cases.forEach((item, index) => {
  const php = present(expected[index]);
  totals.cases++;
  if (php.replaced === null && /limit|No error/.test(php.error) && !/compilation/i.test(php.error)) {
    totals.notComparable++;
    return;
  }
  let replaced: string | null = null;
  let matches: number | false = false;
  let problem = "";
  try {
    const regex = compilePhpRegex(item.pattern);
    replaced = regex.replace(item.subject, item.replacement, item.limit < 0 ? undefined : item.limit);
    matches = regex.test(item.subject) ? 1 : 0;
  } catch (error) {
    problem = String(error);
  }
  if (php.replaced === null) totals.invalid++;
  if (/not supported|is supported after/.test(problem)) {
    totals.notSupported++;
    return;
  }
  if (php.matches === 1) totals.matched++;
  if (replaced === php.replaced && matches === php.matches) return;
  totals.differences++;
  if (totals.differences <= 40) {
    console.log(
      `${JSON.stringify(item.pattern)} on ${JSON.stringify(item.subject)} with ${JSON.stringify(item.replacement)}`,
    );
    console.log(`   php ${php.matches} ${JSON.stringify(php.replaced)} ${php.replaced === null ? php.error : ""}`);
    console.log(`   own ${matches} ${JSON.stringify(replaced)} ${problem}`);
  }
});
console.log(totals);
