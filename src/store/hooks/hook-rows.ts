import type { Hook, HookCall } from "../../domain/hooks/hook.ts";
import { toDate } from "../run-rows.ts";
import type { hookCalls, hooks } from "../schema/hooks.ts";

export function toHook(row: typeof hooks.$inferSelect): Hook {
  return {
    id: row.id,
    workspaceId: row.workspaceId,
    event: row.event,
    targetUrl: row.targetUrl,
    filter: { documentId: row.documentId ?? undefined, routeId: row.routeId ?? undefined, test: row.test },
    sealedSecret: row.sealedSecret,
    view: row.view ?? undefined,
    madeBy: row.madeBy,
    state: row.state,
    failingSince: toDate(row.failingSince),
    lastResponse: row.lastResponse,
    lastCalledAt: toDate(row.lastCalledAt),
    createdAt: new Date(row.createdAt),
  };
}

export function toHookCall(row: typeof hookCalls.$inferSelect): HookCall {
  return {
    id: row.id,
    workspaceId: row.workspaceId,
    hookId: row.hookId,
    event: row.event,
    runId: row.runId ?? undefined,
    documentId: row.documentId ?? undefined,
    versionId: row.versionId ?? undefined,
    outboxId: row.outboxId ?? undefined,
    answers: row.answers ?? undefined,
    status: row.status,
    tries: row.tries,
    dueAt: toDate(row.dueAt),
    createdAt: new Date(row.createdAt),
  };
}
