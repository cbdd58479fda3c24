import type { DeliveryServices } from "../delivery/delivery-services.ts";
import { deliveryMessage, namedInLog, rowOf, sendToQueue } from "../delivery/schedule.ts";
import { attemptRequest, readForBatch } from "./attempt-request.ts";

/**
 * Has the deliveries of a batch tried, side by side; a try that takes longer goes on alongside the next batch. What they need is read for
 * all of them at once.
 */
export async function consumeDeliveries(batch: MessageBatch, services: DeliveryServices): Promise<void> {
  const { env, log } = services;
  const named = batch.messages.map((message) => ({ message, body: deliveryMessage.parse(message.body) }));
  const readOf = await readForBatch(
    services,
    named.map(({ body }) => body),
  );
  await Promise.all(
    named.map(async ({ message, body }) => {
      try {
        const attempts = env.DELIVERY_ATTEMPTS;
        const attempt = attempts.get(attempts.idFromName(rowOf(body)));
        await attempt.fetch(attemptRequest({ message: body, read: readOf(body) }));
        message.ack();
      } catch (error) {
        log.failure("delivery.attempt_failed", error, namedInLog(body));
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
