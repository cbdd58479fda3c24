import { attemptDelivery } from "../delivery/attempt.ts";
import type { DeliveryServices } from "../delivery/delivery-services.ts";
import type { Attempt, OutboxEntry } from "../domain/outbox.ts";
import type { DocumentSnapshot } from "../domain/run-task.ts";
import type { Delivery } from "../store/deliveries.ts";
import type { MergeData } from "../templates/template-engine.ts";
import { executeDocument } from "./execute-document.ts";
import { mailTags } from "./mail-tags.ts";
import { type MergeServices, workspaceDefaults } from "./merge-services.ts";
import { routeHandOver } from "./route/hand-over.ts";
import { runProblem } from "./run-problem.ts";
import { whileHeld } from "./while-held.ts";

/** What became of a delivery that was tried out. */
export interface TestedDelivery {
  runId: string;
  entry: OutboxEntry;
  /** The one try; undefined when nothing could be tried. */
  attempt: Attempt | undefined;
}

/**
 * Makes a test merge and sends its file by one delivery, at once and once: others stay silent, and what fails is not tried
 * again.
 * @throws Failure of the merge
 */
export async function testDelivery(
  services: MergeServices,
  workspaceId: string,
  snapshot: DocumentSnapshot,
  delivery: Delivery,
  data: MergeData,
  requestId: string,
): Promise<TestedDelivery> {
  const { store, now } = services;
  const run = { task: { kind: "document", document: snapshot }, source: "api", test: true, requestId } as const;
  const leased = await store.runs.acceptAndStart(workspaceId, { ...run, data: JSON.stringify(data) }, now());
  const runId = leased.run.id;
  const settings = { ...delivery.settings, send_in_test: true };
  const terms = async () => ({
    defaults: workspaceDefaults(await store.workspaces.byId(workspaceId)),
    deliveries: [{ ...delivery, active: true, settings }],
  });
  try {
    await whileHeld(services, leased, (held) => executeDocument(services, held, snapshot, data, terms()));
  } catch (error) {
    await store.runs.fail(workspaceId, runId, leased.lease, runProblem(error), now());
    throw error;
  }

  const [made] = await store.outbox.ofRun(workspaceId, runId);
  if (!made) throw new Error("The delivery of a test was not written");
  const deliveryServices: DeliveryServices = { ...services, mailTags, mergeRoute: routeHandOver(services) };
  await attemptDelivery(deliveryServices, workspaceId, made.id);

  const [entry, [attempt]] = await Promise.all([
    store.outbox.byId(workspaceId, made.id),
    store.outbox.attemptsOf(workspaceId, made.id),
  ]);
  if (entry?.status === "pending") await store.garbage.purge(workspaceId, { runId }, now());
  return { runId, entry: entry ?? made, attempt };
}
