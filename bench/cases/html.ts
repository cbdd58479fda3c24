/**
 * HTML to PDF, warm, the same Chromium driven directly beside it: the module `browser` alone, or with
 * `--base-url URL --key KEY --secret SECRET` a running service through its merge address. Medians of 50 single prints, and the
 * throughput of 8 in parallel. Goals: latency within 1.5x, throughput within 1.4x of the direct way.
 */
import path from "node:path";
import puppeteer from "puppeteer-core";
import { createTestHarness } from "wrangler";
import { localBrowser } from "../../test/support/local-browser.ts";
import { compare, readOptions } from "../harness.ts";

const PARALLEL = 8;

type Print = () => Promise<Uint8Array>;

const INVOICE = `<!doctype html><html><head><meta charset="utf-8"><title>Invoice</title><style>
body{font-family:Arial,sans-serif;font-size:11pt} table{width:100%;border-collapse:collapse} td,th{border:1px solid #999;padding:4px}
</style></head><body><h1>Invoice 42</h1><p>Jane Doe<br>1 Main Street</p><table><tr><th>Item</th><th>Price</th></tr>
${Array.from({ length: 20 }, (_, row) => `<tr><td>Item ${row + 1}</td><td>${(row * 7.25).toFixed(2)}</td></tr>`).join("")}
</table></body></html>`;

export async function run(args: readonly string[]): Promise<void> {
  const { "base-url": baseUrl, key, secret } = readOptions(args).values;
  const browser = await puppeteer.launch({ executablePath: localBrowser() });
  const service = baseUrl ? await runningService(baseUrl, `${key}:${secret}`) : await browserModule();
  const direct: Print = async () => {
    const page = await browser.newPage();
    try {
      await page.setContent(INVOICE, { waitUntil: "load" });
      return await page.pdf({ width: "8.5in", height: "11in", printBackground: true });
    } finally {
      await page.close();
    }
  };
  const checked = (print: Print) => async () => {
    const start = Buffer.from(await print()).toString("latin1", 0, 200);
    if (!start.startsWith("%PDF-")) throw new Error(`not a PDF: ${start}`);
  };
  // As many at once as a client would send.
  const parallel = (print: Print) => () => Promise.all(Array.from({ length: PARALLEL }, checked(print)));
  try {
    const single = { puppeteer: checked(direct), docloom: checked(service.print) };
    await compare("one by one", single, { warmUp: 12, rounds: 50 });
    const several = { puppeteer: parallel(direct), docloom: parallel(service.print) };
    await compare(`${PARALLEL} in parallel`, several, { warmUp: 0, rounds: 8 });
    console.log("goals: 1.5 x one by one, 1.4 x in parallel");
  } finally {
    await service.close();
    await browser.close();
  }
}

const pdfOf = async (response: { arrayBuffer(): Promise<ArrayBuffer> }) => new Uint8Array(await response.arrayBuffer());

async function browserModule(): Promise<{ print: Print; close: () => Promise<void> }> {
  process.env.XDG_CACHE_HOME ??= path.resolve(import.meta.dirname, "../../.docloom/cache");
  process.env.WRANGLER_SEND_METRICS = "false";
  const configPath = path.resolve(import.meta.dirname, "../../test/fixtures/print-service/wrangler.toml");
  const harness = createTestHarness({ workers: [{ configPath }] });
  await harness.listen();
  const body = JSON.stringify({ html: INVOICE });

  return { print: async () => pdfOf(await harness.fetch("/", { method: "POST", body })), close: () => harness.close() };
}

async function runningService(
  base: string,
  credentials: string,
): Promise<{ print: Print; close: () => Promise<void> }> {
  const authorization = `Basic ${Buffer.from(credentials).toString("base64")}`;
  const headers = { authorization, "content-type": "application/json" };
  const members = JSON.stringify({ name: "bench", type: "html", output: "pdf", html: INVOICE });
  const created = await fetch(`${base}/api/documents`, { method: "POST", headers, body: members });
  const { id, key } = (await created.json()) as { id: string; key: string };
  const address = `${base}/merge/${id}/${key}?download=1`;

  return {
    print: async () => pdfOf(await fetch(address, { method: "POST", headers, body: "{}" })),
    close: async () => void (await fetch(`${base}/api/documents/${id}`, { method: "DELETE", headers })),
  };
}
