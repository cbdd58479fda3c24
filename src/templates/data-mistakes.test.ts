import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { engineFor } from "./engines.ts";
import type { RenderEnvironment } from "./template-engine.ts";
import { docx, paragraph, row, table } from "./testing/docx-builder.ts";
import { pptx, textBox } from "./testing/pptx-builder.ts";
import { TEST_ENVIRONMENT } from "./testing/render.ts";
import { buildWorkbook } from "./xlsx/testing/workbook-builder.ts";

const LOOP = "{tablerow $Items as $i}{$i.name}";
const DATA = { Items: [{ nmae: "x", price: 1 }] };
const HTML = "<script>1</script>\n<p>{$Custmer}</p> <script>2</script> {foreach $Items as $i}{$i.name}{/foreach}";

const files: Readonly<Record<string, Uint8Array>> = {
  docx: docx({ body: paragraph("{$Custmer}") + table(row("a", "b"), row(LOOP, "{$i.price}{/tablerow}")) }),
  xlsx: buildWorkbook({ sheets: [{ name: "S", cells: { B1: "{$Custmer}", A2: LOOP, B2: "{$i.price}{/tablerow}" } }] }),
  pptx: pptx([
    { shapes: textBox(2, "x") },
    { shapes: textBox(7, "{$Custmer}{foreach $Items as $i}{$i.name}{/foreach}") },
  ]),
  html: new TextEncoder().encode(HTML),
};

async function rendered(type: "docx" | "xlsx" | "pptx" | "html", data: object, more: Partial<RenderEnvironment> = {}) {
  const bytes = files[type] ?? new Uint8Array();
  const source = { versionKey: `mistakes ${type}`, bytes: async () => bytes };
  return engineFor(type).render(source, { ...data }, { ...TEST_ENVIRONMENT, ...more });
}

describe("a merge whose data differ from what the template reads", () => {
  it.each([
    ["docx", "table 1, row 2, cell 1", "paragraph 1"],
    ["xlsx", "S!A2", "S!B1"],
    ["pptx", "slide 2, the shape “Text 7”", "slide 2, the shape “Text 7”"],
    ["html", "line 2, column 60", "line 2, column 4"],
  ] as const)("says where: %s", async (type, member, field) => {
    const { warnings, templateFields } = await rendered(type, DATA);
    expect(warnings).toEqual([
      `In ${member}: {$i.name} finds nothing: no row of Items has “name”. They have nmae, price; did you mean nmae?`,
    ]);
    expect(templateFields.placeOf("Custmer")).toBe(`{$Custmer} in ${field}`);
    expect(templateFields.placeOf("Other")).toBe("");
    expect((await rendered(type, { Items: "x" })).warnings).toEqual([
      expect.stringMatching(/repeats the items of a list, and Items is the text “x” in the data: it ran once\./),
    ]);
    expect((await rendered(type, { Items: [{ name: "x", price: 1 }] })).warnings).toEqual([]);
  });

  it("says so for headers of html", async () => {
    const header = "{foreach $Items as $i}{$i.cost}{/foreach}";
    const { warnings } = await rendered("html", { Items: [{ name: 1, csot: 2 }] }, { settings: { header } });
    expect(warnings).toEqual([
      expect.stringMatching(/^In line 1, column 23 of the header: \{\$i\.cost\} finds nothing/),
    ]);
  });

  it.each(["docx", "xlsx", "pptx", "html"] as const)("says what prints “Array”: %s", async (type) => {
    const { bytes, warnings } = await rendered(type, { ...DATA, Items: [{ name: "x", price: 1 }], Custmer: { a: 1 } });
    expect(warnings).toEqual([expect.stringContaining("{$Custmer} prints “Array”: Custmer is an object in the data.")]);
    const texts = type === "html" ? [bytes] : Object.values(unzipSync(bytes));
    expect(texts.map((text) => strFromU8(text)).join("")).toContain("Array");
  });
});
