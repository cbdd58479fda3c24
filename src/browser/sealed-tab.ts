import type { Browser, BrowserContext, Page, PDFOptions } from "@cloudflare/puppeteer";
import { Failure } from "../domain/failure.ts";
import { SEALED_ORIGIN } from "./content-security-policy.ts";
import { PageResources } from "./page-resources.ts";
import type { StaticAssets } from "./static-assets.ts";
import type { Disposable } from "./tab-stock.ts";

/** More than this is no document any more, and the object has 128 MB for four of them. */
const MAX_PDF_BYTES = 64 * 1024 * 1024;
const OPEN_TIMEOUT_MS = 15_000;

/**
 * What the browser fetches on its own account (speculation rules above all) passes neither interception nor the offline
 * mode, but it does use the context's proxy: one at the discard port, where nothing listens, the loopback included.
 */
const NO_WAY_OUT = { proxyServer: "http://127.0.0.1:9", proxyBypassList: ["<-loopback>"] };

const HEADERS = { "referrer-policy": "no-referrer", "x-dns-prefetch-control": "off" };

/**
 * A tab that reaches nothing: a browser context of its own behind a dead proxy, offline, every request answered from
 * memory, the document sandboxed by its policy. Used for one document and thrown away.
 */
export class SealedTab implements Disposable {
  readonly resources: PageResources;
  readonly page: Page;
  readonly #context: BrowserContext;

  private constructor(context: BrowserContext, page: Page, resources: PageResources) {
    this.#context = context;
    this.page = page;
    this.resources = resources;
  }

  /** Opens a tab and loads a first document under the policy that holds for the tab's whole life. */
  static async open(browser: Browser, assets: StaticAssets, html: string, policy: string): Promise<SealedTab> {
    const context = await browser.createBrowserContext(NO_WAY_OUT);
    try {
      const page = await context.newPage();
      const resources = new PageResources(assets);
      resources.serve("/", {
        status: 200,
        contentType: "text/html; charset=utf-8",
        headers: { ...HEADERS, "content-security-policy": policy },
        body: html,
      });
      page.on("request", (request) => void resources.answer(request));
      await Promise.all([
        page.setOfflineMode(true),
        page.setRequestInterception(true),
        // WebRTC is no request: neither interception nor the offline mode sees it.
        page.evaluateOnNewDocument(removePeerConnections),
      ]);
      await page.goto(`${SEALED_ORIGIN}/`, { waitUntil: "load", timeout: OPEN_TIMEOUT_MS });
      return new SealedTab(context, page, resources);
    } catch (error) {
      await context.close().catch(() => {});
      throw error;
    }
  }

  /** @throws Failure `file_too_large` */
  async print(options: PDFOptions): Promise<Uint8Array> {
    const stream = await this.page.createPDFStream(options);
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of stream) {
      size += chunk.byteLength;
      if (size > MAX_PDF_BYTES) throw new Failure("file_too_large", "The printed PDF is larger than 64 MiB.");
      chunks.push(chunk);
    }
    const [first] = chunks;
    if (chunks.length === 1 && first) return first;
    const pdf = new Uint8Array(size);
    let offset = 0;
    for (const chunk of chunks) {
      pdf.set(chunk, offset);
      offset += chunk.byteLength;
    }
    return pdf;
  }

  /** Ends the tab, even one whose script never returns: the browser disposes of the whole context. */
  async dispose(): Promise<void> {
    await this.#context.close().catch(() => {});
  }
}

/** Runs in the page, before any script of a document. */
function removePeerConnections(): void {
  for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "RTCDataChannel", "WebTransport"]) {
    Reflect.deleteProperty(globalThis, name);
  }
}
