import type { Log } from "../../domain/log.ts";
import type { Env } from "../../env.ts";
import type { Store } from "../../store/store.ts";
import { sendToQueue } from "../schedule.ts";

/** What it takes of a request, or of the work after it. */
interface Notifier {
  env: Pick<Env, "DELIVERIES">;
  store: Pick<Store, "hookCalls">;
  log: Log;
}

/** Sends what waits for the hooks of a workspace to the queue. The cron makes up for what fails. */
export async function queueHookCalls({ env, store, log }: Notifier, workspaceId: string): Promise<void> {
  try {
    await sendToQueue(env, await store.hookCalls.waiting(workspaceId));
  } catch (error) {
    log.failure("hook.not_queued", error, { workspace_id: workspaceId });
  }
}

/** The same after the answer. */
export function notifyHooks(
  context: Notifier & { executionContext: Pick<ExecutionContext, "waitUntil"> },
  workspaceId: string,
): void {
  context.executionContext.waitUntil(queueHookCalls(context, workspaceId));
}
