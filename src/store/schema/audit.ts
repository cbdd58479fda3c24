import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What was done: one chain per workspace, in which each entry holds the hash of the one before it. */
export const auditLog = sqliteTable(
  "audit_log",
  {
    workspaceId: text("workspace_id").notNull(),
    /** 1, 2, 3, ... within the workspace. */
    seq: integer("seq").notNull(),
    /** The entry as canonical JSON; the columns after `hash` repeat parts of it for filters. */
    entry: text("entry").notNull(),
    /** SHA-256 of `entry`. */
    hash: text("hash").notNull(),
    at: integer("at").notNull(),
    actor: text("actor").notNull(),
    action: text("action").notNull(),
    resourceType: text("resource_type").notNull(),
    resourceId: text("resource_id").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.seq] }),
    index("audit_log_by_resource").on(table.workspaceId, table.resourceType, table.resourceId, table.seq),
    index("audit_log_by_actor").on(table.workspaceId, table.actor, table.seq),
    index("audit_log_by_time").on(table.workspaceId, table.at),
  ],
);

/** Signed ends of chains; each is in R2, too. */
export const auditHeads = sqliteTable(
  "audit_heads",
  {
    workspaceId: text("workspace_id").notNull(),
    seq: integer("seq").notNull(),
    hash: text("hash").notNull(),
    /** The signed statement, JSON. */
    signed: text("signed").notNull(),
    at: integer("at").notNull(),
    /** When it was sent to the workspace's auditor; null: not yet, or there is none. */
    sentAt: integer("sent_at"),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.seq] })],
);

/** Requests with wrong credentials, by the minute: strangers write no entries of the log. */
export const auditRefusals = sqliteTable(
  "audit_refusals",
  {
    /** Minutes since 1970. */
    minute: integer("minute").notNull(),
    /** Whose key was named; empty if the key, session or link is nobody's. */
    workspaceId: text("workspace_id").notNull(),
    network: text("network").notNull(),
    /** The code of the failure. */
    code: text("code").notNull(),
    count: integer("count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.minute, table.network, table.code] })],
);
