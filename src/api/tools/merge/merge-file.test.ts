import { Buffer } from "node:buffer";
import { unzipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import { formPdf } from "../../../../test/support/form-pdf.ts";
import { paragraph, wordDocument } from "../../../../test/support/office-files.ts";
import { testCaller, testService } from "../../../../test/support/test-service.ts";
import { openPdf } from "../../../pdf/document.ts";
import { shownText } from "../../../pdf/extract/shown-text.ts";
import { identificationsOf } from "../../../pdf/pdfa/preserved-identification.ts";

const service = testService();
let authorization: string;

beforeAll(async () => {
  ({ authorization } = await testCaller());
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
});

describe("what cannot be merged", () => {
  const OLD = Buffer.from("{\\rtf1 hello}").toString("base64");

  it.each([
    ["no template", { data: {} }, [422, "file_missing", "/file"]],
    ["two templates", { html: "x", file: letter("x") }, [422, "file_ambiguous", "/html"]],
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
