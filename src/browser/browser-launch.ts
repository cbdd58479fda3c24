import puppeteer, { type BrowserWorker } from "@cloudflare/puppeteer";
import { WorkersWebSocketTransport } from "@cloudflare/puppeteer/internal/cloudflare/WorkersWebSocketTransport.js";
import { Failure } from "../domain/failure.ts";
import { createLog } from "../domain/log.ts";
import { SANDBOX_ORIGIN } from "./content-security-policy.ts";
import { HeadlessBrowser } from "./headless-browser.ts";

/** Browser Rendering ends a browser that does nothing for this long; the object's own alarm comes much earlier. */
const KEEP_ALIVE_MS = 600_000;
/** One new browser a second is allowed, so being refused is normal when several objects start at once. */
const LAUNCH_ATTEMPTS = 4;
const MAX_WAIT_SECONDS = 8;
/** Longer than all waiting for Browser Rendering; what has not answered by then never will. */
const MAX_LAUNCH_MS = 60_000;

/** Browser Rendering refused for now. */
class Refused extends Error {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super(`refused for ${retryAfterSeconds} s`);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Starts a browser, waiting as Browser Rendering asks when it is over its limits. One that comes after `maxMs` is ended.
 *
 * @throws Failure `browser_unavailable` with `retryAfterSeconds`
 */
export async function launchBrowser(binding: BrowserWorker, maxMs = MAX_LAUNCH_MS): Promise<HeadlessBrowser> {
  const launch = launchWithoutLimit(binding);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Failure("browser_unavailable", "The browser did not start in time.", { retryAfterSeconds: 5 }));
      // Nobody waits for it any more, and its hours are billed.
      launch.then(
        (browser) => browser.close(),
        () => {},
      );
    }, maxMs);
  });
  try {
    return await Promise.race([launch, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

async function launchWithoutLimit(binding: BrowserWorker): Promise<HeadlessBrowser> {
  const endpoint: BrowserWorker = {
    // The library drops the headers of a refusal, and with them how long to wait.
    fetch: async (input: RequestInfo | URL, init?: RequestInit) => {
      const response = await binding.fetch(input, init);
      if (response.status !== 429) return response;
      await response.body?.cancel();
      throw new Refused(retryAfter(response.headers));
    },
  };
  for (let attempt = 1; ; attempt++) {
    try {
      const { sessionId } = await puppeteer.acquire(endpoint, {
        keep_alive: KEEP_ALIVE_MS,
        // A second lock behind the sealed page: where the platform enforces it, no other host can be reached at all.
        guardrails: { allowedDomains: [new URL(SANDBOX_ORIGIN).hostname] },
      });
      const end = () => endSession(binding, sessionId);
      try {
        const transport = await WorkersWebSocketTransport.create(endpoint, sessionId);
        return await HeadlessBrowser.connect(transport, end);
      } catch (error) {
        // Nobody else knows about it, and its hours are billed.
        await end();
        throw error;
      }
    } catch (cause) {
      if (!(cause instanceof Refused)) {
        throw new Failure("browser_unavailable", "The browser cannot be started now.", { cause, retryAfterSeconds: 5 });
      }
      const { retryAfterSeconds } = cause;
      if (attempt === LAUNCH_ATTEMPTS || retryAfterSeconds > MAX_WAIT_SECONDS) {
        throw new Failure("browser_unavailable", "All browsers are in use.", { cause, retryAfterSeconds });
      }
      await new Promise((resolve) => setTimeout(resolve, retryAfterSeconds * 1_000));
    }
  }
}

/** Ends a browser without asking it; the binding only knows the path, whatever the host. Never throws. */
async function endSession(binding: BrowserWorker, sessionId: string): Promise<void> {
  const address = `https://browser.invalid/v1/devtools/browser/${encodeURIComponent(sessionId)}`;
  try {
    const response = await binding.fetch(address, { method: "DELETE" });
    await response.body?.cancel();
  } catch (error) {
    createLog().failure("browser.not_ended", error);
  }
}

/** Seconds from a Retry-After header (RFC 9110, 10.2.3); 1 when there is none. */
function retryAfter(headers: Headers): number {
  const value = headers.get("retry-after") ?? "";
  if (/^\d+$/.test(value)) return Math.max(1, Number(value));
  const date = Date.parse(value);

  return Number.isNaN(date) ? 1 : Math.max(1, Math.ceil((date - Date.now()) / 1_000));
}
