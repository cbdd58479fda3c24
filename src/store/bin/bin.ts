import { and, eq, isNotNull, lte, type SQL, sql } from "drizzle-orm";
import type { FolderView } from "../../domain/access/rights.ts";
import { runBatch, type Statement } from "../batch.ts";
import type { Blobs } from "../blobs.ts";
import type { Database } from "../database.ts";
import { isPathSeen } from "../folder-view.ts";
import { ensureFolder, folderIdByPath } from "../folders.ts";
import type { Page } from "../page.ts";
import { type BinnedKind, bin } from "../schema/bin.ts";
import { documents } from "../schema/documents.ts";
import { routes } from "../schema/routes.ts";
import { isBack, takeOutOfBin } from "./binned-rows.ts";
import { notUnfinished } from "./unfinished-runs.ts";

/** What the bin can hold. */
export const BIN_KINDS = ["document", "route", "sample", "delivery", "font", "identity"] as const;
export type BinKind = (typeof BIN_KINDS)[number];

/** Something that was deleted, and can come back. */
export interface BinItem {
  kind: BinKind;
  id: string;
  name: string;
  /** The path of its folder, or of that of what it belongs to; empty for none. */
  folder: string;
  /** That folder was deleted, too. */
  isFolderGone: boolean;
  /** What a sample or a delivery belongs to. */
  documentId: number | undefined;
  routeId: number | undefined;
  /** What it belongs to is in the bin, too. */
  isOwnerDeleted: boolean;
  deletedAt: Date;
}

/** What somebody sees of the bin. */
export interface BinView {
  /** By kind, where; a kind that is not there is not seen. */
  kinds: ReadonlyMap<BinKind, FolderView | undefined>;
  /** What lay in folders that are gone, whose rights are gone with them. */
  isOwner: boolean;
}

interface BinRow {
  kind: BinKind;
  id: string;
  name: string;
  folder: string;
  isFolderGone: number;
  documentId: number | null;
  routeId: number | null;
  isOwnerDeleted: number;
  deletedAt: number;
}

/** The path of a deleted document's or data route's folder, whose row may be gone. @param table its table, or an alias of it */
const pathOf = (table: SQL): SQL =>
  sql`coalesce((select path from folders where folders.id = ${table}.folder_id), ${table}.deleted_from, '')`;
const isGone = (table: SQL): SQL => sql`(${table}.folder_id is null and ${table}.deleted_from <> '')`;

/** What is deleted lies here until its time is up (`garbage`): it comes back with its id and address, or goes for good. */
export function createBin(database: Database, blobs: Blobs) {
  /** Deleted rows of a table whose rows stay in it. */
  function deletedTargets(kind: "document" | "route", workspaceId: string): SQL {
    const table = sql.raw(kind === "document" ? "documents" : "routes");
    return sql`select ${sql.raw(`'${kind}'`)} as kind, cast(id as text) as id, name, ${pathOf(table)} as folder,
        ${isGone(table)} as isFolderGone, null as documentId, null as routeId, 0 as isOwnerDeleted, deleted_at as deletedAt
      from ${table} where workspace_id = ${workspaceId} and deleted_at is not null`;
  }

  /** Rows of the bin, with where their documents or data routes are. */
  function binnedRows(workspaceId: string): SQL {
    return sql`select bin.kind, bin.id, bin.name,
        case when bin.document_id is not null then ${pathOf(sql.raw("document"))}
          when bin.route_id is not null then ${pathOf(sql.raw("route"))} else '' end as folder,
        coalesce(${isGone(sql.raw("document"))}, ${isGone(sql.raw("route"))}, 0) as isFolderGone,
        bin.document_id as documentId, bin.route_id as routeId,
        coalesce(document.deleted_at, route.deleted_at) is not null as isOwnerDeleted, bin.deleted_at as deletedAt
      from bin left join documents as document on document.id = bin.document_id
        left join routes as route on route.id = bin.route_id
      where bin.workspace_id = ${workspaceId}`;
  }

  function isSeen({ kinds, isOwner }: BinView): SQL {
    const seen = Array.from(kinds, ([kind, view]) => {
      const isThere = view ? isPathSeen(view, sql`item.folder`) : sql`1`;
      return sql`(item.kind = ${kind} and ${isThere})`;
    });
    return sql`((${seen.length === 0 ? sql`0` : sql.join(seen, sql` or `)}) and (${isOwner ? 1 : 0} or not item.isFolderGone))`;
  }

  async function rows(workspaceId: string, view: BinView, rest: SQL): Promise<BinItem[]> {
    const found = await database.all<BinRow>(sql`
      select item.* from (${deletedTargets("document", workspaceId)} union all ${deletedTargets("route", workspaceId)}
        union all ${binnedRows(workspaceId)}) as item
      where ${isSeen(view)} ${rest}`);
    return found.map(toItem);
  }

  const isItem = (workspaceId: string, kind: BinnedKind, id: string) =>
    and(eq(bin.kind, kind), eq(bin.id, id), eq(bin.workspaceId, workspaceId));

  /** A document or data route is visible again; a folder that is gone is made anew. */
  async function restoreTarget(workspaceId: string, { kind, id, folder, isFolderGone }: BinItem, now: Date) {
    const table = kind === "document" ? documents : routes;
    const statements: Statement[] = isFolderGone ? ensureFolder(database, workspaceId, folder, now) : [];
    const restored = await runBatch(
      database,
      statements,
      database
        .update(table)
        .set({
          deletedAt: null,
          deletedFrom: "",
          revision: sql`${table.revision} + 1`,
          updatedAt: now.getTime(),
          ...(isFolderGone ? { folderId: folderIdByPath(workspaceId, folder) } : {}),
        })
        .where(and(eq(table.id, Number(id)), eq(table.workspaceId, workspaceId), isNotNull(table.deletedAt)))
        .returning({ id: table.id }),
    );
    return restored.length > 0;
  }

  return {
    /** What was deleted last comes first. */
    list(workspaceId: string, view: BinView, { limit, after }: Page): Promise<BinItem[]> {
      const start = after ? sql`and (item.deletedAt, item.id) < (${Number(after.value)}, ${after.id})` : sql``;
      return rows(workspaceId, view, sql`${start} order by item.deletedAt desc, item.id desc limit ${limit}`);
    },

    async byId(workspaceId: string, view: BinView, kind: BinKind, id: string): Promise<BinItem | undefined> {
      const [item] = await rows(workspaceId, view, sql`and item.kind = ${kind} and item.id = ${id}`);
      return item;
    },

    /**
     * Brings something back, with its id and address.
     * @param name in place of the one that it had; of a sample or a signing identity
     * @returns false if it is no longer in the bin, or what has to be unique of it was taken meanwhile
     */
    async restore(workspaceId: string, item: BinItem, name: string | undefined, now: Date): Promise<boolean> {
      const { kind, id } = item;
      if (kind === "document" || kind === "route") return restoreTarget(workspaceId, item, now);

      const one = isItem(workspaceId, kind, id);
      const restored = await runBatch(
        database,
        [takeOutOfBin(database, kind, one, name)],
        database
          .delete(bin)
          .where(and(one, isBack(kind)))
          .returning({ id: bin.id }),
      );
      return restored.length > 0;
    },

    /**
     * Removes something for good.
     * @returns false if it is no longer in the bin, or runs of it are still under way
     */
    async remove(workspaceId: string, { kind, id }: BinItem): Promise<boolean> {
      if (kind === "document" || kind === "route") {
        const table = kind === "document" ? documents : routes;
        const removed = await database
          .delete(table)
          .where(
            and(
              eq(table.id, Number(id)),
              eq(table.workspaceId, workspaceId),
              isNotNull(table.deletedAt),
              notUnfinished(database, table),
            ),
          )
          .returning({ id: table.id });
        return removed.length > 0;
      }

      const [removed] = await database
        .delete(bin)
        .where(isItem(workspaceId, kind, id))
        .returning({ blobKey: bin.blobKey });
      if (removed?.blobKey) await blobs.delete([removed.blobKey]);
      return removed !== undefined;
    },
  };
}

/** Removes what was deleted before then; bytes are swept later. */
export async function dropFromBin(database: Database, before: Date, limit: number): Promise<number> {
  const old = database.select({ rowid: sql`rowid` }).from(bin).where(lte(bin.deletedAt, before.getTime())).limit(limit);
  const dropped = await database.delete(bin).where(sql`rowid in ${old}`).returning({ id: bin.id });
  return dropped.length;
}

function toItem({ isFolderGone, documentId, routeId, isOwnerDeleted, deletedAt, ...row }: BinRow): BinItem {
  return {
    ...row,
    isFolderGone: isFolderGone === 1,
    documentId: documentId ?? undefined,
    routeId: routeId ?? undefined,
    isOwnerDeleted: isOwnerDeleted === 1,
    deletedAt: new Date(deletedAt),
  };
}
