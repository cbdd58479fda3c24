import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { present } from "../../src/domain/present.ts";
import { sampleInvoice } from "../../src/invoice/testing/sample-invoice.ts";
import { formPdf } from "../support/form-pdf.ts";
import { type DeliveryService, startDeliveryService } from "../support/servers/delivery-service.ts";
import { startHttpServer, type TestHttpServer } from "../support/servers/http.ts";
import { S3_BUCKET, S3_CREDENTIALS, startS3Server, type TestS3Server } from "../support/servers/s3.ts";
import { startSmtpServer, type TestSmtpServer } from "../support/servers/smtp.ts";

let service: DeliveryService;
let smtp: TestSmtpServer;
let s3: TestS3Server;
let http: TestHttpServer;

beforeAll(async () => {
  [smtp, s3, http] = await Promise.all([startSmtpServer("plain"), startS3Server(), startHttpServer()]);
  service = await startDeliveryService({
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAIL_FROM: "Docs <docs@example.com>",
  });
});
afterAll(async () => {
  await service.close();
  await Promise.all([smtp.close(), s3.close(), http.close()]);
});

const DATA = { Name: "R-1", invoice: sampleInvoice() };
const kinds = () => [
  { type: "email", settings: { to: "buyer@example.com", subject: "{$invoice.number}", text: "See it." } },
  { type: "webhook", settings: { url: `http://127.0.0.1:${http.port}/bill`, json: 1 } },
  {
    type: "s3",
    settings: { endpoint: s3.endpoint, bucket: S3_BUCKET, ...S3_CREDENTIALS, path: "bills/{$invoice.number}/" },
  },
];

/** Both files of each run go to the mail, the webhook and the store. */
async function expectBoth(runId: string, deliveries: number) {
  await expect
    .poll(async () => (await service.run(runId)).deliveries.map(({ status }: { status: string }) => status), {
      timeout: 20_000,
    })
    .toEqual(new Array(deliveries).fill("done"));
  const { mail } = present(smtp.received.at(-1));
  expect(mail.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
    ["R-1.pdf", "application/pdf"],
    ["R-1.xml", "application/xml"],
  ]);
  const { files } = JSON.parse(present(http.on("/bill").at(-1)).body.toString()).data;
  expect(files.map(({ name }: { name: string }) => name)).toEqual(["R-1.pdf", "R-1.xml"]);
  const stored = present(await s3.object("bills/R-2026-001/R-1.xml"));
  expect(stored.headers.get("content-type")).toContain("application/xml");
  const sent = [
    Buffer.from(present(mail.attachments[1]).content as ArrayBuffer),
    Buffer.from(files[1].file_contents, "base64"),
    Buffer.from(stored.bytes),
  ].map((bytes) => bytes.toString());
  expect(new Set(sent).size).toBe(1);
  const { status, body } = await service.call("POST", "/api/tools/validate_invoice", {
    file: { name: "a.xml", contents: Buffer.from(present(sent[0])).toString("base64") },
  });
  expect([status, body.valid, body.profile, body.syntax]).toEqual([200, true, "xrechnung", "ubl"]);
  expect(await s3.object("bills/R-2026-001/R-1.pdf")).toBeDefined();
}

const bill = (deliveries: { type: string; settings: object }[]) =>
  service.document(deliveries, {
    ...{ name: "Bill", type: "pdf", output: "pdf", html: undefined, output_name: "{$Name}" },
    file_contents: Buffer.from(formPdf()).toString("base64"),
    settings: { e_invoice: "xrechnung", e_invoice_syntax: "ubl" },
  });

describe("an e-invoice in UBL goes with its PDF", () => {
  it("from a document", async () => {
    const { address } = await bill(kinds());
    await expectBoth(await service.merge(address, DATA), 3);
  });

  it("from a data route", async () => {
    const { id } = await bill([]);
    const { body: route } = await service.call("POST", "/api/routes", { name: "Pack", rules: [{ document_id: id }] });
    for (const delivery of kinds())
      expect((await service.call("POST", `/api/routes/${route.id}/deliveries`, delivery)).status).toBe(200);
    await expectBoth(await service.merge(new URL(route.url).pathname, DATA), 3);
  });
});
