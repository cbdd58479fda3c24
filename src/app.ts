import { Hono } from "hono";
import { Failure } from "./domain/failure.ts";
import { type App, type AppBindings, type Endpoint, mount } from "./http/endpoint.ts";
import { createLog } from "./http/log.ts";
import { openApiEndpoint } from "./http/openapi-endpoint.ts";
import { problemResponse } from "./http/problems.ts";
import { limitMerges, openToAllOrigins, requestContext, securityHeaders } from "./http/request-middleware.ts";
import { createStore } from "./store/store.ts";

/** Every endpoint, in the order of the interface. */
export const ENDPOINTS: readonly Endpoint[] = [];

/** The service: middleware in its order, then its endpoints. */
export function createApp(endpoints: readonly Endpoint[] = ENDPOINTS, openStore = createStore): App {
  const app = new Hono<AppBindings>();

  app.onError((error, c) => problemResponse(error, c.get("context") ?? beforeContext(c.req.raw)));
  app.use(securityHeaders());
  app.use(requestContext(openStore));
  for (const addresses of ["/merge/*", "/route/*"]) app.use(addresses, openToAllOrigins(), limitMerges());

  mount(app, ...endpoints, openApiEndpoint(endpoints));
  for (const addresses of ["/merge/*", "/route/*"]) app.all(addresses, noSuchMergeAddress);
  app.notFound((c) => problemResponse(new Failure("not_found", "There is nothing at this address."), c.get("context")));

  return app;
}

function noSuchMergeAddress(): never {
  throw new Failure("document_not_selected", "Sorry, but a document was not selected!");
}

/** A request that failed before it had a context, as happens when a binding is missing. */
function beforeContext(request: Request) {
  const requestId = crypto.randomUUID();

  return {
    requestId,
    request,
    settings: { publicBaseUrl: new URL(request.url).origin },
    log: createLog({ request_id: requestId }),
  };
}
