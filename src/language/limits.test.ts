import { describe, expect, it, test } from "vitest";
import { generateCase } from "../../test/smarty/generate.ts";
import { Random } from "../../test/smarty/random.ts";
import { HOSTILE_DATA, mutatedTemplate, tokenSoup } from "../../test/smarty/soup.ts";
import { Failure } from "../domain/failure.ts";
import { listFields } from "./list-fields.ts";
import { parseTemplate, renderTemplate } from "./template.ts";
import { merge, TEST_CONTEXT } from "./testing/merge.ts";

function failureOf(source: string, data: unknown = {}): string {
  try {
    merge(source, data);
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
  return "none";
}

describe("limits", () => {
  test.each([
    ["{for $i=1 to 1000000000}{$x=$i}{/for}", "language_step_limit"],
    ["{foreach range(1,9999) as $a}{foreach range(1,9999) as $b}{$a=1}{/foreach}{/foreach}", "language_step_limit"],
    ["{for $i=1 to 100000000}0123456789{$i}{/for}", "language_output_limit"],
    ["{$x='abcdefgh'}{for $i=1 to 60}{$x=$x|cat:$x}{/for}", "language_output_limit"],
    ['{$x="abcdefgh"}{for $i=1 to 60}{$x="$x$x"}{/for}', "language_output_limit"],
    ["{'x'|str_repeat:999999999}", "language_output_limit"],
    ["{'x'|str_pad:999999999}", "language_output_limit"],
    ["{'x'|indent:999999999}", "language_output_limit"],
    ["{$a|replace:'a':$a}", "language_output_limit"],
    ["{$a|regex_replace:'/a/':$a}", "regex_too_costly"],
    ["{$a|regex_replace:'/[/':'x'|default:1}".replace("'/[/'", "$bad"), "regex_invalid"],
  ])("%s", (source, code) => {
    expect(failureOf(source, { a: "a".repeat(20_000), bad: "/[/" })).toBe(code);
  });

  it("names the limit that was passed", () => {
    const { template } = parseTemplate("{for $i=1 to 100}{$i}{/for}", { mode: "text" });
    expect(() => renderTemplate(template, {}, { ...TEST_CONTEXT, limits: { steps: 50 } })).toThrow(/50 steps/);
    expect(() => renderTemplate(template, {}, { ...TEST_CONTEXT, limits: { outputCharacters: 30 } })).toThrow(
      /30 characters/,
    );
    expect(renderTemplate(template, {}, { ...TEST_CONTEXT, limits: { steps: 1000 } }).text).toHaveLength(192);
  });

  it("matches patterns made to backtrack in no time", () => {
    const subject = `${"a".repeat(50_000)}!`;
    expect(merge("{if $s matches '/^(a+)+$/'}y{else}n{/if}", { s: subject })).toBe("n");
  });

  test.each([
    ["blanks", (n: number) => `{strip}${" ".repeat(n)}x{/strip}`],
    ["opening braces", (n: number) => "{$".repeat(n)],
    ["open quotes", (n: number) => "{'".repeat(n)],
    ["angle brackets", (n: number) => `{strip}${"<pre>".repeat(n / 5)}{/strip}`],
    ["literals", (n: number) => "{literal}".repeat(n / 9)],
    ["comments", (n: number) => "{* x *}".repeat(n / 7)],
    ["nested strings", (n: number) => '{"'.repeat(n / 2)],
    ["ternaries", (n: number) => `{$a${" ? 1 : 2".repeat(n / 8)}}`],
    ["closing tags", (n: number) => "{/if}".repeat(n / 5)],
    ["brackets", (n: number) => `{$a${"[0]".repeat(n / 3)}}`],
  ])("parses 200,000 characters of %s without stalling", (_, make) => {
    const source = make(200_000);
    expect(parseTemplate(source, { mode: "html" }).template.nodes.length).toBeGreaterThanOrEqual(0);
  });

  test.each([
    ["strip_tags", "{$s|strip_tags}{$s|strip_tags:false}", "<".repeat(100_000)],
    ["truncate", "{$s|truncate:99999}", " ".repeat(100_000)],
    ["trim", "{$s|trim|strlen}", `${" x".repeat(50_000)}`],
    ["wordwrap", "{$s|wordwrap:3|strlen}", "ab ".repeat(30_000)],
    ["capitalize", "{$s|capitalize|strlen}", "1a-".repeat(30_000)],
    ["count_words", "{$s|count_words}{$s|count_sentences}", "a".repeat(100_000)],
    ["numbers", "{$s+1}", `${"1,".repeat(50_000)}`],
    ["dates", "{$s|date_format}", "next ".repeat(20_000)],
    ["unescape", "{$s|unescape:'entity'|strlen}", "&".repeat(100_000)],
  ])("%s takes time in proportion to its text", (_, source, text) => {
    expect(() => merge(source, { s: text })).not.toThrow();
  });
});

describe("hostile templates", () => {
  it.each([1, 2, 3, 4])("answers token soups and mutated templates with values or typed failures (%s)", (part) => {
    const random = new Random(20_260_100 + part);
    const codes = new Set<string>();
    for (let index = 0; index < 750; index++) {
      const source = index % 2 ? tokenSoup(random) : mutatedTemplate(random);
      const { template } = parseTemplate(source, { mode: index % 3 ? "html" : "text" });
      listFields(template);
      try {
        renderTemplate(template, HOSTILE_DATA, {
          ...TEST_CONTEXT,
          limits: { steps: 200_000, outputCharacters: 200_000 },
        });
      } catch (error) {
        if (!(error instanceof Failure))
          throw new Error(`untyped exception for ${JSON.stringify(source)}`, { cause: error });
        codes.add(error.code);
      }
    }
    expect([...codes].every((code) => /^(language_\w+_limit|regex_\w+)$/.test(code))).toBe(true);
    expect("polluted" in {}).toBe(false);
  });

  it("parses every generated valid template without an error", () => {
    const random = new Random(5);
    for (let index = 0; index < 300; index++) {
      const { template } = generateCase(random, index);
      expect(parseTemplate(template, { mode: "text" }).errors, template).toEqual([]);
    }
  });
});
