import { env } from "cloudflare:workers";
import { Buffer } from "node:buffer";
import { unzipSync, zipSync } from "fflate";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { type ApiClient, newClient } from "../../../test/support/api-client.ts";
import { officeFile, pdfFile } from "../../../test/support/template-files.ts";
import { compoundFile } from "../../convert/testing/compound-file.ts";

let call: ApiClient;
beforeAll(async () => {
  call = (await newClient()).call;
});

const html = "<p>{$Name}</p>";
const bytes = (text: string) => new TextEncoder().encode(text);

/** Sends a body that must be refused, and makes sure that nothing was stored. */
async function refused(body: object, encoding: "JSON" | "form" | "multipart" = "JSON") {
  const blobs = async () => (await env.FILES.list()).objects.length;
  const before = [
    (await call("GET", "/api/documents")).body.length,
    await blobs(),
    (await call("GET", "/api/folders")).body,
  ];
  const answer = await call("POST", "/api/documents", { name: "Refused", folder: "Refused", ...body }, { encoding });
  expect([
    (await call("GET", "/api/documents")).body.length,
    await blobs(),
    (await call("GET", "/api/folders")).body,
  ]).toEqual(before);
  expect(answer.body).not.toHaveProperty("success");
  return { status: answer.status, ...answer.body };
}

describe("POST /api/documents", () => {
  it("takes the first output of the type when none is sent", async () => {
    for (const [type, file, output] of [
      ["docx", officeFile("docx"), "pdf"],
      ["pdf", pdfFile(), "pdf"],
    ] as const) {
      expect((await call("POST", "/api/documents", { name: "a", type, file_contents: file })).body).toMatchObject({
        output,
      });
    }
  });

  it("takes html in another charset, and refuses what is no text", async () => {
    const latin = Buffer.from('<meta charset="iso-8859-1"><p>Caf\xe9 {$x}', "latin1").toString("base64");
    const { status, body } = await call("POST", "/api/documents", { name: "a", type: "html", file_contents: latin });
    expect(status).toBe(200);
    const shown = await call("GET", `/api/documents/${body.id}`);
    expect(shown.body.html).toBe('<meta charset="utf-8"><p>Café {$x}');
    const binary = Buffer.from("<p>\x00\x01\xe9", "latin1").toString("base64");
    expect((await call("POST", "/api/documents", { name: "a", type: "html", file_contents: binary })).status).toBe(422);
  });

  it("takes empty members as not sent", async () => {
    const body = {
      name: "a",
      type: "html",
      html,
      file_contents: "",
      file_url: "",
      output: "",
      folder: "",
      output_name: "",
    };
    expect((await call("POST", "/api/documents", body, { encoding: "form" })).status).toBe(200);
  });

  it("starts in test mode when it is created inactive", async () => {
    expect((await call("POST", "/api/documents", { name: "a", type: "html", html, active: "0" })).body.active).toBe(
      "0",
    );
  });

  it("names every member that is missing or wrong", async () => {
    const answer = await refused({
      name: " ",
      type: "word",
      size_width: "wide",
      settings: { locale: "x_y", flaten: 1 },
    });
    expect(answer).toMatchObject({ status: 422, code: "invalid_request" });
    const pointers = answer.errors.map(({ pointer }: { pointer: string }) => pointer);
    expect(pointers).toEqual(expect.arrayContaining(["/name", "/type", "/size_width", "/settings/locale"]));
    expect(answer.error).toContain("html, pdf, docx, xlsx, pptx");
    expect(answer.error).toContain("flaten");
  });

  it.each([
    ["html", "docx", "pdf, html, email"],
    ["docx", "xlsx", "pdf, docx, email"],
    ["xlsx", "pptx", "pdf, xlsx, email"],
    ["pptx", "html", "pdf, pptx, email"],
    ["pdf", "docx", "pdf, email"],
    ["pdf", "exe", "pdf, email"],
  ])("refuses %s documents with the output %s, naming the ones that fit", async (type, output, allowed) => {
    const answer = await refused({ type, output, html });
    expect(answer).toMatchObject({ status: 422, code: "output_not_allowed" });
    expect(answer.error).toContain(allowed);
  });

  it("refuses a document without a template, and one with two", async () => {
    const file = officeFile("docx");
    expect(await refused({ type: "html" })).toMatchObject({ status: 422, code: "file_missing" });
    expect(await refused({ type: "docx" })).toMatchObject({ status: 422, code: "file_missing" });

    const empty = { type: "docx", file: new Uint8Array() };
    expect(await refused(empty, "multipart")).toMatchObject({
      code: "file_missing",
      errors: [{ pointer: "/file", message: expect.stringContaining("has 0 bytes") }],
    });

    const both = { type: "docx", file_contents: file, file_url: "https://example.com/a.docx" };
    const answer = await refused(both, "multipart");
    expect(answer).toMatchObject({ status: 422, code: "file_ambiguous" });
    expect(answer.error).toContain("file_contents and file_url");
  });

  it.each([
    ["docx", officeFile("xlsx"), "an Excel workbook (xlsx)"],
    ["xlsx", officeFile("docx"), "a Word document (docx)"],
    ["pptx", pdfFile(), "a PDF"],
    ["pdf", bytes("<html>"), "text (html)"],
    ["html", pdfFile(), "a PDF"],
    ["docx", zipSync({ "a.txt": bytes("a") }), "a ZIP archive"],
    ["pdf", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0]), "a PNG picture"],
  ])("refuses a %s document whose file is something else", async (type, file, description) => {
    const answer = await refused({ type, file_contents: file });
    expect(answer).toMatchObject({ status: 422, code: "file_type_mismatch", errors: [{ pointer: "/file_contents" }] });
    expect(answer.error).toContain(description);
  });

  it("refuses files that are damaged", async () => {
    const cut = officeFile("docx").subarray(0, 150);
    expect((await refused({ type: "docx", file_contents: cut })).status).toBe(422);
    expect(await refused({ type: "pdf", file_contents: bytes("%PDF-1.7 and nothing more") })).toMatchObject({
      status: 422,
      code: expect.stringMatching(/^pdf_/),
    });
    expect(await refused({ type: "docx", file_contents: "%%%" })).toMatchObject({
      status: 422,
      code: "invalid_base64",
    });
  });

  it.each([
    ["docx", "file_contents"],
    ["xlsx", "file_contents"],
    ["pptx", "file"],
  ])("refuses a %s under a password and says what to do", async (type, member) => {
    const answer = await refused({ type, [member]: compoundFile(["EncryptedPackage"]) });
    expect(answer).toMatchObject({
      status: 422,
      code: "file_encrypted",
      error: expect.stringContaining("save it without the password"),
      errors: [{ pointer: `/${member}` }],
    });
    const other = await refused({ type: "pdf", file_contents: compoundFile(["EncryptedPackage"]) });
    expect(other.code).toBe("file_type_mismatch");
  });

  it("names the part that a file is nothing without", async () => {
    const { "word/document.xml": _, ...others } = unzipSync(officeFile("docx"));
    expect(await refused({ type: "docx", file_contents: zipSync(others) })).toMatchObject({
      status: 422,
      code: "archive_invalid",
      error: 'The part "word/document.xml" is missing, the main one of the file.',
    });
  });

  it("names a setting that was probably meant", async () => {
    expect(await refused({ type: "html", html, settings: { falten: 1 } })).toMatchObject({
      status: 422,
      error: "settings has members that are not known: falten (did you mean flatten?).",
      errors: [{ pointer: "/settings/falten" }],
    });
  });

  it("refuses an archive that would unpack to too much", async () => {
    const bomb = zipSync({ "[Content_Types].xml": new Uint8Array(40_000_000) }, { level: 1 });
    expect(await refused({ type: "docx", file_contents: bomb })).toMatchObject({
      status: 413,
      code: "archive_too_large",
    });
  });

  it("refuses html of 20 MB", async () => {
    const answer = await refused({ type: "html", html: "x".repeat(20_000_000) });
    expect(answer).toMatchObject({ status: 413, code: "file_too_large" });
  });

  it("refuses a template with errors, listing all of them", async () => {
    const answer = await refused({ type: "html", html: "{if $a}\n{$b|nosuchmodifier}" });
    expect(answer).toMatchObject({ status: 422, code: "template_invalid" });
    expect(answer.errors.length).toBeGreaterThanOrEqual(2);
    for (const error of answer.errors)
      expect(error).toMatchObject({ message: expect.any(String), tag: expect.any(String) });
  });

  it("refuses a template with more than 5,000 merge fields", async () => {
    const fields = Array.from({ length: 5_001 }, (_, number) => `{$F${number}}`);
    const answer = await refused({ type: "html", html: fields.join("") });
    expect(answer).toMatchObject({ status: 422, code: "template_invalid" });
    expect(answer.error).toBe("The template has 5001 merge fields; 5000 are allowed.");
  });

  it("refuses members of a notification that it does not know", async () => {
    const answer = await refused({
      type: "html",
      html,
      notification: { to: "a@example.com", security: "none", too: 1 },
    });
    expect(answer).toMatchObject({ status: 422, code: "invalid_request" });
    expect(answer.error).toContain("too");
    expect(answer.error).toContain("low, medium, high");
  });

  it("refuses a folder that nests too deeply", async () => {
    const answer = await refused({ type: "html", html, folder: Array(30).fill("a").join("/") });
    expect(answer).toMatchObject({ status: 422, errors: [{ pointer: "/folder" }] });
  });

  it.each([
    "http://127.0.0.1/a.docx",
    "http://[::1]/a.docx",
    "http://169.254.169.254/latest",
    "http://2130706433/",
    "file:///etc/passwd",
    "not a url",
  ])("does not fetch %s", async (url) => {
    const fetched = vi.spyOn(globalThis, "fetch");
    const answer = await refused({ type: "docx", file_url: url });
    expect(answer.status).toBe(422);
    expect(answer.code).toMatch(/^url_(private|invalid)$/);
    expect(fetched).not.toHaveBeenCalled();
    fetched.mockRestore();
  });

  it("fetches file_url when it leads to a public address", async () => {
    const fetched = vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
      const url = new URL(input instanceof Request ? input.url : input);
      return url.hostname === "files.example.com"
        ? new Response(officeFile("docx") as Uint8Array<ArrayBuffer>)
        : Response.json({
            Status: 0,
            Answer: [{ name: "files.example.com", type: 1, TTL: 60, data: "93.184.215.14" }],
          });
    });
    const { status, body } = await call("POST", "/api/documents", {
      name: "By URL",
      type: "docx",
      file_url: "https://files.example.com/a.docx",
    });
    fetched.mockRestore();
    expect(status, JSON.stringify(body)).toBe(200);
  });

  it("keeps names that look like code as plain text", async () => {
    const name = `__proto__'; drop table documents; -- <script>alert(1)</script>`;
    const { body } = await call("POST", "/api/documents", {
      name,
      type: "html",
      html,
      folder: "__proto__/constructor",
    });
    expect(body).toMatchObject({ name, folder: "__proto__/constructor" });
    expect((await call("GET", `/api/documents?search=${encodeURIComponent(name)}`)).body).toHaveLength(1);
  });

  it("creates one document for two posts with the same Idempotency-Key", async () => {
    const body = { name: "Once", type: "html", html };
    const headers = { "idempotency-key": crypto.randomUUID() };
    const first = await call("POST", "/api/documents", body, { headers });
    const second = await call("POST", "/api/documents", body, { headers });
    expect(second.body).toEqual(first.body);
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    expect((await call("GET", "/api/documents?search=once")).body).toHaveLength(1);
  });
});
