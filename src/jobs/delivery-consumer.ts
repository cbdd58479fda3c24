import type { DeliveryServices } from "../delivery/delivery-services.ts";
import { type DeliveryMessage, sendToQueue } from "../delivery/schedule.ts";
import type { Env } from "../env.ts";

export type { DeliveryMessage } from "../delivery/schedule.ts";

/** Has the deliveries of a batch tried, side by side; a try that takes longer goes on beside the next batch. */
export async function consumeDeliveries(batch: MessageBatch<DeliveryMessage>, env: Env): Promise<void> {
  await Promise.all(
    batch.messages.map(async (message) => {
      try {
        const attempts = env.DELIVERY_ATTEMPTS;
        const attempt = attempts.get(attempts.idFromName(message.body.outboxId));
        await attempt.fetch("https://attempt.invalid/", { method: "POST", body: JSON.stringify(message.body) });
        message.ack();
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
    }),
  );
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
