import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Right } from "../../domain/access/rights.ts";

/** Owners of everything (wire "Accounts and keys"). */
export const workspaces = sqliteTable("workspaces", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  /** Defaults for the merges of documents that set none of their own. */
  locale: text("locale"),
  timezone: text("timezone"),
  currency: text("currency"),
  /** Days for which merged files are kept; null: forever. */
  retentionDays: integer("retention_days"),
  /** Where its users last reached the service: links in deliveries lead there unless PUBLIC_BASE_URL is set. */
  origin: text("origin"),
  /** Who is told of runs and deliveries that are given up: a web address or e-mail addresses; null: nobody. */
  alertAddress: text("alert_address"),
  /** Signs what goes to a web address; two separated by a blank while one replaces the other. */
  alertSecret: text("alert_secret"),
  /** What it keeps, in bytes: template versions, samples, fonts, data and files of runs, sessions. Triggers count. */
  storedBytes: integer("stored_bytes").notNull().default(0),
  /** Days for which entries of the log are kept; null: forever. */
  auditDays: integer("audit_days"),
  /** Grows with every change of the settings: their ETag. */
  revision: integer("revision").notNull().default(1),
  /**
   * Grows with every change of what merges read: documents, deliveries, fonts, former addresses, the defaults above. What an isolate keeps
   * of them is held against it. Triggers count.
   */
  targetsRevision: integer("targets_revision").notNull().default(1),
  createdAt: integer("created_at").notNull(),
});

/** Credential pairs; the id is the public user name, the secret is kept only as SHA-256. */
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
    /** Written at most every few minutes. */
    lastUsedAt: integer("last_used_at"),
    revokedAt: integer("revoked_at"),
    /** JSON: names of `RIGHTS`; null for all. */
    rights: text("rights", { mode: "json" }).$type<Right[]>(),
    /** JSON: ids of the only folders that it may use; null for all. */
    folders: text("folders", { mode: "json" }).$type<string[]>(),
    expiresAt: integer("expires_at"),
    /** The person, and the one who revoked it; empty for a key, the command line, and before it was kept. */
    madeBy: text("made_by").notNull().default(""),
    revokedBy: text("revoked_by").notNull().default(""),
  },
  (table) => [
    index("api_keys_by_workspace").on(table.workspaceId),
    index("api_keys_by_maker").on(table.workspaceId, table.madeBy),
  ],
);

/** A signer: a private key under the deployment's key, and what its certificate says. */
export const signingIdentities = sqliteTable(
  "signing_identities",
  {
    id: text("id").primaryKey(),
    workspaceId: text("workspace_id")
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** Private key and certificates, encrypted. */
    sealed: text("sealed").notNull(),
    subject: text("subject").notNull(),
    issuer: text("issuer").notNull(),
    serialNumber: text("serial_number").notNull(),
    fingerprint: text("fingerprint").notNull(),
    validFrom: integer("valid_from").notNull(),
    validTo: integer("valid_to").notNull(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [uniqueIndex("signing_identities_by_name").on(table.workspaceId, table.name)],
);

/** Merges counted per calendar month (UTC), test merges apart (wire "Test mode"). */
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

/** Fonts that workspaces uploaded; their bytes are in R2. */
export const fonts = sqliteTable(
  "fonts",
  {
    id: text("id").primaryKey(),
    workspaceId: text("workspace_id")
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    family: text("family").notNull(),
    /** The family in lower case: names of fonts have no case. */
    familyKey: text("family_key").notNull(),
    /** What programs with four styles per family call it, if that is another name. */
    styleFamily: text("style_family"),
    postScriptName: text("post_script_name").notNull(),
    weight: integer("weight").notNull(),
    isBold: integer("is_bold", { mode: "boolean" }).notNull(),
    isItalic: integer("is_italic", { mode: "boolean" }).notNull(),
    /** What it was sent as: `ttf`, `otf`, `woff`, `woff2`. */
    format: text("format").notNull(),
    sizeBytes: integer("size_bytes").notNull(),
    blobKey: text("blob_key").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("fonts_by_face").on(table.workspaceId, table.familyKey, table.weight, table.isItalic),
    index("fonts_by_blob").on(table.blobKey),
  ],
);
