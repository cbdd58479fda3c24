import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { workspaces } from "./workspaces.ts";

/** Mail servers that workspaces send by; without one, mails go the way of the deployment. */
export const mailServers = sqliteTable("mail_servers", {
  workspaceId: text("workspace_id")
    .primaryKey()
    .references(() => workspaces.id, { onDelete: "cascade" }),
  /** The sender of mails that name none: `Sales <sales@example.com>`. */
  sender: text("sender").notNull(),
  host: text("host").notNull(),
  port: integer("port").notNull(),
  security: text("security", { enum: ["tls", "starttls", "none"] }).notNull(),
  /** The name of the login; empty for none. */
  user: text("user").notNull(),
  /** Its password, encrypted; empty for none. */
  sealedPassword: text("sealed_password").notNull(),
  /** Where the domain's DKIM key is; empty: usual places are tried. */
  dkimSelector: text("dkim_selector").notNull(),
  updatedAt: integer("updated_at").notNull(),
});
