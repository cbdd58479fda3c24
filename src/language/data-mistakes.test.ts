import { describe, expect, it } from "vitest";
import { dataMistakes } from "./data-mistakes.ts";
import { fieldTree } from "./list-fields.ts";
import { parseTemplate } from "./template.ts";

function mistakes(source: string, data: Record<string, unknown>): string[] {
  const { template, errors } = parseTemplate(source, { mode: "text" });
  expect(errors).toEqual([]);
  return dataMistakes(fieldTree(template), data, ({ at }) => `column ${at + 1}`);
}

const LIST = "{foreach $items as $i}{$i.name} {$i.price}{/foreach}";

describe("members of rows", () => {
  it("that no row has are reported with the name that was meant and those that exist", () => {
    const rows = [{ nmae: "Chair", price: 1 }, { nmae: "Desk" }];
    expect(mistakes(LIST, { items: rows })).toEqual([
      "In column 23: {$i.name} finds nothing: no row of items has “name”. They have nmae, price; did you mean nmae?",
    ]);
  });

  it("of lists in lists, of lists in objects and of objects", () => {
    const nested = "{foreach $orders as $o}{foreach $o.lines as $l}{$l.amount}{$l.sku}{/foreach}{/foreach}";
    expect(mistakes(nested, { orders: [{ lines: [] }, { lines: [{ amuont: 1, sku: 2 }] }] })).toEqual([
      expect.stringContaining("no row of orders[].lines has “amount”. They have amuont, sku; did you mean amuont?"),
    ]);
    expect(mistakes("{foreach $doc.lines as $l}{$l.amount}{/foreach}", { doc: { lines: [{ x: 1 }] } })).toEqual([
      expect.stringContaining("no row of doc.lines has “amount”. They have x."),
    ]);
    expect(mistakes("{$customer.street}", { customer: { steret: "x", city: "y" } })).toEqual([
      "In column 1: {$customer.street} finds nothing: customer has no “street”. It has steret, city; did you mean steret?",
    ]);
  });

  it("of which no row has any are reported although nothing resembles them", () => {
    expect(mistakes(LIST, { items: [{ title: "Chair", cost: 1 }] })).toEqual([
      "In column 23: {$i.name} finds nothing: no row of items has “name”. They have title, cost.",
    ]);
  });

  it("of rows that are texts", () => {
    expect(mistakes(LIST, { items: ["Chair", "Desk"] })).toEqual([
      'In column 23: {$i.name} finds nothing: each item of items is the text “Chair” in the data, and has no “name”. Send objects: [{"name": …}].',
    ]);
    expect(mistakes("{$customer.name}", { customer: "Ann" })).toEqual([
      'In column 1: {$customer.name} finds nothing: customer is the text “Ann” in the data, and has no “name”. Send an object: {"name": …}.',
    ]);
  });

  it("are not reported if some row has them, by any spelling, or nothing resembles them", () => {
    for (const items of [
      [{ name: "a", price: 1 }, {}],
      [{}, { Name: "a", PRICE: 1 }],
      [{ name: "a", cost: 1 }],
      [{ "the name": "a", price: 1 }],
      [],
      [{}],
      null,
      undefined,
      "",
    ])
      expect(mistakes(LIST, { items })).toEqual([]);
  });

  it("are not reported if the template knows that they may be missing", () => {
    const guarded = "{foreach $items as $i}{if $i.note}{$i.note}{/if}{$i.hint|default:'-'}{/foreach}";
    expect(mistakes(guarded, { items: [{ other: 1 }] })).toEqual([]);
    expect(mistakes("{if $c.name}{$c.name}{else}{$c}{/if}", { c: "Ann" })).toEqual([]);
  });

  it("that differ only in their numbers are not slips", () => {
    expect(mistakes("{foreach $p as $i}{$i.phone1}{$i.phone3}{/foreach}", { p: [{ phone1: 1, phone2: 2 }] })).toEqual(
      [],
    );
  });

  it("are found in groups, sections and lists that a modifier made", () => {
    const grouped = "{foreach $items|group_by:'kind' as $g}{foreach $g.items as $i}{$i.name}{/foreach}{/foreach}";
    expect(mistakes(grouped, { items: [{ kind: "a", nmae: "b" }] })).toEqual([
      expect.stringContaining("no row of items has “name”"),
    ]);
    const sorted = "{foreach $items|sort:'name' as $i}{$i.name}{/foreach}";
    expect(mistakes(sorted, { items: [{ nmae: "b", x: 1 }] })[0]).toContain("did you mean nmae?");
    const section = "{section name=n loop=$items}{$items[n].name}{/section}";
    expect(mistakes(section, { items: [{ nmae: "b", x: 1 }] })[0]).toContain("did you mean nmae?");
  });
});

describe("a loop over something that is not a list", () => {
  it.each([
    ["x", "the text “x”"],
    [7, "the number 7"],
    [true, "true"],
  ])("%s is told", (items, kind) => {
    expect(mistakes("{foreach $items as $i}{$i.name}{/foreach}", { items })).toEqual([
      `In column 1: {foreach $items as $i} repeats the items of a list, and items is ${kind} in the data: it ran once. Send a list: [{"name": …}].`,
    ]);
  });

  it("of plain items, and of lists in rows", () => {
    expect(mistakes("{foreach $items as $i}{$i}{/foreach}", { items: "x" })[0]).toMatch(/ Send a list: \[…\]\.$/);
    const nested = "{foreach $o as $r}{foreach $r.lines as $l}{$l.a}{/foreach}{/foreach}";
    expect(mistakes(nested, { o: [{ lines: [{ a: 1 }] }, { lines: "none" }] })[0]).toContain(
      "o[].lines is the text “none” in the data",
    );
  });

  it.each([
    ["{foreach $items as $i}{$i}{/foreach}", { items: { a: 1, b: 2 } }],
    ["{foreach $items as $i}{$i}{/foreach}", { items: "" }],
    ["{foreach $items as $i}{$i}{/foreach}", { items: false }],
    ["{if is_array($items)}{foreach $items as $i}{$i}{/foreach}{/if}", { items: "x" }],
    ["{if $items|is_array}{foreach $items as $i}{$i}{/foreach}{/if}", { items: "x" }],
    ["{foreach $items|split:',' as $i}{$i}{/foreach}", { items: "a,b" }],
    ["{if is_array($items)}{foreach $items as $i}{$i.a}{/foreach}{else}{$items}{/if}", { items: "x" }],
    ["{section name=n loop=$items}x{/section}", { items: 3 }],
    ["{$code.0}{$items|join:', '}{$items|count}", { code: "AB", items: "x" }],
  ])("%s is none with %j", (source, data) => {
    expect(mistakes(source, data)).toEqual([]);
  });
});

it("says nothing about data too large to be looked through, and is done with them soon", () => {
  const items = Array.from({ length: 400_000 }, () => ({ nmae: 1 }));
  expect(mistakes(LIST, { items })).toEqual([]);
});

it("reports each mistake once, and not without end", () => {
  const names = Array.from(
    { length: 50 },
    (_, index) => `${String.fromCharCode(97 + (index % 26)).repeat(6)}${index > 25 ? "x" : ""}`,
  );
  const source = names.map((name) => `{$o.${name}}`).join("");
  const o = Object.fromEntries(names.map((name) => [`${name}q`, 1]));
  expect(mistakes(source, { o })).toHaveLength(20);
  expect(mistakes("{$o.street}{$o.street}", { o: { steret: 1 } })).toHaveLength(1);
});

describe("lists and objects that are printed", () => {
  it("are reported with what to write", () => {
    const data = { Customer: { name: "Ann" }, Tags: ["a", "b"], Rows: [{ cell: { x: 1 } }] };
    expect(mistakes("{$Customer} {$Tags} {foreach $Rows as $r}{$r.cell}{/foreach}", data)).toEqual([
      "In column 1: {$Customer} prints “Array”: Customer is an object in the data. Print a member of it, such as .name.",
      'In column 13: {$Tags} prints “Array”: Tags is a list in the data. Repeat it by {foreach}, or join it: {$Tags|join:", "}.',
      "In column 42: {$r.cell} prints “Array”: Rows[].cell is an object in the data. Print a member of it, such as .x.",
    ]);
  });

  it("are not reported if a modifier or a loop takes them, or they are empty", () => {
    const source = '{$Tags|join:", "} {$Tags|count} {foreach $Tags as $t}{$t}{/foreach} {if $Tags}x{/if} {$None}';
    expect(mistakes(source, { Tags: ["a"], None: [] })).toEqual([]);
  });
});

describe("a running total with a name of the data", () => {
  const rows = { Items: [{ price: 1 }, { price: 2 }] };

  it("is not reported if nothing is added up", () => {
    const source = "{foreach $Items as $i}{$name = $name|upper}{$name}{/foreach}";
    expect(mistakes(source, { ...rows, name: "Ann" })).toEqual([]);
  });

  const loop = (body: string) => `{foreach $Items as $i}{${body}}{/foreach}{$total}`;

  it.each(["$total = $total + $i.price", "$total += $i.price"])("begins with its value: %s", (body) => {
    expect(mistakes(loop(body), { ...rows, Total: 1000 })).toEqual([
      `In column 23: {${body}} begins with what the data have for Total, the number 1000. If it is to begin with nothing, write {$total = 0} before the loop.`,
    ]);
    expect(mistakes(loop(body), rows)).toEqual([]);
    expect(mistakes(`{$total = 0}${loop(body)}`, { ...rows, Total: 1000 })).toEqual([]);
  });
});
