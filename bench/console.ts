// The console in a real browser: what a first visit loads and how long it takes, and how long the editor takes from a
// keystroke to the fresh PDF on the screen. `npm run bench -- console`.
import fs from "node:fs";
import path from "node:path";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { docx, paragraph } from "../src/templates/testing/docx-builder.ts";
import { authorization, startService } from "../test/support/servers/measured-service.ts";

const KEYS_TYPED = 20;
const LOADS = 5;

interface Loaded {
  bytes: number;
  readyMs: number;
  largest: { name: string; bytes: number }[];
}

const root = path.resolve(import.meta.dirname, "..");

async function call<Answer>(base: string, address: string, body: unknown): Promise<Answer> {
  const response = await fetch(new URL(address, base), {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`);

  return (await response.json()) as Answer;
}

async function signIn(page: Page, base: string): Promise<void> {
  const [key = "", secret = ""] = Buffer.from(authorization.slice("Basic ".length), "base64").toString().split(":");
  const response = await fetch(`${base}/api/sessions`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: base },
    body: JSON.stringify({ key, secret }),
  });
  const [, name = "", value = ""] = /^([^=]+)=([^;]+)/.exec(response.headers.get("set-cookie") ?? "") ?? [];
  await page.browserContext().setCookie({ name, value, domain: new URL(base).hostname });
}

/** One visit with an empty cache: bytes as they went over the wire, and when the home screen had appeared. */
async function firstLoad(browser: Browser, base: string): Promise<Loaded> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await signIn(page, base);
  const devtools = await page.createCDPSession();
  await devtools.send("Network.enable");
  const names = new Map<string, string>();
  const sizes = new Map<string, number>();
  devtools.on("Network.responseReceived", ({ requestId, response }) => names.set(requestId, response.url));
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => sizes.set(requestId, encodedDataLength));
  const begun = performance.now();
  await page.goto(`${base}/console/`, { waitUntil: "domcontentloaded" });
  await page.waitForFunction(() => document.body?.innerText.includes("Latest runs"), { polling: "raf" });
  const readyMs = performance.now() - begun;
  await page.waitForNetworkIdle({ idleTime: 500, concurrency: 2, timeout: 5_000 }).catch(() => undefined);
  await context.close();
  const files = [...sizes].map(([id, bytes]) => ({ name: names.get(id) ?? "", bytes }));

  return {
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    readyMs,
    largest: files.sort((a, b) => b.bytes - a.bytes).slice(0, 8),
  };
}

/** Types single characters, and waits after each until the PDF that has it is drawn. @returns milliseconds, in order */
async function loopTimes(page: Page, focus: () => Promise<void>): Promise<number[]> {
  await page.waitForSelector("canvas[data-drawn]", { timeout: 60_000 });
  await focus();
  const times: number[] = [];
  let written = "Key";
  await page.keyboard.type(written);
  await shown(page, written);
  for (let index = 0; index < KEYS_TYPED; index++) {
    const character = String.fromCharCode(97 + (index % 26));
    written += character;
    const begun = performance.now();
    await page.keyboard.type(character);
    await shown(page, written);
    times.push(performance.now() - begun);
  }

  return times.sort((a, b) => a - b);
}

/** The label of a drawn page begins with its text. */
const shown = (page: Page, text: string) =>
  page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll("canvas[data-drawn]")].some((canvas) =>
        (canvas.getAttribute("aria-label") ?? "").includes(wanted),
      ),
    { polling: "raf", timeout: 30_000 },
    text,
  );

const ROWS = Array.from({ length: 40 }, (_, row) => ({ name: `Chair number ${row + 1}`, price: 49.5 + row }));
const HTML = `<p>{$Note}</p><h1>Invoice {$Number}</h1>
<table>{foreach $Items as $item}<tr><td>{$item.name}</td><td>{$item.price|number_format:2}</td></tr>{/foreach}</table>
<div style="page-break-before: always">Terms of {$Number}</div>`;

const WORD = [
  "{$Note}",
  "Invoice {$Number}",
  ...Array.from({ length: 60 }, (_, line) => `Line ${line + 1} of {$Number}, which says something.`),
]
  .map((text) => paragraph(text))
  .join("");

function report(name: string, times: readonly number[]): void {
  const at = (share: number) => (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(0);
  console.log(`${name.padEnd(26)} median ${at(0.5)} ms, fastest ${at(0)}, slowest ${at(1)} (${times.length} keys)`);
}

const { base, stop } = await startService();
const ready = JSON.parse(fs.readFileSync(path.join(root, ".docloom/chromium/ready.json"), "utf8")) as {
  launcher: string;
};
const browser = await puppeteer.launch({ executablePath: ready.launcher, headless: true, args: ["--no-sandbox"] });
try {
  const loads: Loaded[] = [];
  for (let index = 0; index < LOADS; index++) loads.push(await firstLoad(browser, base));
  const [first, ...warm] = loads;
  const times = warm.map(({ readyMs }) => readyMs).sort((a, b) => a - b);
  console.log(`first load: ${((first?.bytes ?? 0) / 1000).toFixed(0)} kB over the wire`);
  for (const { name, bytes } of first?.largest ?? [])
    console.log(`  ${(bytes / 1000).toFixed(0).padStart(5)} kB  ${name.replace(base, "")}`);
  console.log(
    `ready: median ${(times[Math.floor(times.length / 2)] ?? 0).toFixed(0)} ms on a warm service with an empty cache`,
  );

  const data = { Note: "", Number: 7, Items: ROWS };
  const page = await browser.newPage();
  // What was typed into the template is not saved.
  page.on("dialog", (dialog) => void dialog.accept());
  await page.setViewport({ width: 1440, height: 900 });
  await signIn(page, base);

  const html = await call<{ id: string }>(base, "/api/documents", {
    name: "Html",
    type: "html",
    output: "pdf",
    html: HTML,
  });
  await call(base, `/api/documents/${html.id}/samples`, { name: "Forty rows", data });
  await page.goto(`${base}/console/documents/${html.id}`);
  const editor = async () => {
    await (await page.waitForSelector(".cm-content"))?.focus();
    await page.keyboard.down("Control");
    await page.keyboard.press("Home");
    await page.keyboard.up("Control");
  };
  report("html, in the template", await loopTimes(page, editor));

  const word = await call<{ id: string }>(base, "/api/documents", {
    name: "Word",
    type: "docx",
    output: "pdf",
    file_contents: Buffer.from(docx({ body: WORD })).toString("base64"),
  });
  await call(base, `/api/documents/${word.id}/samples`, { name: "One", data: { Note: "", Number: 7 } });
  await page.goto(`${base}/console/documents/${word.id}?side=data`);
  const field = async () => (await page.waitForSelector('::-p-aria([name="Note"][role="textbox"])'))?.focus();
  report("docx, in the data", await loopTimes(page, field));
} finally {
  await browser.close();
  await stop();
}
