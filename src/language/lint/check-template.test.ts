import { describe, expect, it, test } from "vitest";
import { checkTemplate } from "./check-template.ts";

const warningsOf = (source: string, mode: "html" | "text" = "html") => checkTemplate(source, { mode }).warnings;

/** Each with a field beside it, so that "no field" is not reported, too. */
const MISTAKES: readonly [source: string, code: string, remedy: string][] = [
  ["{{Name}}", "foreign_syntax", "`{$Name}`"],
  ["{{ customer.name }}", "foreign_syntax", "`{$customer.name}`"],
  ["{{First Name}}", "foreign_syntax", "`{$First_Name}`"],
  ["{{name | upper}}", "foreign_syntax", "`{$name|upper}`"],
  ["{{ item.name|upcase }}", "foreign_syntax", "`{$item.name|upper}`"],
  ["{{ names | join: ' | ' | downcase }}", "foreign_syntax", "`{$names|join:' | '|lower}`"],
  ["{{ day | date: '%d.%m.%Y' }}", "foreign_syntax", "`{$day|date_format:'%d.%m.%Y'}`"],
  ["{{ price | round(2) | wibble }}", "foreign_syntax", "`{$price|round:2}`. Nothing here is called `wibble`"],
  ["{{ x | replace: y }}", "foreign_syntax", "`{$x}`. Nothing here is called `replace`"],
  ["{{{Body}}}", "foreign_syntax", "`{$Body|raw}`"],
  ["{{#each Items}}", "foreign_syntax", "`{foreach $Items as $item}`"],
  ["{{/each}}", "foreign_syntax", "`{/foreach}`"],
  ["{{#if paid}}", "foreign_syntax", "`{if $paid}`"],
  ["{{this.price}}", "foreign_syntax", "`{$item.price}`"],
  ["{% for item in items %}", "foreign_syntax", "`{foreach $items as $item}`"],
  ["{%tr for row in rows %}", "foreign_syntax", "`{tablerow $rows as $row}`"],
  ['{% if status == "paid" %}', "foreign_syntax", '`{if $status == "paid"}`'],
  ["{% endif %}", "foreign_syntax", "`{/if}`"],
  ["{% assign total = price %}", "foreign_syntax", "`{$total = $price}`"],
  ["{# note #}", "foreign_syntax", "`{* a comment *}`"],
  ["{Name}", "foreign_syntax", "`{$Name}`"],
  ["{First Name}", "foreign_syntax", "`{$First_Name}`"],
  ["{customer.name}", "foreign_syntax", "`{$customer.name}`"],
  ["{Name|upper}", "foreign_syntax", "`{$Name|upper}`"],
  ["{#Items}", "foreign_syntax", "`{foreach $Items as $item}`"],
  ["{/Items}", "foreign_syntax", "`{/foreach}`"],
  ["{^Items}", "foreign_syntax", "`{if !$Items}`"],
  ["{d.Name}", "foreign_syntax", "`{$Name}`"],
  ["{d.items[i].price:formatC}", "foreign_syntax", "`{$item.price}`"],
  ["<<Name>>", "foreign_syntax", "`{$Name}`"],
  ["&lt;&lt;Name&gt;&gt;", "foreign_syntax", "`{$Name}`"],
  ["<<[Name]>>", "foreign_syntax", "`{$Name}`"],
  ["${Name}", "foreign_syntax", "`{$Name}`"],
  ["{ $Name}", "blank_after_brace", "`{$Name}`"],
  ["{ $Name|upper }", "blank_after_brace", "`{$Name|upper}`"],
  ["{ if $Name}", "blank_after_brace", "`{if $Name}`"],
  ["{ /if}", "blank_after_brace", "`{/if}`"],
  ["{{$Name}}", "double_braces", "`{$Name}`"],
  ["{$Name}}", "stray_brace", "`{$Name}`"],
  ["{{$Name}", "stray_brace", "`{$Name}`"],
  ["{Name$}", "near_miss_tag", "`{$Name}`"],
  ["{customer.name$}", "near_miss_tag", "`{$customer.name}`"],
  ["{$Name||upper}", "always_true", "`{$Name|upper}`"],
  ['{$Name || "nobody"}', "always_true", '`{$Name|default:"nobody"}`'],
  ['{$Day|date:"%d.%m.%Y"}', "other_pattern", '`|date_format:"%d.%m.%Y"`'],
  ['{$Day|date_add:"14 dayz"|date:"d.m.Y"}', "wrong_constant", '`|date_add:"+14 days"`'],
  ['{$Total|currency:"EURO"}', "wrong_constant", '`|currency:"EUR"`'],
  ['{barcode value=$Number type="ean14"}', "wrong_constant", '`type="ean13"`'],
  ['{barcode $Number "swiss qr bill"}', "wrong_constant", "There are code128, "],
  ['{image src=$Logo width="3 parsec"}', "wrong_constant", '`width="3cm"`'],
  ["{qrcode $Url width=wide}", "wrong_constant", '`width="3cm"`'],
  ["{$Items[].name|upper}", "member_of_list", "`$Items[0]`"],
  ["{foreach $Items as $item}{$item.name}{$itme.price}{/foreach}", "misspelt_item", "`$item`"],
  ["{foreach $Orders as $order}{$ordder.no}{/foreach}", "misspelt_item", "`$order`"],
  ["{forech $Items as $i}", "near_miss_tag", "`{foreach $Items as $i}`"],
  ["{/forech}", "near_miss_tag", "`{/foreach}`"],
  ["{elif $Y}", "near_miss_tag", "`{elseif $Y}`"],
  ["{endif}", "near_miss_tag", "`{/if}`"],
  ["{end if}", "near_miss_tag", "`{/if}`"],
  ["{endforeach}", "near_miss_tag", "`{/foreach}`"],
  ["{iff $x}", "near_miss_tag", "`{if $x}`"],
  ["{elese}", "near_miss_tag", "`{else}`"],
  ["{pagebrek}", "near_miss_tag", "`{pagebreak}`"],
  ["{imgae src=$Logo}", "near_miss_tag", "`{image src=$Logo}`"],
  ["{include file=$x}", "unsupported_tag", "data route"],
  ["{upper $Name}", "unknown_tag", "`{$Name|upper}`"],
  ["{show $Name}", "unknown_tag", "{literal}"],
  ["{foreach from=Items item=i}{$i.name}{/foreach}", "loop_over_text", "`from=$Items`"],
  ["{foreach Items as $i}{$i.name}{/foreach}", "loop_over_text", "`$Items`"],
  ["{section name=i loop=Items}x{/section}", "loop_over_text", "`loop=$Items`"],
  ["{tablerow $Items}{$name}{/tablerow}", "other_format", "`{foreach $Items as $item}`"],
  ["{slide $Items as $k => $i}{$i.name}{/slide}", "other_format", "`{foreach $Items as $k => $i}`"],
  ["{sheet $o.Items as $i}{$i.name}{/sheet}", "other_format", "`{foreach $o.Items as $i}`"],
  ["{foreach $Items as $i}{$Items.name}{/foreach}", "member_of_list", "`$i.name`"],
  ["{foreach $o.Items as $i}{if $i.x}{$o.Items.name|upper}{/if}{/foreach}", "member_of_list", "`$i.name`"],
  ["{if Paid}x{/if}", "missing_dollar", "`$Paid`"],
  ["{if $x && Total > 5}x{/if}", "missing_dollar", "`$Total`"],
  ["{image src=Logo}", "missing_dollar", "`src=$Logo`"],
  ["{$Customer}{$Customer.name}", "prints_collection", "`{$Customer.name}`"],
  ["{$Items}{foreach $Items as $i}{$i.name}{/foreach}", "prints_collection", "`{foreach $Items as $item}"],
];

describe("mistakes that a template may be saved with", () => {
  test.each(MISTAKES)("%s", (source, code, remedy) => {
    const found = warningsOf(`{$Field} ${source} text`);
    expect(found.map((warning) => warning.code)).toEqual([code]);
    expect(found[0]?.remedy).toContain(remedy);
  });

  it("[Name] counts where there is no field at all, or one of that name", () => {
    expect(warningsOf("Dear [Name],").map(({ code }) => code)).toEqual(["foreign_syntax", "no_fields"]);
    expect(warningsOf("Dear [Name], {$name}").map(({ code }) => code)).toEqual(["foreign_syntax"]);
    expect(warningsOf("Read on [PDF] {$name}")).toEqual([]);
  });

  it("says that there is no field", () => {
    expect(warningsOf("<p>Hello</p>")).toMatchObject([{ code: "no_fields", offset: 0, line: 1, column: 1 }]);
    expect(warningsOf("{$smarty.now|date_format}")).toEqual([]);
    expect(warningsOf("{* nothing *}")).toMatchObject([{ code: "no_fields" }]);
  });
});

describe("braces that are meant", () => {
  test.each([
    "{literal}{Name} {{Name}}{/literal}",
    "<style>a{color:red} @media print{b{margin:0}}</style>",
    "<script>const {name, Value} = { $el }; `${Name}`; f({{a}}); if (x) { $(y).show() }</script>",
    '<div onclick="go({Name})" :class="{active: on}" x-data="{ Open }" style="{Name}"></div>',
    "<code>{Name} {{Name}} <<T>></code>",
    "<!-- {Name} -->",
    "A set {x}, {1,2}, {a, b}, a note {see below}, an address /users/{id}, TeX \\frac{Name}{Other}, x_{max}",
    'JSON {"Name": 1}',
    'JSON {"Name": {$Name}}, {"Items": [{foreach $Items as $i}{"n": {$i.n}}{/foreach}]}',
    "{literal}{{/literal}{$Name}} {$Name}{literal}}{/literal}",
    "{$a ?? 'x'} {$a or $b} {if $a || 'x'}y{/if}",
    '{$Day|date:"d.m.Y"} {$Day|date_format:"%d.%m.%Y"}',
    `{$Day|date_add:"-1 month"} {$Day|date_add:"last day of next month"} {$Day|date_add:'2 weeks ago'} {$Day|date_add:$Term}`,
    '{$Day|date_add:"+1 day 3 hours"} {$Day|date_add:"next monday"} {$Total|currency:"usd"} {$Total|currency:""} {$Total|currency:$C}',
    '{barcode $Number "EAN-13"} {barcode value=$Number type=$Type} {barcode value=$Number type="Code 128" width="4cm" height=40}',
    '{image src=$Logo width="50%"} {image src=$Logo width=120 height="auto"} {qrcode value=$Url width="2.5 in"} {image src=$A width=$W}',
    "{foreach $Lines as $line}{$link.url}{$lines.total}{$lien}{/foreach}",
    "{foreach $Items as $item}{$itme.name}{/foreach}{$itme.total}",
    "a << b >> c, list[Index], [1], [see](there), cout<<Name>>x",
    "{ldelim}Name{rdelim}",
    "{foreach $Items as $i}{$i.name} of {$Items|count}, first {$Items.0.name} {$Items[0].name}{/foreach}",
    "{foreach $Totals as $k => $t}{$t} of {$Totals.net}{/foreach} {foreach $o.Items as $i}{$o.name} {$i.x}{/foreach}",
    "costs ${$Price}",
    "<em>{string}</em> takes a {Number} or {Buffer}",
  ])("%s", (source) => {
    expect(warningsOf(`${source} {$Field}`)).toEqual([]);
  });
});

describe("places", () => {
  it("are offsets, lines and columns of the text that was given", () => {
    const source = "<p>{$a}\n  Dear {{Name}}, {if $x}";
    const { errors, warnings } = checkTemplate(source, { mode: "html" });
    expect(warnings).toMatchObject([
      {
        severity: "warning",
        offset: 15,
        length: 8,
        line: 2,
        column: 8,
        text: expect.stringContaining("Dear {{Name}},"),
      },
    ]);
    expect(source.slice(15, 23)).toBe("{{Name}}");
    expect(errors).toMatchObject([
      { severity: "error", code: "unclosed_block", offset: 25, length: 7, line: 2, column: 18, text: "{if $x}" },
    ]);
  });

  it("a block whose end is misspelt says so", () => {
    const { errors } = checkTemplate("{if $X == 1}yes{endif}", { mode: "text" });
    expect(errors).toMatchObject([{ code: "unclosed_block", remedy: expect.stringContaining("`{endif}`") }]);
    expect(errors[0]?.remedy).toContain("Write `{/if}`");
  });

  it("the end of a block that has more than its name says so, and an open {literal} is nothing else besides", () => {
    const [error] = checkTemplate("{foreach $Items as $i}x{/foreach $Items}", { mode: "text" }).errors;
    expect(error).toMatchObject({ code: "unclosed_block", remedy: expect.stringContaining("Write `{/foreach}`") });
    const { errors, warnings } = checkTemplate("{literal}x {$y}", { mode: "text" });
    expect([errors.map(({ code }) => code), warnings]).toEqual([["unclosed_literal"], []]);
  });

  it("lists the fields", () => {
    expect(checkTemplate("{$a}{foreach $b as $c}{$c.d}{/foreach}", { mode: "text" }).fields).toMatchObject([
      { name: "a", type: "text" },
      { name: "b", type: "list" },
    ]);
  });

  it("errors in scripts say how braces of a script are kept", () => {
    const inScript = checkTemplate("<script>function f(a){if($a){return 1}}</script>", { mode: "html" });
    expect(inScript.errors[0]?.remedy).toContain("{literal}");
    expect(checkTemplate("<p>{if $a}x</p>", { mode: "html" }).errors[0]?.remedy).toBe("Expected `{/if}`.");
  });
});

describe("what another language calls a modifier", () => {
  it.each([
    ["{$name|upcase}", "upper"],
    ["{$name|toLowerCase}", "lower"],
    ["{$items|size}", "count"],
    ["{$name|uper}", "upper"],
  ])("%s", (source, modifier) => {
    expect(checkTemplate(source, { mode: "text" }).errors[0]?.message).toMatch(
      new RegExp(`did you mean \`${modifier}\`\\?$`),
    );
  });
});

it("a slide's loop, which needs no end in PowerPoint, says elsewhere where it belongs", () => {
  const [error] = checkTemplate("{slide $Items}{$name}", { mode: "html" }).errors;
  expect(error?.remedy).toMatch(/^\{slide\} belongs to templates of PowerPoint; here .*\{foreach/);
});
