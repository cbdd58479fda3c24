import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Owners of everything (decisions "Accounts and keys"). */
export const workspaces = sqliteTable("workspaces", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  /** JSON array of `host` or `host:port` that the guarded fetch may reach although they are internal. */
  internalHosts: text("internal_hosts", { mode: "json" }).$type<string[]>().notNull().default([]),
  /** Defaults for the merges of documents that set none of their own. */
  locale: text("locale"),
  timezone: text("timezone"),
  currency: text("currency"),
  /** Days for which merged files are kept; null: for ever. */
  retentionDays: integer("retention_days"),
  createdAt: integer("created_at").notNull(),
});

/** Credential pairs; the id is the public user name, the secret is kept as SHA-256 only. */
export const apiKeys = sqliteTable(
  "api_keys",
  {
    id: text("id").primaryKey(),
    workspaceId: text("workspace_id")
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    name: text("name").notNull().default(""),
    /** SHA-256 of the secret's UTF-8 text, 64 lower-case hex digits. */
    secretSha256: text("secret_sha256").notNull(),
    createdAt: integer("created_at").notNull(),
    revokedAt: integer("revoked_at"),
  },
  (table) => [index("api_keys_by_workspace").on(table.workspaceId)],
);

/** Merges counted per calendar month (UTC), test merges apart (decisions "Test mode"). */
export const counters = sqliteTable(
  "counters",
  {
    workspaceId: text("workspace_id")
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    /** `YYYY-MM` */
    month: text("month").notNull(),
    merges: integer("merges").notNull().default(0),
    testMerges: integer("test_merges").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.month] })],
);
