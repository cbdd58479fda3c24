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

  it("are those of where the html goes: as html, its unsafe places, also in bodies of mails", async () => {
    const html = "<a href={$x}>{$x}</a>";
    const { id, warnings } = await created(html, { output: "pdf" });
    expect(warnings).toEqual([]);
    expect(codes((await call("PUT", `/api/documents/${id}`, { output: "html" })).body)).toEqual(["unsafe_place"]);
    expect(codes(await get(id))).toEqual(["unsafe_place"]);
    expect((await call("PUT", `/api/documents/${id}`, { output: "pdf" })).body.warnings).toEqual([]);
    const settings = { to: "ann@example.com", subject: "x", html };
    const { body } = await call("POST", `/api/documents/${id}/deliveries`, { type: "email", settings });
    expect(body.warnings).toContainEqual(
      expect.objectContaining({ code: "unsafe_place", part: "html", place: "settings[html]" }),
    );
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

describe("warnings about other texts in the merge language", () => {
  it("of a delivery: at create and update, and where deliveries are listed; of secrets nothing is said", async () => {
    const { id } = await created("{$a}");
    const path = `/api/documents/${id}/deliveries`;
    const settings = { to: "{$Mail}", subject: "[Orders] {{Number}}", html: "<p>{ $Name}</p><style>a{b:c}</style>" };
    const { body } = await call("POST", path, { type: "email", settings });
    expect(body.warnings).toMatchObject([
      {
        code: "foreign_syntax",
        part: "subject",
        place: "settings[subject]",
        remedy: expect.stringContaining("{$Number}"),
      },
      { code: "blank_after_brace", part: "html", place: "settings[html]" },
    ]);
    expect((await call("GET", path)).body[0].warnings).toEqual(body.warnings);
    const mended = await call("PUT", `${path}/${body.id}`, { settings: { subject: "{$Number}", html: "{$Name}" } });
    expect(mended.body).not.toHaveProperty("warnings");

    const hook = {
      url: "https://example.com/{id}",
      headers: { "X-Tenant": "{{Tenant}}" },
      secret: "{{NotToBeShown-123456}}",
    };
    const webhook = (await call("POST", path, { type: "webhook", settings: hook })).body;
    expect(webhook.warnings).toMatchObject([{ code: "foreign_syntax", place: "settings[headers][X-Tenant]" }]);
    expect(JSON.stringify(webhook)).not.toContain("NotToBeShown");
  });

  it("of a data route: its name, conditions and addresses of files", async () => {
    const { id } = await created("{$a}");
    const conditions = [
      { field: "{Country}", exp: "==", value: "{{Home}}" },
      { field: "{$Total|round} {{Currency}}", exp: ">", value: "[5]" },
    ];
    const rules = [{ document_id: id, conditions }, { file: "https://example.com/a.pdf?id={{Id}}" }];
    const { body } = await call("POST", "/api/routes", { name: "R", output_name: "Order {Number}", rules });
    const places = [
      "the name of the combined file (output_name)",
      "condition 1 of rule 1, value",
      "condition 2 of rule 1, field",
      "the address of the file of rule 2",
    ];
    expect(body.warnings.map(({ place }: { place: string }) => place)).toEqual(places);
    expect((await call("GET", `/api/routes/${body.id}?details=1`)).body.warnings).toEqual(body.warnings);
    const changed = await call("PUT", `/api/routes/${body.id}`, { output_name: "Order {$Number}", nonsense: 1 });
    expect(codes(changed.body)).toEqual(["unknown_member", "foreign_syntax", "foreign_syntax", "foreign_syntax"]);
  });

  const savedRule = async (rule: object) => (await call("POST", "/api/routes", { name: "R", rules: [rule] })).body;

  it.each([
    ["Items as i", "such as Items;"],
    ["$Items as $i", "such as Items;"],
    ["{foreach $Order.Items as $i}", "such as Order.Items;"],
    ["{$Items|sort}", "such as Items;"],
    ["Orders[].Lines", "such as Orders;"],
  ])("of a rule's loop field %s", async (loop_field, remedy) => {
    const { id } = await created("{$a}");
    const { warnings } = await savedRule({ document_id: id, loop_field });
    expect(warnings).toMatchObject([
      {
        code: "loop_field_not_a_path",
        part: "rules[0][loop_field]",
        text: loop_field,
        remedy: expect.stringContaining(remedy),
      },
    ]);
  });

  it.each([
    ["foo.pdf", "is not a URL, which begins with https://"],
    ["www.example.com/a.pdf", "is not a URL, which"],
    ["file:///etc/passwd", "starts with file:"],
    ["files/{$Name}.pdf", "begins with “files/”"],
  ])("of a rule's file %s", async (file, message) => {
    const { warnings } = await savedRule({ file });
    expect(warnings).toMatchObject([
      { code: "file_not_an_address", part: "rules[0][file]", message: expect.stringContaining(message) },
    ]);
  });

  it.each([
    { loop_field: "Line Items" },
    { loop_field: "{$Items}" },
    { loop_field: 'Orders[0]["Line items"]' },
    { file: "https://example.com/a.pdf" },
    { file: " HTTP://EXAMPLE.com/{$a}.pdf" },
    { file: "{$Url}" },
    { file: "http{if $Safe}s{/if}://example.com/a.pdf" },
    { file: "http://10.0.0.1/a.pdf" },
  ])("of the rule %j: none", async (rule) => {
    const { id } = await created("{$a}");
    const { warnings } = await savedRule("file" in rule ? rule : { document_id: id, ...rule });
    expect(warnings).toEqual([]);
  });
});

describe("a size", () => {
  const sized = async (members: object) => (await call("POST", "/api/documents", { ...page, ...members })).body;
  const page = { name: "D", type: "html", html: "{$a}" };

  it.each([
    ["A4", "size_width 8.27 and size_height 11.69"],
    ["legal", "size_width 8.5 and size_height 14"],
    [{ width: 5 }, "size_width 8.27"],
  ])("%j means nothing: a warning says so at create and update", async (size, remedy) => {
    const { id, warnings } = await sized({ size });
    const expected = { code: "unknown_member", part: "size", remedy: expect.stringContaining(remedy) };
    expect(warnings).toMatchObject([expected]);
    expect((await call("PUT", `/api/documents/${id}`, { size })).body.warnings).toMatchObject([expected]);
    expect((await get(id)).warnings).toEqual([]);
  });

  it("is no mistake where it is empty, or beside width and height", async () => {
    expect((await sized({ size: "" })).warnings).toEqual([]);
    expect((await sized({ size: null })).warnings).toEqual([]);
    expect((await sized({ size: "A4", size_width: 8.27, size_height: 11.69 })).warnings).toEqual([]);
  });

  it("is not listed among the members that mean something", async () => {
    const [warning] = (await sized({ colour: "red" })).warnings;
    expect(warning.remedy).toMatch(/, size_width, size_height,/);
    expect(warning.remedy).not.toMatch(/\bsize,/);
  });
});
