import { describe, expect, it, test } from "vitest";
import { listFields } from "./list-fields.ts";
import { parseTemplate } from "./template.ts";
import { merge } from "./testing/merge.ts";

const DATA = {
  Items: [
    { name: "Chair", vat: 19, net: 100 },
    { name: "Book", vat: 7, net: 20 },
    { name: "Desk", vat: 19, net: 50 },
  ],
};

describe("groups, sums and running totals", () => {
  test.each([
    // The way everybody writes it first.
    [
      '{foreach $Items|group_by:"vat" as $k => $g}{$k}%:{foreach $g as $x} {$x.name}{/foreach};{/foreach}',
      "19%: Chair Desk;7%: Book;",
    ],
    [
      '{foreach $Items|group_by:"vat" as $g}{$g.key}: {$g.count} {$g.items|count} {$g|count};{/foreach}',
      "19: 2 2 2;7: 1 1 1;",
    ],
    ['{foreach $Items|group_by:"vat" as $k => $g}{$k}: {$g|sum:"net" * $k / 100};{/foreach}', "19: 28.5;7: 1.4;"],
    [
      '{foreach $Items|group_by:"vat" as $g}{foreach $g|sort:"name" as $x}{$x.name}{if !$x@last}, {/if}{/foreach};{/foreach}',
      "Chair, Desk;Book;",
    ],
    [
      '{foreach $Items|group_by:"vat" as $g}{$g.0.name} {$g[0].name} {$g|first|json_encode};{/foreach}',
      'Chair Chair {"name":"Chair","vat":19,"net":100};Book Book {"name":"Book","vat":7,"net":20};',
    ],
    ['{foreach $Items|group_by:"vat"|sort:"key" as $g}{$g.key};{/foreach}', "7;19;"],
    [
      '{foreach $Items|group_by:"vat" as $g}{foreach $g|group_by:"name" as $n => $h}{$n}{$h.count};{/foreach}{/foreach}',
      "Chair1;Desk1;Book1;",
    ],
    ["{$sum = 0}{foreach $Items as $x}{$sum = $sum + $x.net}{$sum};{/foreach}", "100;120;170;"],
    ["{$sum = 0}{foreach $Items as $x}{$sum += $x.net * $x.vat / 100}{/foreach}{$sum}", "29.9"],
    ['{$Items|sum:"net"} {$Items|avg:"net"|round}', "170 57"],
    ['{section name=i loop=$Items|group_by:"vat"}x{/section}', "xx"],
  ])("%s", (source, expected) => {
    expect(merge(source, DATA)).toBe(expected);
  });

  it("fields of a group are those of the list", () => {
    const { template } = parseTemplate(
      '{foreach $Items|group_by:"vat" as $k => $g}{foreach $g as $x}{$x.name}{/foreach}{$g|sum:"net"}{/foreach}',
      { mode: "text" },
    );
    expect(listFields(template)).toMatchObject([
      { name: "Items", type: "list", fields: [{ name: "vat" }, { name: "name" }, { name: "net", type: "number" }] },
    ]);
  });
});
