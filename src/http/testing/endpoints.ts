import * as z from "zod";
import { Failure } from "../../domain/failure.ts";
import { endpoint } from "../endpoint.ts";
import { json } from "../responses.ts";
import { bodyTree, flag, integer, numericId, optional } from "../wire-values.ts";

export const resourceParams = z.object({ id: numericId() });

/** Asks for credentials and tells what was read of the request. */
export const getResource = endpoint({
  method: "get",
  path: "/api/things/:id",
  summary: "Get a thing",
  tag: "Things",
  auth: "key",
  needs: "document:read",
  params: resourceParams,
  query: z.object({ test: flag(), limit: optional(integer()) }),
  responses: { 200: { description: "The thing." } },
  handle: async ({ params, query, caller }) => json({ id: params.id, ...query, caller }),
});

/** Needs no credentials and sends its data back; `fail` has it fail, with a failure or an error of any kind. */
export const merge = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/merge/:id/:key",
  summary: "Merge",
  tag: "Merge",
  auth: "none",
  body: bodyTree(),
  responses: { 201: { description: "Merged." } },
  async handle({ body }) {
    if (body.fail === "failure")
      throw new Failure("merge_failed", "No.", { errors: [{ tag: "{$x}", message: "No." }] });
    if (body.fail) throw new Error(`secret ${String(body.fail)}`);

    return json(body, 201);
  },
});
