import { describe, expect, it, test } from "vitest";
import { parseTemplate } from "./template.ts";
import { merge } from "./testing/merge.ts";

function errorsOf(source: string): ReturnType<typeof parseTemplate>["errors"] {
  return parseTemplate(source, { mode: "html" }).errors;
}

describe("errors of a template", () => {
  it("lists all of them with line, column, tag and advice", () => {
    const errors = errorsOf("Dear {$name|uper},\n\n{foreach $Items as $i}{$i.price|number_fromat:2}\n{if $a = 1}x");
    expect(errors.map(({ code, line, column, tag }) => [code, line, column, tag])).toEqual([
      ["unknown_modifier", 1, 13, "{$name|uper}"],
      ["unclosed_block", 3, 1, "{foreach $Items as $i}"],
      ["unknown_modifier", 3, 33, "{$i.price|number_fromat:2}"],
      ["unclosed_block", 4, 1, "{if $a = 1}"],
      ["unexpected_token", 4, 8, "{if $a = 1}"],
    ]);
    expect(errors[0]).toMatchObject({ message: "Unknown modifier `uper`, did you mean `upper`?", suggestion: "upper" });
    expect(errors[2]).toMatchObject({ suggestion: "number_format" });
    expect(errors[4]).toMatchObject({
      message: "A single `=` sets a value; two values are compared with `==`",
      suggestion: "`{if $a == 1}`",
    });
  });

  it("names a misspelt opening tag as the cause of a closing tag that closes nothing", () => {
    expect(errorsOf("{forech $Items as $i}x{/foreach}")).toMatchObject([
      {
        code: "unexpected_close",
        message: "{/foreach} closes nothing: {forech $Items as $i} before it is not a tag, write {foreach there",
      },
    ]);
    expect(errorsOf("{if $a}{iff $b}y{/foreach}{/if}")[0]?.message).toBe("{/foreach} closes nothing: {if} is open");
    expect(errorsOf("{tablrow from=$Rows item=r}x{/tablerow}")[0]?.message).toContain("{tablrow from=$Rows item=r}");
    // What is text beside the block is no cause.
    expect(errorsOf("{each} {/foreach}")[0]?.message).toBe("{/foreach} closes nothing: no {foreach} is open here");
  });

  it("shows the way out of a name that begins with a digit, and of an unknown function of {math}", () => {
    expect(errorsOf("{$2no}")[0]).toMatchObject({
      message: "`$2no` cannot be a name: it begins with a digit",
      suggestion: '`{$_2no}`, which finds “2no” in the data, or `{$data["2no"]}`',
    });
    expect(merge('{$_2no} {$data["2no"]}', { "2no": "yes" })).toBe("yes yes");
    expect(errorsOf("{math equation='sqr(x)' x=1}")[0]).toMatchObject({
      message: "{math} knows no function `sqr`, did you mean `sqrt`?",
      suggestion: "sqrt",
    });
    expect(errorsOf("{math equation='sqrt(x) + pi() * max (1, x)' x=1}{math equation=$e}")).toEqual([]);
  });

  test.each([
    ["{if $a => 3}{/if}", "`=>` compares nothing; it is written `>=`", "`{if $a >= 3}`"],
    ["{if $a =< 3}{/if}", "`=<` compares nothing; it is written `<=`", "`{if $a <= 3}`"],
    ["{foreach $line in $Items}{/foreach}", /does not say what one item is called$/, "{foreach $Items as $line}"],
    ["{foreach $Items}{/foreach}", /does not say what one item is called$/, "{foreach $Items as $item}"],
  ])("what other languages write is turned around: %s", (source, message, suggestion) => {
    const [error] = parseTemplate(source, { mode: "text" }).errors;
    expect(error?.message).toMatch(message);
    expect(error?.suggestion).toBe(suggestion);
  });

  test.each([
    ["{if $a then}x{/if}", "`{if $a}`"],
    ["{if $a}x{elseif $b then}y{/if}", "`{elseif $b}`"],
    ["{if $a is blank}x{/if}", "`{if $a is empty}`"],
    ["{if $a is not null}x{/if}", "`{if $a is not empty}`"],
    ["{if $a is green}x{/if}", undefined],
    [
      "{if $First then Name}x{/if}",
      '`{$First_then_Name}`, which finds “First then Name” in the data, or `{$data["First then Name"]}`',
    ],
    ["{foreach $item in $Order.Items}x{/foreach}", "{foreach $Order.Items as $item}"],
    ["{for $i in $Items}x{/for}", "{foreach $Items as $i}"],
  ])("%s suggests %s", (source, suggestion) => {
    expect(errorsOf(source).map((error) => error.suggestion)).toEqual([suggestion]);
  });

  test.each([
    ["{$a", "unclosed_tag"],
    ["Dear {$Name, welcome {$x}", "unclosed_tag"],
    ["{if $a {$b}{/if}", "unclosed_tag"],
    ["{* never", "unclosed_comment"],
    ["{literal}x", "unclosed_literal"],
    ["{$a|default:'x}", "unclosed_string"],
    ["{/if}", "unexpected_close"],
    ["{if $a}{/foreach}", "unexpected_close"],
    ["{else}", "unexpected_middle"],
    ["{foreach $a as $b}{elseif 1}{/foreach}", "unexpected_middle"],
    ["{break}", "unexpected_middle"],
    ["{$a +}", "unexpected_end"],
    ["{if}x{/if}", "unexpected_end"],
    ["{$a $b}", "unexpected_token"],
    ["{$a->b}", "unexpected_token"],
    ["{$5}", "unexpected_character"],
    ["{$2no}", "invalid_name"],
    ["{if $1st|upper}x{/if}", "invalid_name"],
    ["{math equation='system(x)' x=1}", "unknown_function"],
    ["{math equation='2 * sqr (x)' x=1}", "unknown_function"],
    ["{strlen($a, nosuch(1))}", "unknown_function"],
    ["{$smarty.get.x}", "unknown_property"],
    ["{foreach $a as $b}{$b@fist}{/foreach}", "unknown_property"],
    ["{$a|replace:'x'}", "missing_argument"],
    ["{image width=3}", "missing_attribute"],
    ["{foreach item=x}{/foreach}", "missing_attribute"],
    ["{section name=s loop=$a strat=2}{/section}", "invalid_attribute"],
    ["{$a|upper=6}", "invalid_assignment"],
    ["{$a|regex_replace:'/(/':'x'}", "invalid_regex"],
    ["{for $i=0; $i<3; $i++}{/for}", "unexpected_token"],
    [`{$a${".b".repeat(3)}${"(".repeat(500)}}`, "unexpected_token"],
    [`{${"!".repeat(500)}$a}`, "too_deep"],
    [`{${"(".repeat(500)}1${")".repeat(500)}}`, "too_deep"],
    ["{if 1}".repeat(101) + "{/if}".repeat(101), "too_deep"],
  ])("%s", (source, code) => {
    expect(errorsOf(source).map((error) => error.code)).toContain(code);
  });

  it("stops listing at a hundred", () => {
    expect(errorsOf("{$a|nosuch}\n".repeat(500))).toHaveLength(100);
  });

  it("pairs the end of a block whose opening tag is wrong", () => {
    expect(errorsOf("{if $a ==}x{else}y{/if}{foreach $}{$i}{/foreach}").map((error) => error.tag)).toEqual([
      "{if $a ==}",
      "{foreach $}",
    ]);
  });

  it("leaves unknown words and braces of other languages alone", () => {
    expect(errorsOf("{word} {include file='x'} {block name=a}{/block} {a:b} {\n} {;} <style>a{b:c}</style>")).toEqual(
      [],
    );
  });

  it("takes a text with a comma or colon behind it for a set or JSON, not for a tag", () => {
    const texts = ['{"a": 1, "b": 2}', "{'a':1}", "{\u201cfoo\u201d,23}", '{"say \\"a\\"" : 1}', '{"a", "b"}'];
    for (const text of texts) expect(merge(text)).toBe(text);
    expect(merge('{"a"|upper}{\u201cb\u201d|upper}')).toBe("AB");
    expect(errorsOf('{"a" "b"}')).toHaveLength(1);
  });
});
