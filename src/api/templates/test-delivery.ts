import * as z from "zod";
import { askerOf } from "../../audit/actor-of.ts";
import type { DeliveryOwner } from "../../domain/delivery/delivery.ts";
import { Failure } from "../../domain/failure.ts";
import type { MergeData } from "../../domain/merge-data.ts";
import type { MergeTask } from "../../domain/run-task.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { MERGE_PROBLEMS } from "../../http/openapi/openapi-problems.ts";
import { json } from "../../http/responses.ts";
import { bodyTree, optional, text } from "../../http/wire-values.ts";
import { resolvedRoute, snapshotOf } from "../../merge/merge-target.ts";
import { testDelivery } from "../../merge/test-delivery.ts";
import type { Delivery } from "../../store/deliveries.ts";
import { DOCUMENT_OWNER, deliveryParams, ROUTE_OWNER } from "../deliveries/delivery-owner.ts";
import { findDelivery } from "../deliveries/find-delivery.ts";
import { changedDeliverySettings } from "../documents/delivery-settings.ts";
import { findDocument } from "../documents/find-document.ts";
import { mergeServicesOf } from "../documents/merge-services-of.ts";
import { mergeData } from "../merge/merge-data.ts";
import { findRoute } from "../routes/find-route.ts";
import { previewData } from "./preview-data.ts";

const testedSchema = z
  .object({
    success: z.literal(1).meta({ description: "Always 1: the merge was done and the delivery tried." }),
    ok: z.boolean().meta({ description: "Whether the other side accepted it." }),
    response: z.string().meta({ description: "Status and first lines of the answer, or what went wrong." }),
    target: z.string().meta({ description: "The host that it went to." }),
    preview: z.record(z.string(), z.unknown()).meta({
      description: "What was sent.",
      examples: [{ to: ["me@example.com"], subject: "Invoice 2026-117" }],
    }),
    duration_ms: z.number().meta({ description: "How long the other side took, in milliseconds." }),
    run_id: z.string().meta({ description: "The test merge." }),
  })
  .meta({ id: "TestedDelivery" });

const dataMember = optional(bodyTree()).meta({ description: "Merge data.", examples: [{ Name: "Ada Lovelace" }] });

const toMember = optional(text()).meta({
  description: "E-mails: where the test goes in place of the delivery's own recipients.",
  examples: ["me@example.com"],
});

const responses = { 200: { description: "What became of it", schema: testedSchema } };

/** POST /api/documents/:id/deliveries/:delivery/test: one delivery, tried out for real. */
export const testDocumentDelivery = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/api/documents/:id/deliveries/:delivery/test",
  summary: "Try a delivery out",
  description:
    "Makes a test merge and really sends its file through this one delivery, once, even when the delivery is switched off. The answer " +
    "has what the other side said; a failure of the other side is not a failure of the request.",
  tag: "Documents",
  auth: "key",
  needs: "delivery:write",
  params: deliveryParams(DOCUMENT_OWNER),
  body: z.object({
    data: dataMember,
    sample: optional(text()).meta({ description: "Id of a sample whose data are merged, in place of `data`." }),
    to: toMember,
  }),
  problems: [...MERGE_PROBLEMS, "sample_not_found"],
  responses,

  keepsFor: ({ caller }) => caller,
  async handle({ params, body, caller, context }) {
    const document = await findDocument(context, caller, params.id);
    const owner = { documentId: document.id };
    const delivery = await redirected(context, caller, owner, params.delivery, body.to);
    const data = await previewData(context, caller, document, body);

    return await answerTest(context, caller, { kind: "document", document: snapshotOf(document) }, delivery, data);
  },
});

/** POST /api/routes/:id/deliveries/:delivery/test: the same for what a data route delivers. */
export const testRouteDelivery = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/api/routes/:id/deliveries/:delivery/test",
  summary: "Try out a delivery of a data route",
  description:
    "Makes a test merge of the route and really sends its files through this one delivery, once, even when the delivery is switched " +
    "off; deliveries of its documents stay silent. A failure of the other side is not a failure of the request.",
  tag: "Data routes",
  auth: "key",
  needs: "delivery:write",
  params: deliveryParams(ROUTE_OWNER),
  body: z.object({ data: dataMember, to: toMember }),
  problems: MERGE_PROBLEMS,
  responses,

  keepsFor: ({ caller }) => caller,
  async handle({ params, body, caller, context }) {
    const route = await findRoute(context, caller, params.id);
    const delivery = await redirected(context, caller, { routeId: route.id }, params.delivery, body.to);
    const rules = await context.store.rules.ofRoute(caller.workspaceId, route.id);
    const { task } = resolvedRoute(route, rules);

    return await answerTest(context, caller, task, delivery, mergeData(body.data ?? Object.create(null)));
  },
});

/** The delivery, with another recipient when one is named. @throws Failure `delivery_not_found`, `invalid_request` */
async function redirected(
  context: RequestContext,
  caller: Caller,
  owner: DeliveryOwner,
  id: string,
  to: string | undefined,
): Promise<Delivery> {
  const delivery = await findDelivery(context, caller, owner, id);
  if (to === undefined) return delivery;
  if (delivery.kind !== "email") {
    const message = `Only e-mails can be sent to somebody else; the delivery is of type ${delivery.kind}.`;
    throw new Failure("invalid_request", message, { errors: [{ pointer: "/to", message }] });
  }

  return {
    ...delivery,
    settings: await changedDeliverySettings(context, caller, owner, delivery, { to, cc: null, bcc: null }),
  };
}

async function answerTest(
  context: RequestContext,
  caller: Caller,
  task: MergeTask,
  delivery: Delivery,
  data: MergeData,
): Promise<Response> {
  const services = mergeServicesOf(context);
  const { entry, attempt, runId } = await testDelivery(services, caller.workspaceId, task, delivery, data, {
    requestId: context.requestId,
    askedBy: askerOf(context, caller),
  });
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
}
