import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { FolderView } from "../../domain/access/rights.ts";
import type { HookCallStatus, HookEvent, HookState } from "../../domain/hooks/hook.ts";
import { runs } from "./runs.ts";
import { workspaces } from "./workspaces.ts";

/** Addresses that are called when something has happened. */
export const hooks = sqliteTable(
  "hooks",
  {
    id: text("id").primaryKey(),
    workspaceId: text("workspace_id")
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    event: text("event").$type<HookEvent>().notNull(),
    targetUrl: text("target_url").notNull(),
    /** Only events of this document; null for all. Not a reference: a deleted document may come back from the bin. */
    documentId: integer("document_id"),
    routeId: integer("route_id"),
    /** Test merges, too. */
    test: integer("test", { mode: "boolean" }).notNull(),
    sealedSecret: text("sealed_secret").notNull(),
    /** JSON; null: everything. */
    view: text("view", { mode: "json" }).$type<FolderView>(),
    madeBy: text("made_by").notNull(),
    state: text("state").$type<HookState>().notNull(),
    failingSince: integer("failing_since"),
    lastResponse: text("last_response").notNull().default(""),
    lastCalledAt: integer("last_called_at"),
    createdAt: integer("created_at").notNull(),
    /** The alert that reports that it was switched off: a row of the outbox. */
    alertId: text("alert_id"),
  },
  (table) => [
    index("hooks_by_event").on(table.workspaceId, table.event),
    index("hooks_gone").on(table.lastCalledAt).where(sql`state = 'gone'`),
    index("hooks_by_alert").on(table.alertId).where(sql`alert_id is not null`),
  ],
);

/**
 * Events that hooks are told of: triggers of `runs`, `outbox` and `documents` write a row for each hook in the transaction
 * of what happened (migrations/0025_hooks.sql). The id is the `webhook-id` of every try.
 */
export const hookCalls = sqliteTable(
  "hook_calls",
  {
    id: text("id").primaryKey(),
    workspaceId: text("workspace_id").notNull(),
    hookId: text("hook_id")
      .notNull()
      .references(() => hooks.id, { onDelete: "cascade" }),
    event: text("event").$type<HookEvent>().notNull(),
    runId: text("run_id").references(() => runs.id, { onDelete: "cascade" }),
    documentId: integer("document_id"),
    versionId: text("version_id"),
    outboxId: text("outbox_id"),
    /** JSON text; removed with the last try. */
    answers: text("answers"),
    status: text("status").$type<HookCallStatus>().notNull(),
    tries: integer("tries").notNull(),
    lease: text("lease"),
    /** When the next try is due, or when the lease of the running one ends; null once final. */
    dueAt: integer("due_at"),
    /** Until then a message in the queue is assumed to bring the row. */
    queuedUntil: integer("queued_until"),
    createdAt: integer("created_at").notNull(),
    finishedAt: integer("finished_at"),
  },
  (table) => [
    index("hook_calls_due").on(table.dueAt).where(sql`due_at is not null`),
    index("hook_calls_of_hook").on(table.hookId, table.status),
    index("hook_calls_of_run").on(table.runId).where(sql`run_id is not null`),
    index("hook_calls_finished").on(table.finishedAt).where(sql`finished_at is not null`),
  ],
);
