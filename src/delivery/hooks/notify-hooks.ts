import type { Log } from "../../domain/log.ts";
import type { Env } from "../../env.ts";
import type { Store } from "../../store/store.ts";
import { sendToQueue } from "../schedule.ts";

/** What it takes of a request. */
interface Notifier {
  executionContext: Pick<ExecutionContext, "waitUntil">;
  env: Pick<Env, "DELIVERIES">;
  store: Pick<Store, "hookCalls">;
  log: Log;
}

/** Sends what waits for the hooks of a workspace to the queue, after the answer. The cron makes up for what fails. */
export function notifyHooks({ executionContext, env, store, log }: Notifier, workspaceId: string): void {
  const sending = store.hookCalls.waiting(workspaceId).then((calls) => sendToQueue(env, calls));
  executionContext.waitUntil(
    sending.catch((error) => log.failure("hook.not_queued", error, { workspace_id: workspaceId })),
  );
}
