import { DurableObject } from "cloudflare:workers";
import type { Env } from "../env.ts";
import { attemptNamed, type NamedAttempt, readAttempt } from "./attempt-request.ts";
import { jobServices } from "./job-services.ts";

/** A batch does not wait longer than this for a delivery, or one that hangs would hold back everything behind it. */
const GRACE_PERIOD_MS = 100;

/**
 * Where one delivery is tried, or one hook told of one event, by its id: with connections of its own, and beside the queue's consumer, which need not
 * wait for an endpoint that hangs. It keeps nothing; if it dies, the delivery's lease ends and the cron sends it again
 * under the same id.
 */
export class DeliveryAttemptObject extends DurableObject<Env> {
  /** Begins the try of the message in the body; answers when it is over, or after a short while as it goes on. */
  override async fetch(request: Request): Promise<Response> {
    const attempt = this.#attempt(await readAttempt(request));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const gracePeriod = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, GRACE_PERIOD_MS);
    });
    await Promise.race([attempt, gracePeriod]);
    clearTimeout(timer);
    return new Response(null, { status: 204 });
  }

  async #attempt(named: NamedAttempt): Promise<void> {
    await attemptNamed(jobServices(this.env), named);
  }
}
