import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { workspaces } from "./workspaces.ts";

/** Workspaces whose fill-in pages ask Turnstile whether a person sends them. */
export const turnstileKeys = sqliteTable("turnstile_keys", {
  workspaceId: text("workspace_id")
    .primaryKey()
    .references(() => workspaces.id, { onDelete: "cascade" }),
  /** What the widget on the page is called by; anyone may see it. */
  siteKey: text("site_key").notNull(),
  /** What its tokens are verified with, encrypted. */
  sealedSecret: text("sealed_secret").notNull(),
  updatedAt: integer("updated_at").notNull(),
});
