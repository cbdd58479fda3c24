import { ConnectionError, DocloomError } from "./errors.ts";

export interface RetryOptions {
  /** How often a request is sent again after its first failure. */
  retries: number;
  /** How long one try may take, in milliseconds. */
  timeoutMs: number;
  fetch: typeof fetch;
}

const FIRST_WAIT_MS = 400;
const MAX_WAIT_MS = 30_000;

/**
 * Sends a request until it is answered with anything but 429, 5xx or silence. Every POST carries one Idempotency-Key
 * through all its tries, so that nothing is done twice.
 * @throws DocloomError for every status from 400 on
 * @throws ConnectionError if the last try was not answered
 */
export function retryingFetch(options: RetryOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const what = `${request.method} ${withoutKey(request.url)}`;
    if (request.method === "POST" && !request.headers.has("idempotency-key"))
      request.headers.set("idempotency-key", crypto.randomUUID());

    for (let tried = 0; ; tried++) {
      const isLast = tried >= options.retries;
      const response = await sendOnce(isLast ? request : request.clone(), options, what).catch((error: unknown) => {
        if (isLast || request.signal.aborted) throw error;
      });
      if (response && (response.ok || response.status === 304)) return response;
      if (response && (isLast || !(await isWorthAnotherTry(response)))) throw await DocloomError.of(response, what);
      await wait(waitMs(tried, response?.headers.get("retry-after")), request.signal);
    }
  };
}

async function sendOnce(request: Request, { fetch, timeoutMs }: RetryOptions, what: string): Promise<Response> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
  try {
    return await fetch(request, { signal });
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw new ConnectionError(what, error);
  }
}

/** 409 counts as one while the first try, whose answer was lost, is still being worked on. */
async function isWorthAnotherTry(response: Response): Promise<boolean> {
  if (response.status === 429 || (response.status >= 500 && response.status !== 501)) return true;
  if (response.status !== 409) return false;

  const { code } = await DocloomError.of(response.clone(), "");
  return code === "idempotency_in_progress";
}

/**
 * What the service asks for, or twice as long each time, in milliseconds; spread, so that clients do not all come at
 * once.
 */
function waitMs(tried: number, retryAfter: string | null | undefined): number {
  const asked = retryAfterMs(retryAfter);
  const own = FIRST_WAIT_MS * 2 ** tried * (0.5 + Math.random() / 2);
  return Math.min(asked ?? own, MAX_WAIT_MS);
}

/** RFC 9110, 10.2.3: seconds or a date. */
function retryAfterMs(header: string | null | undefined): number | undefined {
  if (!header) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}

/** Merge addresses and links give access to whoever knows them: they do not belong in logs. */
function withoutKey(address: string): string {
  return address.replace(/(\/(?:merge|route)\/\d+\/|\/files\/)[^/?]+/, "$1...").replace(/\?.*$/, "");
}
