import { Buffer } from "node:buffer";
import type { Protocol } from "devtools-protocol";
import { Failure } from "../domain/failure.ts";
import { joinBytes } from "../domain/join-bytes.ts";
import { SANDBOX_ORIGIN } from "./content-security-policy.ts";
import type { DevToolsSession } from "./devtools-connection.ts";
import { ATTACH_BEFORE_START, type HeadlessBrowser, type WaitingPage } from "./headless-browser.ts";
import { marginFontsInPlace } from "./page-checks.ts";
import { PAGE_RULES, type PageRules, pageRulesOf } from "./page-measures.ts";
import { PageResources } from "./page-resources.ts";
import type { StaticAssets } from "./static-assets.ts";
import type { Disposable } from "./tab-pool.ts";
import { NAMED_FILES, type NamedFiles, namedFilesOf } from "./unloaded-files.ts";

/** Anything larger than this is no longer a document, and the object has 128 MB for four of them. */
const MAX_PDF_BYTES = 64 * 1024 * 1024;
const PDF_PIECE_BYTES = 4 * 1024 * 1024;

/**
 * What the browser fetches on its own account (speculation rules above all) bypasses interception and the offline mode,
 * but it does use the context's proxy: one at the discard port, where nothing listens, the loopback included.
 */
const NO_WAY_OUT = { proxyServer: "http://127.0.0.1:9", proxyBypassList: "<-loopback>" };
const OFFLINE = { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };

/** What is printed of US Letter with the margins that documents have by default: pages are laid out for it from the start. */
const PAPER_PIXELS = { width: 739, height: 979 };

const metrics = (pixels: typeof PAPER_PIXELS) => ({ ...pixels, deviceScaleFactor: 1, mobile: false });

const HEADERS = { "referrer-policy": "no-referrer", "x-dns-prefetch-control": "off" };

/**
 * Waits for what the load event does not wait for: fonts, which a document that is not shown asks for when it is laid
 * out, and images that would be loaded when somebody scrolls to them.
 */
const allInPlace = (rules: string): string => `void document.documentElement?.offsetHeight;
  Promise.all([document.fonts.ready, ...Array.from(document.querySelectorAll("img[loading=lazy]"), (image) => {
    image.loading = "eager";
    return image.complete || new Promise((resolve) => { image.onload = image.onerror = resolve; });
  })]).then(() => ({
    moves: document.getAnimations().length > 0,
    width: document.documentElement.scrollWidth,
    files: ${NAMED_FILES},
    rules: ${rules},
  }))`;

/** A document whose files, fonts and images are there. */
export interface DocumentInPlace {
  /** Whether an animation or transition of its style sheets goes on. */
  moves: boolean;
  /** Of its content, in CSS pixels. */
  width: number;
  /** Undefined if the page does not say. */
  files: NamedFiles | undefined;
  /** Of pages, as far as they were asked for. */
  rules: PageRules;
}

/**
 * A tab that can reach nothing: a browser context of its own behind a dead proxy, offline, every request answered from
 * memory, the document sandboxed by its policy. Used for one document and thrown away.
 */
export class SandboxedTab implements Disposable {
  readonly resources: PageResources;
  readonly #browser: HeadlessBrowser;
  readonly #contextId: string;
  readonly #page: WaitingPage;
  #windowPixels = { width: 0, height: 0 };

  private constructor(browser: HeadlessBrowser, contextId: string, page: WaitingPage, resources: PageResources) {
    this.#browser = browser;
    this.#contextId = contextId;
    this.#page = page;
    this.resources = resources;
  }

  /** Opens a tab and loads a first document under the policy that holds for the tab's whole life. */
  static async open(
    browser: HeadlessBrowser,
    assets: StaticAssets,
    html: string,
    policy: string,
    visibility: "hidden" | "shown",
  ): Promise<SandboxedTab> {
    const contextId = await browser.createContext(NO_WAY_OUT);
    try {
      const resources = new PageResources(assets);
      resources.serve("/", {
        contentType: "text/html; charset=utf-8",
        headers: { ...HEADERS, "content-security-policy": policy },
        body: new TextEncoder().encode(html),
      });
      const page = await browser.openPage(contextId, `${SANDBOX_ORIGIN}/`, visibility === "hidden");
      await Promise.all([page.session.next("Page.loadEventFired"), isolateAndStart(page.session, resources)]);

      return new SandboxedTab(browser, contextId, page, resources);
    } catch (error) {
      await browser.disposeContext(contextId).catch(() => {});
      throw error;
    }
  }

  /** Gives a hidden tab frames. A browser that could not hide it has shown it all along. */
  async show(): Promise<void> {
    await this.#browser.show(this.#page.targetId).catch(() => {});
  }

  /** From now on documents are laid out as they are printed. */
  async becomePaper(): Promise<void> {
    await Promise.all([
      this.#page.session.send("Emulation.setEmulatedMedia", { media: "print" }),
      this.setWidth(PAPER_PIXELS.width),
    ]);
  }

  /** Lays the page out for paper whose printed part is so many CSS pixels wide. */
  async setWidth(width: number, height = PAPER_PIXELS.height): Promise<void> {
    if (width === this.#windowPixels.width && height === this.#windowPixels.height) return;
    this.#windowPixels = { width, height };
    await this.#page.session.send("Emulation.setDeviceMetricsOverride", metrics(this.#windowPixels));
  }

  /** Has the page believe to be elsewhere. Goes before what is sent next, so it need not be waited for. */
  async locate({ timeZone, locale }: { timeZone: string; locale: string }): Promise<void> {
    const { session } = this.#page;
    await Promise.all([
      session.send("Emulation.setTimezoneOverride", { timezoneId: timeZone }),
      session.send("Emulation.setLocaleOverride", { locale }),
    ]);
  }

  /** Writes a document in place of the one that is there and waits for its load event. */
  async write(html: string): Promise<void> {
    const { session, targetId } = this.#page;
    await Promise.all([
      session.next("Page.loadEventFired"),
      session.send("Page.setDocumentContent", { frameId: targetId, html }),
    ]);
  }

  /**
   * Waits for the document's fonts and images.
   *
   * @param before what else is to be done in the page, first; it costs no message of its own, nor do the page rules
   */
  async inPlace({ before = "", readsPageRules = false } = {}): Promise<DocumentInPlace> {
    // A script may have taken these interfaces away; that is its own document's loss.
    const first = before === "" ? "" : `try{${before}}catch{};`;
    const asked = allInPlace(readsPageRules ? PAGE_RULES : "undefined");
    const found = await this.evaluate(first + asked).catch(() => undefined);
    const { moves, width, files, rules } = (found ?? {}) as Partial<Record<keyof DocumentInPlace, unknown>>;
    return { moves: moves === true, width: Number(width) || 0, files: namedFilesOf(files), rules: pageRulesOf(rules) };
  }

  /** Waits for the fonts of the margin boxes of page rules, which may show other texts beside their own. */
  async marginFontsInPlace(texts = ""): Promise<void> {
    await this.evaluate(marginFontsInPlace(texts.slice(0, 100_000))).catch(() => {});
  }

  /** The value of an expression in the page, or of the promise it gives. */
  async evaluate(expression: string): Promise<unknown> {
    const evaluation = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await this.#page.session.send("Runtime.evaluate", evaluation);
    if (exceptionDetails) {
      const [said = exceptionDetails.text] = exceptionDetails.exception?.description?.split("\n") ?? [];
      throw new Error(`in the page: ${said}`);
    }

    return result.value;
  }

  /** Runs a function in the page; arguments and result are JSON. */
  async run<Args extends unknown[], Result>(task: (...args: Args) => Promise<Result>, ...args: Args): Promise<Result> {
    return (await this.evaluate(call(task, args))) as Result;
  }

  /** @throws Failure `file_too_large` */
  async print(options: Protocol.Page.PrintToPDFRequest): Promise<Uint8Array> {
    const { session } = this.#page;
    const print = session.send("Page.printToPDF", { ...options, transferMode: "ReturnAsStream" });
    const { stream } = await print.catch(async (error: unknown) => {
      // That the print has failed is said before that the page's process has ended.
      await session.send("Runtime.evaluate", { expression: "0" });
      throw error;
    });
    if (stream === undefined) throw new Error("the browser printed nothing");
    const chunks: Uint8Array[] = [];
    let size = 0;
    for (let atEnd = false; !atEnd; ) {
      const { data, base64Encoded, eof } = await session.send("IO.read", { handle: stream, size: PDF_PIECE_BYTES });
      const chunk = Buffer.from(data, base64Encoded ? "base64" : "latin1");
      size += chunk.byteLength;
      if (size > MAX_PDF_BYTES) throw new Failure("file_too_large", "The printed PDF is larger than 64 MiB.");
      chunks.push(chunk);
      atEnd = eof;
    }
    return joinBytes(chunks);
  }

  /** Ends the tab, even one whose script never returns: the browser disposes of the whole context. */
  async dispose(): Promise<void> {
    await this.#browser.disposeContext(this.#contextId).catch(() => {});
  }
}

/** Closes every way out of a target that waits, and of the frames it may get in other processes, and lets it start. */
async function isolateAndStart(session: DevToolsSession, resources: PageResources): Promise<void> {
  session.on("Fetch.requestPaused", (request) => void resources.answer(session, request));
  session.on("Target.attachedToTarget", ({ sessionId }) => {
    isolateAndStart(session.child(sessionId), resources).catch(() => {});
  });
  // The browser carries them out in this order, so the answers need not be waited for one by one.
  await Promise.all([
    session.send("Page.enable"),
    // tells of a page whose process has ended, which answers nothing any more
    session.send("Inspector.enable"),
    session.send("Fetch.enable", { patterns: [{ urlPattern: "*" }] }),
    // The offline mode holds only while the domain is on.
    session.send("Network.enable", { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }),
    session.send("Network.emulateNetworkConditions", OFFLINE),
    // WebRTC is not a request: neither interception nor the offline mode sees it.
    session.send("Page.addScriptToEvaluateOnNewDocument", { source: call(removePeerConnections, []) }),
    session.send("Target.setAutoAttach", { ...ATTACH_BEFORE_START, filter: [{ type: "iframe" }] }),
    session.send("Runtime.runIfWaitingForDebugger"),
  ]);
}

function call(task: (...args: never[]) => unknown, args: readonly unknown[]): string {
  return `(${task})(${args.map((arg) => JSON.stringify(arg)).join(",")})`;
}

/** Runs in the page, before any script of a document. */
/* istanbul ignore next -- @preserve */
function removePeerConnections(): void {
  for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "RTCDataChannel", "WebTransport"]) {
    Reflect.deleteProperty(globalThis, name);
  }
}
