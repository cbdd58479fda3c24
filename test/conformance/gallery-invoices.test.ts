/// <reference types="vite/client" />
import { beforeAll, expect, it } from "vitest";
import { STARTER_TEMPLATES } from "../../console/screens/gallery/template-list.ts";
import { present } from "../../src/domain/present.ts";
import { openPdf } from "../../src/pdf/document.ts";
import { readMetadata } from "../../src/pdf/information.ts";
import { validatePdf } from "../../src/pdf/validate/validate-pdf.ts";
import { newClient } from "../support/api-client.ts";
import { electronicInvoice } from "../support/gallery/electronic-invoice.ts";
import { testService } from "../support/test-service.ts";

const TEXTS = import.meta.glob<string>("../../console/gallery/e-invoice*.{html,json}", {
  query: "?raw",
  import: "default",
  eager: true,
});
const service = testService();
let client: Awaited<ReturnType<typeof newClient>>;

beforeAll(async () => {
  client = await newClient();
});

/** The template as create takes it. */
function templateOf(id: string) {
  const html = TEXTS[`../../console/gallery/${id}.html`];
  return html ? { html } : { file_contents: electronicInvoice() };
}

it.each(STARTER_TEMPLATES.filter(({ id }) => id.startsWith("e-invoice")))(
  "$name of the gallery is PDF/A-3, PDF/UA-1 and a valid e-invoice",
  async ({ id, name, type, outputName, members }) => {
    const document = { name, type, output: "pdf", output_name: outputName, ...members, ...templateOf(id) };
    const made = await client.call("POST", "/api/documents", document);
    expect([made.status, made.body.warnings ?? []]).toEqual([200, []]);
    const answer = await service(`${new URL(made.body.url).pathname}?download=1`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: present(TEXTS[`../../console/gallery/${id}.json`]),
    });
    const pdf = new Uint8Array(await answer.arrayBuffer());
    expect([answer.status, answer.headers.get("x-warnings")]).toEqual([201, null]);
    expect(validatePdf(pdf, "3a").problems).toEqual([]);
    expect(validatePdf(pdf, "ua1").problems).toEqual([]);
    expect(readMetadata(openPdf(pdf)).title).toBe("Invoice 2026-0117");
    const file = { name: "a.pdf", contents: pdf };
    const { body } = await client.call("POST", "/api/tools/read_invoice", { file });
    expect(body).toMatchObject({ valid: true, profile: "en16931", unknown: [], invoice: { number: "2026-0117" } });
  },
);
