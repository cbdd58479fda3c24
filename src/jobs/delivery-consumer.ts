import type { DeliveryServices } from "../delivery/delivery-services.ts";
import { deliveryMessage, namedInLog, rowOf, sendToQueue } from "../delivery/schedule.ts";

/** Has the deliveries of a batch tried, side by side; a try that takes longer goes on alongside the next batch. */
export async function consumeDeliveries(batch: MessageBatch, { env, log }: DeliveryServices): Promise<void> {
  await Promise.all(
    batch.messages.map(async (message) => {
      const named = deliveryMessage.parse(message.body);
      try {
        const attempts = env.DELIVERY_ATTEMPTS;
        const attempt = attempts.get(attempts.idFromName(rowOf(named)));
        await attempt.fetch("https://attempt.invalid/", { method: "POST", body: JSON.stringify(message.body) });
        message.ack();
      } catch (error) {
        log.failure("delivery.attempt_failed", error, namedInLog(named));
        message.retry({ delaySeconds: 5 });
      }
    }),
  );
}

/**
 * The dead-letter queue: the platform gave up on a message, its row did not. The cron sends it again when it is due.
 */
export async function consumeDeadDeliveries(batch: MessageBatch, { log }: DeliveryServices): Promise<void> {
  for (const message of batch.messages) {
    log.warn("delivery.message_dead", namedInLog(deliveryMessage.parse(message.body)));
    message.ack();
  }
}

/** The most deliveries that one cron sends; the next one goes on. */
const MAX_RESENT = 5_000;

/** Sends deliveries that are due and for which no message is under way: long pauses, lost messages, dead workers. */
export async function resendDueDeliveries({ env, store, now }: DeliveryServices): Promise<number> {
  let sent = 0;
  while (sent < MAX_RESENT) {
    const due = await store.upkeep.outbox.takeDue(now(), 500);
    await sendToQueue(
      env,
      due.map(({ workspaceId, id }) => ({ workspaceId, outboxId: id })),
    );
    sent += due.length;
    if (due.length < 500) break;
  }
  return sent;
}

/** The same for events that hooks are to be told of, the first time, too. */
export async function sendDueHookCalls({ env, store, now }: DeliveryServices): Promise<number> {
  let sent = 0;
  while (sent < MAX_RESENT) {
    const due = await store.upkeep.hookCalls.takeDue(now(), 500);
    await sendToQueue(env, due);
    sent += due.length;
    if (due.length < 500) break;
  }
  return sent;
}
