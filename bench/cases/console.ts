/**
 * The console in a real browser: what a first visit loads and how long it takes, and how long the editor takes from a keystroke
 * to the fresh PDF on the screen.
 */
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { docx, paragraph } from "../../src/templates/testing/docx-builder.ts";
import { localBrowser } from "../../test/support/local-browser.ts";
import { FIRST_CREDENTIALS } from "../../test/support/servers/first-credentials.ts";
import { postJson, startService } from "../../test/support/servers/measured-service.ts";
import { median, quantile, sum, timed } from "../harness.ts";

const KEYS_TYPED = 20;
const LOADS = 5;

async function signIn(page: Page, base: string): Promise<void> {
  const { API_KEY: key, API_SECRET: secret } = FIRST_CREDENTIALS;
  const response = await fetch(`${base}/api/sessions`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: base },
    body: JSON.stringify({ key, secret }),
  });
  const [, name = "", value = ""] = /^([^=]+)=([^;]+)/.exec(response.headers.get("set-cookie") ?? "") ?? [];
  await page.browserContext().setCookie({ name, value, domain: new URL(base).hostname });
}

/** One visit with an empty cache: bytes as they went over the wire, and when the home screen had appeared. */
async function firstLoad(browser: Browser, base: string) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await signIn(page, base);
  const devtools = await page.createCDPSession();
  await devtools.send("Network.enable");
  const names = new Map<string, string>();
  const sizes = new Map<string, number>();
  devtools.on("Network.responseReceived", ({ requestId, response }) => names.set(requestId, response.url));
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => sizes.set(requestId, encodedDataLength));
  const readyMs = await timed(async () => {
    await page.goto(`${base}/console/`, { waitUntil: "domcontentloaded" });
    await page.waitForFunction(() => document.body?.innerText.includes("Latest runs"), { polling: "raf" });
  });
  await page.waitForNetworkIdle({ idleTime: 500, concurrency: 2, timeout: 5_000 }).catch(() => undefined);
  await context.close();

  return { readyMs, files: [...sizes].map(([id, bytes]) => ({ name: names.get(id) ?? "", bytes })) };
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

/** Types single characters, and waits after each until the PDF that has it is drawn. */
async function measureKeys(name: string, page: Page, focus: () => Promise<void>): Promise<void> {
  await page.waitForSelector("canvas[data-drawn]", { timeout: 60_000 });
  await focus();
  const times: number[] = [];
  let written = "Key";
  await page.keyboard.type(written);
  await shown(page, written);
  for (let index = 0; index < KEYS_TYPED; index++) {
    const character = String.fromCharCode(97 + (index % 26));
    written += character;
    times.push(
      await timed(async () => {
        await page.keyboard.type(character);
        await shown(page, written);
      }),
    );
  }
  const [half, fastest, slowest] = [0.5, 0, 1].map((share) => quantile(times, share).toFixed(0));
  console.log(
    `${name.padEnd(26)} median ${half} ms, fastest ${fastest} ms, slowest ${slowest} ms (${times.length} keys)`,
  );
}

const ROWS = Array.from({ length: 40 }, (_, row) => ({ name: `Chair number ${row + 1}`, price: 49.5 + row }));
const HTML = `<p>{$Note}</p><h1>Invoice {$Number}</h1>
<table>{foreach $Items as $item}<tr><td>{$item.name}</td><td>{$item.price|number_format:2}</td></tr>{/foreach}</table>
<div style="page-break-before: always">Terms of {$Number}</div>`;
const LINES = Array.from({ length: 60 }, (_, at) => `Line ${at + 1} of {$Number}, which says something.`);
const WORD = docx({ body: ["{$Note}", "Invoice {$Number}", ...LINES].map((text) => paragraph(text)).join("") });

export async function run(): Promise<void> {
  const { base, stop } = await startService();
  const browser = await puppeteer.launch({ executablePath: localBrowser(), headless: true, args: ["--no-sandbox"] });
  const kilobytes = (bytes: number) => (bytes / 1_000).toFixed(0);
  const create = async (members: object, data: object) => {
    const created = await postJson(base, "/api/documents", { name: "Measured", output: "pdf", ...members });
    const { id } = (await created.json()) as { id: string };
    await postJson(base, `/api/documents/${id}/samples`, { name: "One", data });
    return `${base}/console/documents/${id}`;
  };
  try {
    const loads = [];
    for (let index = 0; index < LOADS; index++) loads.push(await firstLoad(browser, base));
    const [{ files } = { files: [] }, ...warm] = loads;
    console.log(`first load: ${kilobytes(sum(files.map(({ bytes }) => bytes)))} kB over the wire`);
    for (const { name, bytes } of files.sort((a, b) => b.bytes - a.bytes).slice(0, 8))
      console.log(`  ${kilobytes(bytes).padStart(5)} kB  ${name.replace(base, "")}`);
    const readyMs = median(warm.map((load) => load.readyMs));
    console.log(`ready: median ${readyMs.toFixed(0)} ms on a warm service with an empty cache`);

    const page = await browser.newPage();
    // What was typed into the template is not saved.
    page.on("dialog", (dialog) => void dialog.accept());
    await page.setViewport({ width: 1440, height: 900 });
    await signIn(page, base);
    await page.goto(await create({ type: "html", html: HTML }, { Note: "", Number: 7, Items: ROWS }));
    await measureKeys("html, in the template", page, async () => {
      await (await page.waitForSelector(".cm-content"))?.focus();
      await page.keyboard.down("Control");
      await page.keyboard.press("Home");
      await page.keyboard.up("Control");
    });
    const file_contents = Buffer.from(WORD).toString("base64");
    await page.goto(`${await create({ type: "docx", file_contents }, { Note: "", Number: 7 })}?side=data`);
    await measureKeys("docx, in the data", page, async () => {
      await (await page.waitForSelector('::-p-aria([name="Note"][role="textbox"])'))?.focus();
    });
  } finally {
    await browser.close();
    await stop();
  }
}
