import type { MiddlewareHandler } from "hono";

/** How long a client may go on sending what nobody will read, before its connection is broken off. */
const MAX_DISCARD_MS = 10_000;

/**
 * Reads what is left of a request's body before the request is answered, and drops it. A server that answers and closes
 * while its client is still sending takes the answer away from it (RFC 9112, 9.6): the client sees a broken connection and
 * not what was wrong.
 */
export function discardUnreadBody(maxMs = MAX_DISCARD_MS): MiddlewareHandler {
  return async (c, next) => {
    await next();

    const { body } = c.req.raw;
    // One that is locked was handed on, to whoever answers.
    if (body && !body.locked) await discard(body, maxMs);
  };
}

async function discard(body: ReadableStream<Uint8Array>, maxMs: number): Promise<void> {
  const reader = body.getReader();
  const timer = setTimeout(() => void reader.cancel().catch(() => {}), maxMs);
  try {
    while (!(await reader.read()).done);
  } catch {
    // Whoever sent it is gone.
  } finally {
    clearTimeout(timer);
    reader.releaseLock();
  }
}
