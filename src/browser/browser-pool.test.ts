import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { BrowserWorker } from "@cloudflare/puppeteer";
import { afterAll, describe, expect, it } from "vitest";
import { standIn } from "../domain/testing/stand-in.ts";
import { launchBrowser } from "./browser-launch.ts";
import { BrowserPool } from "./browser-pool.ts";
import { openPageImagesTab } from "./page-images-tab.ts";
import { type PrintEnv, printedBytes, printHtml } from "./print.ts";
import { PRINT_LIMITS, type PrintRequest } from "./print-protocol.ts";
import type { StaticAssets } from "./static-assets.ts";

const printEnv: PrintEnv = env;

function request(html: string, changes: Partial<PrintRequest> = {}): PrintRequest {
  return {
    html,
    page: {
      widthInches: 8.5,
      heightInches: 11,
      marginsInches: { top: 0.5, right: 0.5, bottom: 0.5, left: 0.5 },
      landscape: false,
      sizeIsDefault: true,
      heightIsAuto: false,
    },
    place: { now: Date.UTC(2026, 10, 27, 12), timeZone: "Europe/Berlin", locale: "de-DE" },
    resources: { internalHosts: [], fonts: [] },
    limits: PRINT_LIMITS,
    ...changes,
  };
}

const latin1 = (bytes: Uint8Array) => new TextDecoder("latin1").decode(bytes);

describe("printHtml", () => {
  it("gives a PDF of the page size asked for, with the bundled fonts", async () => {
    const { page } = request("");
    const html = `<!doctype html><title>T</title><p style="font-family:Calibri">Text</p>`;
    const result = await printHtml(printEnv, request(html, { page: { ...page, widthInches: 5, heightInches: 3 } }));
    const pdf = latin1(await printedBytes(printEnv, result));
    expect(pdf.startsWith("%PDF-")).toBe(true);
    expect(pdf).toMatch(/\/MediaBox \[0 0 360 216\]/);
    expect(pdf).toContain("Carlito");
    expect(result).toMatchObject({ pages: 1, warnings: [] });
  });

  it("turns the paper and repeats header and footer", async () => {
    const { page } = request("");
    const html = '<p style="break-after:page">one<p>two';
    const changes = { page: { ...page, landscape: true, footerHtml: '<span class="pageNumber"></span>' } };
    const result = await printHtml(printEnv, request(html, changes));
    expect(result.pages).toBe(2);
    expect(latin1(await printedBytes(printEnv, result))).toMatch(/\/MediaBox \[0 0 792 612\]/);
  });

  it("keeps a large PDF in R2 under the key it was given", async () => {
    const script = `const c=document.createElement("canvas");c.width=c.height=2200;const x=c.getContext("2d");
      const d=x.createImageData(2200,2200);for(let i=0;i<d.data.length;i++)d.data[i]=i%4===3?255:Math.random()*256;
      x.putImageData(d,0,0);document.body.append(c)`;
    const html = `<!doctype html><body><script nonce="0123456789abcdef">${script}</script>`;
    const result = await printHtml(printEnv, request(html, { nonce: "0123456789abcdef", blobKey: "prints/large" }));
    expect(result.key).toBe("prints/large");
    expect(latin1((await printedBytes(printEnv, result)).subarray(0, 5))).toBe("%PDF-");
  });

  it("gives scripts animation frames", async () => {
    const script = `const ready=new Promise((resolve)=>requestAnimationFrame(()=>{document.title="Drawn";resolve()}));
      Object.defineProperty(document,"fonts",{value:{ready}})`;
    const html = `<!doctype html><body><script nonce="0123456789abcdef">${script}</script>`;
    const result = await printHtml(printEnv, request(html, { nonce: "0123456789abcdef" }));
    expect(latin1(await printedBytes(printEnv, result))).toContain("/Title (Drawn)");
  });

  it("prints images that wait to be scrolled to", async () => {
    const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const html = `<!doctype html><p style="height:20000px">x<img loading="lazy" src="data:image/png;base64,${pixel}">`;
    const result = await printHtml(printEnv, request(html));
    expect(latin1(await printedBytes(printEnv, result))).toContain("/Subtype /Image");
  });

  it.each([
    ["in a face of its own", "font-family:Calibri", ";font-family:Arial;font-weight:bold", "Arimo-Bold"],
    ["in the default face, which the body does not use", "font-family:Calibri", "", "Tinos"],
    ["in the body's face", "", "", "Tinos"],
    ["in the face of a shorthand", "font-family:Georgia", ";font:italic 9pt/1.2 Cambria, serif", "Caladea-Italic"],
  ])("prints the margin boxes of @page %s", async (_, body, box, font) => {
    const rule = `@page{margin:2cm;@bottom-center{content:"Page " counter(page) " of " counter(pages)${box}}}`;
    const html = `<!doctype html><style>body{${body}}${rule}</style><p>Text`;
    const result = await printHtml(printEnv, request(html));
    // What is printed has its font in the file.
    expect(latin1(await printedBytes(printEnv, result))).toContain(font);
  });

  it("tells what the template's scripts threw, with its line", async () => {
    const nonce = "0123456789abcdef";
    const warningsOf = async (script: string) =>
      (await printHtml(printEnv, request(`<p>x\n<script nonce="${nonce}">${script}</script>`, { nonce }))).warnings;
    expect(await warningsOf("missing()")).toEqual([
      "A script of the template failed: Uncaught ReferenceError: missing is not defined (line 2 of the merged page)",
    ]);
    expect(await warningsOf("\nlet = ;")).toEqual([expect.stringMatching(/SyntaxError.*line 3/)]);
    expect(await warningsOf("Promise.reject(new Error('lost'))")).toEqual([expect.stringContaining("Error: lost")]);
    expect(await warningsOf("document.scripts.length === 1 || missing()")).toEqual([]);
  });

  it("gives the PDF the page's title and language, or those of the document where the page has none", async () => {
    const description = { title: "Invoice", language: "de-DE" };
    const printed = async (html: string) => {
      const result = await printHtml(printEnv, request(html, { description }));
      return latin1(await printedBytes(printEnv, result));
    };
    const plain = await printed("<p>x");
    expect(plain).toContain("/Title (Invoice)");
    expect(plain).toContain("/Lang (de-DE)");
    const own = await printed("<!doctype html><html lang=fr><title>Facture</title><p>x");
    expect(own).toContain("/Title (Facture)");
    expect(own).toContain("/Lang (fr)");
  });

  it("brings failures back with their code", async () => {
    const html = '<p style="break-after:page">x'.repeat(5);
    const limits = { ...PRINT_LIMITS, maxPages: 3 };
    await expect(printHtml(printEnv, request(html, { limits }))).rejects.toMatchObject({ code: "too_many_pages" });
  });

  it("prints a letter beside four pages that take long", async () => {
    const nonce = "0123456789abcdef";
    const limits = { ...PRINT_LIMITS, timeoutMs: 8_000 };
    const long = request(`<p>x<script nonce="${nonce}">for (;;);</script>`, { nonce, limits });
    const longOnes = Array.from({ length: 4 }, () => printHtml(printEnv, long).catch(() => "a long one"));
    const letter = printHtml(printEnv, request("<p>x")).then(() => "the letter");
    expect(await Promise.race([letter, ...longOnes])).toBe("the letter");
    await Promise.all([letter, ...longOnes]);
  });

  it("keeps documents apart that print at the same time", async () => {
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        printHtml(printEnv, request(`<!doctype html><title>Document ${index}</title><p>x`)),
      ),
    );
    for (const [index, result] of results.entries()) {
      expect(latin1(await printedBytes(printEnv, result))).toContain(`/Title (Document ${index})`);
    }
  });
});

describe("a browser that does not start", () => {
  it("costs a print no more than the print's own time", async () => {
    const never: BrowserWorker = { fetch: () => new Promise(() => {}) };
    const answer = await runInDurableObject(env.BROWSER_POOL.getByName("never started"), async (_, state) => {
      const pool = new BrowserPool(state, { ...env, BROWSER: never });
      return await pool.print(request("<p>x", { limits: { ...PRINT_LIMITS, timeoutMs: 200 } }));
    });
    expect(answer).toMatchObject({ failure: { code: "browser_unavailable", retryAfterSeconds: 5 } });
  });
});

describe("a tab for page pictures", () => {
  const script = `window.docloomPdf=async(bytes,options)=>{
    if(options.from>1)throw new Error("there is no such page.");
    const gone=await fetch("https://example.com/").then(()=>"reached",()=>"closed");
    const picture=new TextEncoder().encode(gone+":"+new TextDecoder().decode(bytes).length);
    return {total:1,pages:[{widthPoints:72,heightPoints:36,kind:"png",bytes:picture}]}}`;
  const files: Record<string, [type: string, text: string]> = { "/layout/pdf.js": ["text/javascript", script] };
  const assets = standIn<StaticAssets>({
    read: async (path: string) => {
      const [contentType, text] = files[path] ?? [];
      return contentType === undefined ? undefined : { contentType, bytes: new TextEncoder().encode(text) };
    },
  });
  const options = { from: 1, resolution: 72, budgetMs: 1_000, budgetBytes: 1_000 };
  const browser = launchBrowser(env.BROWSER);
  afterAll(async () => {
    await (await browser).close();
  });

  it("hands the file to the script in pieces and gives its pictures back; nothing else is reached", async () => {
    const tab = await openPageImagesTab(await browser, assets);
    const drawn = await tab.draw(new Uint8Array(9_000_000).fill(65), options);
    const [page] = drawn.pages;
    expect(drawn).toMatchObject({ total: 1, pages: [{ widthPoints: 72, heightPoints: 36, kind: "png" }] });
    expect(new TextDecoder().decode(page?.bytes)).toBe("closed:9000000");
    await tab.dispose();
  });

  it("says why a file cannot be drawn", async () => {
    const tab = await openPageImagesTab(await browser, assets);
    await expect(tab.draw(Uint8Array.of(1), { ...options, from: 2 })).rejects.toMatchObject({
      code: "file_not_readable",
      message: "The file cannot be read: there is no such page.",
    });
    await tab.dispose();
  });
});
