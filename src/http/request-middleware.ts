import type { Context, MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { createLog } from "../domain/log.ts";
import { type Env, readSettings } from "../env.ts";
import type { Store } from "../store/store.ts";
import type { RequestContext } from "./context.ts";
import type { AppBindings } from "./endpoint.ts";
import { rateHeaders } from "./rate-limit.ts";
import { redactPath } from "./redact-path.ts";
import { acceptedRequestId } from "./request-id.ts";
import { forwardedCaller } from "./run-elsewhere.ts";
import { SECURITY_HEADERS } from "./security-headers.ts";
import { untilDatabaseIsFound } from "./until-database-is-found.ts";

/** Gives each request its context and id, and writes one log line when it is answered. */
export function requestContext(
  createStore: (env: Env) => Store,
  {
    elsewhere = false,
    applicationCaller,
  }: { elsewhere?: boolean; applicationCaller: RequestContext["applicationCaller"] },
): MiddlewareHandler<AppBindings> {
  return async (c, next) => {
    const started = Date.now();
    const context = {
      ...openContext(c, createStore),
      applicationCaller,
      ...(elsewhere ? { forwardedCaller: forwardedCaller(c.req.raw) } : {}),
    };
    c.set("context", context);

    await untilDatabaseIsFound(c.env);
    await next();

    c.header("x-request-id", context.requestId);
    // the isolate that took the request writes its line
    if (elsewhere) return;
    context.log.info("request", {
      method: c.req.method,
      path: redactPath(c.req.path),
      status: c.res.status,
      duration_ms: Date.now() - started,
      run_id: c.res.headers.get("x-run-id") ?? undefined,
    });
  };
}

function openContext(
  c: Context<AppBindings>,
  createStore: (env: Env) => Store,
): Omit<RequestContext, "applicationCaller"> {
  const sentId = acceptedRequestId(c.req.header("x-request-id"));
  const requestId = sentId ?? crypto.randomUUID();
  const settings = readSettings(c.env);

  return {
    requestId,
    isForeignRequestId: sentId !== undefined,
    request: c.req.raw,
    env: c.env,
    settings: { ...settings, publicBaseUrl: settings.publicBaseUrl ?? new URL(c.req.url).origin },
    store: createStore(c.env),
    executionContext: c.executionCtx as ExecutionContext,
    log: createLog({ request_id: requestId }),
    now: () => new Date(),
  };
}

/** `SECURITY_HEADERS` for every answer that does not set these headers itself. */
export function securityHeaders(): MiddlewareHandler<AppBindings> {
  return async (c, next) => {
    await next();

    // Old browsers would hold a page that other sites may frame against the older header.
    const isFramed = /frame-ancestors (?!'none')/.test(c.res.headers.get("content-security-policy") ?? "");
    for (const [name, value] of Object.entries({ ...SECURITY_HEADERS, ...rateHeaders(c.req.raw) })) {
      if (!c.res.headers.has(name) && !(isFramed && name === "x-frame-options")) c.header(name, value);
    }
    if (new URL(c.req.url).protocol === "https:") c.header("strict-transport-security", "max-age=31536000");
  };
}

/** Merge addresses may be called from any web page; nothing else may. */
export function openToAllOrigins(): MiddlewareHandler {
  return cors({
    origin: "*",
    allowMethods: ["GET", "POST", "OPTIONS"],
    exposeHeaders: [
      "Content-Disposition",
      "Conversion-Warnings",
      "Idempotency-Replayed",
      "RateLimit",
      "RateLimit-Policy",
      "Retry-After",
      "X-Request-Id",
      "X-Run-Id",
      "X-Warnings",
    ],
    maxAge: 86_400,
  });
}
