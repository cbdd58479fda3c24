/**
 * HTML to PDF, warm: the service against the same Chromium driven directly by puppeteer-core, in the same run.
 *
 *   node bench/html.ts                                           the browser room alone
 *   node bench/html.ts --base-url URL --key KEY --secret SECRET  a running service, through its merge address
 *
 * Prints the median of 50 single prints each and the throughput of 8 in parallel, with their ratios.
 * Goals: latency within 1.5x, throughput within 1.4x of the direct way.
 */
import path from "node:path";
import { parseArgs } from "node:util";
import puppeteer, { type Browser } from "puppeteer-core";
import { createTestHarness } from "wrangler";
import { localBrowser } from "./local-browser.ts";

const SINGLE_PRINTS = 50;
const PARALLEL = 8;
const PARALLEL_ROUNDS = 8;
const WARM_UP = 12;

/** Prints the invoice once and gives back the PDF. */
type Print = () => Promise<Uint8Array>;

const INVOICE = `<!doctype html><html><head><meta charset="utf-8"><title>Invoice</title><style>
body{font-family:Arial,sans-serif;font-size:11pt} table{width:100%;border-collapse:collapse} td,th{border:1px solid #999;padding:4px}
</style></head><body><h1>Invoice 42</h1><p>Jane Doe<br>1 Main Street</p><table><tr><th>Item</th><th>Price</th></tr>
${Array.from({ length: 20 }, (_, row) => `<tr><td>Item ${row + 1}</td><td>${(row * 7.25).toFixed(2)}</td></tr>`).join("")}
</table></body></html>`;

const { values: options } = parseArgs({
  options: { "base-url": { type: "string" }, key: { type: "string" }, secret: { type: "string" } },
});

process.env.XDG_CACHE_HOME ??= path.resolve(import.meta.dirname, "../.docloom/cache");
process.env.WRANGLER_SEND_METRICS = "false";

const browser = await puppeteer.launch({ executablePath: localBrowser() });
const service = options["base-url"] ? await runningService(options["base-url"]) : await browserRoom();
try {
  await compare(directPrint(browser), service.print);
} finally {
  await service.close();
  await browser.close();
}

async function compare(direct: Print, ours: Print): Promise<void> {
  for (let count = 0; count < WARM_UP; count++) {
    checkPdf(await direct());
    checkPdf(await ours());
  }
  // Alternating in small turns, so that both see the same noise of the machine.
  const directMs: number[] = [];
  const oursMs: number[] = [];
  for (let count = 0; count < SINGLE_PRINTS; count++) {
    directMs.push(await timed(direct));
    oursMs.push(await timed(ours));
  }
  report("latency, median ms", median(directMs), median(oursMs), median(oursMs) / median(directMs));

  const directRates: number[] = [];
  const oursRates: number[] = [];
  for (let round = 0; round < PARALLEL_ROUNDS; round++) {
    directRates.push(await throughput(direct));
    oursRates.push(await throughput(ours));
  }
  report("8 parallel, per s", median(directRates), median(oursRates), median(directRates) / median(oursRates));
}

/** A kept browser and a new tab for each print. */
function directPrint(kept: Browser): Print {
  return async () => {
    const page = await kept.newPage();
    try {
      await page.setContent(INVOICE, { waitUntil: "load" });
      return await page.pdf({ width: "8.5in", height: "11in", printBackground: true });
    } finally {
      await page.close();
    }
  };
}

async function browserRoom(): Promise<{ print: Print; close: () => Promise<void> }> {
  const configPath = path.resolve(import.meta.dirname, "../test/fixtures/print-service/wrangler.toml");
  const harness = createTestHarness({ workers: [{ configPath }] });
  await harness.listen();

  return {
    print: async () => {
      const response = await harness.fetch("/", { method: "POST", body: JSON.stringify({ html: INVOICE }) });
      return new Uint8Array(await response.arrayBuffer());
    },
    close: () => harness.close(),
  };
}

async function runningService(baseUrl: string): Promise<{ print: Print; close: () => Promise<void> }> {
  const authorization = `Basic ${Buffer.from(`${options.key}:${options.secret}`).toString("base64")}`;
  const headers = { authorization, "content-type": "application/json" };
  const created = await fetch(`${baseUrl}/api/documents`, {
    method: "POST",
    headers,
    body: JSON.stringify({ name: "bench", type: "html", output: "pdf", html: INVOICE }),
  });
  const document = (await created.json()) as { id: string; key: string };
  const mergeUrl = `${baseUrl}/merge/${document.id}/${document.key}?download=1`;

  return {
    print: async () => {
      const response = await fetch(mergeUrl, { method: "POST", headers, body: "{}" });
      return new Uint8Array(await response.arrayBuffer());
    },
    close: async () => {
      await fetch(`${baseUrl}/api/documents/${document.id}`, { method: "DELETE", headers });
    },
  };
}

function checkPdf(bytes: Uint8Array): void {
  const text = Buffer.from(bytes).toString("latin1", 0, 200);
  if (!text.startsWith("%PDF-")) throw new Error(`not a PDF: ${text}`);
}

async function timed(print: Print): Promise<number> {
  const start = performance.now();
  await print();
  return performance.now() - start;
}

/** Prints for each second, with as many at once as a client would send. */
async function throughput(print: Print): Promise<number> {
  const start = performance.now();
  await Promise.all(Array.from({ length: PARALLEL }, print));
  return (PARALLEL * 1_000) / (performance.now() - start);
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[values.length >> 1] ?? Number.NaN;
}

function report(what: string, direct: number, ours: number, ratio: number): void {
  console.log(`${what.padEnd(20)} direct ${direct.toFixed(1)}  docloom ${ours.toFixed(1)}  ratio ${ratio.toFixed(2)}x`);
}
