import { describe, expect, it } from "vitest";
import { failureOf } from "../../domain/testing/failure-of.ts";
import { compilePhpRegex } from "./linear-regex.ts";
import { StepBudget } from "./step-budget.ts";

const replace = (pattern: string, subject: string, replacement: string, limit?: number): string =>
  compilePhpRegex(pattern).replace(subject, replacement, limit);

describe("replace answers as preg_replace", () => {
  it.each([
    ["/a+/", "caaandaab", "[$0]", "c[aaa]nd[aa]b"],
    ["/x*/", "abxc", "-", "-a-b--c-"],
    ["/(\\w+) (\\w+)/", "hello big world you", "$2 ${1}!", "big hello! you world!"],
    ["/[^0-9]/", "(555) 123-4567", "", "5551234567"],
    ["/a|ab/", "abab", "-", "-b-b"],
    ["/a??b/", "aab", "-", "a-"],
    ["/(a)|(b)/", "ab", "<$1|$2>", "<a|><|b>"],
    ["/(a|b*)*/", "b", "[$1]", "[][]"],
    ["/(a*)+/", "aa", "[$1]", "[][]"],
    ["/((a)|(b))+/", "ab", "$1$2$3", "bab"],
    ["/^/m", "a\nb\n", "> ", "> a\n> b\n"],
    ["/$/", "a\n", "!", "a!\n!"],
    ["/$/D", "a\n", "!", "a\n!"],
    ["/a.c/s", "a\nc", "-", "-"],
    ["/ a  b # comment\n c/x", "abc", "-", "-"],
    ["/a+/U", "aaa", "-", "---"],
    ["/a+?/U", "aaa", "-", "-"],
    ["/\\Aa|\\z/", "aa", "-", "-a-"],
    ["/\\R/", "a\r\nb\nc\rd", "|", "a|b|c|d"],
    ["/\\h+/", "a \tb", "_", "a_b"],
    ["/\\N+/", "ab\ncd", "-", "-\n-"],
    ["/(?<year>\\d{4})-(?P<month>\\d\\d)/", "2024-05", "$2/$1", "05/2024"],
    ["/(?i)AB(?-i)c/", "abc ABC abC", "-", "- ABC abC"],
    ["/a(?i:b)c/", "aBc aBC", "-", "- aBC"],
    ["/\\Q.*\\E+/", "a.**b", "-", "a-b"],
    ["/\\bfoo\\b/i", "Foo foobar foo", "#", "# foobar #"],
    ["/[[:alpha:]]+|[[:^space:]]/", "ab 1", "-", "- -"],
    ["/[]a]/", "]a^", "-", "--^"],
    ["/[a\\-z]/", "a-mz", "_", "__m_"],
    ["/\\x41\\x{42}\\103/", "ABC", "-", "-"],
    ["/b?\\b\\n/", "bA\n1", "-", "bA-1"],
    ["/a{2,3}/", "aaaaa", "-", "--"],
    ["/a{,3}/", "a{,3}", "-", "-"],
    ["/a{2}b{1,}/", "aabbb", "-", "-"],
    ['~[^"]*+"~', 'ab"c"', "-", "--"],
    ["/a*+a/", "aaa", "-", "aaa"],
    ["/a{1,2}+a/", "aaaa", "-", "-a"],
    ["{a{2}}", "aaa", "-", "-a"],
    ["#/#", "a/b", "-", "a-b"],
  ])("%s in %j with %j", (pattern, subject, replacement, expected) => {
    expect(replace(pattern, subject, replacement)).toBe(expected);
  });

  it.each([
    ["/./u", "ä😀", "-", "--"],
    ["/\\w+/u", "Straße 12", "-", "- -"],
    ["/\\w+/", "Straße", "-", "-ß-"],
    ["/É/iu", "é", "-", "-"],
    ["/É/i", "é", "-", "é"],
    ["/\\p{Lu}/u", "aÄB", "-", "a--"],
    ["/\\P{L}+/u", "a1ß2", "-", "a-ß-"],
    ["/\\p{Greek}+/u", "abγδ", "-", "ab-"],
    ["/\\d/u", "1٣", "-", "--"],
    ["/\\bé\\b/u", "é été", "-", "- été"],
    ["/[à-ü]/u", "eéz", "-", "e-z"],
  ])("knows characters in %s on %j", (pattern, subject, replacement, expected) => {
    expect(replace(pattern, subject, replacement)).toBe(expected);
  });

  it("takes a character for a character without the modifier u as well", () => {
    expect(replace("/./", "ä😀", "-")).toBe("--");
    expect(replace("/[ä]/", "aä", "-")).toBe("a-");
  });

  it("stops after the limit", () => {
    expect(replace("/a/", "aaa", "-", 2)).toBe("--a");
    expect(replace("/a/", "aaa", "-", 0)).toBe("aaa");
  });

  it("leaves groups that took no part empty", () => {
    expect(replace("/(a)?b/", "b", "[$1][$7]")).toBe("[][]");
  });
});

describe("test", () => {
  it.each([
    ["/^\\d{3}-\\d{4}$/", "555-1234", true],
    ["/^\\d{3}-\\d{4}$/", "555-1234\n", true],
    ["/^\\d{3}-\\d{4}$/D", "555-1234\n", false],
    ["/^b/m", "a\nb", true],
    ["/^$/m", "a\n", false],
    ["/\\Bb/", "ab", true],
    ["/a\\b./u", "aä", false],
    ["/^$/", "", true],
  ])("%s on %j is %s", (pattern, subject, expected) => {
    expect(compilePhpRegex(pattern).test(subject)).toBe(expected);
  });
});

describe("compilePhpRegex refuses", () => {
  it.each([
    ["", "empty"],
    ["abc", "delimiters"],
    ["/abc", 'no closing delimiter "/"'],
    ["(abc", 'no closing delimiter ")"'],
    ["/a/e", 'modifier "e"'],
    ["/a(?=b/", "( that is never closed"],
    [`/${"(?=ab)".repeat(21)}/`, "more than 20 look-aheads"],
    ["/(a)\\1/", "back-reference \\1"],
    ["/(?<n>a)\\k<n>/", "back-reference"],
    ["/(?R)/", "recursion"],
    ["/(?>a)/", "atomic group"],
    ["/(?|a|b)/", "branch reset"],
    ["/(?(1)a|b)/", "condition"],
    ["/(*SKIP)a/", "verb"],
    ["/a\\K/", "\\K"],
    ["/(ab)*+c/", "possessive"],
    ["/(a/", "( that is never closed"],
    ["/a)/", ") without its ("],
    ["/[a/", "[ that is never closed"],
    ["/[z-a]/", "end comes before its start"],
    ["/[\\d-z]/", "does not start with a character"],
    ["/*a/", "nothing to repeat"],
    ["/a**/", "two quantifiers"],
    ["/^*/", "not a character or group"],
    ["/a{3,2}/", "end is below its start"],
    ["/a{2000}/", "more than 1000 times"],
    ["/(?:a{100}){100}/", "too large"],
    ["/\\p{Nonsense}/u", '"Nonsense"'],
    ["/[[:nonsense:]]/", "[:nonsense:]"],
    ["/[.a.]/", "not supported"],
    ["/\\y/", "unknown escape \\y"],
    ["/a\\/", "no closing delimiter"],
    [`/${"(".repeat(101)}${")".repeat(101)}/`, "nested deeper"],
    [`/${"a".repeat(5000)}/`, "longer than 4096"],
  ])("%s", (pattern, part) => {
    const failure = failureOf(() => compilePhpRegex(pattern));
    expect(failure.code).toBe("regex_invalid");
    expect(failure.message).toContain(part);
  });

  it("names the place", () => {
    expect(failureOf(() => compilePhpRegex("/ab(?>c)/")).message).toBe(
      "The regular expression uses an atomic group, which is not supported (at character 6).",
    );
  });
});

describe("look-ahead and look-behind", () => {
  it.each([
    ["/\\d(?=\\d{4})/", "4111111111111111", "*", "************1111"],
    ["/.(?=.{4})/u", "Zürich\u{1f600}12", "*", "*****h\u{1f600}12"],
    ["/\\d(?=(?:\\d{3})+$)/", "1234567", "$0,", "1,234,567"],
    ["/(\\d)(?=(\\d{3})+$)/", "1234567", "$1,", "1,234,567"],
    ["/(?<=\\d)(?=(?:\\d{3})+\\b)/", "1234567 and 1000", ",", "1,234,567 and 1,000"],
    ["/(?<=[a-z])(?=[A-Z])/", "invoiceNumberOf", " ", "invoice Number Of"],
    ["/(?<!\\d)\\d{2}(?!\\d)/", "12 345 67", "#", "# 345 #"],
    ["/(?<=EUR )\\d+/", "EUR 12, USD 34", "0", "EUR 0, USD 34"],
    ["/(?<=^|,)(?=,|$)/", "a,,b,", "-", "a,-,b,-"],
    ["/\\b(?!the\\b)\\w+/i", "The cat the dog", "-", "The - the -"],
    ["/(?=.*\\d)(?=.*[a-z])^.{4,}$/", "ab12", "ok", "ok"],
    ["/\\w(?=\\w*@)/", "john@example.com", "*", "****@example.com"],
    ["/a(?=b(?!c))/", "abc abd", "-", "abc -bd"],
    ["/(?<=a(?=b))./", "ab ac", "-", "a- ac"],
    ["/(?i)x(?=Y)/", "xy xz", "-", "-y xz"],
    ["/(?<=é)./u", "éa ea", "-", "é- ea"],
    ["/(?=a)*b/", "ab", "-", "a-"],
    ["/(?!)/", "ab", "-", "ab"],
    ["/(?=)/", "ab", "-", "-a-b-"],
    ["/\\d(?!\\d)/", "12 3", "#", "1# #"],
    ["/(?<![\\w.])\\d/", ".1 a2 3", "#", ".1 a2 #"],
  ])("%s in %j with %j", (pattern, subject, replacement, expected) => {
    expect(replace(pattern, subject, replacement)).toBe(expected);
    expect(compilePhpRegex(pattern).test(subject)).toBe(subject !== expected);
  });

  it("has no groups for the replacement", () => {
    expect(failureOf(() => replace("/(?=(a))/", "a", "<$1>")).message).toBe(
      "The replacement uses group 1 of the regular expression, which is inside a look-ahead or look-behind: that is not supported.",
    );
    expect(replace("/(?!(b))(a)/", "a", "<$1$2>")).toBe("<a>");
  });

  it("costs what a search costs, however long the subject is", () => {
    const digits = "1".repeat(200_000);
    expect(replace("/\\d(?=\\d{4})/", digits, "*")).toBe(`${"*".repeat(199_996)}1111`);
    const budget = new StepBudget(60 * 20_000);
    const short = "a".repeat(20_000);
    expect(compilePhpRegex("/a(?=.*b)(?<!a.*c)/").replace(short, "-", undefined, budget)).toBe(short);
    expect(replace("/(?=(?:a+)+$)b/", `${"a".repeat(50_000)}c`, "-")).toBe(`${"a".repeat(50_000)}c`);
  });
});

describe("the work is bounded", () => {
  it.each([
    ["/(a+)+$/", `${"a".repeat(50_000)}b`],
    ["/(a|aa)+$/", `${"a".repeat(50_000)}b`],
    ["/(.*)(.*)(.*)(.*)x/", "a".repeat(50_000)],
    ["/([a-z]+)*[0-9]/i", "abc".repeat(30_000)],
    ["/(x+x+)+y/", "x".repeat(50_000)],
    ["/^(([a-z])+.)+[A-Z]([a-z])+$/", "a".repeat(50_000)],
  ])("%s on a text that makes backtracking engines stall", (pattern, subject) => {
    expect(replace(pattern, subject, "-")).toBe(subject);
  });

  it("answers where the automaton has too many states", () => {
    const regex = compilePhpRegex("/(?:a|b)*a(?:a|b){14}c/");
    let text = "";
    for (let value = 1; value < 2000; value++) text += value.toString(2).replaceAll("0", "a").replaceAll("1", "b");
    expect(regex.test(text)).toBe(false);
    expect(regex.test(`${text}a${"b".repeat(14)}c`)).toBe(true);
  });

  it("ends searches that would read the whole text again and again", () => {
    const failure = failureOf(() => replace("/a.*b|a/", "a".repeat(100_000), "-"));
    expect(failure.code).toBe("regex_too_costly");
  });

  it("counts the steps of several calls together when they share a budget", () => {
    const budget = new StepBudget(2000);
    const regex = compilePhpRegex("/(a)(b)/");
    expect(regex.replace("ab ab", "$2$1", undefined, budget)).toBe("ba ba");
    const repeat = () => {
      for (let call = 0; call < 1000; call++) regex.replace("ab ab", "$2$1", undefined, budget);
    };
    expect(failureOf(repeat).code).toBe("regex_too_costly");
  });

  it("ends texts that are too long, and results that would be", () => {
    expect(failureOf(() => compilePhpRegex("/a/").test("a".repeat(2_000_001))).code).toBe("regex_too_costly");
    const growing = failureOf(() => replace("/a/", "a".repeat(20_000), "x".repeat(1000)));
    expect(growing.code).toBe("regex_too_costly");
  });
});
