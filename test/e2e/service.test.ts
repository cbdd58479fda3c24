import { afterAll, beforeAll, expect, it } from "vitest";
import { openPdf } from "../../src/pdf/document.ts";
import { browserProcesses } from "../support/browser-processes.ts";
import { fileOfEachKind } from "../support/file-kinds.ts";
import { AUTHORIZATION } from "../support/servers/first-credentials.ts";
import { sharedService } from "../support/servers/whole-service.ts";

const server = sharedService();

beforeAll(async () => {
  await server.listen();
});

afterAll(async () => {
  await server.close();
});

const INVOICE = `<style>td { border: 1px solid #999 }</style><h1>Invoice {$Number}</h1>
<table>{foreach $Rows as $row}<tr><td>{$row.sku}</td><td>{$row.name}</td><td>{$row.price|number_format:2}</td></tr>
{/foreach}</table>`;

const ROWS = Array.from({ length: 1_000 }, (_, index) => ({
  sku: `SKU${index}`,
  name: `Item & part ${index}`,
  price: index * 1.5,
}));

async function invoiceAddress(body: URLSearchParams | string): Promise<string> {
  const headers: Record<string, string> = { authorization: AUTHORIZATION };
  if (typeof body === "string") headers["content-type"] = "application/json";
  const response = await server.fetch("/api/documents", { method: "POST", headers, body });
  expect(response.status).toBe(200);
  return new URL(((await response.json()) as { url: string }).url).pathname;
}

const pageCount = (pdf: Uint8Array): number => openPdf(pdf).pages.length;

it("merges a 1,000-row invoice made by form pairs and by JSON to the same number of pages", async () => {
  const members = { name: "Invoice", type: "html", output: "pdf", html: INVOICE };
  const byForm = await invoiceAddress(new URLSearchParams(members));
  const byJson = await invoiceAddress(JSON.stringify(members));

  const pairs = new URLSearchParams({ Number: "7" });
  for (const [index, row] of ROWS.entries())
    for (const [name, value] of Object.entries(row)) pairs.append(`Rows[${index}][${name}]`, String(value));
  const formPdf = await server.fetch(`${byForm}?download=1`, { method: "POST", body: pairs });
  const jsonPdf = await server.fetch(`${byJson}?download=1`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ Number: 7, Rows: ROWS }),
  });
  expect([formPdf.status, jsonPdf.status]).toEqual([201, 201]);
  const pages = pageCount(new Uint8Array(await formPdf.arrayBuffer()));
  expect(pages).toBeGreaterThan(15);
  expect(pageCount(new Uint8Array(await jsonPdf.arrayBuffer()))).toBe(pages);
});

it("draws Office files of all six kinds even if the browser is killed before each", async () => {
  expect(browserProcesses().length).toBeGreaterThan(0);
  const files = Object.entries(fileOfEachKind()).filter(([name]) => /\.(?:docx?|xlsx?|pptx?)$/.test(name));
  expect(files).toHaveLength(6);
  for (const [name, bytes] of files) {
    for (const pid of browserProcesses()) process.kill(pid, "SIGKILL");
    const form = new FormData();
    form.append("file", new File([bytes as Uint8Array<ArrayBuffer>], name));
    const encoded = new Response(form);
    const headers = { authorization: AUTHORIZATION, "content-type": encoded.headers.get("content-type") ?? "" };
    const body = new Uint8Array(await encoded.arrayBuffer());
    const response = await server.fetch("/api/tools/convert_to_pdf", { method: "POST", headers, body });
    expect([name, response.status]).toEqual([name, 200]);
    expect(pageCount(new Uint8Array(await response.arrayBuffer()))).toBe(1);
  }
});

it("does an accepted merge through the queue", async () => {
  const address = await invoiceAddress(
    JSON.stringify({ name: "Later", type: "html", output: "pdf", html: "<p>{$Name}</p>" }),
  );
  const response = await server.fetch(address, { method: "POST", body: new URLSearchParams({ Name: "Ann" }) });
  expect(response.status).toBe(201);
  expect(await response.text()).toBe('{"success":1}');
  const runId = response.headers.get("x-run-id");
  await expect
    .poll(
      async () => {
        const run = await server.fetch(`/api/runs/${runId}`, { headers: { authorization: AUTHORIZATION } });
        return ((await run.json()) as { status: string }).status;
      },
      { timeout: 30_000, interval: 200 },
    )
    .toBe("done");
});

// The local platform has pages of its own, which would show everything without credentials.
it.each([
  "/cdn-cgi/explorer",
  "/cdn-cgi/explorer/api/d1/database",
  "/cdn-cgi/local/explorer",
  "/cdn-cgi/explorer/api/local/observability/query",
])("has nothing at %s", async (address) => {
  const response = await server.fetch(address);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ code: "not_found" });
});
