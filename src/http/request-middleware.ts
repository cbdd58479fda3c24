import type { Context, MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { type Env, readSettings } from "../env.ts";
import type { Store } from "../store/store.ts";
import type { RequestContext } from "./context.ts";
import type { AppBindings } from "./endpoint.ts";
import { createLog } from "./log.ts";
import { limitRate } from "./rate-limit.ts";
import { redactPath } from "./redact-path.ts";

/** Gives each request its context and id, and writes one log line when it is answered. */
export function requestContext(createStore: (env: Env) => Store): MiddlewareHandler<AppBindings> {
  return async (c, next) => {
    const started = Date.now();
    const context = openContext(c, createStore);
    c.set("context", context);

    await next();

    c.header("x-request-id", context.requestId);
    context.log.info("request", {
      method: c.req.method,
      path: redactPath(c.req.path),
      status: c.res.status,
      duration_ms: Date.now() - started,
    });
  };
}

function openContext(c: Context<AppBindings>, createStore: (env: Env) => Store): RequestContext {
  const requestId = acceptedRequestId(c.req.header("x-request-id")) ?? crypto.randomUUID();

  return {
    requestId,
    request: c.req.raw,
    env: c.env,
    settings: readSettings(c.env),
    store: createStore(c.env),
    executionContext: c.executionCtx as ExecutionContext,
    log: createLog({ request_id: requestId }),
    now: () => new Date(),
  };
}

/** A client's own id, when it is short and plain enough to stand in headers, logs and addresses. */
export function acceptedRequestId(sent: string | undefined): string | undefined {
  return sent !== undefined && /^[\w.:-]{1,128}$/.test(sent) ? sent : undefined;
}

const SECURITY_HEADERS = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "cache-control": "no-store",
} as const;

/** Safe defaults for every answer that does not set these headers itself. */
export function securityHeaders(): MiddlewareHandler<AppBindings> {
  return async (c, next) => {
    await next();

    for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
      if (!c.res.headers.has(name)) c.header(name, value);
    }
    if (new URL(c.req.url).protocol === "https:") c.header("strict-transport-security", "max-age=31536000");
  };
}

/** Merge addresses may be called from any web page; nothing else may. */
export function openToAllOrigins(): MiddlewareHandler {
  return cors({
    origin: "*",
    allowMethods: ["GET", "POST", "OPTIONS"],
    exposeHeaders: ["Content-Disposition", "Idempotency-Replayed", "Retry-After", "X-Request-Id", "X-Run-Id"],
    maxAge: 86_400,
  });
}

/** Counts merges by address, so that one busy document does not slow the others down. */
export function limitMerges(): MiddlewareHandler<AppBindings> {
  return async (c, next) => {
    await limitRate(c.env.MERGE_LIMIT, c.req.path, "merges at this address");
    await next();
  };
}
