import { Buffer } from "node:buffer";
import { beforeAll, describe, expect, it } from "vitest";
import { type ApiClient, newClient } from "../../../test/support/api-client.ts";
import { officeFile } from "../../../test/support/template-files.ts";

let call: ApiClient;
beforeAll(async () => {
  call = (await newClient()).call;
});

const create = async (body: object) =>
  (await call("POST", "/api/documents", { name: "Read", type: "html", html: "{$Name}", ...body })).body;

describe("GET /api/documents", () => {
  it.each([
    ["limit=0", "/limit"],
    ["limit=many", "/limit"],
    ["limit=10001", "/limit"],
    ["cursor=x", "/cursor"],
  ])("refuses ?%s, naming the member", async (query, pointer) => {
    const { status, body } = await call("GET", `/api/documents?${query}`);
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ pointer }]);
  });

  it("answers 404 for a list of an unknown folder, naming it", async () => {
    const { status, body } = await call("GET", "/api/documents?folder=No/Such");
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: "folder_not_found", error: expect.stringContaining("No/Such") });
  });

  it("keeps search and folder in the address of the next page", async () => {
    for (let index = 0; index < 3; index++) await create({ name: "Page me", folder: "Pages" });
    const { headers } = await call("GET", "/api/documents?folder=Pages&search=page&limit=1");
    const link = headers.get("link") ?? "";
    expect(link).toMatch(/folder=Pages/);
    expect(link).toMatch(/search=page/);
  });
});

describe("GET /api/documents/:id/file", () => {
  it("gives back a large file unchanged", async () => {
    const file = officeFile("docx", crypto.getRandomValues(new Uint8Array(60_000)).join(" "));
    const { id } = await create({ type: "docx", html: undefined, file_contents: file });
    const { body } = await call("GET", `/api/documents/${id}/file`);
    expect(Buffer.from(body.contents, "base64").equals(Buffer.from(file))).toBe(true);
  });

  it("answers 404 for a document that is not there", async () => {
    expect((await call("GET", "/api/documents/999999/file")).body.code).toBe("document_not_found");
  });
});

describe("POST /api/documents/:id/versions/:version/restore", () => {
  it("answers 404 for a version that is not there, and changes nothing", async () => {
    const { id } = await create({});
    for (const version of ["2", "0", "x"]) {
      const { status, body } = await call("POST", `/api/documents/${id}/versions/${version}/restore`);
      expect({ status, code: body.code }).toEqual({ status: 404, code: "version_not_found" });
    }
    expect((await call("GET", `/api/documents/${id}/versions`)).body).toHaveLength(1);
  });

  it("obeys If-Match", async () => {
    const { id } = await create({});
    const path = `/api/documents/${id}/versions/1/restore`;
    expect((await call("POST", path, undefined, { headers: { "if-match": '"nope"' } })).status).toBe(412);
  });
});

describe("POST /api/documents/:id/copy", () => {
  it("needs a name", async () => {
    const { id } = await create({});
    const { status, body } = await call("POST", `/api/documents/${id}/copy`, {});
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ pointer: "/name" }]);
  });

  it("answers 404 for a document that is not there", async () => {
    expect((await call("POST", "/api/documents/999999/copy", { name: "x" })).body.code).toBe("document_not_found");
  });

  it("is its own document: changing one does not change the other", async () => {
    const source = await create({});
    const { body: copy } = await call("POST", `/api/documents/${source.id}/copy`, { name: "Copy" });
    await call("PUT", `/api/documents/${copy.id}`, { html: "{$Changed}" });
    await call("DELETE", `/api/documents/${source.id}`);
    expect((await call("GET", `/api/documents/${copy.id}`)).body.html).toBe("{$Changed}");
  });
});
