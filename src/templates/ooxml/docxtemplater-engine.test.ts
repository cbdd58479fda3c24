import { expect, it } from "vitest";
import { engineFor } from "../engines.ts";
import { docx, paragraph as p, row, table } from "../testing/docx-builder.ts";
import { pptx, textBox } from "../testing/pptx-builder.ts";
import { merge, outline, TEST_ENVIRONMENT } from "../testing/render.ts";

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
