import { describe, expect, it } from "vitest";
import { docx, paragraph as p, row, run, table } from "../testing/docx-builder.ts";
import { merge, outline } from "../testing/render.ts";
import { docxEngine } from "./docx-engine.ts";

const DATA = {
  name: "Ann & Bob <x>",
  yes: true,
  no: false,
  items: [
    { n: "a", v: 1, sub: ["x", "y"] },
    { n: "b", v: 2, sub: [] },
  ],
  empty: [],
  lines: "one\ntwo\tthree",
};

async function merged(body: string): Promise<string> {
  const file = await merge(docxEngine, docx({ body }), DATA);
  return outline(file.xml("word/document.xml"));
}

describe("tags in paragraphs", () => {
  it.each([
    ["a value", p("Hi {$name}!"), "Hi Ann & Bob <x>!¶"],
    ["split over runs", p("Hi {$", "na", "me|upper}!"), "Hi ANN & BOB <X>!¶"],
    ["lines and tabs", p("{$lines}"), "one↵two→three¶"],
    ["words in braces that are not tags", p("{hello} { $x } {}"), "{hello} { $x } {}¶"],
    ["comments", p("a{* not {$this} *}b"), "ab¶"],
    ["literal", p("{literal}{$x}{/literal}"), "{$x}¶"],
    ["typographic quotes", p("{if $items.0.n == “a”}A{/if}"), "A¶"],
    ["an assignment", p("{$x = 3}{$x * 2}"), "6¶"],
    ["captured text", p("{capture name=c}<{$name}>{/capture}", "{$smarty.capture.c|upper}"), "<ANN & BOB <X>>¶"],
  ])("%s", async (_, body, expected) => {
    expect(await merged(body)).toBe(expected);
  });

  it("takes the format of the run that holds the brace", async () => {
    const body = `<w:p>${run("{$items.", "<w:b/>")}${run("0.n}", "<w:i/>")}${run(" end")}</w:p>`;
    const file = await merge(docxEngine, docx({ body }), DATA);
    expect(file.xml("word/document.xml")).toContain(
      '<w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">a</w:t></w:r>',
    );
    expect(file.xml("word/document.xml")).not.toContain("<w:i/>");
  });

  it("takes a line break in the middle of a tag as a blank", async () => {
    const body = "<w:p><w:r><w:t>{foreach from=$items</w:t><w:br/><w:t>item=i}{$i.n}{/foreach}</w:t></w:r></w:p>";
    expect(await merged(body)).toBe("ab¶");
  });
});

describe("blocks", () => {
  it.each([
    ["text in one paragraph", p("A{if $yes}B{/if}C") + p("{if $no}x{else}D{/if}"), "ABC¶D¶"],
    ["a loop in one paragraph", p("{foreach $items as $i}{$i.n}{if !$i@last}, {/if}{/foreach}."), "a, b.¶"],
    ["runs keep their blocks", p("A{if $no}", "B", "{/if}C"), "AC¶"],
    ["whole paragraphs", p("{if $yes}") + p("A") + p("{/if}") + p("Z"), "A¶Z¶"],
    ["whole paragraphs that are dropped", p("{if $no}") + p("A") + p("{/if}") + p("Z"), "Z¶"],
    ["tags beside text", p("{foreach $items as $i}{$i.n}") + p("{$i.v}{/foreach}"), "a¶1¶b¶2¶"],
    ["a paragraph that is all in one block", p("{if $no}A{/if}") + p("Z"), "Z¶"],
    ["a paragraph that is all in one loop", p("{foreach $empty as $e}A{/foreach}") + p("Z"), "Z¶"],
    ["else paragraphs", p("{if $no}") + p("A") + p("{else}") + p("B") + p("{/if}"), "B¶"],
    ["foreachelse", p("{foreach $empty as $e}") + p("A") + p("{foreachelse}") + p("B") + p("{/foreach}"), "B¶"],
    ["text across the boundary", p("A{if $yes}B") + p("C") + p("D{/if}E"), "AB¶C¶DE¶"],
    ["the rest is joined", p("A{if $no}B") + p("C") + p("D{/if}E"), "AE¶"],
    ["opening behind text", p("List:{foreach $items as $i}") + p("{$i.n}") + p("{/foreach}End"), "List:¶a¶b¶End¶"],
    [
      "nested, tags sharing paragraphs",
      p("{foreach $items as $i}{foreach $i.sub as $s}") + p("{$i.n}{$s}") + p("{/foreach}{/foreach}") + p("Z"),
      "ax¶ay¶Z¶",
    ],
    ["an end and a start in one paragraph", p("{if $yes}") + p("A") + p("{/if}{if $no}") + p("B") + p("{/if}"), "A¶"],
  ])("%s", async (_, body, expected) => {
    expect(await merged(body)).toBe(expected);
  });
});

describe("tables", () => {
  const head = row("H", "H2");
  it.each([
    [
      "different cells of one row",
      table(head, row("{foreach $items as $i}{$i.n}", "{$i.v}{/foreach}")),
      "H¶|H2¶|/a¶|1¶|/b¶|2¶|/",
    ],
    [
      "tablerow in one cell",
      table(head, row("{tablerow from=$items item=i}{$i.n}{/tablerow}", "{$i.v}")),
      "H¶|H2¶|/a¶|1¶|/b¶|2¶|/",
    ],
    [
      "rows of tags only vanish",
      table(head, row("{foreach $items as $i}", ""), row("{$i.n}", "{$i.v}"), row("{/foreach}", "")),
      "H¶|H2¶|/a¶|1¶|/b¶|2¶|/",
    ],
    [
      "row ranges",
      table(row("{foreach $items as $i}{$i.n}", "1"), row("2", "{$i.v}{/foreach}")),
      "a¶|1¶|/2¶|1¶|/b¶|1¶|/2¶|2¶|/",
    ],
    [
      "nested rows",
      table(
        row("{foreach $items as $i}{$i.n}", "x"),
        row("{foreach $i.sub as $s}{$s}", "y{/foreach}"),
        row("{/foreach}", ""),
      ),
      "a¶|x¶|/x¶|y¶|/y¶|y¶|/b¶|x¶|/",
    ],
    ["no rows left: no table", p("A") + table(row("{foreach $empty as $i}{$i.n}", "{/foreach}")) + p("Z"), "A¶Z¶"],
    ["a block in one cell", table(row("{if $no}A{/if}", "B")), "¶|B¶|/"],
    ["a table in paragraphs of a block", p("{if $no}") + table(head) + p("{/if}") + p("Z"), "Z¶"],
    [
      "columns",
      table(row("N", "{column from=$items item=i}{$i.n}{/column}", "Z"), row("1", "{$i.v}", "z")),
      "N¶|a¶|b¶|Z¶|/1¶|1¶|2¶|z¶|/",
    ],
  ])("%s", async (_, body, expected) => {
    expect(await merged(body)).toBe(expected);
  });

  it("keeps the width of a table whose columns are repeated", async () => {
    const body = table(row("N", "{column from=$items item=i}{$i.n}{/column}"));
    const file = await merge(docxEngine, docx({ body }), DATA);
    expect(file.xml("word/document.xml")).toContain(
      '<w:tblGrid><w:gridCol w:w="1800"/><w:gridCol w:w="900"/><w:gridCol w:w="900"/></w:tblGrid>',
    );
  });
});

describe("errors at upload", () => {
  it.each([
    ["a block that is not closed", p("A") + p("{if $x}"), "In paragraph 2: {if} is never closed", "{if $x}"],
    ["a wrong tag", p("{$x|uper}"), "In paragraph 1:", "{$x|uper}"],
    [
      "a block into a table",
      p("{if $x}") + table(row("a{/if}", "b")),
      "In paragraph 1: The block begins outside a table",
      "{if $x}",
    ],
    [
      "tablerow without a table",
      p("{tablerow from=$x item=i}{/tablerow}"),
      "there is no table here",
      "{tablerow from=$x item=i}",
    ],
  ])("%s", async (_, body, message, tag) => {
    const { errors } = await docxEngine.inspect(docx({ body }), {});
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({ part: "word/document.xml", tag });
    expect(errors[0]?.message).toContain(message);
  });

  it("lists all errors", async () => {
    const { errors } = await docxEngine.inspect(docx({ body: p("{$a|uper}") + p("{$b|lowr} {/if}") }), {});
    expect(errors).toHaveLength(3);
  });
});

it("lists fields with the part they are in", async () => {
  const { fields } = await docxEngine.inspect(docx({ body: p("{foreach $items as $i}{$i.n}{/foreach}{$name}") }), {});
  expect(fields.map(({ name, type }) => [name, type])).toEqual([
    ["items", "list"],
    ["name", "text"],
  ]);
  expect(fields[1]?.occurrences).toEqual([{ part: "word/document.xml", text: "{$name}" }]);
});

it("gives the same bytes for the same data", async () => {
  const template = docx({ body: p("{$name} {qrcode value=$name}") });
  const [first, second] = [await merge(docxEngine, template, DATA), await merge(docxEngine, template, DATA)];
  expect(second.bytes).toEqual(first.bytes);
});
