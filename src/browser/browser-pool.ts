import { DurableObject } from "cloudflare:workers";
import type { BrowserWorker } from "@cloudflare/puppeteer";
import type { CustomFont } from "../domain/custom-font.ts";
import { Failure } from "../domain/failure.ts";
import { failureMessage } from "../domain/failure-message.ts";
import { LIMITS } from "../domain/limits.ts";
import { createLog } from "../domain/log.ts";
import { ConcurrencyGate } from "../outbound/concurrency-gate.ts";
import { type OutboundPolicy, type OutboundSettings, outboundPolicy } from "../outbound/outbound-policy.ts";
import { launchBrowser } from "./browser-launch.ts";
import { BrowserSession, TABS_PER_BROWSER } from "./browser-session.ts";
import { SANDBOX_ORIGIN } from "./content-security-policy.ts";
import { PageEnded } from "./devtools-connection.ts";
import { DocumentFonts, type FontIndex } from "./document-fonts.ts";
import type { DrawnPages, DrawPagesCall } from "./page-images-protocol.ts";
import type { PageImagesTab } from "./page-images-tab.ts";
import { type ServedFile, sharedFile } from "./page-resources.ts";
import { printPage } from "./print-page.ts";
import type { PoolAnswer, PrintAnswer, PrintLimits, PrintRequest, PrintResult } from "./print-protocol.ts";
import { printedPages } from "./printed-pages.ts";
import { StaticAssets } from "./static-assets.ts";
import type { TabPool } from "./tab-pool.ts";
import { TabSlots, type Urgency } from "./tab-slots.ts";
import type { TemplateTab } from "./template-tab.ts";

/** What the object needs of the Worker's environment. */
export interface BrowserPoolEnv extends OutboundSettings {
  BROWSER: BrowserWorker;
  FILES: R2Bucket;
  ASSETS: Fetcher;
}

/** An unused browser is given back after this time: its hours are billed. */
const IDLE_MS = 60_000;
/** How long a print may wait for a tab before the caller is told to come back. */
const GRACE_PERIOD_MS = 60_000;
/** RPC carries 32 MiB; a PDF of the usual size need not go through R2. */
const INLINE_BYTES = 8 * 1024 * 1024;
const RPC_BYTES = 28 * 1024 * 1024;
const ATTEMPTS = 2;
/** How often the browser is looked at while a print runs: it may be the browser that is stuck, not the document. */
const CHECK_EVERY_MS = 5_000;

/** Prints that take longer than letters do, beside the four: each may have a gigabyte. */
const SLOW_PRINTS = { count: 3, afterMs: 2_000 };

/** A print ran out of time. */
class TimedOut extends Error {}

/**
 * Keeps one browser and prints with up to four tabs of it at once, and three more for prints that take long. Several objects, chosen by hash, make a pool.
 * Answers failures as values, because RPC would strip an error of its code.
 */
export class BrowserPool extends DurableObject<BrowserPoolEnv> {
  readonly #slots = new TabSlots(TABS_PER_BROWSER, SLOW_PRINTS);
  readonly #assets: StaticAssets;
  readonly #log = createLog();
  readonly #outboundGate = new ConcurrencyGate(4);
  #session: Promise<BrowserSession> | undefined;
  #fonts: Promise<DocumentFonts> | undefined;
  #printing = 0;
  #lastUse = 0;
  #alarmSet = false;

  constructor(ctx: DurableObjectState, env: BrowserPoolEnv) {
    super(ctx, env);
    this.#assets = new StaticAssets(env.ASSETS);
  }

  /** Prints HTML. */
  async print(request: PrintRequest): Promise<PrintAnswer> {
    return await answered(async () => {
      const supplies = {
        assets: this.#assets,
        fonts: await this.#documentFonts(),
        policy: this.#outboundPolicy(request.resources.internalHosts),
        customFont: (font: CustomFont) => this.#customFont(font),
      };
      return await this.#withTab<TemplateTab>(
        (session) => session.templateTabs,
        { timeoutMs: request.limits.timeoutMs, urgency: request.isQueued ? "queued" : "awaited" },
        async (tab) => {
          const { pdf, warnings } = await printPage(tab, supplies, request);
          return await this.#result(pdf, warnings, request);
        },
      );
    });
  }

  /** Draws pages of a PDF as pictures. */
  async drawPages({ pdf, options, timeoutMs }: DrawPagesCall): Promise<PoolAnswer<DrawnPages>> {
    return await answered(() =>
      this.#withTab<PageImagesTab, DrawnPages>(
        (session) => session.pageImagesTabs,
        { timeoutMs },
        (tab) => tab.draw(pdf, options),
      ),
    );
  }

  /** Starts the browser and opens the tabs, so that the first print finds them ready. */
  async warm(): Promise<void> {
    await this.#keepAwake();
    (await this.#currentSession()).templateTabs.refill();
  }

  override async alarm(): Promise<void> {
    this.#alarmSet = false;
    const idleFor = Date.now() - this.#lastUse;
    if (this.#printing > 0 || idleFor < IDLE_MS) await this.#setAlarm(IDLE_MS - Math.min(idleFor, IDLE_MS) + 1_000);
    else if (this.#session) this.#forget(this.#session);
  }

  /** Runs a task in a tab of the current browser; once more in another tab if the browser or the tab broke. */
  async #withTab<Tab extends TemplateTab | PageImagesTab, Result = PrintResult>(
    poolOf: (session: BrowserSession) => TabPool<Tab>,
    { urgency, ...limits }: Pick<PrintLimits, "timeoutMs"> & { urgency?: Urgency },
    task: (tab: Tab) => Promise<Result>,
  ): Promise<Result> {
    const leave = await this.#slots.enter(GRACE_PERIOD_MS, urgency);
    if (!leave) {
      throw new Failure("browser_unavailable", "All tabs of the browser are in use.", { retryAfterSeconds: 5 });
    }
    this.#printing++;
    const deadline = Date.now() + limits.timeoutMs;
    try {
      await this.#keepAwake();
      for (let attempt = 1; ; attempt++) {
        const current = this.#currentSession();
        const watch = setInterval(() => void this.#check(current), CHECK_EVERY_MS);
        let session: BrowserSession | undefined;
        let beganAt = deadline;
        try {
          session = await withDeadline(current, deadline);
          beganAt = Date.now();
          return await this.#inTab(poolOf(session), deadline, task);
        } catch (error) {
          if (session && !session.connected) this.#forget(current);
          if (error instanceof Failure) throw error;
          if (error instanceof PageEnded) throw tooMuchForThePage();
          if (error instanceof TimedOut) {
            void this.#check(current);
            throw deadline - beganAt < limits.timeoutMs / 2 ? slowStartFailure() : timeFailure(limits);
          }
          if (attempt === ATTEMPTS || Date.now() >= deadline) throw brokenFailure(error);
        } finally {
          clearInterval(watch);
        }
      }
    } finally {
      this.#printing--;
      this.#lastUse = Date.now();
      leave();
    }
  }

  async #inTab<Tab extends TemplateTab | PageImagesTab, Result>(
    pool: TabPool<Tab>,
    deadline: number,
    task: (tab: Tab) => Promise<Result>,
  ): Promise<Result> {
    const taken = pool.take();
    try {
      return await withDeadline(taken.then(task), deadline);
    } finally {
      // Neither the old tab's end nor the next one's beginning is waited for.
      void taken
        .then((tab) => tab.dispose())
        .then(
          () => pool.refill(),
          () => {},
        );
    }
  }

  /** Replaces a browser that no longer prints anything; what runs in it is tried again in the next one. */
  async #check(current: Promise<BrowserSession>): Promise<void> {
    if (this.#session !== current) return;
    const session = await current.catch(() => undefined);
    if (!session?.connected || (await session.isHealthy()) || this.#session !== current) return;
    this.#log.warn("browser.replaced", { reason: "it did not print a known page in time" });
    this.#session = undefined;
    await session.abandon();
  }

  #currentSession(): Promise<BrowserSession> {
    if (this.#session) return this.#session;
    const session = launchBrowser(this.env.BROWSER).then((browser) => {
      const started = new BrowserSession(browser, this.#assets);
      started.onDisconnected(() => this.#forget(session));
      return started;
    });
    session.catch(() => this.#forget(session));
    this.#session = session;

    return session;
  }

  /** Only if it is still the current one: of four prints that lose a browser, one starts the next. */
  #forget(session: Promise<BrowserSession>): void {
    if (this.#session !== session) return;
    this.#session = undefined;
    void session.then(
      (started) => started.close(),
      () => {},
    );
  }

  async #documentFonts(): Promise<DocumentFonts> {
    this.#fonts ??= readDocumentFonts(this.#assets);
    this.#fonts.catch(() => {
      this.#fonts = undefined;
    });
    return await this.#fonts;
  }

  #outboundPolicy(internalHosts: readonly string[]): OutboundPolicy {
    return { ...outboundPolicy(this.env, internalHosts), gate: this.#outboundGate };
  }

  async #customFont({ key }: CustomFont): Promise<ServedFile | undefined> {
    const blob = await this.env.FILES.get(key);
    return blob ? sharedFile(new Uint8Array(await blob.arrayBuffer()), "font/sfnt") : undefined;
  }

  async #result(
    pdf: Uint8Array,
    warnings: string[],
    { blobKey, limits }: { blobKey?: string; limits: PrintLimits },
  ): Promise<PrintResult> {
    const pages = printedPages(pdf);
    if (pages > limits.maxPages) {
      throw new Failure("too_many_pages", `The document has more than ${limits.maxPages} pages.`);
    }
    if (pdf.byteLength <= (blobKey === undefined ? RPC_BYTES : INLINE_BYTES)) return { pages, warnings, bytes: pdf };
    if (blobKey === undefined) throw new Failure("file_too_large", "The printed PDF is larger than 28 MiB.");
    await this.env.FILES.put(blobKey, pdf);

    return { pages, warnings, key: blobKey, sizeInBytes: pdf.byteLength };
  }

  /** One alarm at a time, moved when it rings too early: a write for each print would cost more than the print's end. */
  async #keepAwake(): Promise<void> {
    this.#lastUse = Date.now();
    if (!this.#alarmSet) await this.#setAlarm(IDLE_MS);
  }

  async #setAlarm(delayMs: number): Promise<void> {
    this.#alarmSet = true;
    await this.ctx.storage.setAlarm(Date.now() + delayMs);
  }
}

async function readDocumentFonts(assets: StaticAssets): Promise<DocumentFonts> {
  const asset = await assets.read("/fonts/faces.json");
  if (!asset) throw new Failure("misconfigured", "The fonts are missing: run npm run setup before deploying.");
  const index: FontIndex = JSON.parse(new TextDecoder().decode(asset.bytes));
  const fonts = new DocumentFonts(index, `${SANDBOX_ORIGIN}/fonts/`);
  for (const file of fonts.commonFiles()) {
    const font = await assets.read(`/fonts/${file}`);
    if (font) fonts.inline(file, font.bytes);
  }
  return fonts;
}

async function withDeadline<Value>(pending: Promise<Value>, deadline: number): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimedOut()), Math.max(0, deadline - Date.now()));
  });
  // The loser of the race still ends, and nobody listens to it any more.
  pending.catch(() => {});
  try {
    return await Promise.race([pending, expired]);
  } finally {
    clearTimeout(timer);
  }
}

function timeFailure({ timeoutMs }: Pick<PrintLimits, "timeoutMs">): Failure {
  return new Failure("render_timeout", `The document was not printed within ${timeoutMs / 1_000} s.`);
}

/** The document is not to blame: waiting for the browser took most of its time. The next try finds it running. */
function slowStartFailure(): Failure {
  return new Failure("browser_unavailable", "The browser did not start in time.", { retryAfterSeconds: 5 });
}

/** What ended a page would end it again. */
function tooMuchForThePage(): Failure {
  const gigabytes = LIMITS.browserPageBytes.most / 1024 ** 3;
  const seconds = LIMITS.browserPageSeconds.most;
  return new Failure(
    "too_complex",
    `This takes more than a page has in the browser: ${gigabytes} GB of memory and ${seconds} seconds of processor time.`,
  );
}

function brokenFailure(cause: unknown): Failure {
  return new Failure("browser_unavailable", "The browser stopped while it was printing the document.", {
    cause,
    retryAfterSeconds: 5,
  });
}

async function answered<Result>(task: () => Promise<Result>): Promise<PoolAnswer<Result>> {
  try {
    return { result: await task() };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { failure: failureMessage(error) };
  }
}
