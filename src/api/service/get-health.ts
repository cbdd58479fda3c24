import * as z from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";

export const getHealth = endpoint({
  method: "get",
  path: "/api/health",
  summary: "Whether the service is up",
  description: "For load balancers and the like. It answers without looking at stores or the browser.",
  tag: "Service",
  auth: "none",
  responses: {
    200: { description: "It is.", schema: z.object({ status: z.literal("ok").meta({ description: "Always `ok`." }) }) },
  },
  handle: async () => json({ status: "ok" }),
});
