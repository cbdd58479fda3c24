import { Buffer } from "node:buffer";
import { beforeAll, describe, expect, it } from "vitest";
import { RIGHT_NAMES } from "../../src/domain/access/rights.ts";
import { present } from "../../src/domain/present.ts";
import { type ApiClient, newClient } from "../support/api-client.ts";
import { officeFile, pdfFile } from "../support/template-files.ts";
import { TEST_ORIGIN } from "../support/test-service.ts";

/** Interface 2.2-2.6 and 4.2: documents. Every call once with JSON and once with form pairs. */

let call: ApiClient;
beforeAll(async () => {
  call = (await newClient()).call;
});

const html = "<p>{$Name} {$Total}</p>";
const fieldNames = (fields: { name: string }[]) => fields.map(({ name }) => name).sort();

describe.each(["JSON", "form", "multipart"] as const)("documents by %s", (encoding) => {
  const create = async (body: object) => {
    const answer = await call("POST", "/api/documents", body, { encoding });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };

  it("POST /documents with html answers the document with its fields", async () => {
    const document = await create({
      name: "Invoice",
      type: "html",
      output: "pdf",
      output_name: "{$Name}",
      folder: "Sales/2026",
      html,
      size_width: 8.5,
      size_height: "14",
    });

    expect(document).toEqual({
      id: expect.stringMatching(/^[1-9]\d*$/),
      key: expect.stringMatching(/^[\w-]{22,}$/),
      type: "html",
      name: "Invoice",
      output: "pdf",
      output_name: "{$Name}",
      folder: "Sales/2026",
      size: "",
      size_width: "8.5",
      size_height: "14",
      active: "1",
      url: expect.stringMatching(/\/merge\/\d+\/[\w-]+$/),
      settings: {},
      warnings: [],
      fields: expect.any(Array),
    });
    expect(document.url.endsWith(`/merge/${document.id}/${document.key}`)).toBe(true);
    expect(fieldNames(document.fields)).toEqual(["Name", "Total"]);
    for (const field of document.fields) {
      expect(field).toEqual({ key: expect.stringMatching(/^[\w-]+$/), name: expect.any(String) });
    }
  });

  it.each([
    ["docx", officeFile("docx"), "docx"],
    ["xlsx", officeFile("xlsx"), "xlsx"],
    ["pptx", officeFile("pptx"), "pptx"],
    ["pdf", pdfFile(), "pdf"],
  ] as const)("POST /documents with a %s file keeps it as it is", async (type, file, output) => {
    const document = await create({ name: "File", type, output, file_contents: file });
    expect(document).toMatchObject({ type, output, size_width: "", size_height: "", active: "1" });

    const answer = await call("GET", `/api/documents/${document.id}/file`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(answer.body).toEqual({
      type,
      last_update: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      contents: Buffer.from(file).toString("base64"),
    });
  });

  it("PUT /documents/<ID> changes only what is sent", async () => {
    const before = await create({
      name: "Before",
      type: "html",
      html,
      output_name: "Keep",
      settings: { locale: "de-DE" },
    });
    const { status, body } = await call(
      "PUT",
      `/api/documents/${before.id}`,
      {
        html: "<p>{$Other}</p>",
        folder: "New/Folder",
        settings: { landscape: 1, margins: { top: 1, right: 0.5, bottom: 1, left: 0 } },
      },
      { encoding },
    );

    expect(status).toBe(200);
    expect(body).toEqual({
      ...before,
      folder: "New/Folder",
      settings: { locale: "de-DE", landscape: 1, margins: { top: 1, right: 0.5, bottom: 1, left: 0 } },
      fields: [{ key: expect.any(String), name: "Other" }],
    });
    const renamed = await call("PUT", `/api/documents/${before.id}`, { name: "After", active: 0 }, { encoding });
    expect(renamed.body).toEqual({ ...body, name: "After", active: "0" });
  });

  it("POST /documents/<ID>/copy answers a new document with id, key and fields", async () => {
    const source = await create({
      name: "Source",
      type: "html",
      html,
      folder: "Copies",
      settings: { currency: "eur" },
    });
    const delivery = { type: "email", settings: { to: "{$Email}", subject: "Hi" } };
    await call("POST", `/api/documents/${source.id}/deliveries`, delivery, { encoding });

    const { status, body } = await call("POST", `/api/documents/${source.id}/copy`, { name: "Twin" }, { encoding });
    expect(status).toBe(200);
    expect(body).toEqual({ ...source, id: body.id, key: body.key, url: body.url, name: "Twin" });
    expect(body.id).not.toBe(source.id);
    expect(body.key).not.toBe(source.key);
    expect((await call("GET", `/api/documents/${body.id}/deliveries`)).body).toMatchObject([delivery]);
  });

  it("POST /documents/<ID>/deliveries answers the delivery with success 1", async () => {
    const { id } = await create({ name: "Delivered", type: "html", html });
    const settings = { to: "{$Email}", from: "me@example.com", subject: "Your {$Name}", html: "<p>Hi</p>" };
    const { status, body } = await call(
      "POST",
      `/api/documents/${id}/deliveries`,
      { type: "email", settings },
      { encoding },
    );

    expect(status).toBe(200);
    // The deployment of the tests names no domains for senders, which is said.
    const warnings = [expect.objectContaining({ code: "sender_not_checked", text: "me@example.com" })];
    const expected = { id: expect.any(String), type: "email", name: "", active: "1", settings, success: 1, warnings };
    expect(body).toEqual(expected);
    const { success: _, warnings: __, ...delivery } = body;
    expect((await call("GET", `/api/documents/${id}/deliveries`)).body).toEqual([delivery]);
  });

  it("makes the notification of a new document its first delivery", async () => {
    const notification = {
      to: "a@example.com",
      from: "b@example.com",
      subject: "S",
      html: "H",
      security: "high",
      password: "{$Pin}",
    };
    const { id } = await create({ name: "Notified", type: "html", html, notification });
    expect((await call("GET", `/api/documents/${id}/deliveries`)).body).toEqual([
      { id: expect.any(String), type: "email", name: "", active: "1", settings: notification },
    ]);
  });

  it("changes and deletes deliveries", async () => {
    const { id } = await create({ name: "Deliveries", type: "html", html });
    const path = `/api/documents/${id}/deliveries`;
    const settings = { url: "https://example.com/hook", json: 1, headers: { "x-a": "b" } };
    const { body: made } = await call("POST", path, { type: "webhook", name: "CRM", settings }, { encoding });

    const { body } = await call("PUT", `${path}/${made.id}`, { active: 0, settings: { json: 0 } }, { encoding });
    expect(body).toEqual({ ...made, active: "0", settings: { ...settings, json: 0 } });
    expect((await call("DELETE", `${path}/${made.id}`)).body).toEqual({ success: "1" });
    expect((await call("GET", path)).body).toEqual([]);
  });
});

describe("reading documents", () => {
  it("GET /documents/<ID> shows html for html documents and no fields", async () => {
    const { body: created } = await call("POST", "/api/documents", { name: "Read", type: "html", html });
    const { fields: _, ...document } = created;
    const { status, body } = await call("GET", `/api/documents/${created.id}`);
    expect(status).toBe(200);
    expect(body).toEqual({ ...document, html });

    const file = { name: "File", type: "docx", file_contents: officeFile("docx") };
    const { body: word } = await call("POST", "/api/documents", file);
    expect((await call("GET", `/api/documents/${word.id}`)).body).not.toHaveProperty("html");
  });

  it("gives an html document US Letter when no size is sent", async () => {
    const { body } = await call("POST", "/api/documents", { name: "Size", type: "html", html });
    expect(body).toMatchObject({ size: "", size_width: "8.5", size_height: "11" });
  });

  it("takes a height of what is on the page, what is too wide, what to wait for", async () => {
    const settings = { fit: "shrink", wait: "event: ready" };
    const { body } = await call("POST", "/api/documents", {
      name: "Size",
      type: "html",
      html,
      size_height: "auto",
      settings,
    });
    expect(body).toMatchObject({ size_width: "8.5", size_height: "auto", settings });
  });

  it("GET /documents/<ID>/fields lists key and name, and all attributes on request", async () => {
    const { body: document } = await call("POST", "/api/documents", { name: "Fields", type: "html", html });
    const path = `/api/documents/${document.id}/fields`;
    expect((await call("GET", path)).body).toEqual(document.fields);
    expect((await call("GET", `${path}?attributes=0`)).body).toEqual(document.fields);

    const { body: detailed } = await call("GET", `${path}?attributes=1`);
    expect(detailed).toMatchObject(document.fields);
    for (const field of detailed) {
      expect(field).toMatchObject({
        type: expect.any(String),
        occurrences: [expect.objectContaining({ part: expect.any(String) })],
      });
    }
  });

  it("GET /documents/<ID>/fields?format= describes the merge data as a JSON Schema with a sample", async () => {
    const { body: document } = await call("POST", "/api/documents", {
      name: "Schema",
      type: "html",
      html: "{$Name} {foreach from=$Items item=i}{$i.Price|number_format:2}{/foreach}",
    });
    const path = `/api/documents/${document.id}/fields`;
    const { body: schema } = await call("GET", `${path}?format=json_schema`);
    expect(schema).toMatchObject({
      $schema: expect.stringContaining("json-schema.org"),
      type: "object",
      properties: {
        Name: { type: "string" },
        Items: { type: "array", items: { type: "object", properties: { Price: { type: "number" } } } },
      },
      examples: [{ Name: expect.any(String), Items: expect.arrayContaining([{ Price: expect.any(Number) }]) }],
    });
    expect((await call("GET", `${path}?format=json_swagger`)).body).toEqual({
      schema: { type: "array", items: schema },
    });
    expect((await call("GET", `${path}?format=xml`)).status).toBe(422);

    const [, items] = (await call("GET", `${path}?attributes=1`)).body;
    expect(items).toMatchObject({
      key: expect.any(String),
      type: "list",
      fields: [{ key: expect.any(String), name: "Price" }],
    });
  });

  it("GET /documents filters by search and folder, pages, and answers a plain array without fields", async () => {
    const { call: own } = await newClient();
    const ids: string[] = [];
    for (const [name, folder] of [
      ["Alpha", "A/B"],
      ["Beta", "A/B"],
      ["Gamma alpha", ""],
    ] as const) {
      ids.push((await own("POST", "/api/documents", { name, type: "html", html, folder })).body.id);
    }
    const list = async (query: string) => {
      const answer = await own("GET", `/api/documents${query}`);
      expect(answer.status).toBe(200);
      return answer.body.map(({ id }: { id: string }) => id);
    };

    expect(await list("")).toEqual(ids);
    expect(await list("?search=ALPHA")).toEqual([ids[0], ids[2]]);
    expect(await list("?folder=A/B")).toEqual([ids[0], ids[1]]);
    expect(await list("?folder=A")).toEqual([]);
    expect(await list("?folder=A/B&search=bet")).toEqual([ids[1]]);
    expect(Object.keys((await own("GET", "/api/documents")).body[0]).sort()).toEqual([
      ...["active", "folder", "id", "key", "name", "output", "output_name"],
      ...["size", "size_height", "size_width", "type", "url"],
    ]);
    expect((await own("GET", "/api/documents?folder=Unknown")).status).toBe(404);

    const first = await own("GET", "/api/documents?limit=2");
    expect(first.body).toHaveLength(2);
    const next = first.headers.get("link")?.match(/^<([^>]+)>; rel="next"$/)?.[1];
    const second = await own("GET", present(next));
    expect(second.body.map(({ id }: { id: string }) => id)).toEqual([ids[2]]);
    expect(second.headers.get("link")).toBeNull();
  });

  it("DELETE /documents/<ID> answers success, then 404, and its merge address is gone", async () => {
    const { body } = await call("POST", "/api/documents", { name: "Gone", type: "html", html });
    const path = `/api/documents/${body.id}`;
    const deleted = await call("DELETE", path, undefined, { headers: { "content-type": "application/json" } });
    expect(deleted.status).toBe(200);
    expect(deleted.body).toEqual({ success: "1" });

    expect((await call("DELETE", path)).status).toBe(404);
    expect((await call("GET", path)).status).toBe(404);
    const merge = await call("POST", new URL(body.url, TEST_ORIGIN).pathname, {});
    expect(merge.status).toBe(404);
    expect(merge.body.error).toBe("Sorry, but a document was not selected!");
  });

  it("keeps versions and restores them", async () => {
    const { body: document } = await call("POST", "/api/documents", { name: "Versions", type: "html", html: "{$One}" });
    const path = `/api/documents/${document.id}`;
    await call("PUT", path, { html: "{$Two}" });
    await call("PUT", path, { html: "{$Two}", name: "Same template" });

    const { body: restored } = await call("POST", `${path}/versions/1/restore`);
    expect(fieldNames(restored.fields)).toEqual(["One"]);
    expect((await call("GET", path)).body.html).toBe("{$One}");
    const version = {
      draft: 0,
      created_by: expect.stringMatching(/^dk_/),
      created_by_name: "test",
      size: 6,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      date: expect.any(String),
    };
    expect((await call("GET", `${path}/versions`)).body).toEqual([
      { ...version, version: 1, current: 0 },
      { ...version, version: 2, current: 0 },
      { ...version, version: 3, current: 1, restored_from: 1 },
    ]);
  });
});

describe("folders", () => {
  it("lists folders with every folder above them", async () => {
    const { call: own } = await newClient();
    await own("POST", "/api/documents", { name: "a", type: "html", html, folder: " Sales / 2026/ Q1/" });
    const folder = { id: expect.any(String), type: "document", date: expect.stringMatching(/^\d{4}-\d\d-\d\d /) };
    const expected = ["Sales", "Sales/2026", "Sales/2026/Q1"].map((name) => ({ ...folder, name }));

    expect((await own("GET", "/api/folders")).body).toEqual(expected);
    expect((await own("GET", "/api/folders/documents")).body).toEqual(expected);
    await own("DELETE", `/api/documents/${(await own("GET", "/api/documents")).body[0].id}`);
    expect((await own("GET", "/api/folders/documents")).body).toEqual([]);
  });
});

describe("account", () => {
  it("shows the workspace, its counts and the user", async () => {
    const { call: own, caller } = await newClient();
    const account = {
      id: caller.workspaceId,
      name: "Test",
      merges: 0,
      test_merges: 0,
      month: { merges: 0, test_merges: 0 },
      locale: "",
      timezone: "",
      currency: "",
      retention_days: "",
      internal_hosts: [],
    };
    expect((await own("GET", "/api/account")).body).toMatchObject(account);
    expect((await own("GET", "/api/user")).body).toEqual({
      id: caller.keyId,
      name: "test",
      account_id: caller.workspaceId,
      account: "Test",
      person_id: "",
      email: "",
      rights: RIGHT_NAMES,
      folders: [],
    });
  });
});
