import { and, eq, sql } from "drizzle-orm";
import { runBatch } from "./batch.ts";
import { putIntoBin } from "./bin/binned-rows.ts";
import type { Database } from "./database.ts";
import { newId } from "./ids.ts";
import { afterStart, inOrder, type Page } from "./page.ts";
import { samples } from "./schema/documents.ts";

/** Data kept with a document to try it out, without the data themselves. */
export interface ListedSample {
  id: string;
  name: string;
  /** Characters of the data's JSON text. */
  length: number;
  createdAt: Date;
  updatedAt: Date;
  /** Grows with every change. */
  revision: number;
}

export interface Sample extends ListedSample {
  /** The data's JSON text: an object. */
  data: string;
}

/** What samples can be listed by. */
export const SAMPLE_ORDERS = ["name", "created_at"] as const;
export type SampleOrder = (typeof SAMPLE_ORDERS)[number];

const KEYS = { name: { id: samples.id, by: samples.name }, created_at: { id: samples.id } } as const;

const listedColumns = {
  id: samples.id,
  name: samples.name,
  length: sql<number>`length(${samples.data})`,
  createdAt: samples.createdAt,
  updatedAt: samples.updatedAt,
  revision: samples.revision,
};

/** Samples of documents. The caller has made sure that the document is the workspace's. */
export function createSamples(database: Database) {
  const isAt = (revision: number | undefined) => (revision === undefined ? undefined : eq(samples.revision, revision));
  const one = (workspaceId: string, documentId: number, id: string) =>
    and(eq(samples.id, id), eq(samples.documentId, documentId), eq(samples.workspaceId, workspaceId));

  return {
    async list(workspaceId: string, documentId: number, page: Page<SampleOrder>): Promise<ListedSample[]> {
      const keys = KEYS[page.order ?? "name"];
      const rows = await database
        .select(listedColumns)
        .from(samples)
        .where(and(eq(samples.documentId, documentId), eq(samples.workspaceId, workspaceId), afterStart(keys, page)))
        .orderBy(...inOrder(keys, page))
        .limit(page.limit);
      return rows.map(toListed);
    },

    async byId(workspaceId: string, documentId: number, id: string): Promise<Sample | undefined> {
      const [row] = await database
        .select({ ...listedColumns, data: samples.data })
        .from(samples)
        .where(one(workspaceId, documentId, id));
      return row && { ...toListed(row), data: row.data };
    },

    async byName(workspaceId: string, documentId: number, name: string): Promise<Sample | undefined> {
      const [row] = await database
        .select({ ...listedColumns, data: samples.data })
        .from(samples)
        .where(and(eq(samples.documentId, documentId), eq(samples.name, name), eq(samples.workspaceId, workspaceId)));
      return row && { ...toListed(row), data: row.data };
    },

    /** Undefined if the document has a sample of this name. */
    async create(
      workspaceId: string,
      documentId: number,
      { id = newId(), name, data }: { id?: string; name: string; data: string },
      now: Date,
    ): Promise<Sample | undefined> {
      await database
        .insert(samples)
        .values({ id, workspaceId, documentId, name, data, createdAt: now.getTime(), updatedAt: now.getTime() })
        .onConflictDoNothing();
      return this.byId(workspaceId, documentId, id);
    },

    /**
     * Only what is given changes. `taken`: another sample of the document has the name.
     * @param revision if given, only a sample that is still at it is changed
     */
    async update(
      workspaceId: string,
      documentId: number,
      id: string,
      changes: { name?: string; data?: string },
      revision: number | undefined,
      now: Date,
    ): Promise<Sample | "taken" | undefined> {
      const other = changes.name === undefined ? undefined : await this.byName(workspaceId, documentId, changes.name);
      if (other && other.id !== id) return "taken";
      const updated = await database
        .update(samples)
        .set({ ...changes, revision: sql`${samples.revision} + 1`, updatedAt: now.getTime() })
        .where(and(one(workspaceId, documentId, id), isAt(revision)))
        .returning({ id: samples.id });
      return updated.length > 0 ? this.byId(workspaceId, documentId, id) : undefined;
    },

    /** Into the bin. @param revision if given, only a sample that is still at it */
    async delete(
      workspaceId: string,
      documentId: number,
      id: string,
      revision: number | undefined,
      now: Date,
    ): Promise<boolean> {
      const isSample = and(one(workspaceId, documentId, id), isAt(revision));
      const deleted = await runBatch(
        database,
        [putIntoBin(database, "sample", isSample, now)],
        database.delete(samples).where(isSample).returning({ id: samples.id }),
      );
      return deleted.length > 0;
    },

    async count(workspaceId: string, documentId: number): Promise<number> {
      return database.$count(samples, and(eq(samples.documentId, documentId), eq(samples.workspaceId, workspaceId)));
    },
  };
}

function toListed(row: {
  id: string;
  name: string;
  length: number;
  createdAt: number;
  updatedAt: number;
  revision: number;
}): ListedSample {
  return { ...row, createdAt: new Date(row.createdAt), updatedAt: new Date(row.updatedAt) };
}
