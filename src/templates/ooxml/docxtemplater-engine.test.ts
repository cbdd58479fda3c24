import { expect, it } from "vitest";
import { docxEngine } from "../docx/docx-engine.ts";
import { docx, paragraph as p, row, table } from "../testing/docx-builder.ts";
import { merge, outline } from "../testing/render.ts";
import { withDocxtemplater } from "./docxtemplater-engine.ts";

const engine = withDocxtemplater(docxEngine);
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
