import path from "node:path";
import puppeteer from "puppeteer-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestHarness } from "wrangler";
import { present } from "../../src/domain/present.ts";
import { addNonce, createScriptNonce } from "../../src/domain/script-nonce.ts";
import type { PrintJob } from "../fixtures/print-service/worker.ts";
import { localBrowser } from "../support/local-browser.ts";
import { Canary } from "./canary.ts";
import { escapeVectors } from "./escape-vectors.ts";

const configPath = path.resolve(import.meta.dirname, "../fixtures/print-service/wrangler.toml");
const strict = createTestHarness({ workers: [{ configPath }] });
const canary = new Canary();
const lanes = Array.from({ length: 4 }, () => new Canary());

beforeAll(async () => {
  await Promise.all([canary, ...lanes].map((each) => each.open()));
  await strict.listen();
});
afterAll(async () => {
  for (const each of [canary, ...lanes]) each.close();
  await strict.close();
});
beforeEach(() => {
  canary.takeHits();
});

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function print(job: PrintJob): Promise<{ status: number; text: string; warnings: string[] }> {
  const response = await strict.fetch("/", { method: "POST", body: JSON.stringify(job) });
  const text = Buffer.from(await response.arrayBuffer()).toString("latin1");

  return { status: response.status, text, warnings: JSON.parse(response.headers.get("x-warnings") ?? "[]") };
}

/** What reached which canary, by the name of the vector. Several are tried in parallel, each with its own canary. */
async function hitsByVector(
  attempt: (fragment: string, lane: Canary) => Promise<void>,
): Promise<Record<string, string[]>> {
  const waiting = Object.keys(escapeVectors(canary));
  const reached: Record<string, string[]> = {};
  const followLane = async (lane: Canary) => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      lane.takeHits();
      await attempt(present(escapeVectors(lane)[name]), lane);
      // Whatever was on its way out gets time to arrive.
      await pause(150);
      const hits = lane.takeHits();
      if (hits.length > 0) reached[name] = hits;
    }
  };
  await Promise.all(lanes.map(followLane));

  return reached;
}

/** How long one command of the ordinary page's browser may take. */
const COMMAND_MS = 10_000;
/** How long a tab is waited for when it is closed. */
const CLOSING_MS = 2_000;

describe("the escape vectors", () => {
  it("do reach the canary from an ordinary page, so that the tests below prove something", async () => {
    const browser = await puppeteer.launch({ executablePath: localBrowser(), protocolTimeout: COMMAND_MS });
    const reached = await hitsByVector(async (fragment, lane) => {
      // A vector may leave a tab that no longer answers (a download, a window that replaces it): it has reached the canary or it
      // has not, and the next one has a tab of its own.
      const attempt = async () => {
        const page = await browser.newPage();
        await page.goto(`http://${lane.httpHost}/blank`, { timeout: COMMAND_MS });
        lane.takeHits();
        await page.setContent(`<!doctype html><head></head><body>${fragment}</body>`, { timeout: 500 }).catch(() => {});
        await pause(100);
        await Promise.race([page.close(), pause(CLOSING_MS)]);
      };
      await attempt()
        .catch(attempt)
        .catch(() => {});
    });
    await browser.close();
    const alive = Object.keys(reached);
    expect(alive).toEqual(
      expect.arrayContaining([
        "image",
        "style import",
        "speculation",
        "speculation added",
        "WebSocket",
        "WebRTC",
        "form",
      ]),
    );
    expect(alive.length).toBeGreaterThan(40);
  });
});

/** Keeps the tab for a while, as printing waits for the fonts of the document. */
const LINGER = `<script>Object.defineProperty(document,"fonts",{value:{ready:new Promise((r)=>setTimeout(r,250))}})</script>`;

describe("a hostile template, whose scripts run", () => {
  // The tab of a document without scripts is hidden; the other kind is shown.
  it.each([
    ["at once", ""],
    ["in a tab that stays", LINGER],
  ])("reaches nothing by any vector, %s", async (_, more) => {
    const reached = await hitsByVector(async (fragment) => {
      const nonce = createScriptNonce();
      const html = addNonce(`<!doctype html><html><head>${more}</head><body>${fragment}</body></html>`, nonce);
      await print({ html, nonce, timeoutMs: 5_000 });
    });
    expect(reached).toEqual({});
  });

  it("reaches nothing from header and footer, which the browser draws elsewhere", async () => {
    const reached = await hitsByVector(async (fragment) => {
      await print({ html: "<p>x", headerHtml: fragment, footerHtml: fragment, timeoutMs: 5_000 });
    });
    expect(reached).toEqual({});
  });
});

describe("scripts", () => {
  const writes = (word: string): string => `document.body.dataset.x='${word}';document.title='${word}'`;

  it("of the template run", async () => {
    const nonce = createScriptNonce();
    const html = addNonce(`<!doctype html><title>before</title><body><script>${writes("ran")}</script>`, nonce);
    expect((await print({ html, nonce })).text).toContain("/Title (ran)");
  });

  it("that arrive in data do not", async () => {
    const nonce = createScriptNonce();
    const template = addNonce("<!doctype html><title>before</title><body>DATA<script>1</script>", nonce);
    const data = [
      `<script>${writes("ran")}</script>`,
      `<script nonce="">${writes("ran")}</script>`,
      `<img src="x" onerror="${writes("ran")}">`,
      `<svg onload="${writes("ran")}"></svg>`,
      `<a id="a" href="javascript:${writes("ran")}">x</a>`,
      `<iframe srcdoc="<script>parent.document.title='ran'</script>"></iframe>`,
      `<body onload="${writes("ran")}">`,
      `<script src="data:text/javascript,${writes("ran")}"></script>`,
    ].join("");
    const { status, text } = await print({ html: template.replace("DATA", data), nonce });
    expect(status).toBe(200);
    expect(text).toContain("/Title (before)");
  });

  it("do not run without a nonce", async () => {
    const html = `<!doctype html><title>before</title><body><script>${writes("ran")}</script>`;
    expect((await print({ html })).text).toContain("/Title (before)");
  });
});

describe("a template that costs too much", () => {
  it.each([
    ["never ends", "<script>for(;;);</script>"],
    ["never finishes loading", "<script>setTimeout(()=>{for(;;);},1)</script><p>x"],
    ["grows without end", "<script>let a=[];for(;;)a.push(new Array(1e6).fill('x'.repeat(10)))</script>"],
  ])("and %s is given up, and the next one prints", async (_, fragment) => {
    const nonce = createScriptNonce();
    const { status } = await print({
      html: addNonce(`<!doctype html><body>${fragment}`, nonce),
      nonce,
      timeoutMs: 3_000,
    });
    expect([422, 503]).toContain(status);
    expect((await print({ html: "<p>next" })).status).toBe(200);
  });

  it("and has too many pages is refused", async () => {
    const html = `<!doctype html>${'<p style="break-after:page">x'.repeat(30)}`;
    const { status, text } = await print({ html, maxPages: 20 });
    expect(status).toBe(422);
    expect(text).toContain("too_many_pages");
    expect((await print({ html, maxPages: 31 })).status).toBe(200);
  });
});

describe("files that a page names", () => {
  it("are refused if they are private, and the page says which are missing", async () => {
    const { status, warnings } = await print({ html: `<img src="http://${canary.httpHost}/picture">` });
    expect(status).toBe(200);
    expect(warnings).toEqual([expect.stringContaining(`${canary.httpHost}/picture`)]);
    expect(canary.takeHits()).toEqual([]);
  });

  it("are passed in by the Worker where they are allowed", async () => {
    const open = createTestHarness({ workers: [{ configPath, env: "loopback" }] });
    await open.listen();
    try {
      const nonce = createScriptNonce();
      const fragment = `<img src="http://${canary.httpHost}/picture"><script src="http://${canary.httpHost}/title.js"></script>`;
      const html = addNonce(`<!doctype html><title>before</title><body>${fragment}`, nonce);
      const response = await open.fetch("/", { method: "POST", body: JSON.stringify({ html, nonce }) });
      const text = Buffer.from(await response.arrayBuffer()).toString("latin1");
      expect(response.headers.get("x-warnings")).toBe("[]");
      expect(text).toContain("/Title (loaded)");
      expect(canary.takeHits().toSorted()).toEqual(["picture", "title.js"]);
    } finally {
      await open.close();
    }
  });
});
