import { unzipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import { newClient } from "../../../test/support/api-client.ts";
import { formPdf } from "../../../test/support/form-pdf.ts";
import { testService } from "../../../test/support/test-service.ts";
import { present } from "../../domain/present.ts";
import { sampleInvoice } from "../../invoice/testing/sample-invoice.ts";
import { openPdf } from "../../pdf/document.ts";
import { executeQueued } from "../execute-queued.ts";
import { faultyServices } from "../testing/faulty-services.ts";

/** An e-invoice in UBL is a second file of its run, wherever the run comes from. */

const service = testService();
let client: Awaited<ReturnType<typeof newClient>>;
beforeAll(async () => {
  client = await newClient();
});

const UBL = { e_invoice: "xrechnung", e_invoice_syntax: "ubl" };

function invoice(number: string) {
  return { ...sampleInvoice(), number };
}

async function newDocument(name: string, settings: object = {}, members: object = {}): Promise<string> {
  const { status, body } = await client.call("POST", "/api/documents", {
    ...{ name, type: "pdf", output: "pdf", file_contents: formPdf(), output_name: "{$Name}", settings },
    ...members,
  });
  expect(status).toBe(200);
  return body.id;
}

async function newRoute(rules: object[]): Promise<string> {
  const { status, body } = await client.call("POST", "/api/routes", { name: "Pack", rules, output_name: "Pack" });
  expect(status).toBe(200);
  return new URL(body.url).pathname;
}

const post = (path: string, data: object) =>
  service(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(data) });

const run = async (id: string | null) => (await client.call("GET", `/api/runs/${id}`)).body;

/** The number that is in an e-invoice, which has to be valid. */
async function numberIn(contents: Uint8Array): Promise<string> {
  const { body } = await client.call("POST", "/api/tools/read_invoice", { file: { name: "a.xml", contents } });
  expect([body.valid, body.syntax]).toEqual([true, "ubl"]);
  return body.invoice.number;
}

const bytesAt = async (url: string) => new Uint8Array(await (await service(new URL(url).pathname)).arrayBuffer());

describe("a data route", () => {
  it("has the e-invoice behind the files of its rules, and the document's run has it, too", async () => {
    const path = await newRoute([{ document_id: await newDocument("Bill", UBL) }]);
    const answer = await post(`${path}?download=1`, { Name: "R-1", invoice: invoice("R-1") });
    expect(answer.status).toBe(201);
    const { files } = await answer.json<{ files: { name: string; file_contents: string }[] }>();
    expect(files.map(({ name }) => name)).toEqual(["R-1.pdf", "R-1.xml"]);
    expect(await numberIn(new Uint8Array(Buffer.from(present(files[1]).file_contents, "base64")))).toBe("R-1");

    const runId = answer.headers.get("x-run-id");
    for (const id of [runId, `${runId}-001`]) {
      const listed = (await run(id)).files;
      expect(listed.map(({ name }: { name: string }) => name)).toEqual(["R-1.pdf", "R-1.xml"]);
      expect(await numberIn(await bytesAt(listed[1].url))).toBe("R-1");
    }
  });

  it("keeps it out of the combined PDF, which is not one without its parts", async () => {
    const ids = [await newDocument("Bill", UBL), await newDocument("Terms")];
    const path = await newRoute(ids.map((document_id) => ({ document_id, combine: 1 })));
    const answer = await post(`${path}?list_files=1`, { Name: "R-2", invoice: invoice("R-2") });
    const { files } = await answer.json<{ files: { name: string; url: string }[] }>();
    expect(files.map(({ name }) => name)).toEqual(["Pack.pdf", "R-2.xml"]);
    expect(openPdf(await bytesAt(present(files[0]).url)).pages).toHaveLength(2);
    expect(await numberIn(await bytesAt(present(files[1]).url))).toBe("R-2");
  });

  it("names each after its own PDF, and no two files alike", async () => {
    const bills = [
      await newDocument("Letter"),
      await newDocument("Bill", UBL),
      await newDocument("The invoice alone", UBL, { output: "xml" }),
    ];
    const path = await newRoute(bills.map((document_id) => ({ document_id })));
    const answer = await post(`${path}?list_files=1`, { Name: "Same", invoice: invoice("R-3") });
    const { files } = await answer.json<{ files: { name: string }[] }>();
    expect(files.map(({ name }) => name)).toEqual(["Same.pdf", "Same (2).pdf", "Same.xml", "Same (2).xml"]);
  });
});

describe("a batch", () => {
  async function batch(query: string) {
    const id = await newDocument("Bill", UBL);
    const records = ["R-4", "R-5"].map((number) => ({ Name: number, invoice: invoice(number) }));
    const { headers } = await client.call("POST", `/api/documents/${id}/batch${query}`, records);
    const runId = present(headers.get("x-run-id"));
    expect(await executeQueued(faultyServices(), client.caller.workspaceId, runId)).toEqual({ settled: true });
    const done = await run(runId);
    expect([done.status, done.files.length]).toEqual(["done", 1]);
    return { warnings: done.warnings, bytes: await bytesAt(done.files[0].url) };
  }

  it("packs the e-invoices with the PDFs", async () => {
    const packed = unzipSync((await batch("")).bytes);
    expect(Object.keys(packed)).toEqual(["R-4.pdf", "R-4.xml", "R-5.pdf", "R-5.xml"]);
    expect(await numberIn(present(packed["R-5.xml"]))).toBe("R-5");
  });

  it("joins the PDFs alone to one, and says where the e-invoices are", async () => {
    const { bytes, warnings } = await batch("?output=pdf");
    expect(openPdf(bytes).pages).toHaveLength(2);
    expect(warnings).toEqual([expect.stringMatching(/^2 e-invoices are files of their own/)]);
  });
});
