import { env } from "cloudflare:workers";
import { Buffer } from "node:buffer";
import { beforeEach, describe, expect, it } from "vitest";
import { type ApiClient, clientWithDocument } from "../../../test/support/api-client.ts";
import { testService } from "../../../test/support/test-service.ts";

let call: ApiClient;
let authorization: string;
let path: string;
beforeEach(async () => {
  const client = await clientWithDocument({ type: "html", html: "<p>{$Name}{$Other}</p>", output_name: "x {$Name}" });
  ({ call, path } = client);
  ({ authorization } = client.caller);
});

describe("the lint of a template", () => {
  it("tells errors with their places, warnings and fields", async () => {
    const { status, body } = await call("POST", "/api/templates/lint", {
      type: "html",
      html: "<p>{$Name}</p>\n<p>{if $A}</p>",
    });
    expect(status).toBe(200);
    expect(body.errors).toMatchObject([{ line: 2, column: expect.any(Number), message: expect.any(String) }]);

    const good = await call("POST", "/api/templates/lint", { type: "html", html: "<p>{$Name} {{Other}}</p>" });
    expect(good.body.errors).toEqual([]);
    expect(good.body.warnings.length).toBeGreaterThan(0);
    expect(good.body.fields).toMatchObject([{ name: "Name", key: expect.any(String), type: "text" }]);
  });

  it("tells what matters where the html goes", async () => {
    const html = "<p>{$x}</p><a onclick=\"go('{$x}')\"></a><style>h1 { position: running(head) }</style>";
    const codes = async (output?: string) =>
      (await call("POST", "/api/templates/lint", { type: "html", html, output })).body.warnings?.map(
        ({ code }: { code: string }) => code,
      );
    expect(await codes("pdf")).toEqual(["print_css"]);
    expect(await codes("html")).toEqual(["unsafe_place"]);
    expect(await codes("email")).toEqual(["unsafe_place"]);
    expect((await codes())?.toSorted()).toEqual(["print_css", "unsafe_place"]);
    expect((await call("POST", "/api/templates/lint", { type: "html", html, output: "docx" })).body).toMatchObject({
      code: "output_not_allowed",
    });
  });

  it("takes a template that has just been begun", async () => {
    expect((await call("POST", "/api/templates/lint", { type: "html", html: "" })).body).toMatchObject({
      errors: [],
      fields: [],
    });
  });

  it("refuses what is not a template of the type", async () => {
    const contents = Buffer.from("text").toString("base64");
    expect((await call("POST", "/api/templates/lint", { type: "docx", file_contents: contents })).status).toBe(422);
    expect((await call("POST", "/api/templates/lint", { type: "docx" })).body).toMatchObject({ code: "file_missing" });
    expect((await call("POST", "/api/templates/lint", { type: "odt", html: "a" })).status).toBe(422);
  });
});

describe("the preview of a document", () => {
  it("merges what is being written, and leaves nothing behind", async () => {
    const before = await call("GET", path);
    const { status, body } = await call("POST", `${path}/preview?explain=1`, {
      html: "<h1>{$Name}</h1>{$Missing}",
      output_name: "Hello {$Name}",
      data: { Name: "Ada", Unused: 1 },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: "Hello Ada.pdf",
      media_type: "application/pdf",
      fields: { found: ["Name"], missing: ["Missing"], unused: ["Unused"] },
    });
    expect(Buffer.from(body.file_contents, "base64").subarray(0, 5).toString()).toBe("%PDF-");

    expect((await call("GET", path)).body).toEqual(before.body);
    expect((await call("GET", "/api/runs")).body).toEqual([]);
    expect((await env.FILES.list({ prefix: "r/" })).objects.filter(({ key }) => key.includes("preview"))).toEqual([]);
  });

  it("merges what is stored, with a sample, as a file", async () => {
    const { body: sample } = await call("POST", `${path}/samples`, { name: "s", data: { Name: "Grace" } });
    const answer = await testService()(`${path}/preview`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ sample: sample.id }),
    });
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    expect(answer.headers.get("content-disposition")).toContain("x Grace.pdf");
    expect((await call("POST", `${path}/preview`, { sample: "none" })).body).toMatchObject({
      code: "sample_not_found",
    });
    expect((await call("POST", `${path}/preview`, { version: 9 })).body).toMatchObject({ code: "version_not_found" });
  });

  it("says what is wrong where it is", async () => {
    const { status, body } = await call("POST", `${path}/preview`, { html: "a\n{if $A}" });
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: "template_invalid", errors: [{ line: 2 }] });
  });
});

describe("a test merge of a version", () => {
  it("uses that version, and is a test in any case", async () => {
    await call("PUT", path, { html: "<p>{$New}</p>" });
    const { status } = await call("POST", `${path}/versions/1/merge`, { Name: "a" });
    expect(status).toBe(201);
    const { body: runs } = await call("GET", "/api/runs");
    expect(runs).toMatchObject([{ test: true, source: "api" }]);
    expect((await call("POST", `${path}/versions/9/merge`, {})).body).toMatchObject({ code: "version_not_found" });
  });
});
