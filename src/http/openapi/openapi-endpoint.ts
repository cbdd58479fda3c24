import * as z from "zod";
import { type Endpoint, endpoint } from "../endpoint.ts";
import { json } from "../responses.ts";
import { type DescribedWebhook, openApiDocument } from "./openapi.ts";

/** `GET /api/openapi.json`: the machine-readable reference; the page at /docs shows it. */
export function openApiEndpoint(endpoints: readonly Endpoint[], webhooks: readonly DescribedWebhook[]): Endpoint {
  const self = endpoint({
    method: "get",
    path: "/api/openapi.json",
    summary: "Get this reference as an OpenAPI 3.1 document",
    description:
      "The page at `/docs` shows the same. Its server is the address of this service, so that clients made from it work at once.",
    tag: "Reference",
    auth: "none",
    responses: {
      200: {
        description: "The OpenAPI document.",
        schema: z.looseObject({ openapi: z.string().meta({ description: "Version of the OpenAPI specification." }) }),
      },
    },
    async handle({ context }) {
      const document = openApiDocument([...endpoints, self], context.settings.publicBaseUrl, webhooks);

      return json(document, 200, { "cache-control": "public, max-age=300" });
    },
  });

  return self;
}
