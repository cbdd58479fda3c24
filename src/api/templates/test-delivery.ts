import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { MERGE_PROBLEMS } from "../../http/openapi-problems.ts";
import { json } from "../../http/responses.ts";
import { bodyTree, optional, text } from "../../http/wire-values.ts";
import { snapshotOf } from "../../merge/mergeable.ts";
import { testDelivery } from "../../merge/test-delivery.ts";
import { DOCUMENT_OWNER, deliveryParams } from "../deliveries/delivery-owner.ts";
import { findDelivery } from "../deliveries/find-delivery.ts";
import { findDocument } from "../documents/find-document.ts";
import { mergeServicesOf } from "../documents/merge-services-of.ts";
import { previewData } from "./preview-data.ts";

const testedSchema = z
  .object({
    success: z.literal(1).meta({ description: "Always 1: the merge was done and the delivery tried." }),
    ok: z.boolean().meta({ description: "Whether the other side took it." }),
    response: z.string().meta({ description: "Status and first lines of the answer, or what went wrong." }),
    target: z.string().meta({ description: "The host that it went to." }),
    preview: z.record(z.string(), z.unknown()).meta({ description: "What was sent." }),
    duration_ms: z.number().meta({ description: "How long the other side took, in milliseconds." }),
    run_id: z.string().meta({ description: "The test merge." }),
  })
  .meta({ id: "TestedDelivery" });

/** POST /api/documents/:id/deliveries/:delivery/test: one delivery, tried out for real. */
export const testDocumentDelivery = endpoint({
  method: "post",
  path: "/api/documents/:id/deliveries/:delivery/test",
  summary: "Try a delivery out",
  description:
    "Makes a test merge and really sends its file by this one delivery, once, even when the delivery is switched off. The answer " +
    "has what the other side said; a failure of the other side is no failure of the request.",
  tag: "Documents",
  auth: "key",
  params: deliveryParams(DOCUMENT_OWNER),
  body: z.object({
    data: optional(bodyTree()).meta({ description: "Merge data.", examples: [{ Name: "Ada Lovelace" }] }),
    sample: optional(text()).meta({ description: "Id of a sample whose data are merged, in place of `data`." }),
  }),
  problems: [...MERGE_PROBLEMS, "sample_not_found"],
  responses: { 200: { description: "What became of it", schema: testedSchema } },

  async handle({ params, body, caller, context }) {
    const { workspaceId } = caller;
    const document = await findDocument(context, caller, params.id);
    const delivery = await findDelivery(context, caller, { documentId: document.id }, params.delivery);
    const data = await previewData(context, caller, document, body);
    const services = mergeServicesOf(context);
    const snapshot = snapshotOf(document);
    const tested = await testDelivery(services, workspaceId, snapshot, delivery, data, context.requestId);

    const { entry, attempt, runId } = tested;
    const answer: z.output<typeof testedSchema> = {
      success: 1,
      ok: attempt?.ok ?? false,
      response: attempt?.response ?? "",
      target: entry.target,
      preview: entry.preview ?? {},
      duration_ms: attempt ? attempt.finishedAt.getTime() - attempt.startedAt.getTime() : 0,
      run_id: runId,
    };
    return json(answer, 200, { "x-run-id": runId });
  },
});
