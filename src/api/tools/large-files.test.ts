import { env } from "cloudflare:workers";
import { unzipSync } from "fflate";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { testCaller, testService } from "../../../test/support/test-service.ts";
import { present } from "../../domain/present.ts";
import { makeEInvoice } from "../../invoice/e-invoice.ts";
import { sampleInvoice } from "../../invoice/testing/sample-invoice.ts";
import { openPdf } from "../../pdf/document.ts";
import { addAttachments } from "../../pdf/operations/attachments.ts";
import { buildPages, type FileObject } from "../../pdf/testing/build-file.ts";
import { writePdf } from "../../pdf/writer.ts";

const MEGABYTE = 1_000_000;

const service = testService();
let authorization: string;
let workspaceId: string;

beforeAll(async () => {
  ({ authorization, workspaceId } = await testCaller());
});

/** Pages with an attachment of one megabyte each. */
function largePdf(megabytes: number): Uint8Array {
  const objects: Record<number, FileObject> = {};
  for (let index = 0; index < megabytes; index++) {
    objects[1000 + index] = { entries: "", bytes: new Uint8Array(MEGABYTE).fill(65 + (index % 26)) };
  }
  return buildPages(megabytes, { page: (index) => `/PieceInfo ${1000 + index} 0 R`, objects });
}

function send(tool: string, file: Uint8Array, fields: Record<string, string> = {}, member = "file") {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append(member, new File([file as Uint8Array<ArrayBuffer>], "Large.pdf"));
  return service(`/api/tools/${tool}`, { method: "POST", headers: { authorization }, body: form });
}

const uploads = async () => (await env.FILES.list({ prefix: `u/${workspaceId}/` })).objects.length;
const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

describe("a file above what is held in memory", () => {
  const large = largePdf(10);

  it("is worked on, and nothing of it is left behind", async () => {
    const answer = await send("rotate_pdf", large, { degrees: "90" });
    expect(answer.status).toBe(200);
    expect(await uploads()).toBe(1);
    const rotated = openPdf(await bytesOf(answer));
    expect(rotated.pages.map((page) => page.dict.get("Rotate"))).toEqual(Array(10).fill(90));
    expect(await uploads()).toBe(0);
  });

  it("is deleted when the request fails, and when nobody reads the answer to its end", async () => {
    const refused = await send("split_pdf", large, { extract: "11" });
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ code: "pdf_page_out_of_range" });
    const broken = await send("rotate_pdf", large, { degrees: "x" });
    expect(broken.status).toBe(422);
    const cancelled = await send("rotate_pdf", large, { degrees: "90" });
    await cancelled.body?.cancel();
    // The isolate that does the work learns of it a moment later.
    await vi.waitFor(async () => expect(await uploads()).toBe(0), 5_000);
  });

  it("may have names of its own, beside a password and smaller files", async () => {
    const answer = await send("pdf_info", large, { "file[name]": "x.pdf", "file[password]": "" }, "file[contents]");
    expect(await answer.json()).toMatchObject({ pages: 10 });
    const form = new FormData();
    form.append("output", "pdf");
    form.append("files[0]", new File([buildPages(2) as Uint8Array<ArrayBuffer>], "small.pdf"));
    form.append("files[1]", new File([large as Uint8Array<ArrayBuffer>], "large.pdf"));
    const combined = await service("/api/tools/combine", { method: "POST", headers: { authorization }, body: form });
    expect(openPdf(await bytesOf(combined)).pages.length).toBe(12);
  });

  it("is refused where documents are made of it", async () => {
    const form = new FormData();
    for (const [name, value] of [
      ["name", "x"],
      ["type", "pdf"],
      ["output", "pdf"],
    ] as const)
      form.append(name, value);
    form.append("file_contents", new File([new Uint8Array(33 * MEGABYTE)], "large.pdf"));
    const answer = await service("/api/documents", { method: "POST", headers: { authorization }, body: form });
    expect(answer.status).toBe(413);
  });
});

describe("a file above what is held as a whole", () => {
  const larger = largePdf(26);

  it("is read in pieces", async () => {
    const split = unzipSync(await bytesOf(await send("split_pdf", larger, { extract: "1, 26" })));
    const extracted = openPdf(present(split["Large.pdf"]));
    expect(extracted.pages.map((page) => extracted.stream(page.dict.get("PieceInfo"))?.bytes()[0])).toEqual([65, 90]);
    for (const [tool, fields] of [
      ["encrypt_pdf", { user_password: "u" }],
      ["stamp_pdf", { text: "DRAFT" }],
    ] as const) {
      const answer = openPdf(await bytesOf(await send(tool, larger, fields)), { password: "u" });
      expect([tool, answer.pages.length]).toEqual([tool, 26]);
    }
    expect(await uploads()).toBe(0);
  });

  it("gives its e-invoice, the only bytes of it that are read", async () => {
    const record = sampleInvoice();
    const { xml } = makeEInvoice(record, { profile: "en16931" });
    const document = openPdf(larger);
    addAttachments(document, [{ name: "factur-x.xml", bytes: xml }], undefined);
    const answer = await send("read_invoice", writePdf(document));
    expect(await answer.json()).toMatchObject({ valid: true, invoice: { number: record.number } });
  });

  it.each([
    ["validate_pdf", { profile: "2b" }],
    ["convert_to_pdfa", { profile: "2b" }],
  ])("is refused by %s, which names its limit", async (tool, fields) => {
    const answer = await send(tool, larger, fields);
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({
      code: "file_too_large",
      detail: expect.stringMatching(/at most 25\.2 MB/),
    });
  });

  it("is refused by compress_pdf, which names its limit", async () => {
    const answer = await send("compress_pdf", larger);
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({
      code: "file_too_large",
      detail: expect.stringMatching(/Large\.pdf.* 26.* MB.*at most/),
    });
  });
});

describe("files by URL that are too much for memory together", () => {
  const pdf = largePdf(10);
  const combine = (count: number) =>
    service("/api/tools/combine", {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({
        output: "pdf",
        files: Array.from({ length: count }, (_, index) => ({
          name: `${index}.pdf`,
          url: `https://a.example/${index}`,
        })),
      }),
    });

  beforeEach(() => {
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
      const url = String(input instanceof Request ? input.url : input);
      if (url.includes("dns-query")) return Response.json({ Status: 0, Answer: [{ type: 1, data: "93.184.216.34" }] });
      return new Response(pdf as Uint8Array<ArrayBuffer>);
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it("wait in blobs, and nothing of them is left behind", async () => {
    const answer = await combine(4);
    expect(answer.status).toBe(200);
    expect(await uploads()).toBe(2);
    expect(openPdf(await bytesOf(answer)).pages).toHaveLength(40);
    expect(await uploads()).toBe(0);
  });

  it("are refused above 100 MB, naming the file that was too much", async () => {
    const answer = await combine(11);
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ code: "file_too_large", errors: [{ pointer: "/files/9" }] });
    expect(await uploads()).toBe(0);
  });
});
