import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { folders } from "./merge-targets.ts";
import { workspaces } from "./workspaces.ts";

/** People who are, or were, members of a workspace; whoever is in several has a row for each. */
export const persons = sqliteTable(
  "persons",
  {
    id: text("id").primaryKey(),
    workspaceId: text("workspace_id")
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    /** As it is compared (`comparableEmail`). */
    email: text("email").notNull(),
    name: text("name").notNull(),
    createdAt: integer("created_at").notNull(),
    lastSeenAt: integer("last_seen_at"),
  },
  (table) => [
    uniqueIndex("persons_by_email").on(table.workspaceId, table.email),
    index("persons_by_address").on(table.email),
  ],
);

/** Who belongs to which workspace, as what. */
export const memberships = sqliteTable(
  "memberships",
  {
    workspaceId: text("workspace_id")
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    personId: text("person_id")
      .notNull()
      .references(() => persons.id, { onDelete: "cascade" }),
    /** A name of `ROLES`. */
    role: text("role").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.personId] }),
    index("memberships_by_person").on(table.personId),
  ],
);

/** Another role of a member in a folder and below it. */
export const folderRights = sqliteTable(
  "folder_rights",
  {
    workspaceId: text("workspace_id")
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    personId: text("person_id")
      .notNull()
      .references(() => persons.id, { onDelete: "cascade" }),
    folderId: text("folder_id")
      .notNull()
      .references(() => folders.id, { onDelete: "cascade" }),
    /** A name of `ROLES`; empty for none. */
    role: text("role").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.personId, table.folderId] }),
    index("folder_rights_by_folder").on(table.folderId),
    index("folder_rights_by_person").on(table.personId),
  ],
);

/** Invitations that nobody has accepted yet. Only the SHA-256 of the token is kept; the row is removed by its use. */
export const invitations = sqliteTable(
  "invitations",
  {
    id: text("id").primaryKey(),
    workspaceId: text("workspace_id")
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    /** As it is compared (`comparableEmail`). */
    email: text("email").notNull(),
    role: text("role").notNull(),
    /** JSON: `[{"id": folder, "role": role or ""}]`. */
    folders: text("folders").notNull(),
    tokenSha256: text("token_sha256").notNull().unique("invitations_by_token"),
    /** The person who invites; empty for a key. */
    invitedBy: text("invited_by").notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [
    uniqueIndex("invitations_by_email").on(table.workspaceId, table.email),
    index("invitations_expiring").on(table.expiresAt),
  ],
);
