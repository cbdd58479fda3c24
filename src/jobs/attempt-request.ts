import { attemptDelivery } from "../delivery/attempt.ts";
import type { DeliveryServices } from "../delivery/delivery-services.ts";
import { attemptHook } from "../delivery/hooks/attempt-hook.ts";
import { type DeliveryMessage, deliveryMessage, namedInLog, rowOf } from "../delivery/schedule.ts";
import type { DeliveryRows } from "../store/sending/delivery-loads.ts";
import { requeue } from "./requeue.ts";

/** What the queue's consumer asks an object to try, with what it has read for a whole batch. */
export interface NamedAttempt {
  message: DeliveryMessage;
  read?: { rows: DeliveryRows; at: number };
}

/** What was read for a batch serves tries that begin at once. */
const MAX_AGE_MS = 5_000;
/** Characters; the rest is read by whoever needs it. */
const MAX_LENGTH = 256 * 1024;

/**
 * The rows of a batch's deliveries: one call for each workspace that has several, instead of one for each delivery. None if that
 * fails: each reads its own.
 */
export async function readForBatch(
  services: DeliveryServices,
  messages: readonly DeliveryMessage[],
): Promise<(message: DeliveryMessage) => NamedAttempt["read"]> {
  const at = services.now().getTime();
  const names = messages.filter((message) => "outboxId" in message);
  const several = [...Map.groupBy(names, ({ workspaceId }) => workspaceId)].filter(([, own]) => own.length > 1);
  const read = await Promise.all(several.map(([workspaceId, own]) => rowsOf(services, workspaceId, own.map(rowOf))));
  const found = new Map(several.map(([workspaceId], index) => [workspaceId, read[index]]));
  return (message) => {
    const rows = found.get(message.workspaceId)?.get(rowOf(message));
    return rows && JSON.stringify(rows).length <= MAX_LENGTH ? { rows, at } : undefined;
  };
}

async function rowsOf({ store, log }: DeliveryServices, workspaceId: string, ids: readonly string[]) {
  try {
    return await store.deliveryLoads.rows(workspaceId, ids);
  } catch (error) {
    log.failure("delivery.batch_not_read", error, { workspace_id: workspaceId });
    return undefined;
  }
}

/** The request for an object. */
export const attemptRequest = (named: NamedAttempt): Request =>
  new Request("https://attempt.invalid/", { method: "POST", body: JSON.stringify(named) });

/** The same in the object; what comes with the message is this service's own. */
export async function readAttempt(request: Request): Promise<NamedAttempt> {
  const { message, read } = await request.json<NamedAttempt>();
  return { message: deliveryMessage.parse(message), read };
}

/** Makes the try, and sends the message for the next one. */
export async function attemptNamed(services: DeliveryServices, { message, read }: NamedAttempt): Promise<void> {
  const { workspaceId } = message;
  try {
    const isFresh = read && Math.abs(services.now().getTime() - read.at) <= MAX_AGE_MS;
    const outcome =
      "outboxId" in message
        ? await attemptDelivery(services, workspaceId, message.outboxId, isFresh ? read.rows : undefined)
        : await attemptHook(services, workspaceId, message.hookCallId);
    await requeue(services, message, outcome);
  } catch (error) {
    // Nobody may be waiting any more. The delivery's lease ends, or it is still due: the cron sends it again.
    services.log.failure("delivery.attempt_failed", error, namedInLog(message));
  }
}
