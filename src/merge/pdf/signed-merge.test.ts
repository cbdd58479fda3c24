import { env } from "cloudflare:workers";
import { Buffer } from "node:buffer";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { newClient } from "../../../test/support/api-client.ts";
import { paragraph, wordDocument } from "../../../test/support/office-files.ts";
import { testService } from "../../../test/support/test-service.ts";
import type { MergeTask } from "../../domain/run-task.ts";
import { sampleInvoice } from "../../invoice/testing/sample-invoice.ts";
import { openPdf } from "../../pdf/document.ts";
import { readSignatures } from "../../pdf/signature/read-signatures.ts";
import { bytesOfRange } from "../../pdf/signature/sign-document.ts";
import { buildPages } from "../../pdf/testing/build-file.ts";
import { validatePdf } from "../../pdf/validate/validate-pdf.ts";
import { identityPem, makeCertificate, makeIdentity } from "../../signing/testing/make-identity.ts";
import { verifyPdf } from "../../signing/verify-pdf.ts";
import { batchPdf } from "../batch/join-batch.ts";
import { executeQueued } from "../execute-queued.ts";
import { faultyServices } from "../testing/faulty-services.ts";

const service = testService();
let client: Awaited<ReturnType<typeof newClient>>;

beforeAll(async () => {
  client = await newClient();
  const root = await makeCertificate({ name: "Test Root" });
  const own = await makeCertificate({ name: "Åsa Notary", issuer: root });
  const file = identityPem(await makeIdentity(own, root));
  const { status } = await client.call("POST", "/api/identities", { name: "Sales", file });
  expect(status).toBe(200);
});

const template = wordDocument(paragraph("Invoice for {$Name}"));

async function documentWith(settings: object) {
  const { status, body } = await client.call("POST", "/api/documents", {
    ...{ name: "Invoice", type: "docx", output: "pdf", file_contents: template, settings },
  });
  expect(status).toBe(200);
  return { id: body.id as string, address: new URL(body.url).pathname };
}

async function merge(address: string, data: object = { Name: "Jane" }, query = "") {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify(data);
  return await service(`${address}?download=1${query}`, { method: "POST", headers, body });
}

async function merged(address: string, data?: object, query?: string): Promise<Uint8Array> {
  const response = await merge(address, data, query);
  if (response.status !== 201) throw new Error(await response.text());
  return new Uint8Array(await response.arrayBuffer());
}

const signature = {
  identity: "Sales",
  reason: "Invoice of {$Name}",
  page: -1,
  left: 40,
  top: 700,
  width: 180,
  height: 50,
};

/** One red pixel, PNG. */
const IMAGE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";

describe("settings[signature]", () => {
  it("has the merged PDF signed, with texts of the data", async () => {
    const { address } = await documentWith({ signature });
    const pdf = await merged(address);
    const [report, another] = await verifyPdf(pdf, {});
    expect(another).toBeUndefined();
    expect(report).toMatchObject({
      valid: true,
      signer: "Åsa Notary",
      name: "Åsa Notary",
      reason: "Invoice of Jane",
      coversWholeFile: true,
    });
  });

  it("goes with PDF/A-3a, PDF/UA and an e-invoice in one merge, whose bytes before the signature are the same again", async () => {
    const { address } = await documentWith({ signature, pdf_a: "3a", pdf_ua: 1, e_invoice: "en16931" });
    const data = { Name: "Jane", invoice: sampleInvoice() };
    vi.useFakeTimers({ now: new Date("2026-05-04T08:00:00Z"), toFake: ["Date"] });
    let first: Uint8Array;
    let second: Uint8Array;
    try {
      first = await merged(address, data);
      second = await merged(address, data);
    } finally {
      vi.useRealTimers();
    }
    for (const profile of ["3a", "ua1"] as const) expect(validatePdf(first, profile).problems).toEqual([]);
    const [report] = await verifyPdf(first, {});
    expect(report).toMatchObject({ valid: true, certificateValid: true });
    const covered = (bytes: Uint8Array) => {
      const [found] = readSignatures(openPdf(bytes), bytes);
      if (!found?.range) throw new Error("There is no signature.");
      return Buffer.from(bytesOfRange(bytes, found.range)).toString("latin1");
    };
    expect(covered(first) === covered(second)).toBe(true);
    const read = await client.call("POST", "/api/tools/read_invoice", { file: { name: "a.pdf", contents: first } });
    expect(read.status).toBe(200);
  });

  it("an invisible signature of a tagged PDF conforms, too", async () => {
    const { address } = await documentWith({ signature: { identity: "Sales" }, pdf_a: "2a", pdf_ua: 1 });
    const pdf = await merged(address);
    for (const profile of ["2a", "ua1"] as const) expect(validatePdf(pdf, profile).problems).toEqual([]);
    expect(await verifyPdf(pdf, {})).toMatchObject([{ valid: true }]);
  });

  it("leaves test merges without a signature", async () => {
    const { address } = await documentWith({ signature });
    expect(await verifyPdf(await merged(address, undefined, "&test=1"), {})).toEqual([]);
  });

  it.each([
    ["gone", "Nobody", "identity_missing", 'Your workspace has no signing identity "Nobody"'],
    ["expired", "Old", "identity_expired", 'The certificate of the signing identity "Old" expired on 2021-01-01.'],
  ])("says that the identity is %s, in tests, too", async (_, identity, code, sentence) => {
    if (identity === "Old") {
      const file = identityPem(await makeIdentity(await makeCertificate({ name: "Old" })));
      const { body } = await client.call("POST", "/api/identities", { name: "Old", file });
      const expiry = Date.parse("2021-01-01T00:00:00Z");
      await env.DB.prepare("update signing_identities set valid_to = ? where id = ?").bind(expiry, body.id).run();
    }
    const { address } = await documentWith({ signature: { identity } });
    for (const query of ["", "&test=1"]) {
      const response = await merge(address, undefined, query);
      const problem = await response.json<{ code: string; detail: string }>();
      expect([response.status, problem.code]).toEqual([422, code]);
      expect(problem.detail).toContain(sentence);
    }
  });

  it("shows a picture beside its text", async () => {
    const { address } = await documentWith({ signature: { ...signature, picture: IMAGE }, pdf_a: "2b" });
    const pdf = await merged(address);
    expect(validatePdf(pdf, "2b").problems).toEqual([]);
    const document = openPdf(pdf);
    const widget = document.dict(document.array(document.pages[0]?.dict.get("Annots"))?.[0]);
    const look = document.stream(document.dict(widget?.get("AP"))?.get("N"));
    expect(document.dict(document.dict(look?.dict.get("Resources"))?.get("XObject"))?.size).toBe(1);
  });

  it("is refused if it names nobody, has half a size, no picture, or a level that its timestamp does not fit", async () => {
    for (const wrong of [
      {},
      { identity: "" },
      { identity: "a", width: 5 },
      { identity: "a", colour: "red" },
      { identity: "a", picture: "R0lGODlh" },
      { identity: "a", picture: "%" },
      { identity: "a", picture: `${IMAGE.replace(/=+$/, "")}${"A".repeat(400_000)}` },
      { identity: "a", level: "b-lt" },
      { identity: "a", level: "b-t" },
      { identity: "a", level: "b-b", timestamp_url: "https://time.example" },
      { identity: "a", level: "b-lta" },
    ]) {
      const settings = { signature: wrong };
      const { status } = await client.call("POST", "/api/documents", {
        ...{ name: "x", type: "docx", output: "pdf", file_contents: template, settings },
      });
      expect(status, JSON.stringify(wrong)).toBe(422);
    }
  });
});

describe("the combined PDF of a route", () => {
  const combinedOf = async (settings: object, ...documents: { id: string }[]) => {
    const rules = documents.map(({ id }) => ({ document_id: id, combine: 1 }));
    const { body, status } = await client.call("POST", "/api/routes", { name: "Both", rules, settings });
    expect(status).toBe(200);
    const pdf = await merged(new URL(body.url).pathname);
    return { pdf, route: body };
  };

  it("claims what all of its documents claim, and is signed once", async () => {
    const settings = { signature, pdf_a: "2b" };
    const { pdf } = await combinedOf({}, await documentWith(settings), await documentWith(settings));
    expect(validatePdf(pdf, "2b").problems).toEqual([]);
    expect(await verifyPdf(pdf, {})).toMatchObject([{ valid: true, signer: "Åsa Notary" }]);
    expect(openPdf(pdf).pages).toHaveLength(2);
  });

  it("claims nothing where they differ, unless the route says so", async () => {
    const documents = [await documentWith({ signature, pdf_a: "2b" }), await documentWith({})] as const;
    const { pdf, route } = await combinedOf({}, ...documents);
    expect(route.settings).toBeUndefined();
    expect(validatePdf(pdf, "2b").valid).toBe(false);
    expect(await verifyPdf(pdf, {})).toEqual([]);

    const said = await combinedOf({ pdf_a: "2b", signature: { identity: "Sales" } }, ...documents);
    expect(said.route.settings).toEqual({ pdf_a: "2b", signature: { identity: "Sales" } });
    expect(validatePdf(said.pdf, "2b").problems).toEqual([]);
    expect(await verifyPdf(said.pdf, {})).toMatchObject([{ valid: true }]);
    const cleared = await client.call("PUT", `/api/routes/${said.route.id}`, { settings: { signature: "" } });
    expect(cleared.body.settings).toEqual({ pdf_a: "2b" });
  });
});

describe("the combined PDF of a batch", () => {
  const records = [{ Name: "a" }, { Name: "b" }];
  async function batchOf(settings: object, data: readonly object[] = records) {
    const { id } = await documentWith(settings);
    const { headers } = await client.call("POST", `/api/documents/${id}/batch?output=pdf`, data);
    const runId = headers.get("x-run-id") ?? "";
    for (let step = 0; step < 3; step++) await executeQueued(faultyServices(), client.caller.workspaceId, runId);
    const { body: run } = await client.call("GET", `/api/runs/${runId}`);
    expect(run).toMatchObject({ status: "done", records: { done: 2 } });
    const answer = await service(new URL(run.files[0].url).pathname);
    return { run, pdf: new Uint8Array(await answer.arrayBuffer()) };
  }

  it("claims what each record's file does, is signed once, and shows no signature of a record", async () => {
    const { run, pdf } = await batchOf({ signature: { ...signature, location: "Malmö" }, pdf_a: "2b" });
    expect(run.warnings ?? []).toEqual([]);
    expect(validatePdf(pdf, "2b").problems).toEqual([]);
    const reports = await verifyPdf(pdf, {});
    expect(reports).toMatchObject([{ valid: true, reason: null, location: "Malmö", coversWholeFile: true }]);
    const document = openPdf(pdf);
    expect(document.pages.map(({ dict }) => document.array(dict.get("Annots"))?.length ?? 0)).toEqual([0, 1]);
  });

  it("says why it claims nothing where it cannot, and is there all the same", async () => {
    const settings = { pdf_ua: true };
    const of: MergeTask = { kind: "document", document: { name: "Letter", settings } as never };
    const run = { id: "r", workspaceId: client.caller.workspaceId, test: false };
    const untagged = [{ name: "a.pdf", bytes: buildPages(1) }];
    const { content, warnings } = await batchPdf(faultyServices(), run, of, "Letter.pdf", untagged);
    expect("bytes" in content && openPdf(content.bytes).pages.length).toBe(1);
    expect(warnings).toEqual([expect.stringMatching(/^The combined PDF is neither signed nor PDF\/A .*: The PDF/)]);
  });
});
