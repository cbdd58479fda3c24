import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { FolderView } from "../domain/access/rights.ts";
import type { DocumentOutput, DocumentType } from "../domain/document.ts";
import type { RunStatus } from "../domain/run.ts";
import type { Database } from "./database.ts";
import {
  type ListedDocument,
  type StoredDocument,
  selectDocuments,
  selectListedDocuments,
  toListedDocument,
  toSearchText,
  toStoredDocument,
} from "./document-rows.ts";
import { isFolderSeen } from "./folder-view.ts";
import { afterStart, inOrder, type Page } from "./page.ts";
import { documents } from "./schema/documents.ts";

export interface DocumentFilter {
  ids?: readonly number[];
  /** Part of the name; case does not matter. */
  search?: string;
  /** In any of these folders. */
  folderIds?: readonly string[];
  type?: DocumentType;
  output?: DocumentOutput;
  active?: boolean;
}

/** What documents can be listed by. */
export const DOCUMENT_ORDERS = ["id", "name", "updated_at"] as const;
export type DocumentOrder = (typeof DOCUMENT_ORDERS)[number];

/** The last run of a document, in short. */
export interface LastRun {
  id: string;
  status: RunStatus;
  test: boolean;
  acceptedAt: Date;
}

/** A document with everything that a list can show. */
export interface WholeDocument extends StoredDocument {
  lastRun: LastRun | undefined;
}

const KEYS = {
  id: { id: documents.id },
  name: { id: documents.id, by: documents.searchText },
  updated_at: { id: documents.id, by: documents.updatedAt },
} as const;

/** Lists of documents. */
export function createDocumentLists(database: Database, view: FolderView | undefined) {
  return {
    /** In the page's order, ascending by id if it names none. */
    async list(workspaceId: string, filter: DocumentFilter, page: Page<DocumentOrder>): Promise<ListedDocument[]> {
      const rows = await selectListedDocuments(database)
        .where(and(isListed(workspaceId, filter, page), isFolderSeen(view, documents.folderId)))
        .orderBy(...inOrder(KEYS[page.order ?? "id"], page))
        .limit(page.limit);
      return rows.map(toListedDocument);
    },

    /** The same, with settings and the last run of each. */
    async listWhole(workspaceId: string, filter: DocumentFilter, page: Page<DocumentOrder>): Promise<WholeDocument[]> {
      const rows = await selectDocuments(database)
        .where(and(isListed(workspaceId, filter, page), isFolderSeen(view, documents.folderId)))
        .orderBy(...inOrder(KEYS[page.order ?? "id"], page))
        .limit(page.limit);
      const found = rows.map(toStoredDocument);
      const lastRuns = await lastRunsOf(database, workspaceId, found);
      return found.map((document) => ({ ...document, lastRun: lastRuns.get(document.id) }));
    },

    /** The last run of one document. */
    async lastRun(workspaceId: string, id: number): Promise<LastRun | undefined> {
      return (await lastRunsOf(database, workspaceId, [{ id }])).get(id);
    },
  };
}

function isListed(workspaceId: string, filter: DocumentFilter, page: Page<DocumentOrder>): SQL | undefined {
  const { ids, search, folderIds, type, output, active } = filter;
  return and(
    eq(documents.workspaceId, workspaceId),
    isNull(documents.deletedAt),
    ids && sql`${documents.id} in (select value from json_each(${JSON.stringify(ids)}))`,
    folderIds && sql`${documents.folderId} in (select value from json_each(${JSON.stringify(folderIds)}))`,
    search ? sql`instr(${documents.searchText}, ${toSearchText(search)}) > 0` : undefined,
    type === undefined ? undefined : eq(documents.type, type),
    output === undefined ? undefined : eq(documents.output, output),
    active === undefined ? undefined : eq(documents.active, active),
    afterStart(KEYS[page.order ?? "id"], page),
  );
}

async function lastRunsOf(
  database: Database,
  workspaceId: string,
  of: readonly { id: number }[],
): Promise<Map<number, LastRun>> {
  if (of.length === 0) return new Map();
  const ids = JSON.stringify(of.map(({ id }) => id));
  // `cross` keeps the order: without statistics SQLite would go through all runs of the workspace for each document.
  const rows = await database.all<{ document: number; id: string; status: RunStatus; test: number; time: number }>(sql`
    select run.document_id as document, run.id, run.status, run.test, run.accepted_at as time
    from json_each(${ids}) as wanted
    cross join runs as run on run.id = (select max(id) from runs where document_id = wanted.value)
    where run.workspace_id = ${workspaceId}`);

  return new Map(
    rows.map(({ document, id, status, test, time }) => [
      document,
      { id, status, test: test === 1, acceptedAt: new Date(time) },
    ]),
  );
}
