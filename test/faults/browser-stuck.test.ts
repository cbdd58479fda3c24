import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestHarness } from "wrangler";
import { browserProcessesFromNow, pageProcesses } from "../support/browser-processes.ts";

const configPath = path.resolve(import.meta.dirname, "../fixtures/print-service/wrangler.toml");
const service = createTestHarness({ workers: [{ configPath }] });

const NONCE = "0123456789abcdef";
/** Longer than the service takes to find a browser stuck and to start another; a print gets 30 s. */
const SOON_MS = 20_000;

const browserProcesses = browserProcessesFromNow();

beforeAll(async () => {
  await service.listen();
});
afterAll(async () => {
  await service.close();
});

/** How a PDF begins, or the failure; a print that takes longer than its time is one. */
async function print(html: string, timeoutMs = 30_000): Promise<string> {
  const body = JSON.stringify({ html, nonce: NONCE, timeoutMs });
  const response = await service.fetch("/", { method: "POST", body });
  const text = Buffer.from(await response.arrayBuffer()).toString("latin1");

  return response.status === 200 ? text.slice(0, 5) : `${response.status} ${text.slice(0, 200)}`;
}

const CHATTY_PAGES = {
  "a script that logs 400,000 characters": `<p>x<script nonce="${NONCE}">console.log("x".repeat(400000))</script>`,
  "1,200 pictures that are refused": `<body><script nonce="${NONCE}">
    for (let index = 0; index < 1200; index++) {
      const image = new Image();
      image.src = "ftp://pictures.invalid/" + index;
      document.body.append(image);
    }</script>`,
};

it.each(Object.entries(CHATTY_PAGES))("continues printing after %s", async (_, html) => {
  expect(await print("<p>first")).toBe("%PDF-");
  const running = browserProcesses();
  expect(await print(html)).toBe("%PDF-");
  expect(await print("<p>next", 5_000)).toBe("%PDF-");
  // The same browser printed all of it: its standard error is read.
  expect(browserProcesses()).toEqual(running);
});

it("replaces a browser that hangs, and prints what waited for it in the next one", async () => {
  expect(await print("<p>first")).toBe("%PDF-");
  const [stuck, ...others] = browserProcesses();
  expect(others).toEqual([]);
  if (stuck === undefined) throw new Error("no browser is running");
  process.kill(stuck, "SIGSTOP");
  const prints = await Promise.all([print("<p>one", SOON_MS), print("<p>two", SOON_MS)]);
  expect(prints).toEqual(["%PDF-", "%PDF-"]);
  await expect.poll(browserProcesses, { timeout: 15_000 }).not.toContain(stuck);
});

it.each([
  ["in a script", `<p>x<script nonce="${NONCE}">for (;;);</script>`],
  ["while it is printed", `<p>x${"<ol><li>x<li>y</ol><dl><dt>Term<dd>Meaning</dl>".repeat(20_000)}`],
])("refuses at once what its page's process was ended for, %s", async (_, html) => {
  expect(await print("<p>first")).toBe("%PDF-");
  const running = browserProcesses();
  let ended = 0;
  const watch = setInterval(() => {
    for (const { pid, ticks } of pageProcesses()) if (ticks > 600 && process.kill(pid, "SIGKILL")) ended++;
  }, 100);
  try {
    expect(await print(html)).toMatch(/^422 .*too_complex/);
  } finally {
    clearInterval(watch);
  }
  expect(ended).toBe(1);
  expect(browserProcesses()).toEqual(running);
});

it("keeps a browser in which only a document hangs", async () => {
  expect(await print("<p>first")).toBe("%PDF-");
  const running = browserProcesses();
  const endless = print(`<p>x<script nonce="${NONCE}">for (;;);</script>`, 10_000);
  await new Promise((resolve) => setTimeout(resolve, 8_000));
  expect(await print("<p>beside it")).toBe("%PDF-");
  expect(await endless).toMatch(/^422 .*render_timeout/);
  expect(browserProcesses()).toEqual(running);
});
