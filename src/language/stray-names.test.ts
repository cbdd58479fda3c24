import { describe, expect, it } from "vitest";
import { dataMistakes } from "./data-mistakes.ts";
import { checkTemplate } from "./lint/check-template.ts";
import { fieldTree } from "./list-fields.ts";
import { parseTemplate } from "./template.ts";

const saved = (source: string) =>
  checkTemplate(source, { mode: "text" })
    .warnings.filter(({ code }) => code === "outside_loop")
    .map(({ offset, length }) => source.slice(offset, offset + length));

const merged = (source: string, data: Record<string, unknown>) =>
  dataMistakes(fieldTree(parseTemplate(source, { mode: "text" }).template), data, ({ at }) => `column ${at + 1}`);

const LOOP = "{foreach $l as $k => $x}{$k} {$x.n}{/foreach}";

describe("a loop's variable where the loop is not", () => {
  it.each([
    [`${LOOP}{$x.n}`, ["{$x.n}"]],
    [`{$x.other}${LOOP}`, ["{$x.other}"]],
    [`${LOOP}{if $x.n}a{/if} {$k|upper} {"to {$x.n}"}`, ["{if $x.n}", "{$k|upper}", "{$x.n}"]],
    [`${LOOP}{$x@iteration}`, ["{$x@iteration}"]],
    ["{for $i = 1 to 3}{$i}{/for}{$i}", ["{$i}"]],
    ["{foreach $l as $x}{foreach $x.m as $y}{$y}{/foreach}{$y}{/foreach}", ["{$y}"]],
  ])("is told when the template is saved: %s", (source, tags) => {
    expect(saved(source)).toEqual(tags);
  });

  it.each([
    ["a name that is assigned", "{$x = 1}{foreach $l as $x}{$x}{/foreach}{$x}"],
    ["what a loop finds for later", "{foreach $l as $x}{if $x.hit}{$found = $x}{/if}{/foreach}{$found.n}"],
    ["a list whose items are called as it is", "{foreach $items as $items}{$items}{/foreach}{$items|count}"],
    ["two loops of the same name", "{foreach $l as $x}{$x}{/foreach}{foreach $m as $x}{$x}{/foreach}"],
    ["a field that no loop names", "{foreach $l as $x}{$x}{/foreach}{$y}"],
  ])("but not %s", (_, source) => {
    expect(saved(source)).toEqual([]);
  });

  it("is told at the merge, unless the data have a field of that name", () => {
    expect(merged(`${LOOP}{$x.n}`, { l: [{ n: 1 }] })).toEqual([
      "In column 46: {$x.n} is not inside {foreach $l as $k => $x}, which makes $x: it prints what the last turn left there, or nothing.",
    ]);
    expect(merged(`${LOOP}{$x.n}`, { l: [{ n: 1 }], X: { n: 2 } })).toEqual([]);
  });
});
