import * as z from "zod";
import { interrupted } from "../../domain/pool/free-worker.ts";
import { diskFull, wasDiskFullLately } from "../../http/disk-full.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";

export const getReadiness = endpoint({
  method: "get",
  path: "/api/health/ready",
  summary: "Whether the service can do its work",
  description:
    "Asks the database and the file store, unlike `/api/health`, which says only that something answers. While they are not there, or have no room, it is 503.",
  tag: "Service",
  auth: "none",
  problems: ["work_interrupted", "disk_full"],
  responses: {
    200: {
      description: "It can.",
      schema: z.object({ status: z.literal("ready").meta({ description: "Always `ready`." }) }),
    },
  },
  async handle({ context: { env } }) {
    if (wasDiskFullLately()) throw diskFull();
    try {
      await Promise.all([env.DB.prepare("SELECT 1").first(), env.FILES.head("ready")]);
    } catch (error) {
      throw interrupted(error);
    }
    return json({ status: "ready" });
  },
});
