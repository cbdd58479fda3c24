import { env } from "cloudflare:workers";
import { Buffer } from "node:buffer";
import { unzipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import { formPdf } from "../../../../test/support/form-pdf.ts";
import { paragraph, wordDocument } from "../../../../test/support/office-files.ts";
import { testCaller, testService } from "../../../../test/support/test-service.ts";
import type { PrintAnswer, PrintRequest } from "../../../browser/print-protocol.ts";
import { compoundFile } from "../../../convert/testing/compound-file.ts";
import { present } from "../../../domain/present.ts";
import { standIn } from "../../../domain/testing/stand-in.ts";
import type { Env } from "../../../env.ts";
import { type BodyTree, FilePart } from "../../../http/body/body-tree.ts";
import { validate } from "../../../http/validate.ts";
import { sampleInvoice } from "../../../invoice/testing/sample-invoice.ts";
import { executeQueued } from "../../../merge/execute-queued.ts";
import { faultyServices } from "../../../merge/testing/faulty-services.ts";
import { openPdf } from "../../../pdf/document.ts";
import { shownText } from "../../../pdf/extract/shown-text.ts";
import { identificationsOf } from "../../../pdf/pdfa/preserved-identification.ts";
import { buildPages } from "../../../pdf/testing/build-file.ts";
import { identityPem, makeCertificate, makeIdentity } from "../../../signing/testing/make-identity.ts";
import { verifyPdf } from "../../../signing/verify-pdf.ts";
import { runTool } from "../endpoints/run-tool.ts";
import { workWith } from "../file-tool.ts";
import { openBody, storeBody } from "../stored-body.ts";
import { mergeFileTool } from "./merge-file.ts";

const service = testService();
let authorization: string;
let workspaceId: string;

beforeAll(async () => {
  ({ authorization, workspaceId } = await testCaller());
});

const letter = (text: string) => ({
  name: "Letter.docx",
  contents: Buffer.from(wordDocument(paragraph(text))).toString("base64"),
});

const merge = (body: unknown) =>
  service("/api/tools/merge", {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify(body),
  });

const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());
const textOf = (pdf: Uint8Array, password?: string) => shownText(openPdf(pdf, { password }));

async function problem(response: Response) {
  const { code, errors } = await response.json<{ code: string; errors?: { pointer: string }[] }>();
  return [response.status, code, errors?.[0]?.pointer];
}

describe("a template that is sent along", () => {
  it("is filled and answered as a PDF under a name with fields", async () => {
    const body = { file: letter("Dear {$Name}"), data: { Name: "Ada" }, output_name: "To {$Name}" };
    const answer = await merge(body);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect(answer.headers.get("content-disposition")).toContain("To Ada.pdf");
    expect(textOf(await bytesOf(answer))).toContain("DearAda");
  });

  it("keeps its own type where that is asked for", async () => {
    const answer = await merge({ file: letter("Dear {$Name}"), data: { Name: "Ada" }, output: "docx" });
    expect(answer.headers.get("content-disposition")).toContain("Letter.docx");
    const parts = unzipSync(await bytesOf(answer));
    expect(new TextDecoder().decode(parts["word/document.xml"])).toContain("Dear Ada");
  });

  it("comes as multipart, with data and settings as JSON in a field and in a file", async () => {
    const form = new FormData();
    form.set("file", new File([formPdf() as Uint8Array<ArrayBuffer>], "Form.pdf"));
    form.set("data", new File(['\ufeff{"Name":"Ada"}'], "data.json"));
    form.set("settings", '{"title":"Form of {$Name}"}');
    const answer = await service("/api/tools/merge", { method: "POST", headers: { authorization }, body: form });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-disposition")).toContain("Form.pdf");
    expect(Buffer.from(await answer.arrayBuffer()).toString("latin1")).toContain("Form of Ada");
  });

  it("is html as text or as a file, and may stay html", async () => {
    const data = { Name: "A&B" };
    const answer = await merge({ html: "<p>{$Name}</p>", data, output: "html" });
    expect(await answer.text()).toContain("<p>A&amp;B</p>");
    const contents = Buffer.from("<p>{$Name|upper}</p>").toString("base64");
    const fromFile = await merge({ file: { name: "a.html", contents }, data: '{"Name":"b"}', output: "html" });
    expect(await fromFile.text()).toContain("<p>B</p>");
  });

  it("conforms to PDF/A where the settings say so", async () => {
    const answer = await merge({ file: letter("Archive"), settings: { pdf_a: "2b" } });
    expect(identificationsOf(openPdf(await bytesOf(answer)))).toEqual(["PDF/A-2B"]);
  });

  it("opens with the password of the settings only", async () => {
    const settings = { user_password: "open", password: "own" };
    const pdf = await bytesOf(await merge({ file: letter("Secret"), settings }));
    expect(() => openPdf(pdf)).toThrow(expect.objectContaining({ code: "pdf_password_needed" }));
    expect(textOf(pdf, "open")).toContain("Secret");
  });

  it("is signed after it was given its password", async () => {
    const own = await testCaller();
    const headers = { authorization: own.authorization, "content-type": "application/json" };
    const send = (path: string, body: object) => service(path, { method: "POST", headers, body: JSON.stringify(body) });
    const root = await makeCertificate({ name: "Test Root" });
    const notary = await makeCertificate({ name: "Åsa Notary", issuer: root });
    const pem = Buffer.from(identityPem(await makeIdentity(notary, root))).toString("base64");
    expect((await send("/api/identities", { name: "Sales", file: pem })).status).toBe(200);

    const signature = { identity: "Sales", reason: "Letter to {$Name}" };
    const body = { file: letter("Dear {$Name}"), data: { Name: "Ada" } };
    for (const settings of [
      { user_password: "open", signature },
      { password: "own", user_password: "open", signature },
    ]) {
      const answer = await send("/api/tools/merge", { ...body, settings });
      expect(answer.status).toBe(200);
      const pdf = await bytesOf(answer);
      expect(() => openPdf(pdf)).toThrow(expect.objectContaining({ code: "pdf_password_needed" }));
      expect(await verifyPdf(pdf, { password: "open" })).toMatchObject([
        { valid: true, signer: "Åsa Notary", reason: "Letter to Ada", coversWholeFile: true },
      ]);
    }
    const sample = await send("/api/tools/merge", { ...body, settings: { user_password: "open", signature }, test: 1 });
    expect(await verifyPdf(await bytesOf(sample), { password: "open" })).toEqual([]);
  });

  it("may be a PDF under a password, which the filled one does not have", async () => {
    const form = await service("/api/tools/encrypt_pdf", {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({
        file: { name: "a.pdf", contents: Buffer.from(formPdf()).toString("base64") },
        user_password: "old",
      }),
    });
    const contents = Buffer.from(await bytesOf(form)).toString("base64");
    const data = { Name: "Ada" };
    const filled = await merge({ file: { name: "Form.pdf", contents, password: "old" }, data });
    expect(filled.status).toBe(200);
    expect(textOf(await bytesOf(filled))).toContain("Ada");
    const closed = await merge({ file: { name: "Form.pdf", contents }, data });
    expect((await problem(closed)).slice(0, 2)).toEqual([422, "pdf_password_needed"]);
  });

  it("is marked as a sample in a test, which tells what the linter says", async () => {
    const answer = await merge({ file: letter("Dear {$Name} {{ other }}"), data: { Nmae: "Ada" }, test: 1 });
    const warnings = answer.headers.get("conversion-warnings") ?? "";
    expect(warnings).toContain("did you mean Name");
    expect(warnings).toContain("{{ other }}");
    expect(textOf(await bytesOf(answer))).toContain("SAMPLE");
  });

  it("leaves neither document nor run nor file", async () => {
    const other = await testCaller();
    const headers = { authorization: other.authorization, "content-type": "application/json" };
    await service("/api/tools/merge", { method: "POST", headers, body: JSON.stringify({ file: letter("Gone") }) });
    for (const list of ["/api/documents", "/api/runs"]) {
      expect(await (await service(list, { headers })).json()).toEqual([]);
    }
  });

  it("is merged later where the client prefers that, its passwords apart", async () => {
    const answer = await service("/api/tools/merge", {
      method: "POST",
      headers: { authorization, "content-type": "application/json", prefer: "respond-async" },
      body: JSON.stringify({ file: letter("Later"), settings: { user_password: "hush-hush" } }),
    });
    expect(answer.status).toBe(202);
    const { run_id } = await answer.json<{ run_id: string }>();
    const run = await (await service(`/api/runs/${run_id}`, { headers: { authorization } })).text();
    expect(run).toContain('"tool":"merge"');
    expect(run).not.toContain("hush-hush");
  });

  it("is merged later as at once where data, settings and pictures come in files", async () => {
    const form = (data: Record<string, string | File>): FormData => {
      const sent = new FormData();
      const members = { html: '<img src="{$Photo}"><p>{$Name}</p>', output: "html", ...data };
      for (const [name, value] of Object.entries(members)) sent.set(name, value);
      return sent;
    };
    const picture = new File([new TextEncoder().encode("GIF89a")], "a.gif", { type: "image/gif" });
    const json = new File(['{"Name":"Ada","Photo":"data:image/gif;base64,R0lGODlh"}'], "data.json");
    const inFiles: Record<string, string | File>[] = [
      { data: json, settings: new File(['{"locale":"de-CH"}'], "settings.json") },
      { "data[Name]": "Ada", "data[Photo]": picture },
    ];
    for (const data of inFiles) {
      const headers = { authorization };
      const send = (more: Record<string, string>) =>
        service("/api/tools/merge", { method: "POST", headers: { ...headers, ...more }, body: form(data) });
      const now = await (await send({})).text();
      expect(now).toContain('<img src="data:image/gif;base64,R0lGODlh"><p>Ada</p>');
      const { run_id } = await (await send({ prefer: "respond-async" })).json<{ run_id: string }>();
      const own = faultyServices();
      await executeQueued({ ...own, runTool: runTool(own) }, workspaceId, run_id);
      type Run = { status: string; problem: object | null; files: { url: string }[] };
      const run = async () => await (await service(`/api/runs/${run_id}`, { headers })).json<Run>();
      await expect.poll(run).toMatchObject({ status: "done", problem: null });
      const [file] = (await run()).files;
      expect(await (await service(new URL(present(file).url).pathname)).text()).toBe(now);
    }
  });

  it("cannot be merged later when what was sent is not kept any more", async () => {
    const { store } = faultyServices();
    const tree = { html: "x", output: "html", data: new FilePart("data.json", "application/json", new Uint8Array(2)) };
    const data = await storeBody(store, workspaceId, tree);
    const { blobKeys } = await openBody(store, workspaceId, data);
    await store.blobs.delete(blobKeys);
    await expect(openBody(store, workspaceId, data)).rejects.toMatchObject({ code: "data_expired" });
  });
});

describe("a PDF that its maker put away for its size", () => {
  /** A browser whose PDFs are too large to be handed over. */
  const pool = {
    getByName: () => ({
      async print({ blobKey = "" }: PrintRequest): Promise<PrintAnswer> {
        const pdf = buildPages(3, {
          catalog: "/Large 900 0 R",
          objects: { 900: { entries: "", bytes: new Uint8Array(9_000_000) } },
        });
        await env.FILES.put(blobKey, pdf);
        return { result: { pages: 3, warnings: [], key: blobKey, sizeInBytes: pdf.byteLength } };
      },
    }),
  };
  const services = faultyServices({ BROWSER_POOL: standIn<Env["BROWSER_POOL"]>(pool) });

  /** The file of a merge, and its name. Whoever reads it to its end leaves nothing behind. */
  async function merged(members: BodyTree) {
    const body = validate(mergeFileTool.body, { html: "<p>{$Name}</p>", ...members }, "body");
    const scope = { services, workspaceId, isQueued: false };
    const { name, content } = await workWith(mergeFileTool, { body, ignored: [] }, scope);
    const bytes = new Uint8Array(await new Response(content as BodyInit).arrayBuffer());
    expect((await env.FILES.list({ prefix: `r/${workspaceId}/sent-` })).objects).toEqual([]);
    return { name, bytes };
  }

  it("is answered, and not kept", async () => {
    const { name, bytes } = await merged({ output_name: "Long" });
    expect([name, openPdf(bytes).pages.length, bytes.byteLength > 9_000_000]).toEqual(["Long.pdf", 3, true]);
  });

  it("gets its password", async () => {
    const { bytes } = await merged({ settings: { user_password: "open" } });
    expect(() => openPdf(bytes)).toThrow(expect.objectContaining({ code: "pdf_password_needed" }));
    expect(openPdf(bytes, { password: "open" }).pages).toHaveLength(3);
  });

  it("is in an archive with its e-invoice", async () => {
    const settings = { e_invoice: "xrechnung", e_invoice_syntax: "ubl" };
    const { name, bytes } = await merged({ settings, data: JSON.stringify({ invoice: sampleInvoice() }) });
    expect(name).toBe("document.zip");
    const files = unzipSync(bytes);
    expect(Object.keys(files)).toEqual(["document.pdf", "document.xml"]);
    expect(openPdf(present(files["document.pdf"])).pages).toHaveLength(3);
    expect(new TextDecoder().decode(files["document.xml"])).toContain(sampleInvoice().number);
  });
});

describe("what cannot be merged", () => {
  const LOCKED = Buffer.from(compoundFile(["EncryptedPackage"])).toString("base64");
  const OLD = Buffer.from("{\\rtf1 hello}").toString("base64");

  it.each([
    ["no template", { data: {} }, [422, "file_missing", "/file"]],
    ["two templates", { html: "x", file: letter("x") }, [422, "file_ambiguous", "/html"]],
    [
      "a Word file under a password",
      { file: { name: "a.docx", contents: LOCKED, password: "x" } },
      [422, "file_encrypted", "/file"],
    ],
    ["a file of another kind", { file: { name: "a.rtf", contents: OLD } }, [422, "file_type_mismatch", "/file"]],
    ["a template with an error", { file: letter("{if $x}") }, [422, "template_invalid", undefined]],
    ["an output that it cannot have", { file: letter("x"), output: "xlsx" }, [422, "output_not_allowed", "/output"]],
    ["a mail", { html: "x", output: "email" }, [422, "output_not_allowed", "/output"]],
    ["data that are a list", { html: "x", data: "[1]" }, [422, "invalid_request", "/data"]],
    ["data that are no JSON", { html: "x", data: "{oops" }, [422, "invalid_request", "/data"]],
    [
      "a password for an archive",
      { html: "x", settings: { pdf_a: "2b", password: "p" } },
      [422, "invalid_request", "/settings/password"],
    ],
    [
      "a password for html",
      { html: "x", output: "html", settings: { password: "p" } },
      [422, "invalid_request", "/settings/password"],
    ],
    [
      "permissions without a password",
      { html: "x", settings: { permissions: ["Printing"] } },
      [422, "invalid_request", "/settings/permissions"],
    ],
    [
      "tests, which belong to documents",
      { html: "x", settings: { tests: [] } },
      [422, "invalid_request", "/settings/tests"],
    ],
  ])("is refused: %s", async (_, body, expected) => {
    const found = await problem(await merge(body));
    expect(expected[2] === undefined ? found.slice(0, 2) : found).toEqual(
      expected[2] === undefined ? expected.slice(0, 2) : expected,
    );
  });
});
