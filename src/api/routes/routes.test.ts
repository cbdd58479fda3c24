import { beforeAll, describe, expect, it } from "vitest";
import { newClient } from "../../../test/support/api-client.ts";

type Client = Awaited<ReturnType<typeof newClient>>;

let client: Client;
let other: Client;
let document: string;

beforeAll(async () => {
  [client, other] = [await newClient(), await newClient()];
  document = (
    await client.call("POST", "/api/documents", {
      name: "D",
      type: "html",
      html: "{$Name} {foreach $Items as $i}{$i.Price}{/foreach}",
    })
  ).body.id;
});

const create = (members: object = {}) =>
  client.call("POST", "/api/routes", { name: "R", rules: [{ document_id: document, combine: 1 }], ...members });

describe("data routes", () => {
  it.each(["JSON", "form", "multipart"] as const)("are created from %s with ids for their rules", async (encoding) => {
    const { status, body } = await client.call(
      "POST",
      "/api/routes",
      {
        name: "Pack",
        output_name: "All {$Name}",
        folder: "A/B",
        rules: [
          { document_id: document, combine: "1" },
          { file: "https://e.com/{$F}.pdf", conditions: [{ field: "A", exp: "eq", value: "1" }] },
        ],
      },
      { encoding },
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: "Pack", active: "1", output_name: "All {$Name}", folder: "A/B" });
    expect(body.id).toMatch(/^\d+$/);
    expect(body.url).toMatch(new RegExp(`/route/${body.id}/${body.key}$`));
    expect(body.rules).toMatchObject([
      { document_id: document, combine: 1 },
      { file: "https://e.com/{$F}.pdf", combine: 0, conditions: [{ field: "A", exp: "eq", value: "1" }] },
    ]);
    expect(body.rules[0].id).not.toBe(body.rules[1].id);
  });

  it("are listed and shown with id, key, name and url", async () => {
    const { body } = await create({ name: "Shown" });
    const expected = { id: body.id, key: body.key, name: "Shown", url: body.url };
    expect((await client.call("GET", `/api/routes/${body.id}`)).body).toEqual(expected);
    expect((await client.call("GET", "/api/routes")).body).toContainEqual(expected);
  });

  it("change rules by id, add those without, and keep the rest", async () => {
    const { body } = await create({ rules: [{ document_id: document }, { file: "https://e.com/a.pdf" }] });
    const [first, second] = body.rules;
    const updated = await client.call("PUT", `/api/routes/${body.id}`, {
      name: "New",
      rules: [{ id: first.id, combine: 1 }, { file: "https://e.com/b.pdf" }],
    });
    expect(updated.body.name).toBe("New");
    expect(updated.body.rules).toMatchObject([
      { id: first.id, document_id: document, combine: 1 },
      { id: second.id, file: "https://e.com/a.pdf" },
      { file: "https://e.com/b.pdf" },
    ]);
    await client.call("DELETE", `/api/routes/${body.id}/rules/${second.id}`);
    const { body: rules } = await client.call("GET", `/api/routes/${body.id}/rules`);
    expect(rules.map((rule: { id: string }) => rule.id)).toEqual([first.id, updated.body.rules[2].id]);
  });

  it("take all of their rules at once: those that are not sent go, those with an id stay the same rule", async () => {
    const { body } = await create({
      rules: [{ document_id: document, combine: 1 }, { file: "https://e.com/a.pdf" }, { file: "https://e.com/b.pdf" }],
    });
    const [first, , third] = body.rules;
    const path = `/api/routes/${body.id}/rules`;
    const rules = [
      { id: third.id, file: "https://e.com/c.pdf" },
      { id: first.id, document_id: document },
      { file: "{$Url}" },
    ];
    const { status, body: replaced } = await client.call("PUT", path, { rules });

    expect(status).toBe(200);
    expect(replaced).toMatchObject({ id: body.id, name: "R" });
    expect(replaced.rules).toMatchObject([
      { id: third.id, file: "https://e.com/c.pdf", sort: 1 },
      { id: first.id, document_id: document, combine: 0, sort: 2 },
      { file: "{$Url}", sort: 3 },
    ]);
    expect((await client.call("GET", path)).body).toEqual(replaced.rules);
    // As the console sends them after somebody else deleted one: no list of rules locks itself.
    await client.call("DELETE", `${path}/${first.id}`);
    const again = await client.call("PUT", path, { rules: replaced.rules });
    expect(again.body.rules.map(({ file, document_id: id }: Record<string, string>) => file ?? id)).toEqual([
      "https://e.com/c.pdf",
      document,
      "{$Url}",
    ]);
    expect(again.body.rules[1].id).not.toBe(first.id);
    // One id twice is one rule and another one like it.
    const twice = await client.call("PUT", path, { rules: [replaced.rules[0], replaced.rules[0]] });
    expect(twice.body.rules.map(({ id }: { id: string }) => id === third.id)).toEqual([true, false]);
    const kept = await client.call("PUT", path, { rules: [{ id: third.id, combine: 1 }] });
    expect(kept.body.rules).toMatchObject([{ id: third.id, file: "https://e.com/c.pdf", combine: 1 }]);
    expect((await client.call("PUT", path, { rules: "" })).body.rules).toEqual([]);
  });

  it("keep all of their rules when one of those in their place is refused", async () => {
    const { body } = await create({ rules: [{ document_id: document }, { file: "https://e.com/a.pdf" }] });
    const path = `/api/routes/${body.id}/rules`;
    const { status, body: refused } = await client.call("PUT", path, {
      rules: [{ file: "https://e.com/b.pdf" }, { combine: 1 }, { document_id: "999999" }],
    });

    expect([status, refused.code]).toEqual([422, "invalid_request"]);
    expect(refused.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      "/rules/1/document_id",
      "/rules/2/document_id",
    ]);
    expect((await client.call("GET", path)).body).toEqual(body.rules);
    expect((await client.call("PUT", path, {})).body.errors[0].pointer).toBe("/rules");
  });

  it("keep their rules when one is to be deleted that they do not have", async () => {
    const { body } = await create();
    const { body: another } = await create();
    for (const id of ["none", another.rules[0].id]) {
      const { status, body: refused } = await client.call("DELETE", `/api/routes/${body.id}/rules/${id}`);
      expect([status, refused.code]).toEqual([404, "rule_not_found"]);
    }
    for (const { id, rules } of [body, another])
      expect((await client.call("GET", `/api/routes/${id}/rules`)).body).toEqual(rules);
  });

  it("refuse a combined PDF that an e-invoice cannot go into, however it comes about, and stay as they were", async () => {
    const members = { name: "Bill", type: "html", output: "pdf", html: "x", settings: { e_invoice: "en16931" } };
    const { body: bill } = await client.call("POST", "/api/documents", members);
    const combined = [{ document_id: bill.id, combine: 1 }];
    const refused = {
      status: 422,
      body: { code: "e_invoice_invalid", error: expect.stringContaining("only PDF/A-3 allows; settings[pdf_a] is 2b") },
    };
    expect(await create({ rules: combined, settings: { pdf_a: "2b" } })).toMatchObject(refused);

    const { body: plain } = await create({ rules: [{ document_id: bill.id }], settings: { pdf_a: "2b" } });
    const path = `/api/routes/${plain.id}`;
    const [{ id }] = plain.rules;
    expect(await client.call("PUT", path, { rules: [{ id, combine: 1 }] })).toMatchObject(refused);
    expect(await client.call("PUT", path, { rules: combined })).toMatchObject(refused);
    expect(await client.call("PUT", `${path}/rules`, { rules: combined })).toMatchObject(refused);
    expect((await client.call("GET", `${path}/rules`)).body).toEqual(plain.rules);

    const allowed = await client.call("PUT", path, { rules: [{ id, combine: 1 }], settings: { pdf_a: "3b" } });
    expect(allowed.status).toBe(200);
    expect(await client.call("PUT", path, { settings: { pdf_a: "2b" } })).toMatchObject(refused);
    expect((await client.call("GET", `${path}?details=1`)).body.settings).toMatchObject({ pdf_a: "3b" });
  });

  it("list the fields of all their documents, each once", async () => {
    const { body } = await create({ rules: [{ document_id: document }, { document_id: document }] });
    const { body: fields } = await client.call("GET", `/api/routes/${body.id}/fields`);
    expect(fields.map((field: { name: string }) => field.name)).toEqual(["Name", "Items"]);
    expect(Object.keys(fields[0])).toEqual(["key", "name"]);
    const { body: described } = await client.call("GET", `/api/routes/${body.id}/fields?attributes=1`);
    expect(described[1]).toMatchObject({ type: "list", fields: [{ name: "Price" }] });
    const { body: schema } = await client.call("GET", `/api/routes/${body.id}/fields?format=json_schema`);
    expect(schema).toMatchObject({ type: "object", properties: { Name: {}, Items: { type: "array" } } });
  });

  it("have deliveries: an array with the new one, changed, listed, deleted", async () => {
    const { body } = await create();
    const path = `/api/routes/${body.id}/deliveries`;
    const created = await client.call("POST", path, { type: "email", settings: { to: "a@b.c", subject: "s" } });
    expect(created.body).toMatchObject([{ type: "email", settings: { to: "a@b.c" }, success: 1 }]);
    const [{ id }] = created.body;
    await client.call("PUT", `${path}/${id}`, { active: 0 });
    expect((await client.call("GET", path)).body).toMatchObject([{ id, active: "0", settings: { subject: "s" } }]);
    expect((await client.call("DELETE", `${path}/${id}`)).body).toEqual({ success: "1" });
    expect((await client.call("GET", path)).body).toEqual([]);
  });

  it("are gone when deleted", async () => {
    const { body } = await create();
    expect((await client.call("DELETE", `/api/routes/${body.id}`)).body).toEqual({ success: "1" });
    for (const [method, path] of [
      ["GET", ""],
      ["DELETE", ""],
      ["GET", "/rules"],
      ["GET", "/fields"],
    ] as const)
      expect((await client.call(method, `/api/routes/${body.id}${path}`)).body.code).toBe("route_not_found");
  });

  it.each([
    [{ rules: [{ document_id: "999999" }] }, "/rules/0/document_id"],
    [{ rules: [{ document_id: "abc" }] }, "/rules/0/document_id"],
    [{ rules: [{ combine: 1 }] }, "/rules/0/document_id"],
    [{ rules: [{ document_id: "1", file: "https://e.com/a.pdf" }] }, "/rules/0/file"],
    [{ rules: [{ file: "https://e.com/a.pdf", combine: 1, combine_docx: 1 }] }, "/rules/0/combine_docx"],
    [{ rules: [{ id: "nope", combine: 1 }] }, "/rules/0/id"],
    [
      { rules: [{ file: "https://e.com/a.pdf", conditions: [{ field: "a", exp: "~", value: "" }] }] },
      "/rules/0/conditions/0/exp",
    ],
    [{ rules: [{ file: "x", wrong: 1 }] }, "/rules/0"],
    [{ name: "" }, "/name"],
  ])("refuse %j", async (members, pointer) => {
    const { status, body } = await create(members);
    expect([status, body.code]).toEqual([422, "invalid_request"]);
    expect(body.errors[0].pointer).toContain(pointer);
  });

  it("are not seen by other workspaces", async () => {
    const { body } = await create();
    expect((await other.call("GET", `/api/routes/${body.id}`)).status).toBe(404);
    expect((await other.call("PUT", `/api/routes/${body.id}`, { name: "x" })).status).toBe(404);
    expect((await other.call("PUT", `/api/routes/${body.id}/rules`, { rules: [] })).status).toBe(404);
    expect((await other.call("DELETE", `/api/routes/${body.id}`)).status).toBe(404);
    expect((await other.call("POST", `/api/routes/${body.id}/merge`, {})).status).toBe(404);
    expect((await other.call("POST", "/api/routes", { name: "x", rules: [{ document_id: document }] })).status).toBe(
      422,
    );
  });
});
