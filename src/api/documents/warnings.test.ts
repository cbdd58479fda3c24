import { beforeAll, describe, expect, it } from "vitest";
import { type ApiClient, newClient } from "../../../test/support/api-client.ts";

let call: ApiClient;
beforeAll(async () => {
  call = (await newClient()).call;
});

async function created(html: string, more: object = {}) {
  const { status, body } = await call("POST", "/api/documents", { name: "Letter", type: "html", html, ...more });
  expect(status).toBe(200);
  return body;
}

const codes = (body: { warnings: { code: string }[] }) => body.warnings.map(({ code }) => code);
const get = async (id: string) => (await call("GET", `/api/documents/${id}`)).body;

describe("warnings about a template", () => {
  it("come with the answer of create, and are there when the document is fetched", async () => {
    const document = await created("<p>{$a}</p>\n<p>Dear {{Name}}</p>");
    expect(document.warnings).toEqual([
      {
        code: "foreign_syntax",
        part: "body",
        place: "line 2, column 9",
        text: "<p>{$a}</p> <p>Dear {{Name}}</p>",
        message: "`{{Name}}` looks like a tag of Mustache, Handlebars or Jinja and is printed as it stands.",
        remedy: "Here it is written `{$Name}`.",
        line: 2,
        column: 9,
        offset: 20,
        length: 8,
      },
    ]);
    expect((await get(document.id)).warnings).toEqual(document.warnings);
  });

  it("are none for a template without mistakes, and stay away from lists", async () => {
    const document = await created("<p>{$a}</p>");
    expect(document.warnings).toEqual([]);
    const [listed] = (await call("GET", "/api/documents")).body;
    expect(listed).not.toHaveProperty("warnings");
  });

  it("are those of the template that the document has", async () => {
    const { id } = await created("{forech $Items as $i}{$i.name}{/forech}");
    expect(codes(await get(id))).toEqual(["near_miss_tag", "near_miss_tag"]);

    const mended = "{foreach $Items as $i}{$i.name}{/foreach}";
    expect((await call("PUT", `/api/documents/${id}`, { html: mended })).body.warnings).toEqual([]);
    expect((await call("PUT", `/api/documents/${id}`, { name: "Other" })).body.warnings).toEqual([]);

    await call("POST", `/api/documents/${id}/versions/1/restore`);
    expect(codes(await get(id))).toEqual(["near_miss_tag", "near_miss_tag"]);
    const copy = (await call("POST", `/api/documents/${id}/copy`, { name: "Copy" })).body;
    expect(codes(copy)).toEqual(["near_miss_tag", "near_miss_tag"]);
  });

  it("follow settings that are templates themselves, and the name of the file", async () => {
    const { id } = await created("{$a}");
    const header = { settings: { header: "<b>{Title}</b>" } };
    expect((await call("PUT", `/api/documents/${id}`, header)).body.warnings).toMatchObject([
      { code: "foreign_syntax", place: "line 1, column 4 of the header" },
    ]);
    await call("PUT", `/api/documents/${id}`, { settings: { header: "" }, output_name: "Invoice {Number}" });
    expect((await get(id)).warnings).toMatchObject([{ code: "foreign_syntax", part: "output_name" }]);
  });
});
