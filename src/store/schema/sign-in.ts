import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { workspaces } from "./workspaces.ts";

/** Browsers that are signed in. Only the SHA-256 of the token in their cookie is kept. */
export const loginSessions = sqliteTable(
  "browser_sessions",
  {
    /** What lists and revocations name; the token does not follow from it. */
    id: text("id").primaryKey(),
    tokenSha256: text("token_sha256").notNull().unique("browser_sessions_by_token"),
    workspaceId: text("workspace_id")
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    /** The API key that signed in, with which the session ends; empty for a sign-in link. */
    keyId: text("key_id").notNull().default(""),
    /** The browser's `User-Agent`, shortened, for people to distinguish sessions. */
    userAgent: text("user_agent").notNull().default(""),
    createdAt: integer("created_at").notNull(),
    lastUsedAt: integer("last_used_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [
    index("browser_sessions_by_workspace").on(table.workspaceId, table.id),
    index("browser_sessions_expiring").on(table.expiresAt),
  ],
);

/** Links that sign a browser in once; only the SHA-256 of the token is kept. The row is removed by its use. */
export const signInLinks = sqliteTable(
  "sign_in_links",
  {
    tokenSha256: text("token_sha256").primaryKey(),
    workspaceId: text("workspace_id")
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [index("sign_in_links_expiring").on(table.expiresAt)],
);
