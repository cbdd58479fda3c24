import { recorded } from "../../audit/recorded.ts";
import { scheduleDeliveries } from "../../delivery/schedule.ts";
import { Failure } from "../../domain/failure.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { success } from "../../http/success.ts";
import { attemptParams, runDeliveryJson, runDeliverySchema } from "./run-delivery-json.ts";

/** POST /api/deliveries/:attempt/retry (wire "Deliveries"): one more try, under the same id as those before. */
export const retryDelivery = endpoint({
  method: "post",
  onRepeat: "same_answer",
  path: "/api/deliveries/:attempt/retry",
  summary: "Try a delivery of a run again, at once",
  description: "`attempt` is the id of an attempt or of the run's delivery, as `GET /api/runs/<id>` shows them.",
  tag: "Runs",
  auth: "key",
  needs: "run:write",
  params: attemptParams,
  problems: ["delivery_not_found", "data_expired", "delivery_busy"],
  responses: {
    202: { description: "The delivery, due now", schema: runDeliverySchema.extend({ success: success() }) },
  },

  async handle({ params, caller, context }) {
    const { outbox, runs } = context.store;
    const { workspaceId } = caller;
    const entry =
      (await outbox.byAttempt(workspaceId, params.attempt)) ?? (await outbox.byId(workspaceId, params.attempt));
    if (!entry)
      throw new Failure("delivery_not_found", "There is no such attempt or delivery in your workspace's runs.");
    const { runId } = entry;
    const data = runId === undefined ? undefined : await runs.data(workspaceId, runId);
    if (entry.isFiled || (entry.kind !== "alert" && data === undefined))
      throw new Failure("data_expired", "The data of this merge are no longer kept: merge again instead.");

    const { store } = recorded(context, caller, {
      action: "delivery.retried",
      resource: { type: "run", id: runId ?? "", name: entry.name },
      after: { delivery: entry.id },
    });
    if (!(await store.outbox.retry(workspaceId, entry.id, context.now())))
      throw new Failure("delivery_busy", "The delivery is being sent at this moment: try again in two minutes.");
    await scheduleDeliveries(context, workspaceId, runId, [entry]);

    const [now, attempts] = await Promise.all([
      outbox.byId(workspaceId, entry.id),
      outbox.attemptsOf(workspaceId, entry.id),
    ]);
    return json({ success: 1, ...runDeliveryJson(now ?? entry, attempts) }, 202);
  },
});
