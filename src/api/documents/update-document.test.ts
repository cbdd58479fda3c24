import { beforeAll, describe, expect, it } from "vitest";
import { type ApiClient, newClient } from "../../../test/support/api-client.ts";
import { officeFile } from "../../../test/support/template-files.ts";
import { present } from "../../domain/present.ts";

let call: ApiClient;
beforeAll(async () => {
  call = (await newClient()).call;
});

const html = "<p>{$Name}</p>";

async function newDocument() {
  const answer = await call("POST", "/api/documents", {
    name: "Update",
    type: "html",
    html,
    settings: { locale: "de" },
  });
  return { path: `/api/documents/${answer.body.id}`, tag: answer.headers.get("etag") ?? "", document: answer.body };
}

describe("PUT /api/documents/:id", () => {
  it("gives every change a new ETag, and GET answers 304 for the current one", async () => {
    const { path, tag } = await newDocument();
    expect(tag).toMatch(/^"[^"]+"$/);
    const changed = await call("PUT", path, { name: "b" });
    expect(changed.headers.get("etag")).not.toBe(tag);

    const current = present(changed.headers.get("etag"));
    expect((await call("GET", path)).headers.get("etag")).toBe(current);
    expect((await call("GET", path, undefined, { headers: { "if-none-match": current } })).status).toBe(304);
    expect((await call("GET", path, undefined, { headers: { "if-none-match": tag } })).status).toBe(200);
  });

  it("changes nothing when If-Match names an older ETag", async () => {
    const { path, tag } = await newDocument();
    const { body } = await call("PUT", path, { name: "b" }, { headers: { "if-match": tag } });
    const late = await call("PUT", path, { name: "c" }, { headers: { "if-match": tag } });
    expect(late).toMatchObject({ status: 412, body: { code: "precondition_failed" } });
    expect((await call("DELETE", path, undefined, { headers: { "if-match": tag } })).status).toBe(412);
    expect((await call("GET", path)).body.name).toBe(body.name);
  });

  it("makes simultaneous changes of different members all stick", async () => {
    const { path } = await newDocument();
    const answers = await Promise.all([
      call("PUT", path, { name: "both" }),
      call("PUT", path, { folder: "both" }),
      call("PUT", path, { html: "{$Both}" }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await call("GET", path)).body).toMatchObject({ name: "both", folder: "both", html: "{$Both}" });
  });

  it("refuses another type, an output that does not fit, and a file of another type, and changes nothing", async () => {
    const { path } = await newDocument();
    const before = await call("GET", path);
    for (const [body, code] of [
      [{ name: "x", type: "docx" }, "type_cannot_change"],
      [{ name: "x", output: "xlsx" }, "output_not_allowed"],
      [{ name: "x", file_contents: officeFile("docx") }, "file_type_mismatch"],
      [{ name: "x", html: "{if $a}" }, "template_invalid"],
      [{ name: "x", settings: { colour: "red" } }, "invalid_request"],
      [{ name: "x", html: "a", file_url: "https://example.com" }, "file_ambiguous"],
    ] as const) {
      expect(await call("PUT", path, body)).toMatchObject({ status: 422, body: { code } });
    }
    const after = await call("GET", path);
    expect(after.body).toEqual(before.body);
    expect(after.headers.get("etag")).toBe(before.headers.get("etag"));
  });

  it("accepts the type that the document has", async () => {
    const { path } = await newDocument();
    expect((await call("PUT", path, { type: "html", output: "email" })).body.output).toBe("email");
  });

  it("adds no version for the same template", async () => {
    const { path } = await newDocument();
    await call("PUT", path, { html });
    expect((await call("GET", `${path}/versions`)).body).toHaveLength(1);
  });

  it("merges settings, and empty text puts one back to its default", async () => {
    const { path } = await newDocument();
    const settings = { flatten: 0, margins: 0.5, currency: "eur", timezone: "Europe/Berlin", header: "<b>{$Name}</b>" };
    const { body } = await call("PUT", path, { settings }, { encoding: "form" });
    const margins = { top: 0.5, right: 0.5, bottom: 0.5, left: 0.5 };
    expect(body.settings).toEqual({ ...settings, locale: "de", margins, currency: "EUR" });

    const cleared = await call("PUT", path, { settings: { margins: "", header: "", locale: null } });
    expect(cleared.body.settings).toEqual({ flatten: 0, currency: "EUR", timezone: "Europe/Berlin" });
  });

  it("removes a document from its folder by an empty folder", async () => {
    const { path } = await newDocument();
    await call("PUT", path, { folder: "In" });
    expect((await call("PUT", path, { folder: "" })).body.folder).toBe("");
  });

  it("answers 404 for ids that are not there or no ids at all", async () => {
    for (const id of ["999999", "0", "-1", "abc", "99999999999", "1e3", "1.5"]) {
      expect(await call("PUT", `/api/documents/${id}`, { name: "x" }), id).toMatchObject({
        status: 404,
        body: { code: "document_not_found" },
      });
    }
  });
});
