import type { AttemptOutcome } from "../delivery/attempt-outcome.ts";
import type { DeliveryServices } from "../delivery/delivery-services.ts";
import { type DeliveryMessage, namedInLog } from "../delivery/schedule.ts";
import { QUEUE_DELAY_MS } from "../store/outbox.ts";

/** Sends the message for the next try, unless that is so far off that the cron does it. */
export async function requeue(
  { env, now, log }: DeliveryServices,
  message: DeliveryMessage,
  outcome: AttemptOutcome,
): Promise<void> {
  if (outcome.state === "settled") return;
  const wait = outcome.at.getTime() - now().getTime();
  if (wait > QUEUE_DELAY_MS) return;
  try {
    await env.DELIVERIES.send(message, { delaySeconds: Math.max(0, Math.ceil(wait / 1000)) });
  } catch (error) {
    // The row is due all the same, and the cron sends it.
    log.failure("delivery.not_queued", error, namedInLog(message));
  }
}
