import { describe, expect, it, test } from "vitest";
import { type MergeCase, merge } from "../testing/merge.ts";

const rows = [
  { name: "b", price: 2, city: "Oslo", on: true },
  { name: "a", price: 10, city: "Rome", on: false },
  { name: "c", price: "1,000.50", city: "Oslo", on: 1 },
];
const data = {
  rows,
  list: ["x", "y", "x"],
  nums: [3, 1, 2],
  s: "The quick brown fox",
  e: [],
  map: { k1: "v1", k2: 2 },
};

/** One table per group of modifiers; the expected texts are what Smarty 4 prints, unless the language differs or Smarty has none. */
const GROUPS: Record<string, readonly MergeCase[]> = {
  "text-case": [
    [
      "{'aBc ö'|upper}|{'ABC Ö'|lower}|{'éa'|ucfirst}|{'ABC'|lcfirst}|{'one two'|ucwords}",
      "ABC Ö|abc ö|Éa|aBC|One Two",
    ],
    ['{"o\'neil john-smith mc donald"|capitalize}', "O'neil John-Smith Mc Donald"],
    ["{'a1b2 3rd x9'|capitalize}|{'a1b2 3rd x9'|capitalize:true}", "A1B2 3rd x9|A1B2 3Rd X9"],
    ["{'hELLO wORLD'|capitalize:false:true}|{'hELLO'|capitalize}", "Hello World|HELLO"],
    ["{'straße über'|upper}|{'ünïcode'|capitalize}", "STRASSE ÜBER|Ünïcode"],
  ],
  "text-edit": [
    ["{'a'|cat:'b':'c'}|{$no|cat:'x'}|{5|cat}", "abc|x|5"],
    ["{'banana'|replace:'a':'o'}|{'a.b'|replace:['a','b']:['1','2']}|{'x'|replace:'':'y'}", "bonono|1.2|x"],
    [
      "{'a1b22'|regex_replace:'/\\d+/':'#'}|{'John Smith'|regex_replace:'/(\\w+) (\\w+)/':'$2, \\1'}",
      "a#b#|Smith, John",
    ],
    [
      "{\"a  b\\n c\"|strip}|{'a b'|strip:'&nbsp;'}|{'abc'|spacify}|{'äbc'|spacify:'--'}",
      "a b c|a&nbsp;b|a b c|ä--b--c",
    ],
    ["{\"x\\ny\"|indent:2:'>'}|{'x'|indent}", ">>x\n>>y|    x"],
    [
      "[{'  a '|trim}][{'xxaxx'|trim:'x'}][{' a '|ltrim}][{'a00'|rtrim:'0'}][{'abcab'|trim:'a..b'}]",
      "[a][a][a ][a][c]",
    ],
    [
      "{'abcdef'|substr:1:3} {'abcdef'|substr:-2} {'abcdef'|substr:1:-2} {'äöü'|substr:1:1} [{'abc'|substr:5}]",
      "bcd ef bcd ö []",
    ],
    [
      "{'ab'|str_repeat:3}|{'7'|str_pad:3:'0':0}|{'a'|str_pad:4:'-='}|{'a'|str_pad:4:'*':2}|{'äb'|strrev}",
      "ababab|007|a-=-|*a**|bä",
    ],
    [
      "{'banana'|strpos:'n'} [{'banana'|strpos:'x'}] {'1234567890123456'|mask} {'ab-cd'|mask:2:'#'}",
      "2 [] ************3456 ##-cd",
    ],
  ],
  "text-wrap": [
    [
      "{$s|truncate:10}|{$s|truncate:10:''}|{$s|truncate:10:'…':true}|{$s|truncate:9:'--':true:true}",
      "The...|The quick|The quick…|The--fox",
    ],
    ["{'short'|truncate:10}|{'x'|truncate:0}|{'Überlänge hier'|truncate:9:'':true}", "short||Überlänge"],
    ["{'long text to wrap here'|wordwrap:10:'|'}", "long text|to wrap|here"],
    ["{'abcdefghij'|wordwrap:4:'|'}|{'abcdefghij'|wordwrap:4:'/':true}", "abcdefghij|abcd/efgh/ij"],
  ],
  "text-count": [
    ["{'añb c'|strlen} {'a b c'|count_characters} {'a b c'|count_characters:true}", "5 3 5"],
    ["{'x y  z'|count_words} {'A. B c. D?'|count_sentences} {\"a\\n\\nb\\nc\"|count_paragraphs}", "3 3 3"],
  ],
  basic: [
    ["{$no|default:'d'}{''|default:'d'}{0|default:'d'}{$no|default:$no:'z'}[{$no|default}]", "dd0z[]"],
    ["{'x'|isset}{$no|isset}{$e|empty}{'a'|in_array:['a']}{$list|is_array}{'12'|is_numeric}", "11111"],
    ["{1|yesno} {0|yesno} {'no'|yesno} {true|yesno:'ja':'nein'} {'on'|yesno}", "Yes No No ja Yes"],
    ["{'5551234567'|phone} {'15551234567'|phone} {'+49 30 123'|phone}", "(555) 123-4567 +1 (555) 123-4567 +49 30 123"],
    ["{$list|contains:'y'}{'hay'|contains:'a'}{$list|contains:'q'}", "11"],
  ],
  escape: [
    ["{'<a href=\"x\">&\\''|escape}", "&lt;a href=&quot;x&quot;&gt;&amp;&#039;"],
    ["{'&amp; <'|escape:'html':'UTF-8':false}|{'é€<'|escape:'htmlall'}", "&amp; &lt;|&eacute;&euro;&lt;"],
    ["{'a b/ü~'|escape:'url'}|{'a b/c'|escape:'urlpathinfo'}|{'a b~'|urlencode}", "a%20b%2F%C3%BC~|a%20b/c|a+b%7E"],
    [
      "{\"it's\"|escape:'quotes'}|{'a@b.c'|escape:'mail'}|{'aé'|escape:'hex'}|{'é'|escape:'hexentity'}|{'é'|escape:'decentity'}",
      "it\\'s|a [AT] b [DOT] c|%61%c3%a9|&#xE9;|&#233;",
    ],
    ["{\"a'b\\\"c\\n</s\"|escape:'javascript'}", "a\\'b\\\"c\\n<\\/s"],
    [
      "{'&lt;&amp;&#039;&eacute;'|unescape}|{'&eacute;&#x41;'|unescape:'entity'}|{'%C3%A9'|unescape:'url'}",
      "<&'&eacute;|éA|é",
    ],
    ['{"a\\nb"|nl2br}|{"a\\nb"|nl2br:false}', "a<br />\nb|a<br>\nb"],
    ["{'<b>x</b> y'|strip_tags}|{'<b a=\">\">x</b><!-- c --> 1 < 2'|strip_tags:false}", " x  y|x 1 < 2"],
  ],
  json: [
    ["{['a'=>1,'b'=>[true,null,'é/']]|json_encode}", '{"a":1,"b":[true,null,"\\u00e9\\/"]}'],
    ["{'<a href=\"b\">it&'|json_encode:15}", '"\\u003Ca href=\\u0022b\\u0022\\u003Eit\\u0026"'],
    ["{[1,2]|json_encode} {'x'|json_encode} {1.5|json_encode} {$no|json_encode}", '[1,2] "x" 1.5 null'],
    ["{$j=('{\"a\":{\"b\":[5]}}'|json_decode)}{$j.a.b.0}[{'{bad'|json_decode}]", "5[]"],
  ],
  number: [
    [
      "{1234.5|number_format:2} {1234.5|number_format:2:',':'.'} {1000000|number_format} {$x|number_format:2}",
      "1,234.50 1.234,50 1,000,000 -0.01",
      { x: -0.005 },
    ],
    [
      "{$x|number_format:2} {1.005|number_format:2} {999.995|number_format:2} {0.5|number_format}",
      "0.00 1.01 1,000.00 1",
      { x: -0.001 },
    ],
    [
      "{2.345|round:2} {2.5|round} {$x|round} {1234.5678|round:-2} {5.055|round:2} {1.955|round:2}",
      "2.35 3 -3 1200 5.06 1.96",
      { x: -2.5 },
    ],
    ["{1.2|ceil} {1.8|floor} {$x|abs} {'12abc'|intval} {'1.5e3'|floatval} {7.9|intval}", "2 1 4 12 1500 7", { x: -4 }],
    ["{max(1,'10',3)} {$nums|max} {min(2,1)} {$nums|min} {max('apple','pear')}", "10 3 1 1 pear"],
    ["{'$12'+0} {'(3)'+0} {'1,234.5'*2} {'1.234,50 EUR'+0} {'12 apples'+1} {'-$5'+0}", "12 -3 2469 1234.5 13 -5"],
  ],
  sprintf: [
    ["{42.678|string_format:'%d'} {'x'|string_format:'<%s>'}", "42 <x>"],
    [
      "{$v|string_format:'%.2f'} {$v|string_format:'%05.1f'} {$v|string_format:'%x'} {$v|string_format:'%+d'}",
      "42.68 042.7 2a +42",
      { v: 42.678 },
    ],
    [
      "{'a'|string_format:'%5s'}|{'a'|string_format:'%-5s'}|{'a'|string_format:\"%'*5s\"}|{5|string_format:'%03d'}",
      "    a|a    |****a|005",
    ],
    [
      "{0.25|string_format:'%.1f'} {1.005|string_format:'%.2f'} {99.995|string_format:'%.2f'} {1234.5|string_format:'%e'}",
      "0.2 1.00 100.00 1.234500e+3",
    ],
    [
      "{sprintf('%2$s-%1$s %%', 'a', 'b')} {sprintf('%b %o %X %u %c', 5, 8, 255, -1, 65)}",
      "b-a % 101 10 FF 18446744073709551615 A",
    ],
  ],
  international: [
    [
      "{1234.5|currency}|{1234.5|currency:'EUR':'de-DE'}|{1234.5|currency:'JPY'}|{5|currency:'USD':'en-US':0}",
      "$1,234.50|1.234,50\u00a0€|¥1,235|$5",
    ],
    [
      "{1234.567|number}|{1234.567|number:1}|{1234.567|number:2:'de'}|{0.256|percent}|{0.256|percent:1:'de'}",
      "1,234.567|1,234.6|1.234,57|26%|25,6\u00a0%",
    ],
    [
      "{1|ordinal} {2|ordinal} {3|ordinal} {11|ordinal} {22|ordinal} {1|ordinal:'fr'} {4|ordinal:'de'}",
      "1st 2nd 3rd 11th 22nd 1er 4.",
    ],
    // As a number beyond all doubles prints elsewhere, too.
    ["{$x|ordinal} {$x}", "INF INF", { x: JSON.parse("1e400") as number }],
    [
      "{0|spell}|{21|spell}|{1234567|spell}|{12.5|spell}|{1.01|spell:'USD'}|{$x|spell:'EUR'}",
      "zero|twenty-one|one million two hundred thirty-four thousand five hundred sixty-seven|twelve and 50/100|one dollar and one cent|minus two euros",
      { x: -2 },
    ],
    ["{5|currency:'nonsense'}[{$no|currency}]", "5[]"],
  ],
  date: [
    ["{1796342400000|date:'Y-m-d'}|{20261204|date:'Y-m-d'}|{3600|date:'H:i'}", "2026-12-04|2026-12-04|01:00"],
    ["{'2026-02-30'|date:'Y-m-d'}|{'0000-00-00'|date:'H:i'}|{'04.12.26'|date_format:'%Y-%m-%d'}", "||2026-12-04"],
    [
      "{$d|date_format}|{$d|date_format:'%B %e, %Y'}|{$d|date_format:'F j, Y'}|{''|date_format:'%Y'}|{''|date_format:'%Y':'2001-01-01'}",
      "Feb  5, 2024|February  5, 2024|February 5, 2024||2001",
      { d: "2024-02-05" },
    ],
    [
      "{'1700000000'|date_format:'%Y-%m-%d %H:%M'} {1700000000|date_format:'Y'} {'20240301101112'|date_format:'c'}",
      "2023-11-14 22:13 2023 2024-03-01T10:11:12+00:00",
    ],
    [
      "{\"`$d` +30 days\"|date_format:'%Y-%m-%d'} {$d|date_add:'+1 month'} {$d|date_add:'-1 day'|date_format:'D'}",
      "2024-03-01 2024-03-02 Tue",
      { d: "2024-01-31" },
    ],
    [
      "{$d|date:'short'}|{$d|date:'long':'de-DE'}|{$d|date}|{$d|date:'d.m.Y'}|{date('Y-m-d', 86400)}",
      "2/5/24|5. Februar 2024|Feb 5, 2024|05.02.2024|1970-01-02",
      { d: "2024-02-05" },
    ],
    [
      "{'1970-01-02'|strtotime} [{'nonsense'|strtotime}] {'now'|date_format:'%Y-%m-%d'} {'tomorrow'|date_format:'%d'}",
      "86400 [] 2024-03-15 16",
    ],
  ],
  arrays: [
    ["{$list|count}{$list|@count}{$no|count}{'x'|count}{$map|sizeof}", "33012"],
    [
      "{$list|join:','} {','|implode:$list} {implode('-', $nums)} {'a,b'|split:','|join:';'} {explode(',', 'p,q')|join:''}",
      "x,y,x x,y,x 3-1-2 a;b pq",
    ],
    ["{range(1,3)|join:''} {range('a','c')|join:''} {range(5,1,2)|join:','} {$nums|array_sum}", "123 abc 5,3,1 6"],
    [
      "{$map|array_keys|join:','} {$map|array_values|join:','} {$nums|array_reverse|join:''} {$list|array_unique|join:''}",
      "k1,k2 v1,2 213 xy",
    ],
    [
      "{$nums|array_slice:1|join:','} {$nums|array_slice:-1:1|join:','} {$rows|array_column:'name'|join:''} {array_merge($list,$nums)|@count}",
      "1,2 2 bac 6",
    ],
    [
      "{foreach $list|array_unique as $k => $v}{$k}{$v}{/foreach}{foreach $rows|array_column:'price':'name' as $k => $v}{$k}{/foreach}",
      "0x1ybac",
    ],
  ],
  lists: [
    ["{$rows|sum:'price'} {$nums|sum} {$nums|avg} {[0.1,0.2]|sum} {$e|avg}", "1012.5 6 2 0.3 0"],
    [
      "{$rows|sort:'name'|pluck:'name'|join:''} {$rows|sort:'name':'desc'|pluck:'name'|join:''} {$nums|sort|join:''}",
      "abc cba 123",
    ],
    ["{$rows|where:'city':'Oslo'|pluck:'name'|join:''} {$rows|where:'on'|pluck:'name'|join:''}", "bc bc"],
    [
      "{foreach $rows|group_by:'city' as $city => $g}{$city}={$g.count}:{foreach $g.items as $r}{$r.name}{/foreach} {/foreach}",
      "Oslo=2:bc Rome=1:a ",
    ],
    [
      "{$nums|first}{$nums|last}{$nums|limit:2|join:''}{$list|unique|join:''}{$nums|reverse|join:''}{'abc'|reverse}{$map|keys|join:''}",
      "3231xy213cbak1k2",
    ],
  ],
};

for (const [group, cases] of Object.entries(GROUPS)) {
  describe(group, () => {
    test.each(cases.map(([template, expected, more]) => ({ template, expected, more })))("$template", (one) => {
      expect(merge(one.template, { ...data, ...one.more })).toBe(one.expected);
    });
  });
}

describe("time zone and locale of the render", () => {
  it("apply to dates", () => {
    const context = { timeZone: "America/New_York", locale: "de-DE" };
    expect(merge("{$d|date_format:'%H:%M'} {$d|date:'long'}", { d: "2024-06-15T02:00:00Z" }, context)).toBe(
      "22:00 14. Juni 2024",
    );
  });
});
