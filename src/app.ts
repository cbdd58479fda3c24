import { Hono } from "hono";
import { Failure } from "./domain/failure.ts";
import { type Env, readSettings } from "./env.ts";
import { type App, type Endpoint, mount } from "./http/endpoint.ts";
import { createLog } from "./http/log.ts";
import { problemResponse } from "./http/problems.ts";
import { createStore } from "./store/store.ts";

/** The service: middleware in its order, then one line per endpoint, grouped as in the interface. */
export function createApp(endpoints: Endpoint[] = ENDPOINTS, store: typeof createStore = createStore) {
  const app: App = new Hono();

  app.use(async (c, next) => {
    const requestId = crypto.randomUUID();
    c.set("context", {
      requestId,
      request: c.req.raw,
      env: c.env,
      settings: readSettings(c.env),
      store: store(c.env),
      executionContext: c.executionCtx as ExecutionContext,
      log: createLog({ request_id: requestId }),
      now: () => new Date(),
    });
    await next();
    c.header("x-request-id", requestId);
  });
  app.notFound((c) => problemResponse(new Failure("not_found", "There is nothing at this address."), c.get("context")));
  app.onError((error, c) => problemResponse(error, c.get("context")));
  mount(app, ...endpoints);

  return app;
}

/** Every endpoint, in the order of the interface. */
export const ENDPOINTS: Endpoint[] = [];

export type { Env };
