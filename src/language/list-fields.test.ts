import { describe, expect, it } from "vitest";
import type { MergeField } from "./field-tree.ts";
import { fieldsToJsonSchema } from "./fields-schema.ts";
import { listFields } from "./list-fields.ts";
import { parseTemplate } from "./template.ts";

function fieldsOf(...sources: string[]): MergeField[] {
  return listFields(sources.map((source) => parseTemplate(source, { mode: "html" }).template));
}

/** `name:type` with members in brackets and `!` for required. */
function outline(fields: readonly MergeField[]): string {
  return fields
    .map(
      ({ name, type, required, fields: members }) =>
        `${name}:${type}${required ? "!" : ""}${members ? `[${outline(members)}]` : ""}`,
    )
    .join(" ");
}

describe("listFields", () => {
  it("resolves aliases of loops to members, in the order of the text", () => {
    const source =
      "{$Title}{foreach from=$Items item=i}{$i.name}{foreach $i.tags as $t}{$t}{/foreach}{/foreach}" +
      "{section name=s loop=$Rows}{$Rows[s].x}{/section}{$row=$Lines.0}{$row.y}{$c[name]}";
    expect(outline(fieldsOf(source))).toBe(
      "Title:text! Items:list![name:text! tags:list!] Rows:list![x:text!] Lines:list![y:text!] c:object![name:text!]",
    );
  });

  it("leaves out names the template makes itself", () => {
    const source =
      "{assign var=a value=$x}{$a}{$b=1}{$b}{capture assign=d}{$y}{/capture}{$d}{counter assign=n}{$n}" +
      "{for $i=1 to $z}{$i}{/for}{foreach $l as $k => $v}{$k}{$v@index}{/foreach}{$smarty.now}";
    expect(fieldsOf(source).map((field) => field.name)).toEqual(["x", "y", "z", "l"]);
  });

  it("guesses types from use", () => {
    const source =
      "{$n|number_format:2}{$m*2}{$d|date_format:'%Y'}{if $flag}x{/if}{image src=$logo}{checkbox $box}" +
      "{if $s == 'paid' or $s == 'open'}{/if}{$t|upper}{$l|join:','}{if $q > 5}{/if}{$o.a.b}{$y|yesno}";
    expect(outline(fieldsOf(source))).toBe(
      "n:number! m:number! d:date! flag:boolean logo:image! box:boolean! s:choice t:text! l:text! q:number o:object![a:object![b:text!]] y:boolean",
    );
    expect(fieldsOf(source).find((field) => field.name === "s")?.options).toEqual(["paid", "open"]);
  });

  it("reads members that list modifiers name, and the items of groups", () => {
    const source =
      "{$Rows|sum:'qty'}{foreach $Rows|group_by:'cat' as $g}{$g.key}{foreach $g.items as $r}{$r.name}{/foreach}{/foreach}";
    expect(outline(fieldsOf(source))).toBe("Rows:list![qty:number! cat:text! name:text!]");
  });

  it("does not require what has a default or is tested first", () => {
    const source = "{$a|default:'none'}{if isset($b)}{$b}{/if}{if $c}{$c}{/if}{$d ?? 'x'}{$e}";
    expect(outline(fieldsOf(source))).toBe("a:text b:text c:text d:text e:text!");
    expect(fieldsOf(source)[0]?.default).toBe("none");
  });

  it("says where a field is", () => {
    const [field] = fieldsOf(`Dear {$Name},
${"x".repeat(100)} {$Name}!`);
    expect(field?.occurrences).toEqual([
      { part: "", text: `Dear {$Name}, ${"x".repeat(38)}` },
      { part: "", text: `${"x".repeat(39)} {$Name}!` },
    ]);
  });

  it("joins the fields of several parts", () => {
    expect(outline(fieldsOf("{$a.x}{$b}", "{$a.y}{$c}"))).toBe("a:object![x:text! y:text!] b:text! c:text!");
  });
});

describe("fieldsToJsonSchema", () => {
  it("describes the data and makes a sample that fits", () => {
    const fields = fieldsOf(
      "{$Name}{foreach $Items as $i}{$i.price|currency}{$i.on|yesno}{/foreach}{$d|date:'short'}{$o|default:'x'}",
    );
    const { schema, sample } = fieldsToJsonSchema(fields);
    expect(schema).toEqual({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      required: ["Name", "Items", "d"],
      properties: {
        Name: { type: "string" },
        Items: {
          type: "array",
          items: {
            type: "object",
            required: ["price"],
            properties: { price: { type: "number" }, on: { type: "boolean" } },
          },
        },
        d: { type: "string", format: "date" },
        o: { type: "string", default: "x" },
      },
    });
    expect(sample).toEqual({
      Name: "Sample Name",
      Items: [
        { price: 123.45, on: true },
        { price: 123.45, on: true },
      ],
      d: "2026-01-31",
      o: "x",
    });
  });

  it.each([
    ["Email", "ann@example.com"],
    ["E-Mail", "ann@example.com"],
    ["customerEmail", "ann@example.com"],
    ["EMAIL_ADDRESS", "ann@example.com"],
    ["Email2", "ann@example.com"],
    ["email_subject", "Sample email_subject"],
    ["Female", "Sample Female"],
    ["Phone", "+1 202 555 0100"],
    ["Telefon", "+1 202 555 0100"],
    ["mobile_number", "+1 202 555 0100"],
    ["Tel.", "+1 202 555 0100"],
    ["Hotel", "Sample Hotel"],
    ["Url", "https://example.com"],
    ["Customer website", "https://example.com"],
  ])("fits texts to the name of their field: %s", (name, expected) => {
    const field: MergeField = { name, type: "text", required: false, occurrences: [] };
    expect(fieldsToJsonSchema([field]).sample).toEqual({ [name]: expected });
  });

  it("fits texts of members, too", () => {
    const { sample } = fieldsToJsonSchema(listFields(parseTemplate("{$Customer.email}", { mode: "text" }).template));
    expect(sample).toEqual({ Customer: { email: "ann@example.com" } });
  });
});
