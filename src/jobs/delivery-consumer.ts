import { waitUntil } from "cloudflare:workers";
import { type AttemptOutcome, attemptDelivery } from "../delivery/attempt.ts";
import type { DeliveryServices } from "../delivery/delivery-services.ts";
import { type DeliveryMessage, sendToQueue } from "../delivery/schedule.ts";
import { QUEUE_DELAY_MS } from "../store/outbox.ts";

export type { DeliveryMessage } from "../delivery/schedule.ts";

/**
 * A batch does not wait longer than this for its slowest delivery, or one endpoint that hangs would hold back all that
 * wait behind it. A try that takes longer goes on beside the next batch; if its isolate dies, its lease ends and the cron
 * sends it again under the same id.
 */
const PATIENCE_MS = 250;

/** Tries the deliveries of a batch side by side. */
export async function consumeDeliveries(
  batch: MessageBatch<DeliveryMessage>,
  services: DeliveryServices,
): Promise<void> {
  const tries = batch.messages.map(async (message) => {
    try {
      await passOn(
        services,
        message.body,
        await attemptDelivery(services, message.body.workspaceId, message.body.outboxId),
      );
    } catch (error) {
      console.error(
        JSON.stringify({
          level: "error",
          event: "delivery.attempt_failed",
          outbox_id: message.body.outboxId,
          error: String(error).slice(0, 300),
        }),
      );
      message.retry({ delaySeconds: 5 });
    }
  });
  const all = Promise.all(tries);
  waitUntil(all);
  let timer: ReturnType<typeof setTimeout> | undefined;
  await Promise.race([all, new Promise((resolve) => (timer = setTimeout(resolve, PATIENCE_MS)))]);
  clearTimeout(timer);
}

/** Sends the message for the next try, unless that is so far off that the cron does it. */
async function passOn({ env, now }: DeliveryServices, body: DeliveryMessage, outcome: AttemptOutcome): Promise<void> {
  if (outcome.state === "settled") return;
  const wait = outcome.at.getTime() - now().getTime();
  if (wait > QUEUE_DELAY_MS) return;
  await env.DELIVERIES.send(body, { delaySeconds: Math.max(0, Math.ceil(wait / 1000)) }).catch(() => {});
}

/** The dead-letter queue: the platform gave a message up, the row did not. The cron sends it again when it is due. */
export async function consumeDeadDeliveries(batch: MessageBatch<DeliveryMessage>): Promise<void> {
  for (const message of batch.messages) {
    console.warn(JSON.stringify({ level: "warn", event: "delivery.message_dead", outbox_id: message.body.outboxId }));
    message.ack();
  }
}

/** Deliveries that one cron sends at most; the next one goes on. */
const MOST_RESENT = 5_000;

/** Sends deliveries that are due and that no message is under way for: long pauses, lost messages, dead workers. */
export async function resendDueDeliveries({ env, store, now }: DeliveryServices): Promise<number> {
  let sent = 0;
  while (sent < MOST_RESENT) {
    const due = await store.outbox.takeDue(now(), 500);
    await sendToQueue(
      env,
      due.map(({ workspaceId, id }) => ({ workspaceId, outboxId: id })),
    );
    sent += due.length;
    if (due.length < 500) break;
  }
  return sent;
}
