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
    /** The person; empty for a key, and for a sign-in link. With the membership the session ends. */
    personId: text("person_id").notNull().default(""),
    /** How it was opened: `key`, `link`, `mail`, `passkey`, `oidc` ...; empty for those before it was kept. */
    way: text("way").notNull().default(""),
    /** When its person has last proved to be there, for what asks for a fresh sign-in. */
    freshAt: integer("fresh_at"),
    /** The browser's `User-Agent`, shortened, for people to distinguish sessions. */
    userAgent: text("user_agent").notNull().default(""),
    createdAt: integer("created_at").notNull(),
    lastUsedAt: integer("last_used_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [
    index("browser_sessions_by_workspace").on(table.workspaceId, table.id),
    index("browser_sessions_by_person").on(table.personId),
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
