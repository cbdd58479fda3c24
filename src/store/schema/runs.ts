import { type SQL, sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { OutboxSettings } from "../../domain/delivery/delivery-secrets.ts";
import type { OutboxKind, OutboxStatus } from "../../domain/delivery/outbox.ts";
import type { DocumentOutput } from "../../domain/document.ts";
import type { Renderer } from "../../domain/renderer.ts";
import type { RunAsker, RunFields, RunProblem, RunSeal, RunSource, RunStatus } from "../../domain/run.ts";
import type { RunTask } from "../../domain/run-task.ts";
import { workspaces } from "./workspaces.ts";

/** Merges, from accepted to done or failed. They outlive the document or route that they ran. */
export const runs = sqliteTable(
  "runs",
  {
    /** Grows with time. */
    id: text("id").primaryKey(),
    workspaceId: text("workspace_id")
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    /** What the run does; the columns that follow are taken from `task`, to find runs by them. */
    kind: text("kind").$type<RunTask["kind"]>().notNull().default("document"),
    documentId: integer("document_id"),
    routeId: integer("route_id"),
    /** The template version, pinned when the run was accepted. */
    versionId: text("version_id"),
    /** The run that this one is a part of (data routes, batches) or repeats (`source` replay). */
    parentId: text("parent_id"),
    source: text("source").$type<RunSource>().notNull(),
    status: text("status").$type<RunStatus>().notNull(),
    test: integer("test", { mode: "boolean" }).notNull(),
    output: text("output").$type<DocumentOutput>(),
    /** JSON: a `RunTask`, read by `run-tasks.ts`. */
    task: text("options", { mode: "json" }).$type<unknown>().notNull().default({}),
    /** The merge data as JSON text while it is needed: here if it is small, else in R2. */
    data: text("data"),
    dataKey: text("data_key"),
    requestId: text("request_id").notNull(),
    /** How often a worker took the run up. */
    tries: integer("tries").notNull().default(0),
    /** The token of the worker that holds the run. */
    lease: text("lease"),
    /** When the run must be looked at again if it is not final by then; null once it is. */
    dueAt: integer("due_at"),
    acceptedAt: integer("accepted_at").notNull(),
    startedAt: integer("started_at"),
    finishedAt: integer("finished_at"),
    /** Milliseconds by stage. */
    timings: text("timings", { mode: "json" }).$type<Record<string, number>>(),
    fields: text("fields", { mode: "json" }).$type<RunFields>(),
    warnings: text("warnings", { mode: "json" }).$type<string[]>().notNull().default([]),
    problem: text("problem", { mode: "json" }).$type<RunProblem>(),
    /** When data and files are removed; null: they are kept. */
    expiresAt: integer("expires_at"),
    /** When only the data are removed, once no delivery needs it any more; null: with the files. */
    dataExpiresAt: integer("data_expires_at"),
    /** What made its PDF; null if there is none. */
    renderer: text("renderer").$type<Renderer>(),
    /** The alert that reports that it was given up: a row of the outbox. */
    alertId: text("alert_id"),
    /** What receipts state about a run that is done; it outlives data, files and template. */
    seal: text("seal", { mode: "json" }).$type<RunSeal>(),
    /** Length of the merge data in UTF-8, whether they are still kept or not. */
    dataBytes: integer("data_bytes").notNull().default(0),
    /** Whoever asked had nothing but a merge address, or it is a part of such a run. */
    byAddress: integer("by_address", { mode: "boolean" }).notNull().default(false),
    /** Who asked for it, or for the run that it is a part of; null: a run from before that was kept. */
    askedBy: text("asked_by", { mode: "json" }).$type<RunAsker>(),
  },
  (table) => [
    index("runs_by_workspace").on(table.workspaceId, table.id),
    index("runs_by_status").on(table.workspaceId, table.status, table.id),
    index("runs_by_time").on(table.workspaceId, table.acceptedAt, table.documentId, table.test, table.status),
    index("runs_by_document").on(table.documentId, table.id).where(sql`document_id is not null`),
    index("runs_by_route").on(table.routeId, table.id).where(sql`route_id is not null`),
    index("runs_by_parent").on(table.parentId).where(sql`parent_id is not null`),
    index("runs_due").on(table.dueAt).where(sql`due_at is not null`),
    index("runs_expiring").on(table.expiresAt).where(sql`expires_at is not null`),
    index("runs_data_expiring").on(table.dataExpiresAt).where(sql`data_expires_at is not null`),
    index("runs_by_alert").on(table.alertId).where(sql`alert_id is not null`),
    // What the move to day files looks at: most runs have something left until retention removes it.
    index("runs_settled")
      .on(table.workspaceId, table.id)
      .where(
        sql`due_at is null and data is null and data_key is null and expires_at is null and data_expires_at is null`,
      ),
    index("runs_by_data_blob").on(table.dataKey).where(sql`data_key is not null`),
  ],
);

/** Whether a run is a part of its parent: a document of a route or a record of a batch. A replay, or a route that data were handed on to, is none. */
export const isPart = (run: SQL): SQL =>
  sql`(${run}.source = 'batch' or (${run}.source = 'route' and ${run}.kind = 'document'))`;

/** The `expires_at` of what somebody has purged: it goes before all that has had its time, whatever is still to come of it. */
export const PURGED = 0;

/** Whether nobody has purged a run, whose files and data may still be there then. */
export const isNotPurged = sql`runs.expires_at is not ${sql.raw(String(PURGED))}`;

/** The files that a run made; those of runs in day files are in `kept_files`. */
export const runFiles = sqliteTable(
  "run_files",
  {
    runId: text("run_id")
      .notNull()
      .references(() => runs.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    name: text("name").notNull(),
    mediaType: text("media_type").notNull(),
    sizeBytes: integer("size_bytes").notNull(),
    sha256: text("sha256").notNull(),
    blobKey: text("blob_key").notNull(),
    documentId: integer("document_id"),
    ruleId: text("rule_id"),
  },
  (table) => [primaryKey({ columns: [table.runId, table.position] }), index("run_files_by_blob").on(table.blobKey)],
);

/**
 * Deliveries to be made: one row per run and delivery, written in the batch that makes the run done, and alerts about
 * what was given up. The settings are those at that moment; the id is the `webhook-id` and the stem of the `Message-ID`
 * of every try.
 */
export const outbox = sqliteTable(
  "outbox",
  {
    id: text("id").primaryKey(),
    workspaceId: text("workspace_id").notNull(),
    /** Null for an alert about what belongs to no run, such as a hook. */
    runId: text("run_id").references(() => runs.id, { onDelete: "cascade" }),
    deliveryId: text("delivery_id").notNull(),
    kind: text("kind").$type<OutboxKind>().notNull(),
    name: text("name").notNull().default(""),
    /** In place of secrets stands that the delivery has them. */
    settings: text("settings", { mode: "json" }).$type<OutboxSettings>().notNull(),
    /** The host or queue that the delivery goes to, for throttling; empty until the first try. */
    target: text("target").notNull().default(""),
    status: text("status").$type<OutboxStatus>().notNull(),
    /** JSON: what would be or was sent, for people to see. */
    preview: text("preview", { mode: "json" }).$type<Record<string, unknown>>(),
    tries: integer("tries").notNull().default(0),
    lease: text("lease"),
    /** When the next try is due, or when the lease of the running one ends; null once final. */
    dueAt: integer("due_at"),
    createdAt: integer("created_at").notNull(),
    finishedAt: integer("finished_at"),
    /** Until then a message in the queue is assumed to bring the row; afterwards the cron sends another one. */
    queuedUntil: integer("queued_until"),
    /** The alert that reports that it was given up: another row. */
    alertId: text("alert_id"),
  },
  (table) => [
    uniqueIndex("outbox_by_run").on(table.runId, table.deliveryId),
    index("outbox_due").on(table.dueAt).where(sql`due_at is not null`),
    index("outbox_sending").on(table.workspaceId, table.target).where(sql`status = 'sending'`),
    index("outbox_by_workspace").on(table.workspaceId, table.id),
    index("outbox_by_status").on(table.workspaceId, table.status, table.id),
    index("outbox_by_delivery").on(table.deliveryId, table.id),
    index("outbox_by_alert").on(table.alertId).where(sql`alert_id is not null`),
    index("outbox_alerts").on(table.workspaceId, table.createdAt).where(sql`kind = 'alert'`),
  ],
);

/** Targets of deliveries that failed recently: a row is removed by the first success. */
export const deliveryTargets = sqliteTable(
  "delivery_targets",
  {
    workspaceId: text("workspace_id").notNull(),
    target: text("target").notNull(),
    /** Failures since the last success. */
    failures: integer("failures").notNull(),
    /** Nothing is sent there before this time. */
    restUntil: integer("rest_until"),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.target] })],
);

/** Recipients of the mails of a workspace in one hour (UTC). */
export const mailCounts = sqliteTable(
  "mail_counts",
  {
    workspaceId: text("workspace_id").notNull(),
    /** Hours since 1970. */
    hour: integer("hour").notNull(),
    recipients: integer("recipients").notNull(),
    /** Somebody was told that the bound is reached. */
    reported: integer("told", { mode: "boolean" }).notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.hour, table.workspaceId] })],
);

/** Every try to deliver, with the receiver's answer. */
export const attempts = sqliteTable(
  "attempts",
  {
    id: text("id").primaryKey(),
    workspaceId: text("workspace_id").notNull(),
    outboxId: text("outbox_id")
      .notNull()
      .references(() => outbox.id, { onDelete: "cascade" }),
    /** 1, 2, 3, ... within the delivery. */
    number: integer("number").notNull(),
    ok: integer("ok", { mode: "boolean" }).notNull(),
    /** Status and first lines of the answer, or the sentence of the failure. */
    response: text("response").notNull().default(""),
    startedAt: integer("started_at").notNull(),
    finishedAt: integer("finished_at").notNull(),
  },
  (table) => [
    index("attempts_by_outbox").on(table.outboxId, table.number),
    index("attempts_by_workspace").on(table.workspaceId, table.id),
  ],
);
