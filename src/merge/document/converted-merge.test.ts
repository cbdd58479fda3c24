import { Buffer } from "node:buffer";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { newClient } from "../../../test/support/api-client.ts";
import { formPdf } from "../../../test/support/form-pdf.ts";
import { paragraph, presentation, wordDocument } from "../../../test/support/office-files.ts";
import { testService } from "../../../test/support/test-service.ts";
import { present } from "../../domain/present.ts";
import { png } from "../../image/testing/image-files.ts";
import { makeEInvoice } from "../../invoice/e-invoice.ts";
import { sampleInvoice } from "../../invoice/testing/sample-invoice.ts";
import { addImage, addPage } from "../../pdf/compress/testing/documents.ts";
import { emptyDocument, openPdf } from "../../pdf/document.ts";
import { finalizePdf } from "../../pdf/finalize/finalize-pdf.ts";
import { readMetadata } from "../../pdf/information.ts";
import { dict } from "../../pdf/objects.ts";
import { validatePdf } from "../../pdf/validate/validate-pdf.ts";
import { writePdf } from "../../pdf/writer.ts";

const service = testService();
let client: Awaited<ReturnType<typeof newClient>>;

beforeAll(async () => {
  client = await newClient();
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function document(type: string, bytes: Uint8Array, output = "pdf", settings = {}) {
  const { status, body } = await client.call("POST", "/api/documents", {
    ...{ name: "Letter", type, output, file_contents: bytes, settings },
  });
  expect(status).toBe(200);
  return { id: body.id as string, address: new URL(body.url).pathname };
}

async function merged(address: string, query = "", renderer?: string): Promise<Uint8Array> {
  const headers = { "content-type": "application/json" };
  const response = await service(`${address}?download=1${query}`, { method: "POST", headers, body: '{"Name":"Jane"}' });
  expect(response.status).toBe(201);
  expect(response.headers.get("content-type")).toBe("application/pdf");
  if (renderer) {
    const run = await client.call("GET", `/api/runs/${response.headers.get("x-run-id")}`);
    expect(run.body.renderer).toBe(renderer);
  }
  return new Uint8Array(await response.arrayBuffer());
}

/** Form XObjects that say SAMPLE: the stamp is one for each page size. */
const stamps = (pdf: Uint8Array) => Buffer.from(pdf).toString("latin1").split("(SAMPLE)").length - 1;

it.each([
  ["docx", wordDocument(paragraph("Dear {$Name}")), [612, 792], "pages"],
  ["pptx", presentation([{ text: "Dear {$Name}" }]), [720, 540], "pages"],
] as const)("a %s document with the output pdf is filled, then converted", async (type, bytes, size, renderer) => {
  const { address } = await document(type, bytes);
  const pdf = await merged(address, "", renderer);
  const [page] = openPdf(pdf).pages;
  const box = present(page).dict.get("MediaBox") ?? present(page).inherited.get("MediaBox");
  expect((box as number[]).slice(2).map(Math.round)).toEqual(size);
  expect(stamps(pdf)).toBe(0);
  expect(stamps(await merged(address, "&test=1"))).toBe(1);
});

const PAGE =
  "<h1>{$Name}</h1><p>Some <b>text</b>, <a href='https://example.com/'>a link</a></p><ul><li>one</li><li>two</li></ul>" +
  "<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>";

it.each([
  ["html", new TextEncoder().encode(PAGE)],
  ["docx", wordDocument(paragraph("Dear {$Name}"))],
  ["pptx", presentation([{ text: "Dear {$Name}" }])],
] as const)("equal merges of a %s document give equal PDFs that name the service", async (type, bytes) => {
  const { address } = await document(type, bytes);
  const first = await merged(address);
  const second = await merged(address);
  const atOneMoment = (pdf: Uint8Array) => Buffer.from(finalizePdf(pdf, { now: new Date(0) })).toString("latin1");
  expect(atOneMoment(first) === atOneMoment(second)).toBe(true);
  const info = openPdf(first);
  const { title, creator, producer } = readMetadata(info);
  expect([title !== undefined, creator, producer]).toEqual([true, "Docloom", "Docloom"]);
  const language = info.string(info.catalog.get("Lang"));
  expect(Buffer.from(language?.bytes ?? []).toString()).toMatch(/^[a-z]{2}(?:-[A-Z]{2})?$/);
});

it.each([
  ["html", new TextEncoder().encode(`<html lang="en"><title>Offer</title>${PAGE}`)],
  ["docx", wordDocument(paragraph("Dear {$Name}"))],
] as const)(
  "merges of a %s document conform to PDF/A and PDF/UA where its settings ask for it",
  async (type, bytes) => {
    const settings = { pdf_a: "3a", pdf_ua: 1, title: "Letter to {$Name}", author: "Acme" };
    const { address } = await document(type, bytes, "pdf", settings);
    const pdf = await merged(address);
    expect(validatePdf(pdf, "3a").problems).toEqual([]);
    expect(validatePdf(pdf, "ua1").problems).toEqual([]);
    expect(readMetadata(openPdf(pdf))).toMatchObject({ title: "Letter to Jane", author: "Acme" });
    const sample = await merged(address, "&test=1");
    expect(stamps(sample)).toBe(1);
    expect(validatePdf(sample, "3a").valid).toBe(false);
  },
);

it("a picture of html without an alternative text is named with the remedy; one with an empty text is decoration", async () => {
  const image =
    '<img src="data:image/svg+xml,%3Csvg xmlns=%27http://www.w3.org/2000/svg%27 width=%279%27 height=%279%27%3E%3Crect width=%279%27 height=%279%27/%3E%3C/svg%3E" width="40"';
  const warningsOf = async (tag: string) => {
    const html = new TextEncoder().encode(`<h1>x</h1>${tag}`);
    const { id } = await document("html", html, "pdf", { pdf_ua: 1 });
    return (await client.call("POST", `/api/documents/${id}/merge?download=url`, {})).body.warnings;
  };
  expect(await warningsOf(`${image}>`)).toEqual([
    expect.stringMatching(
      /^Picture 1 on page 1 has no alternative text\. Say what it shows: .*, in html by alt of the img/,
    ),
  ]);
  expect(await warningsOf(`${image} alt="">`)).toBeUndefined();
});

it("a merge that cannot conform fails with the clauses", async () => {
  const { address } = await document("pdf", formPdf(), "pdf", { pdf_a: "3a" });
  const headers = { "content-type": "application/json" };
  const response = await service(`${address}?download=1`, { method: "POST", headers, body: "{}" });
  expect(response.status).toBe(422);
  const problem = await response.json<{ code: string; errors: { message: string }[] }>();
  expect(problem.code).toBe("pdf_not_conforming");
  expect(problem.errors[0]?.message).toContain("6.7.");
});

it("an e-invoice goes into the PDF of a merge, which is PDF/A-3, and is read again", async () => {
  const { address } = await document("docx", wordDocument(paragraph("Invoice {$invoice.number}")), "pdf", {
    e_invoice: "en16931",
    pdf_ua: 1,
  });
  const merge = (invoice: unknown) =>
    service(`${address}?download=1`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ invoice }),
    });
  const answer = await merge(sampleInvoice());
  expect(answer.status).toBe(201);
  const pdf = new Uint8Array(await answer.arrayBuffer());
  expect(validatePdf(pdf, "3b").problems).toEqual([]);
  expect(validatePdf(pdf, "ua1").problems).toEqual([]);
  const read = await client.call("POST", "/api/tools/read_invoice", { file: { name: "Invoice.pdf", contents: pdf } });
  expect(read.body).toMatchObject({
    valid: true,
    profile: "en16931",
    file_name: "factur-x.xml",
    invoice: { number: "R-2026-001", totals: { gross: "897.39" } },
    problems: [],
    unknown: [],
  });
  const metadata = Buffer.from(openPdf(pdf).stream(openPdf(pdf).catalog.get("Metadata"))?.bytes() ?? []).toString();
  expect(metadata).toMatch(/<fx:ConformanceLevel[^>]*>EN 16931</);

  const right = sampleInvoice();
  const wrong = await merge({ ...right, totals: { ...right.totals, gross: 1 } });
  expect(wrong.status).toBe(422);
  expect(await wrong.json()).toMatchObject({
    code: "e_invoice_invalid",
    errors: [{ pointer: "/invoice/totals/gross", message: expect.stringContaining("BT-112") }],
  });
  const { number: _, lines: [line] = [], ...incomplete } = right;
  const shapeless = await merge({ ...incomplete, number: {}, lines: [{ ...line, net_price: [] }] });
  const { errors } = await shapeless.json<{ errors: { pointer: string }[] }>();
  expect(errors.map(({ pointer }) => pointer)).toEqual(["/invoice/number", "/invoice/lines/0/net_price"]);
  const missing = await merge(undefined);
  expect(await missing.json()).toMatchObject({
    code: "e_invoice_invalid",
    detail: expect.stringContaining('"invoice"'),
  });
});

describe("an e-invoice, and a level of PDF/A that takes no attached file,", () => {
  const refusal = {
    status: 422,
    body: {
      code: "e_invoice_invalid",
      detail: expect.stringMatching(/only PDF\/A-3 allows; settings\[pdf_a\] is 2b\. Set it to 3b/),
      errors: [{ pointer: "/settings/pdf_a" }],
    },
  };
  const invoicing = { name: "Bill", type: "html", html: "{$invoice.number}", settings: { e_invoice: "en16931" } };
  const settings = { pdf_a: "2b" };

  it("are refused when a document is made or changed, whichever came first", async () => {
    const both = { ...invoicing, settings: { ...invoicing.settings, ...settings } };
    expect(await client.call("POST", "/api/documents", both)).toMatchObject(refusal);
    const { body } = await client.call("POST", "/api/documents", invoicing);
    expect(await client.call("PUT", `/api/documents/${body.id}`, { settings })).toMatchObject(refusal);
    const cleared = { settings: { ...settings, e_invoice: "" } };
    expect((await client.call("PUT", `/api/documents/${body.id}`, cleared)).status).toBe(200);
    const { settings: asked } = invoicing;
    expect(await client.call("PUT", `/api/documents/${body.id}`, { settings: asked })).toMatchObject(refusal);
    expect((await client.call("PUT", `/api/documents/${body.id}`, { name: "Other" })).status).toBe(200);
  });

  it("are refused when a data route that combines such a document is made or changed, and in its merges", async () => {
    const { body: document } = await client.call("POST", "/api/documents", { ...invoicing, settings: {} });
    const rules = [{ document_id: document.id, combine: 1 }];
    const { body: route } = await client.call("POST", "/api/routes", { name: "R", rules, settings });
    // a document may start making invoices after it was put into the route
    await client.call("PUT", `/api/documents/${document.id}`, { settings: invoicing.settings });
    expect(await client.call("POST", "/api/routes", { name: "R", rules, settings })).toMatchObject(refusal);
    expect(await client.call("PUT", `/api/routes/${route.id}`, { settings })).toMatchObject(refusal);
    const { pathname } = new URL(route.url);
    const data = { invoice: sampleInvoice() };
    const { status, body } = await client.call("POST", `${pathname}?download=1`, data);
    expect([status, body.code, body.detail]).toEqual([422, "e_invoice_invalid", refusal.body.detail]);
    // outside the combined PDF it is not the route's concern
    const apart = { rules: [{ id: route.rules[0].id, combine: 0 }] };
    expect((await client.call("PUT", `/api/routes/${route.id}`, apart)).status).toBe(200);
  });
});

it("a template may write the e-invoice's XML, which is checked as a record is", async () => {
  const xml = new TextDecoder().decode(makeEInvoice(sampleInvoice(), { profile: "basic" }).xml);
  const template = xml.replace(">R-2026-001<", ">{$Name}<");
  const { address } = await document("docx", wordDocument(paragraph("x")), "pdf", {
    e_invoice: "basic",
    e_invoice_xml: template,
  });
  const pdf = await merged(address);
  const read = await client.call("POST", "/api/tools/read_invoice", { file: { name: "Invoice.pdf", contents: pdf } });
  expect(read.body).toMatchObject({ profile: "basic", valid: true, invoice: { number: "Jane" } });
  const none = await client.call("POST", "/api/tools/read_invoice", { file: { name: "x.pdf", contents: formPdf() } });
  expect([none.status, none.body.code]).toEqual([422, "e_invoice_missing"]);
});

it("a filled form conforms, with fonts embedded for its own", async () => {
  const { address } = await document("pdf", formPdf(), "pdf", { pdf_a: "2u", title: "Form" });
  expect(validatePdf(await merged(address), "2u").problems).toEqual([]);
});

it("a route combines Word documents and files of other types into one PDF", async () => {
  const image = png({ width: 96, height: 48, rows: new Uint8Array(289 * 48) });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const url = String(input instanceof Request ? input.url : input);
    if (url.includes("dns-query")) return Response.json({ Status: 0, Answer: [{ type: 1, data: "93.184.216.34" }] });
    return new Response(image as Uint8Array<ArrayBuffer>, { headers: { "content-type": "image/png" } });
  });
  const letter = await document("docx", wordDocument(paragraph("Dear {$Name}")), "docx");
  const rules = [
    { document_id: letter.id, combine: 1 },
    { file: "https://files.example.com/logo.png", combine: 1 },
  ];
  const { body } = await client.call("POST", "/api/routes", { name: "Pack", rules });
  const pdf = openPdf(await merged(new URL(body.url).pathname, "", "pages"));
  expect(pdf.pages).toHaveLength(2);
});

it("pictures of a PDF are reduced to picture_dpi", async () => {
  const large = emptyDocument();
  addPage(large, "q 72 0 0 72 0 0 cm /Im Do Q", dict({ XObject: dict({ Im: addImage(large, 240, 240) }) }));
  const { address } = await document("pdf", writePdf(large), "pdf", { picture_dpi: 100 });
  const pdf = openPdf(await merged(address));
  const images = pdf.dict(pdf.dict(pdf.pages[0]?.dict.get("Resources"))?.get("XObject"));
  expect(pdf.stream(images?.get("Im"))?.dict.get("Width")).toBe(100);
  const refused = await client.call("POST", "/api/documents", {
    ...{ name: "Letter", type: "pdf", output: "pdf", file_contents: writePdf(large), settings: { picture_dpi: 10 } },
  });
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([422, expect.stringContaining("picture_dpi")]);
});

describe("an e-invoice in UBL", () => {
  const settings = { e_invoice: "xrechnung", e_invoice_syntax: "ubl" };
  const merge = async (address: string, query: string) => {
    const headers = { "content-type": "application/json" };
    return await service(`${address}?${query}`, {
      method: "POST",
      headers,
      body: JSON.stringify({ invoice: sampleInvoice() }),
    });
  };
  const validated = async (contents: Uint8Array) =>
    (await client.call("POST", "/api/tools/validate_invoice", { file: { name: "a.xml", contents } })).body;

  it("is a second file of the run, beside the PDF of the answer, which is no archive", async () => {
    const { address } = await document("pdf", formPdf(), "pdf", settings);
    const answer = await merge(address, "download=1");
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    const { body: run } = await client.call("GET", `/api/runs/${answer.headers.get("x-run-id")}`);
    const [pdf, xml] = run.files;
    expect(pdf.name.replace(/pdf$/, "xml")).toBe(xml.name);
    const contents = new Uint8Array(await (await service(new URL(xml.url).pathname)).arrayBuffer());
    expect(await validated(contents)).toMatchObject({ valid: true, profile: "xrechnung", syntax: "ubl", rules: [] });
  });

  it("is the answer where the output is xml, with the PDF inside where the settings ask", async () => {
    const plain = await document("pdf", formPdf(), "xml", settings);
    const bare = await merge(plain.address, "download=1");
    expect(bare.headers.get("content-type")).toContain("application/xml");
    expect(await bare.text()).not.toContain("application/pdf");
    const { address } = await document("pdf", formPdf(), "xml", { ...settings, e_invoice_pdf: 1 });
    const xml = new Uint8Array(await (await merge(address, "download=1")).arrayBuffer());
    const read = await client.call("POST", "/api/tools/read_invoice", { file: { name: "a.xml", contents: xml } });
    const attached = read.body.invoice.supporting_documents.at(-1);
    expect([read.body.valid, attached.media_type]).toEqual([true, "application/pdf"]);
    expect(Buffer.from(attached.content, "base64").subarray(0, 5).toString()).toBe("%PDF-");
  });

  it.each([
    ["a profile of Factur-X", { e_invoice: "extended", e_invoice_syntax: "ubl" }, "/settings/e_invoice_syntax"],
    ["Peppol in CII", { e_invoice: "peppol" }, "/settings/e_invoice_syntax"],
    ["the PDF in a CII that the PDF carries", { e_invoice: "basic", e_invoice_pdf: 1 }, "/settings/e_invoice_pdf"],
  ])("is refused with %s", async (_, wrong, pointer) => {
    const bill = { name: "Bill", type: "html", html: "x", settings: wrong };
    const { status, body } = await client.call("POST", "/api/documents", bill);
    expect([status, body.code, body.errors[0].pointer]).toEqual([422, "e_invoice_invalid", pointer]);
  });

  it("is asked for before a document has the output xml", async () => {
    const { status, body } = await client.call("POST", "/api/documents", {
      name: "Bill",
      type: "html",
      html: "x",
      output: "xml",
    });
    expect([status, body.errors[0].pointer]).toEqual([422, "/output"]);
  });
});
