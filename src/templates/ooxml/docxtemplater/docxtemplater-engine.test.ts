import { describe, expect, it } from "vitest";
import { engineFor } from "../../engines.ts";
import { docx, paragraph as p, row, table } from "../../testing/docx-builder.ts";
import { pptx, textBox } from "../../testing/pptx-builder.ts";
import { merge, outline, TEST_ENVIRONMENT } from "../../testing/render.ts";

const engine = engineFor("docx");
const settings = { syntax: "docxtemplater" } as const;
const template = docx({
  body:
    p("Hi {name}, {user.city}!") + table(row("{#items}{n}", "{v}{/items}")) + p("{^items}none{/items}{constructor}"),
});
const data = {
  name: "A <b>",
  user: { city: "Rome" },
  items: [
    { n: "a", v: 1 },
    { n: "b", v: 2 },
  ],
};

it("renders templates in docxtemplater's language", async () => {
  const file = await merge(engine, template, data, { settings });
  expect(outline(file.xml("word/document.xml"))).toBe("Hi A <b>, Rome!¶a¶|1¶|/b¶|2¶|/¶");
  expect((await merge(engine, template, data, { settings })).bytes).toEqual(file.bytes);
});

it("lists their fields and their errors", async () => {
  const { fields } = await engine.inspect(template, settings);
  expect(fields.find(({ name }) => name === "items")).toMatchObject({
    type: "list",
    fields: [{ name: "n" }, { name: "v" }],
  });
  const broken = await engine.inspect(docx({ body: p("{#a} {b") }), settings);
  expect(broken.errors.length).toBeGreaterThan(0);
  expect(broken.errors[0]?.part).toBe("word/document.xml");
});

it("marks test merges like other documents", async () => {
  const file = await merge(engine, template, data, { settings, test: true });
  expect(file.xml("word/docloomSample.xml")).toContain('string="SAMPLE"');
  expect(file.xml("word/document.xml")).toContain("<w:headerReference ");
  const slides = await merge(engineFor("pptx"), pptx([{ shapes: textBox(2, "{name}") }]), data, {
    settings,
    test: true,
  });
  expect(outline(slides.xml("ppt/slides/slide1.xml"))).toBe("A <b>¶SAMPLE¶");
});

it("traces what was found, missing and not used", async () => {
  const source = { versionKey: "docxtemplater trace", bytes: async () => template };
  const environment = { ...TEST_ENVIRONMENT, settings, trace: true };
  const { trace } = await engine.render(source, { user: data.user, items: [], extra: 1 }, environment);
  expect(trace).toMatchObject({ found: ["user.city", "items"], missing: ["name"], unused: ["extra"] });
});

describe("what is not a tag of docxtemplater", () => {
  const word = (text: string) => docx({ body: p("{known}") + table(row("a", text)) });
  const inspected = async (bytes: Uint8Array, type: "docx" | "pptx" = "docx") =>
    (await engineFor(type).inspect(bytes, settings)).warnings;

  it.each([
    ["Dear {$Name},", "Write `{Name}`"],
    ["{else}", "{#Items}...{/Items}"],
    ["{price | number}", "Send the value as it is to be printed"],
    ["Dear ${Name},", "Write `{Name}`"],
    ["Dear <<Name>>,", "Here it is written `{Name}`"],
    ["Dear [Name],", "Here it is written `{Name}`"],
    ["TableStart:Orders", "{#Items}"],
  ])("%s", async (text, remedy) => {
    const warnings = await inspected(word(text));
    expect(warnings).toMatchObject([{ code: "foreign_syntax", place: "table 1, row 1, cell 2" }]);
    expect(warnings[0]?.remedy).toContain(remedy);
    const slides = await inspected(pptx([{ shapes: textBox(2, `{known} ${text}`) }]), "pptx");
    expect(slides).toMatchObject([{ code: "foreign_syntax", place: "slide 1, the shape “Text 2”" }]);
  });

  it("its own tags are right, and a template without any is warned of", async () => {
    expect(await inspected(template)).toEqual([]);
    expect(await inspected(word("{#a}{b}{/a}{^a}{.}{/a}{-w:p c}{/c}"))).toEqual([]);
    expect(await inspected(docx({ body: p("Hello") }))).toMatchObject([
      { code: "no_fields", remedy: expect.stringContaining("`{Name}`") },
    ]);
  });
});
