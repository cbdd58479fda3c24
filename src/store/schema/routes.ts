import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { DeliveryKind } from "../../domain/delivery/delivery.ts";
import type { StoredSettings } from "../../domain/delivery/delivery-secrets.ts";
import type { RouteRuleCondition, RouteSettings } from "../../domain/route.ts";
import { documents } from "./documents.ts";
import { mergeTargetColumns, mergeTargetIndexes } from "./merge-targets.ts";

/** Data routes (interface 2.7). */
export const routes = sqliteTable(
  "routes",
  {
    ...mergeTargetColumns(),
    /** How the combined PDF is finished. */
    settings: text("settings", { mode: "json" }).$type<RouteSettings>().notNull().default({}),
  },
  (table) => mergeTargetIndexes("routes", table),
);

/** Rules of data routes (interface 2.8, wire "Rules of a data route"). */
export const rules = sqliteTable(
  "rules",
  {
    id: text("id").primaryKey(),
    workspaceId: text("workspace_id").notNull(),
    routeId: integer("route_id")
      .notNull()
      .references(() => routes.id, { onDelete: "cascade" }),
    documentId: integer("document_id").references(() => documents.id, { onDelete: "set null" }),
    /** A URL, or merge language that yields one; empty if the rule names a document. */
    file: text("file").notNull().default(""),
    combine: integer("combine", { mode: "boolean" }).notNull().default(false),
    combineDocx: integer("combine_docx", { mode: "boolean" }).notNull().default(false),
    sort: integer("sort").notNull().default(0),
    /** Order in which the rules were given, for equal `sort`. */
    position: integer("position").notNull(),
    loopField: text("loop_field").notNull().default(""),
    conditions: text("conditions", { mode: "json" }).$type<RouteRuleCondition[]>().notNull().default([]),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("rules_by_route").on(table.routeId, table.sort, table.position),
    index("rules_by_document").on(table.documentId),
  ],
);

/** Deliveries of a document or of a data route (interface 2.5). Ids grow with time. */
export const deliveries = sqliteTable(
  "deliveries",
  {
    id: text("id").primaryKey(),
    workspaceId: text("workspace_id").notNull(),
    documentId: integer("document_id").references(() => documents.id, { onDelete: "cascade" }),
    routeId: integer("route_id").references(() => routes.id, { onDelete: "cascade" }),
    kind: text("kind").$type<DeliveryKind>().notNull(),
    name: text("name").notNull().default(""),
    active: integer("active", { mode: "boolean" }).notNull().default(true),
    /** Secrets among them are encrypted. */
    settings: text("settings", { mode: "json" }).$type<StoredSettings>().notNull(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    /** 0: written by a version that did not encrypt secrets, and still to be done. */
    sealed: integer("sealed", { mode: "boolean" }).notNull().default(false),
    /** Grows with every change: the ETag. */
    revision: integer("revision").notNull().default(1),
  },
  (table) => [
    index("deliveries_unsealed").on(table.id).where(sql`sealed = 0`),
    index("deliveries_by_document").on(table.documentId, table.id).where(sql`document_id is not null`),
    index("deliveries_by_route").on(table.routeId, table.id).where(sql`route_id is not null`),
    check("deliveries_have_one_owner", sql`(document_id is null) <> (route_id is null)`),
  ],
);
