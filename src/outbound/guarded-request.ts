import { Failure } from "../domain/failure.ts";
import { joinBytes } from "../domain/join-bytes.ts";
import { OUTBOUND_LIMITS, type OutboundLimits, type OutboundPolicy } from "./outbound-policy.ts";
import { checkOutboundUrl, parseOutboundUrl } from "./url-guard.ts";

/** A request as it goes out, once. */
export interface OutboundRequest {
  /** GET when absent. */
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
}

/** The answer to it, whatever its status; redirects are answers, too. */
export interface OutboundAnswer {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
}

/**
 * Sends one request to a stranger's URL after checking where it points, and reads the answer within limits.
 * Redirects are not followed.
 *
 * @throws Failure `url_invalid`, `url_private`, `url_unreachable` (also for time limits), `file_too_large`
 */
export async function guardedRequest(
  target: string | URL,
  request: OutboundRequest,
  policy: OutboundPolicy,
  limits: OutboundLimits = OUTBOUND_LIMITS,
): Promise<OutboundAnswer> {
  const url = parseOutboundUrl(String(target));

  return await policy.gate.run(async () => {
    await checkOutboundUrl(url, policy);
    return await send(url, request, policy.transport ?? fetch, limits);
  });
}

async function send(
  url: URL,
  request: OutboundRequest,
  transport: typeof fetch,
  limits: OutboundLimits,
): Promise<OutboundAnswer> {
  const clock = new RequestClock(url, limits);
  try {
    const response = await clock.race(
      transport(url.href, {
        method: request.method ?? "GET",
        headers: request.headers ?? {},
        body: (request.body ?? null) as BodyInit | null,
        redirect: "manual",
        signal: clock.signal,
      }),
    );
    const bytes = await readBody(response, url, clock, limits);
    return { status: response.status, headers: response.headers, bytes };
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    throw new Failure("url_unreachable", `${url.host} did not answer.`, { cause });
  } finally {
    clock.stop();
  }
}

async function readBody(
  response: Response,
  url: URL,
  clock: RequestClock,
  { maxBytes, truncated }: OutboundLimits,
): Promise<Uint8Array> {
  const tooLarge = (): Failure =>
    new Failure("file_too_large", `The file at ${url.host} is larger than ${Math.floor(maxBytes / 1024 / 1024)} MiB.`);
  if (!truncated && Number(response.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  if (!response.body) return new Uint8Array();

  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body.getReader();
  for (;;) {
    clock.waitForBytes();
    const { done, value } = await clock.race(reader.read());
    if (done) break;
    size += value.byteLength;
    if (size > maxBytes && !truncated) throw tooLarge();
    chunks.push(value);
    if (size >= maxBytes && truncated) break;
  }
  return joined(chunks, Math.min(size, maxBytes));
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  return joinBytes(chunks).subarray(0, size);
}

/** Ends a request that takes too long to begin, to continue, or overall. */
class RequestClock {
  readonly #abort = new AbortController();
  readonly #url: URL;
  readonly #idleMs: number;
  readonly #expired: Promise<never>;
  readonly #total: ReturnType<typeof setTimeout>;
  #step: ReturnType<typeof setTimeout>;
  #expire: (reason: Failure) => void = () => {};

  constructor(url: URL, limits: OutboundLimits) {
    this.#url = url;
    this.#idleMs = limits.idleMs;
    this.#expired = new Promise((_, reject) => {
      this.#expire = reject;
    });
    this.#expired.catch(() => {});
    this.#total = setTimeout(() => this.#end(`did not finish within ${limits.totalMs / 1000} s`), limits.totalMs);
    this.#step = setTimeout(
      () => this.#end(`did not answer within ${limits.firstByteMs / 1000} s`),
      limits.firstByteMs,
    );
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** The transport may ignore its signal, so the wait itself ends, too. */
  race<Value>(pending: Promise<Value>): Promise<Value> {
    return Promise.race([pending, this.#expired]);
  }

  waitForBytes(): void {
    clearTimeout(this.#step);
    this.#step = setTimeout(() => this.#end(`sent nothing for ${this.#idleMs / 1000} s`), this.#idleMs);
  }

  /** Also closes the connection of an answer that was not read to its end. */
  stop(): void {
    clearTimeout(this.#total);
    clearTimeout(this.#step);
    this.#abort.abort();
  }

  #end(reason: string): void {
    this.#expire(new Failure("url_unreachable", `${this.#url.host} ${reason}.`));
    this.#abort.abort();
  }
}
