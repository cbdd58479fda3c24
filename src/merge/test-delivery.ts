import { attemptDelivery } from "../delivery/attempt.ts";
import type { DeliveryServices } from "../delivery/delivery-services.ts";
import type { StoredSettings } from "../domain/delivery/delivery-secrets.ts";
import type { Attempt, OutboxEntry } from "../domain/delivery/outbox.ts";
import { Failure } from "../domain/failure.ts";
import { type MergeData, stringifyMergeData } from "../domain/merge-data.ts";
import type { NewRun } from "../domain/run.ts";
import type { MergeTask } from "../domain/run-task.ts";
import type { Delivery } from "../store/deliveries.ts";
import { attachedMerge } from "./attached-merge.ts";
import { type MergeServices, workspaceDefaults } from "./context.ts";
import { executeDocument } from "./document/execute-document.ts";
import { drawForMail, mailAddresses, mailTags } from "./mail-rendering.ts";
import { executeRoute } from "./route/execute-route.ts";
import { routeForward } from "./route/forward-to-route.ts";
import { loadRoute } from "./route/load-route.ts";
import { runProblem } from "./run/finalize-run.ts";
import { withLease } from "./run/lease.ts";

/** The outcome of a delivery that was tried out. */
export interface TestedDelivery {
  runId: string;
  entry: OutboxEntry;
  /** The one try; undefined if nothing could be tried. */
  attempt: Attempt | undefined;
}

/**
 * Makes a test merge and sends its files by one delivery, immediately and once: others stay silent, and a failure is
 * not tried again.
 * @throws Failure of the merge
 */
export async function testDelivery(
  services: MergeServices,
  workspaceId: string,
  task: MergeTask,
  delivery: Delivery,
  data: MergeData,
  { requestId, askedBy }: Pick<NewRun, "requestId" | "askedBy">,
): Promise<TestedDelivery> {
  const { store, now } = services;
  const run = { task, source: "api", test: true, requestId, askedBy } as const;
  const leased = await store.runs.acceptAndStart(workspaceId, { ...run, data: stringifyMergeData(data) }, now());
  const runId = leased.run.id;
  const settings: StoredSettings = { ...delivery.settings, send_in_test: true };
  const deliveries = [{ ...delivery, active: true, settings }];
  try {
    await withLease(services, leased, async (leased) => {
      if (task.kind === "document") {
        const context = { defaults: workspaceDefaults(await store.workspaces.byId(workspaceId)), deliveries };
        return await executeDocument(services, leased, { task, data, loading: Promise.resolve(context) });
      }
      const loaded = await loadRoute(services, workspaceId, task, data);
      const context = { ...loaded, deliveries, deliveriesByDocument: new Map<number, Delivery[]>() };
      return await executeRoute(services, leased, { task, data, loading: Promise.resolve(context) });
    });
  } catch (error) {
    await store.runs.fail(workspaceId, runId, leased.lease, runProblem(error), now());
    throw error;
  }

  const [made] = await store.outbox.ofRun(workspaceId, runId);
  if (!made)
    throw new Failure("merge_failed", "No rule of the data route fires with these data: there is no file to send.");
  const deliveryServices: DeliveryServices = {
    ...services,
    mailTags,
    mailAddresses,
    drawForMail,
    mergeRoute: routeForward(services),
    mergeAttached: attachedMerge(services),
  };
  await attemptDelivery(deliveryServices, workspaceId, made.id);

  const [entry, [attempt]] = await Promise.all([
    store.outbox.byId(workspaceId, made.id),
    store.outbox.attemptsOf(workspaceId, made.id),
  ]);
  if (entry?.status === "pending") await store.garbage.purge(workspaceId, { runId }, now());
  return { runId, entry: entry ?? made, attempt };
}
