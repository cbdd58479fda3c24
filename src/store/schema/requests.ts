import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { workspaces } from "./workspaces.ts";

/** Data gathered under a `_session` key until `_session_merge` (wire "Beyond the listed endpoints"). */
export const sessions = sqliteTable(
  "sessions",
  {
    id: text("id").primaryKey(),
    workspaceId: text("workspace_id")
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    /** `document/12` or `route/5`: the merge address that the posts went to. */
    owner: text("owner").notNull(),
    /** SHA-256 of the session's name, and of the key that it belongs to if it came with credentials. */
    key: text("key").notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [
    uniqueIndex("sessions_by_key").on(table.workspaceId, table.owner, table.key),
    index("sessions_expiring").on(table.expiresAt),
  ],
);

/** One post of a session: JSON text here if it is small, else in R2. */
export const dataSessionPosts = sqliteTable(
  "session_posts",
  {
    id: text("id").primaryKey(),
    sessionId: text("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    append: integer("append", { mode: "boolean" }).notNull(),
    data: text("data"),
    dataKey: text("data_key"),
    createdAt: integer("created_at").notNull(),
    /** Length of the JSON text in UTF-8. */
    bytes: integer("bytes").notNull().default(0),
  },
  (table) => [
    index("session_posts_by_session").on(table.sessionId, table.id),
    index("session_posts_by_blob").on(table.dataKey),
  ],
);

/** Answers kept for `Idempotency-Key` (wire "Headers"). */
export const idempotencyKeys = sqliteTable(
  "idempotency_keys",
  {
    /** The id of a key or of a browser's session, or a SHA-256 of what an address without credentials names and got. */
    scope: text("scope").notNull(),
    key: text("key").notNull(),
    fingerprint: text("fingerprint").notNull(),
    /** Null while the first request runs. */
    status: integer("status"),
    headers: text("headers", { mode: "json" }).$type<[name: string, value: string][]>(),
    /** Base64 of a small body; larger ones are in R2. */
    body: text("body"),
    bodyKey: text("body_key"),
    /** The run that the answer tells of: when its data go, the answer goes. */
    runId: text("run_id"),
    /** When the request began, or last reported that it is still running. */
    startedAt: integer("started_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    /** In which it is kept; null where a version before wrote it. */
    workspaceId: text("workspace_id"),
  },
  (table) => [
    primaryKey({ columns: [table.scope, table.key] }),
    index("idempotency_keys_expiring").on(table.expiresAt),
    index("idempotency_keys_by_blob").on(table.bodyKey),
    index("idempotency_keys_by_run").on(table.runId).where(sql`run_id is not null`),
  ],
);

/** Links that expire to files of runs. Only the SHA-256 of the token is kept. */
export const links = sqliteTable(
  "links",
  {
    tokenSha256: text("token_sha256").primaryKey(),
    workspaceId: text("workspace_id").notNull(),
    /** It may be in a day file by now. */
    runId: text("run_id").notNull(),
    /** Which of the run's files. */
    position: integer("position").notNull(),
    /** Salted and stretched by whoever made the link; null: no password is required. */
    passwordHash: text("password_hash"),
    /** The link dies with its first download (`security` high). */
    once: integer("once", { mode: "boolean" }).notNull().default(false),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    usedAt: integer("used_at"),
    /** Wrong passwords since the last lock. */
    failures: integer("failures").notNull().default(0),
    /** After too many wrong passwords none is checked before this time. */
    lockedUntil: integer("locked_until"),
  },
  (table) => [index("links_expiring").on(table.expiresAt), index("links_by_run").on(table.runId)],
);

/** How far each sweep of the blobs has progressed. */
export const sweeps = sqliteTable("sweeps", {
  name: text("name").primaryKey(),
  cursor: text("cursor").notNull(),
  updatedAt: integer("updated_at").notNull(),
});
