import * as z from "zod";
import { OUTBOX_KINDS, OUTBOX_STATUSES } from "../../domain/delivery/outbox.ts";
import { Failure } from "../../domain/failure.ts";
import { endpoint } from "../../http/endpoint.ts";
import { pagedList } from "../../http/paging.ts";
import { json } from "../../http/responses.ts";
import { flag, moment, numericId, optional, text } from "../../http/wire-values.ts";
import {
  attemptParams,
  listedAttemptJson,
  listedAttemptSchema,
  listedDeliveryJson,
  runDeliveryJson,
  runDeliverySchema,
} from "./run-delivery-json.ts";

const page = pagedList(["id"], "-id");

const times = {
  since: optional(moment()).meta({ description: "Only what began at this time or later." }),
  until: optional(moment()).meta({ description: "Only what began before this time." }),
};

/** GET /api/deliveries: deliveries of runs, newest first; `status=dead` lists those that were given up. */
export const listRunDeliveries = endpoint({
  method: "get",
  path: "/api/deliveries",
  summary: "List deliveries of runs, newest first",
  description:
    "Each is one delivery of one run; filters are combined. `status=dead` lists what was given up, to be looked at and retried. " +
    "`last_response` says what came of the last try; all tries are at `GET /api/deliveries/<id>`. Pages of old ones may be short, as those of runs.",
  tag: "Runs",
  auth: "key",
  needs: "run:read",
  query: z.object({
    status: optional(z.enum(OUTBOX_STATUSES)).meta({ description: "Only deliveries with this status." }),
    type: optional(z.enum(OUTBOX_KINDS)).meta({ description: "Only deliveries of this kind." }),
    document_id: optional(numericId()).meta({ description: "Only deliveries of this document's runs." }),
    route_id: optional(numericId()).meta({ description: "Only deliveries of this data route's runs." }),
    run_id: optional(text()).meta({ description: "Only deliveries of this run." }),
    delivery_id: optional(text()).meta({ description: "Only what this delivery of a document or data route led to." }),
    target: optional(text()).meta({ description: "Only deliveries to this host." }),
    test: optional(flag()).meta({ description: "1: only deliveries of test merges, 0: only others." }),
    ...times,
    ...page.members,
  }),
  responses: {
    200: { description: "Deliveries; a Link header leads to the next page.", schema: z.array(runDeliverySchema) },
  },

  async handle({ query, caller, context }) {
    const { status, type, target, test, since, until } = query;
    const ids = { documentId: query.document_id, routeId: query.route_id, runId: query.run_id };
    const filter = { status, kind: type, target, test, since, until, deliveryId: query.delivery_id, ...ids };

    return page.answer(context, query, {
      find: (asked) => context.store.outbox.page(caller.workspaceId, filter, asked),
      startAfter: ({ id }) => ({ value: id, id }),
      show: (entries) => entries.map(listedDeliveryJson),
    });
  },
});

/** GET /api/deliveries/:attempt: one delivery of one run with its tries, by its own id or by that of a try. */
export const getRunDelivery = endpoint({
  method: "get",
  path: "/api/deliveries/:attempt",
  summary: "Get a delivery of a run",
  description:
    "`attempt` is the id of the run's delivery or of one of its tries. The answer has all tries with what the other side said.",
  tag: "Runs",
  auth: "key",
  needs: "run:read",
  params: attemptParams,
  problems: ["delivery_not_found"],
  responses: { 200: { description: "The delivery with its tries", schema: runDeliverySchema } },

  async handle({ params, caller, context }) {
    const { outbox } = context.store;
    const { workspaceId } = caller;
    const entry =
      (await outbox.byId(workspaceId, params.attempt)) ?? (await outbox.byAttempt(workspaceId, params.attempt));
    if (!entry) throw new Failure("delivery_not_found", "There is no such delivery in your workspace's runs.");

    return json(runDeliveryJson(entry, await outbox.attemptsOf(workspaceId, entry.id)));
  },
});

/** GET /api/attempts: tries to deliver, newest first. */
export const listAttempts = endpoint({
  method: "get",
  path: "/api/attempts",
  summary: "List delivery attempts, newest first",
  description:
    "Each is one try with the answer of the other side; filters are combined. Pages of old ones may be short, as those of runs.",
  tag: "Runs",
  auth: "key",
  needs: "run:read",
  query: z.object({
    delivery: optional(text()).meta({ description: "Only tries of this delivery of a run." }),
    run_id: optional(text()).meta({ description: "Only tries for this run." }),
    ok: optional(flag()).meta({ description: "1: only tries that succeeded, 0: only those that failed." }),
    ...times,
    ...page.members,
  }),
  responses: {
    200: { description: "Tries; a Link header leads to the next page.", schema: z.array(listedAttemptSchema) },
  },

  async handle({ query, caller, context }) {
    const { ok, since, until } = query;
    const filter = { outboxId: query.delivery, runId: query.run_id, ok, since, until };

    return page.answer(context, query, {
      find: (asked) => context.store.outbox.attempts(caller.workspaceId, filter, asked),
      startAfter: ({ id }) => ({ value: id, id }),
      show: (attempts) => attempts.map(listedAttemptJson),
    });
  },
});
