import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { persons } from "./people.ts";
import { workspaces } from "./workspaces.ts";

/**
 * Sign-ins and consents that began in a browser and wait for their second half. Of what comes back only the SHA-256 is kept; a row is removed
 * by its use, or becomes `used_mail`.
 */
export const signInAttempts = sqliteTable(
  "sign_in_attempts",
  {
    /** Of the state, the mailed token or the challenge. */
    tokenSha256: text("token_sha256").primaryKey(),
    /** `openid`, `mail`, `used_mail`, `passkey`, `new_passkey` or `consent`. */
    kind: text("kind").notNull(),
    /** Of the cookie of the browser that began. */
    browserSha256: text("browser_sha256").notNull(),
    /** Whom a mail went to, for counting: SHA-256 of the address; empty for the others. */
    recipientSha256: text("recipient_sha256").notNull().default(""),
    /** JSON, by kind. */
    data: text("data").notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [
    index("sign_in_attempts_by_recipient").on(table.recipientSha256, table.createdAt),
    index("sign_in_attempts_expiring").on(table.expiresAt),
  ],
);

/** OpenID Connect issuers of workspaces, for the people of one domain each. */
export const issuers = sqliteTable(
  "issuers",
  {
    id: text("id").primaryKey(),
    workspaceId: text("workspace_id")
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    issuer: text("issuer").notNull(),
    clientId: text("client_id").notNull(),
    /** Under the deployment's key; null for a public client. */
    sealedSecret: text("sealed_secret"),
    /** Whose addresses it may speak for, in letters of DNS. */
    domain: text("domain").notNull(),
    /** What the domain's TXT record has to say. */
    proofToken: text("proof_token").notNull(),
    /** When the record was last there; null: never, or no longer. */
    provedAt: integer("proved_at"),
    /** When it was last looked for. */
    checkedAt: integer("checked_at"),
    /** What people become whom nobody invited; null: they are turned away. */
    newcomerRole: text("newcomer_role"),
    /** The workspace's people sign in by this issuer only. */
    isOnlyWay: integer("is_only_way", { mode: "boolean" }).notNull().default(false),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [index("issuers_by_workspace").on(table.workspaceId), index("issuers_by_domain").on(table.domain)],
);

/** Who somebody is at an issuer, in each workspace by itself. It goes with the membership. */
export const personIdentities = sqliteTable(
  "person_identities",
  {
    workspaceId: text("workspace_id")
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    /** The client that the issuer knows: some issuers name people otherwise to each of their clients. */
    clientId: text("client_id").notNull(),
    personId: text("person_id")
      .notNull()
      .references(() => persons.id, { onDelete: "cascade" }),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.issuer, table.subject] }),
    index("person_identities_by_subject").on(table.issuer, table.subject),
    uniqueIndex("person_identities_by_person").on(table.personId, table.issuer, table.clientId),
  ],
);

/** Passkeys of people. They go with the membership. */
export const passkeys = sqliteTable(
  "passkeys",
  {
    /** The credential's id, base64url. */
    id: text("id").primaryKey(),
    personId: text("person_id")
      .notNull()
      .references(() => persons.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** COSE, base64url. */
    publicKey: text("public_key").notNull(),
    counter: integer("counter").notNull(),
    /** JSON list. */
    transports: text("transports").notNull(),
    isBackedUp: integer("is_backed_up", { mode: "boolean" }).notNull(),
    createdAt: integer("created_at").notNull(),
    lastUsedAt: integer("last_used_at"),
  },
  (table) => [index("passkeys_by_person").on(table.personId, table.createdAt)],
);

/** A directory that says who is in a workspace (SCIM); of its token only SHA-256 is kept. */
export const directories = sqliteTable("directories", {
  workspaceId: text("workspace_id")
    .primaryKey()
    .references(() => workspaces.id, { onDelete: "cascade" }),
  tokenSha256: text("token_sha256").notNull().unique("directories_by_token"),
  /** What its people become. */
  role: text("role").notNull(),
  createdAt: integer("created_at").notNull(),
  lastUsedAt: integer("last_used_at"),
});

/** What a directory says of its people. */
export const directoryUsers = sqliteTable(
  "directory_users",
  {
    id: text("id").primaryKey(),
    workspaceId: text("workspace_id")
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    userName: text("user_name").notNull(),
    /** In lower case: names have no case. */
    userNameKey: text("user_name_key").notNull(),
    externalId: text("external_id").notNull(),
    email: text("email").notNull(),
    name: text("name").notNull(),
    isActive: integer("is_active", { mode: "boolean" }).notNull(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("directory_users_by_name").on(table.workspaceId, table.userNameKey),
    index("directory_users_by_external_id").on(table.workspaceId, table.externalId),
  ],
);

/** What the authorization server for applications keeps: clients, grants and tokens, tokens by their hash. */
export const applicationRecords = sqliteTable(
  "application_records",
  {
    key: text("key").primaryKey(),
    value: text("value").notNull(),
    /** Seconds since 1970; null: it stays. */
    expiresAt: integer("expires_at"),
  },
  (table) => [index("application_records_expiring").on(table.expiresAt)],
);
