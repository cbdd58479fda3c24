import { describe, expect, it, test } from "vitest";
import { parseTemplate, renderTemplate } from "./template.ts";
import { type MergeCase, merge, TEST_CONTEXT } from "./testing/merge.ts";

const data = {
  items: [
    { n: "A", q: 2, p: 3.5, tags: ["x", "y"] },
    { n: "B", q: 0, p: 10 },
  ],
  c: { name: "Zed", addr: { city: "Oslo" } },
  k: "name",
  e: [],
  m: { a: 1, b: 2 },
  zero: 0,
};

const GROUPS: Record<string, readonly MergeCase[]> = {
  "what opens a tag": [
    ["a { $c } b {  } c", "a { $c } b {  } c"],
    ["h1{color:red} p { margin: 0 }", "h1{color:red} p { margin: 0 }"],
    ["@keyframes x{0%{opacity:0}100%{opacity:1}}", "@keyframes x{0%{opacity:0}100%{opacity:1}}"],
    ["/\\d{3,5}/", "/\\d{3,5}/"],
    ["{name} {first name} {date} {/name}", "{name} {first name} {date} {/name}"],
    ["{5} {10/4} {-5+2} {2 * 3}", "5 2.5 -3 6"],
    ["{literal}{$x}{literal}{/literal}{/literal}", "{$x}{literal}{/literal}"],
    ["{ldelim}{rdelim}", "{}"],
    ["{* c *}a{* multi\nline {$x} *}b", "ab"],
    ["{IF true}{Foreach $items as $i}{$i.n}{/FOREACH}{/if}", "AB"],
    ["{($zero+2)|number_format:1}{!$zero}{[1,2]|@count}{'s'}", "2.012s"],
  ],
  "typographic characters": [
    ["{$c.name|default:\u201cnone\u201d}", "Zed"],
    ["{$no|default:\u2018it\u2019s\u2019}", "it\u2019s"],
    ["{$no|default:\u201esay \u2019hi\u2019\u201c}", "say \u2019hi\u2019"],
    ['{$no|default:"Mr. \u201cX\u201d, ok"}', "Mr. \u201cX\u201d, ok"],
    ["{if\u00a0$c.name\u00a0==\u00a0'Zed'}y{/if}", "y"],
    ["{5\u22122} {7 \u2013 2}", "3 5"],
    ["{$d|date_format:'%Y \u2013 %m'}", "2024 \u2013 02", { d: "2024-02-01" }],
  ],
  "paths and variables": [
    ["{$c.addr.city} {$c['name']} {$c[$k]} {$c.$k} {$c.('na'|cat:'me')}", "Oslo Zed Zed Zed Zed"],
    ["{$items[1].n}{$items.0.tags.1}{$items[0]['tags'][0]}", "Byx"],
    ["[{$missing}][{$missing.a.b}][{$c.zz}][{$c.name.0}]", "[][][][Z]"],
    ["{$__proto__}{$constructor}{$c.__proto__}{$c.constructor.name}{$items.length}", ""],
    ["{$smarty.now|date_format:'%Y-%m-%d'}{$smarty.ldelim}", "2024-03-15{"],
  ],
  "what values print": [
    ["{true} {false}|{null}|{1.0} {1.50} {0.1+0.2} {1/3}", "1 ||1 1.5 0.3 0.33333333333333"],
    ["{100000000000000000000} {$x}", "1.0E+20 1.0E-5", { x: 1e-5 }],
    ["{$c} {$e}", "Array Array"],
  ],
  precedence: [
    ["{7-2*3} {(7-2)*3} {10-3-2} {2*3%4} {-2*3}", "1 15 5 2 -6"],
    ["{$a+$b|number_format:2} {($a+$b)|number_format:2}", "1234.5 1,234.50", { a: 1000, b: 234.5 }],
    ["{if $zero or 1 and $zero}y{else}n{/if}", "n"],
    ["{if not $zero eq 1}y{/if}{if !$zero == 1}z{/if}", "yz"],
    ["{$no ?? 'a'}{$no ?: 'b'}{$zero ? 'c' : 'd'}{$k ? $no|default:'e' : 'f'}", "abde"],
    ["{if 5 > 3 == true}y{/if}", "y"],
    ["{1 + 2 is odd}|{4 is even by 2}", "1|1"],
    ["{-5|abs} {$zero|default:'x'}", "-5 0"],
  ],
  comparison: [
    ["{if '10' == '10.0'}y{/if}{if 'abc' == 0}n{else}N{/if}{if null == false}y{/if}", "yNy"],
    ["{if '1e3' == '1000'}y{/if}{if ' 1' == 1}y{/if}{if 'a' == 'A'}n{/if}", "yy"],
    ["{if $no == ''}a{/if}{if $no == 0}b{/if}{if [] == false}c{/if}", "abc"],
    ["{if 10 > '9'}a{/if}{if 'B' > 'A'}b{/if}{if '10' < '9a'}c{/if}", "abc"],
    ["{if 1 === '1'}n{else}y{/if}{if $m === $m}y{/if}", "yy"],
    ["{if 'b' in ['a','b']}y{/if}{if $k is in ['x']}n{/if}{if 'abc' contains 'bc'}y{/if}", "yy"],
    ["{if 'ab12' matches '/^[a-z]+\\d+$/'}y{/if}{if 'ab' matches '^a'}y{/if}", "yy"],
    ["{if $e is empty}a{/if}{if $no is not set}b{/if}{if 6 is div by 3}c{/if}{if 3 is not even}d{/if}", "abcd"],
  ],
  "if and loops": [
    ["{if $zero}1{elseif $k}2{else}3{/if}{if $zero}1{else if $e}2{else}3{/if}", "23"],
    [
      "{foreach from=$items item=i name=f key=x}{$x}{$smarty.foreach.f.iteration}{$i.n}{if !$smarty.foreach.f.last},{/if}{/foreach}",
      "01A,12B",
    ],
    ["{foreach $items as $i}{$i@index}{$i.n}{if $i@first}F{/if}{if $i@last}L{/if}{$i@total}{/foreach}", "0AF21BL2"],
    ["{foreach $m as $k2 => $v}{$k2}={$v};{/foreach}", "a=1;b=2;"],
    ["{foreach $e as $x}x{foreachelse}none{/foreach}{foreach $no as $x}x{else}none{/foreach}", "nonenone"],
    ["{foreach $k as $x}[{$x}]{/foreach}{foreach $empty as $x}x{else}-{/foreach}", "[name]-", { k: "name", empty: "" }],
    ["{$i='old'}{foreach $items as $i}{$i.n}{/foreach}{$i}", "ABold"],
    ["{foreach $items as $i}{foreach $i.tags as $t}{$i.n}{$t}{/foreach}{/foreach}", "AxAy"],
    ["{foreach [1,2,3,4] as $x}{if $x == 2}{continue}{/if}{if $x == 4}{break}{/if}{$x}{/foreach}", "13"],
    ["{foreach [1,2] as $x}{foreach [1,2] as $y}{if $y == 2}{continue 2}{/if}{$x}{$y} {/foreach}!{/foreach}", "11 21 "],
    ["{for $x=1 to 3}{$x}{/for}{for $x=3 to 1 step -1}{$x}{/for}{for $x=1 to 9 step 2 max=3}{$x}{/for}", "123321135"],
    ["{for $x=1 to 0}x{forelse}none{/for}", "none"],
    ["{section name=s loop=$items}{$items[s].n}{$smarty.section.s.rownum}{/section}", "A1B2"],
    [
      "{section name=s loop=$items step=-1}{$items[s].n}{/section}{section name=s loop=3 start=1 max=1}{$smarty.section.s.index}{/section}",
      "BA1",
    ],
    ["{section s $e}x{sectionelse}none{/section}{$c[name]}", "noneZed"],
    [
      "{tablerow from=$items item=i}{$i.n}{/tablerow}{slide if=$k}s{/slide}{column $items as $i}{$i.q}{/column}",
      "ABs20",
    ],
    ["{if $k}{foreach $items as $i}{$i.n}{/}{/}", "AB"],
  ],
  "assign, append, capture": [
    ["{assign var=t value=0}{foreach $items as $i}{assign var=t value=$t+$i.q*$i.p}{/foreach}{$t}", "7"],
    ["{$t=1}{$t+=2}{$t*=3}{$t.='x'}{$t}", "9x"],
    ["{$l=[]}{$l[]='a'}{$l[]='b'}{append var=l value='c'}{$l|join:','}", "a,b,c"],
    ["{$o.x.y=1}{$o.x.z=2}{$o.x.y}{$o.x|@count}", "12"],
    ["{$m.a=9}{$m.a}{$m.b}", "92"],
    [
      "{capture name=z}hi {$c.name}{/capture}{$smarty.capture.z|upper}{capture assign=q}[x]{/capture}{$q}{$q}",
      "HI ZED[x][x]",
    ],
    ["{capture append=l}a{/capture}{capture append=l}b{/capture}{$l|join:'-'}", "a-b"],
  ],
  strings: [
    ['{"Hello $k {$c.name} `$c.addr.city` \\$k \\"q\\"\\t|"}', 'Hello name Zed Oslo $k "q"\t|'],
    ["{'no $k \\'q\\''}", "no $k 'q'"],
    ['{"{if $k}y{else}n{/if}{foreach $items as $i}{$i.n}{/foreach}"}', "yAB"],
    ['{"$items[0]"}{"$l[1]"}{"`$l[0]|upper`"}', "ArraybA", { items: [[1]], l: ["a", "b"] }],
    ['{"\\x41\\u{e9}\\101"}', "AéA"],
  ],
  "blanks and newlines": [
    ["{if true}\nA\n{else}\nB\n{/if}\nC", "A\nC"],
    ["{foreach $items as $i}\n- {$i.n}\n{/foreach}\nend", "- A\n- B\nend"],
    ["{$t=1}\nx{* c *}\ny{$t}\nz", "xy1\nz"],
    ["{if true}\r\nA\r\n{/if}\r\nB", "A\r\nB"],
    ["  {if true}  x  {/if}  ", "    x    "],
    ["{strip}\n <p>\n  a  b\n </p>\n{/strip}", "<p>a  b</p>"],
    ["{strip}<td> </td>   <td>\n{$v}\n</td>{/strip}", "<td> </td> <td>a \n b</td>", { v: "a \n b" }],
    ["{strip}<pre>\n a\n</pre>\n<p>{/strip}", "<pre>\n a\n</pre><p>"],
  ],
  "counter, cycle, math": [
    ["{counter start=5 skip=2}{counter}{counter}", "579"],
    ["{counter start=3 direction=down print=false}{counter}{counter assign=n}{$n}", "21"],
    [
      "{foreach [1,2,3] as $x}{cycle values='odd,even'} {/foreach}{cycle name=o values=['a','b'] advance=false}",
      "odd even odd a",
    ],
    ["{math equation='(a + b) / c' a=10 b=5 c=2} {math equation='x*y' x=3 y=1.5 format='%.2f'}", "7.5 4.50"],
    ["{math equation='ceil(x) + pow(2, 3)' x=2.1 assign=z}{$z}", "11"],
    ["[{math equation='x/0' x=1}][{math equation=$e}]", "[][]", { e: "system(1)" }],
  ],
  "document tags without a format": [
    ["{checkbox $k} {checkbox $zero} {link url='u' text='t'}{link url='u'}", "\u2612 \u2610 tu"],
  ],
};

for (const [group, cases] of Object.entries(GROUPS)) {
  describe(group, () => {
    test.each(cases.map(([template, expected, more]) => ({ template, expected, more })))("$template", (one) => {
      expect(merge(one.template, { ...data, ...one.more })).toBe(one.expected);
    });
  });
}

describe("html mode", () => {
  const html = (source: string, values: Record<string, unknown> = {}): string =>
    merge(source, values, { autoescape: true });

  it("decodes the entities of tags, not of text", () => {
    expect(html("{if $a &gt; 1 &amp;&amp; $b == &quot;x&quot;}y{/if} &gt;", { a: 2, b: "x" })).toBe("y &gt;");
    expect(html("{$a&nbsp;|&nbsp;upper}", { a: "x" })).toBe("X");
  });

  it("escapes values and leaves markup", () => {
    const values = { x: "<b>&'\"" };
    expect(html("{$x}", values)).toBe("&lt;b&gt;&amp;&#039;&quot;");
    expect(html("{$x|raw}{$x|html}{$x nofilter}{html}{$x}{/html}", values)).toBe("<b>&'\"".repeat(4));
    expect(html("{$x|escape}", values)).toBe(html("{$x}", values));
    expect(html("{$x|escape|upper|cat:$x}", { x: "<i>" })).toBe("&LT;I&GT;&lt;i&gt;");
    expect(html("{$x|nl2br}", { x: "<\n" })).toBe("&lt;<br />\n");
  });

  it("does not escape captured text again", () => {
    expect(html("{capture assign=c}<p>{$x}</p>{/capture}{$c}", { x: "<" })).toBe("<p>&lt;</p>");
    expect(html('{"<p>$x</p>"}', { x: "<" })).toBe("&lt;p&gt;&lt;&lt;/p&gt;");
  });

  it("makes escape:'javascript' safe in scripts and attributes", () => {
    const text = html("{$x|escape:'javascript'}", { x: '</script><a b="c">\'`' });
    expect(text).not.toMatch(/[<>"'`]/);
    expect(JSON.parse(`"${text}"`)).toBe('</script><a b="c">\'`');
  });
});

describe("renderTemplate", () => {
  it("never changes the data and can be run again with the same template", () => {
    const { template } = parseTemplate("{$l[]=3}{$o.x=1}{append var=l value=4}{$l|join:','}{counter}", {
      mode: "text",
    });
    const values = Object.freeze({ l: Object.freeze([1, 2]), o: Object.freeze({ x: 0 }) });
    const first = renderTemplate(template, values, TEST_CONTEXT).text;
    expect(first).toBe("1,2,3,41");
    expect(renderTemplate(template, values, TEST_CONTEXT).text).toBe(first);
  });

  it("hands document tags and values to the format", () => {
    const { template } = parseTemplate("{image src=$u width=3}{$x}{html}<b>{$x}{/html}", { mode: "text" });
    const { text } = renderTemplate(
      template,
      { u: "logo.png", x: "<" },
      {
        ...TEST_CONTEXT,
        write: (value, site, raw) => `[${String(value)} ${site.source} ${raw}]`,
        documentTags: ({ name, attributes, body }) => `(${name} ${attributes.src ?? body} ${attributes.width ?? ""})`,
      },
    );
    expect(text).toBe("(image logo.png 3)[< {$x} false](html <b>< )");
  });

  it("warns of lenient numbers, divisions by zero and unreadable dates", () => {
    const { template } = parseTemplate("{$a+1} [{1/$z}] [{$d|date_format:'%Y'}] {$s*2}", { mode: "text" });
    const result = renderTemplate(template, { a: "1,234.5", z: 0, d: "garbage", s: "abc" }, TEST_CONTEXT);
    expect(result.text).toBe("1235.5 [] [] 0");
    expect(result.warnings.map(({ code, tag }) => [code, tag])).toEqual([
      ["lenient_number", "{$a+1}"],
      ["division_by_zero", "{1/$z}"],
      ["unreadable_date", "{$d|date_format:'%Y'}"],
      ["not_a_number", "{$s*2}"],
    ]);
  });

  it("names the locale or the currency that does not exist", () => {
    const { template } = parseTemplate('{5|currency:"EURO"}{5|currency:"EUR":"english language"}', { mode: "text" });
    const { text, warnings } = renderTemplate(template, {}, TEST_CONTEXT);
    expect(text).toBe("55");
    expect(warnings.map(({ message }) => message)).toEqual([
      "“EURO” is not a currency's code of three letters, such as EUR",
      "“english language” is not a locale such as en-US",
    ]);
  });

  it("warns of amounts as texts that are compared with numbers", () => {
    const { template } = parseTemplate(
      "{if $t > 1000}a{else}b{/if}{if 5 <= $n}c{/if}{if $d < 3}d{/if}{if $w > 2}e{/if}",
      {
        mode: "text",
      },
    );
    const result = renderTemplate(template, { t: "1,500.00", n: "12", d: "2.5", w: "many" }, TEST_CONTEXT);
    expect(result.text).toBe("bcde");
    expect(result.warnings).toMatchObject([
      { code: "compared_as_text", message: expect.stringContaining("send the number 1500"), tag: "{if $t > 1000}" },
    ]);
  });

  it("tells in a trace which fields were found, missing and unused, and what ran", () => {
    const source = "{$a.b}{$no}{foreach $rows as $r}{$r.x}{$r.y}{/foreach}{if $a}1{elseif $q}2{/if}{$t=1}{$t}";
    const { template } = parseTemplate(source, { mode: "text" });
    const values = { a: { b: 1 }, rows: [{ x: 1 }, { x: 2 }], spare: 1 };
    const { trace, text } = renderTemplate(template, values, { ...TEST_CONTEXT, trace: true });
    expect(text).toBe("11211");
    expect(trace).toMatchObject({
      found: ["a", "a.b", "rows", "rows[]", "rows[].x"],
      missing: ["no", "rows[].y"],
      unused: ["spare"],
    });
    expect(trace?.branches.map(({ tag, runs }) => [tag, runs])).toEqual([
      ["{foreach $rows as $r}", [2]],
      ["{if $a}", [1, 0, 0]],
    ]);
    expect(renderTemplate(template, values, TEST_CONTEXT).trace).toBeUndefined();
  });
});
