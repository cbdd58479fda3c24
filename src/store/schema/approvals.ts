import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ApprovalStatus, AskedChange } from "../../domain/approval/approval.ts";
import { documents } from "./documents.ts";

/** What one person asks another to approve: a document as it would be after a change. */
export const approvals = sqliteTable(
  "approvals",
  {
    id: text("id").primaryKey(),
    workspaceId: text("workspace_id").notNull(),
    documentId: integer("document_id")
      .notNull()
      .references(() => documents.id, { onDelete: "cascade" }),
    /** JSON. */
    change: text("change", { mode: "json" }).$type<AskedChange>().notNull(),
    /** Of what merges would use: template, settings, deliveries (`stateDigest`). */
    stateSha256: text("state_sha256").notNull(),
    status: text("status").$type<ApprovalStatus>().notNull(),
    /** Persons. */
    askedBy: text("asked_by").notNull(),
    /** The person who wrote the version; empty if that is not known. */
    author: text("author").notNull(),
    /** The only one who may decide; empty for everybody else who may publish. */
    askedOf: text("asked_of").notNull(),
    comment: text("comment").notNull(),
    decidedBy: text("decided_by").notNull().default(""),
    reply: text("reply").notNull().default(""),
    createdAt: integer("created_at").notNull(),
    decidedAt: integer("decided_at"),
    usedAt: integer("used_at"),
  },
  (table) => [index("approvals_by_document").on(table.documentId, table.stateSha256)],
);
