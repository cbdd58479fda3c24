import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { DeliveryKind, DeliveryOwner } from "../domain/delivery/delivery.ts";
import type { StoredSettings } from "../domain/delivery/delivery-secrets.ts";
import { isGiven, useApproval } from "./approvals/approvals.ts";
import { runBatch, type Statement } from "./batch.ts";
import { putIntoBin } from "./bin/binned-rows.ts";
import type { Database } from "./database.ts";
import { newId } from "./ids.ts";
import { isChangeable } from "./schema/is-here.ts";
import { deliveries } from "./schema/routes.ts";

/** A delivery of a document or of a data route (interface 2.5). */
export interface Delivery {
  id: string;
  kind: DeliveryKind;
  name: string;
  active: boolean;
  settings: StoredSettings;
  /** Grows with every change. */
  revision: number;
}

/** A delivery with secrets in clear, perhaps, and when it was changed last. */
export type Unsealed = Pick<Delivery, "id" | "kind"> & {
  workspaceId: string;
  settings: Readonly<Record<string, unknown>>;
  updatedAt: number;
};

export type NewDelivery = Omit<Delivery, "id" | "revision">;

/** What a change is held against. */
interface ChangeTerms {
  /** If there is one, only a delivery that is still at it is changed. */
  revision: number | undefined;
  /** If there is one, the change uses it up, and is made only if nothing else has. */
  approval: { id: string } | undefined;
}

/** What to do with merged files. */
export function createDeliveries(database: Database) {
  const one = (workspaceId: string, owner: DeliveryOwner, id: string) =>
    and(eq(deliveries.id, id), isOf(workspaceId, owner));
  const isAt = (revision: number | undefined) =>
    revision === undefined ? undefined : eq(deliveries.revision, revision);

  return {
    /** In the order of their creation. The owner may be deleted: a run that was accepted earlier still delivers. */
    async list(workspaceId: string, owner: DeliveryOwner): Promise<Delivery[]> {
      return (await selectDeliveries(database, workspaceId, owner)).map(toDelivery);
    },

    /** The deliveries of several documents, by document; the same order. */
    async ofDocuments(workspaceId: string, documentIds: readonly number[]): Promise<Map<number, Delivery[]>> {
      if (documentIds.length === 0) return new Map();
      const ids = sql`(select value from json_each(${JSON.stringify(documentIds)}))`;
      const rows = await database
        .select()
        .from(deliveries)
        .where(and(sql`${deliveries.documentId} in ${ids}`, eq(deliveries.workspaceId, workspaceId)))
        .orderBy(asc(deliveries.documentId), asc(deliveries.id));
      return new Map(documentIds.map((id) => [id, rows.filter(({ documentId }) => documentId === id).map(toDelivery)]));
    },

    async byId(workspaceId: string, owner: DeliveryOwner, id: string): Promise<Delivery | undefined> {
      const [row] = await database
        .select()
        .from(deliveries)
        .where(one(workspaceId, owner, id));
      return row && toDelivery(row);
    },

    /** The caller has made sure that the owner is the workspace's. */
    async create(
      workspaceId: string,
      owner: DeliveryOwner,
      delivery: NewDelivery & { id?: string },
      now: Date,
    ): Promise<Delivery> {
      const [row] = await insertDelivery(database, workspaceId, owner, delivery, now).returning();
      if (!row) throw new Error("A delivery that was just written is not there");
      return toDelivery(row);
    },

    /** Only what is given changes; undefined if there is no such delivery, or it is not as the terms have it. */
    async update(
      workspaceId: string,
      owner: DeliveryOwner,
      id: string,
      changes: Partial<Omit<NewDelivery, "kind">>,
      { revision, approval }: ChangeTerms,
      now: Date,
    ): Promise<Delivery | undefined> {
      const change = database
        .update(deliveries)
        .set({
          ...changes,
          ...(changes.settings ? { sealed: true } : {}),
          revision: sql`${deliveries.revision} + 1`,
          updatedAt: now.getTime(),
        })
        .where(and(one(workspaceId, owner, id), isAt(revision), approval && isGiven(workspaceId, approval.id)))
        .returning();
      const [[row]] = approval
        ? await database.batch([change, useApproval(database, approval.id, sql`changes() > 0`, now)])
        : [await change];
      return row && toDelivery(row);
    },

    /** Switches a delivery off, as when its webhook answers that it is gone. */
    async deactivate(workspaceId: string, id: string, now: Date): Promise<void> {
      await database
        .update(deliveries)
        .set({ active: false, revision: sql`${deliveries.revision} + 1`, updatedAt: now.getTime() })
        .where(and(eq(deliveries.id, id), eq(deliveries.workspaceId, workspaceId)));
    },

    /** Into the bin. @param revision if given, only a delivery that is still at it */
    async delete(
      workspaceId: string,
      owner: DeliveryOwner,
      id: string,
      revision: number | undefined,
      now: Date,
    ): Promise<boolean> {
      const isDelivery = and(one(workspaceId, owner, id), isAt(revision));
      const deleted = await runBatch(
        database,
        [putIntoBin(database, "delivery", isDelivery, now)],
        database.delete(deliveries).where(isDelivery).returning({ id: deliveries.id }),
      );
      return deleted.length > 0;
    },
  };
}

/** Deliveries whose secrets are in clear, of all workspaces. */
export function createDeliveryUpkeep(database: Database) {
  return {
    /** Deliveries of all workspaces whose secrets may not be encrypted yet: an earlier version wrote them. */
    async unsealed(limit: number): Promise<Unsealed[]> {
      return await database
        .select({
          id: deliveries.id,
          workspaceId: deliveries.workspaceId,
          kind: deliveries.kind,
          settings: deliveries.settings,
          updatedAt: deliveries.updatedAt,
        })
        .from(deliveries)
        .where(and(eq(deliveries.sealed, false), isChangeable(deliveries.workspaceId)))
        .limit(limit);
    },

    /** Writes the encrypted settings, unless the delivery was changed meanwhile. */
    async sealed({ id, updatedAt }: Unsealed, settings: StoredSettings): Promise<void> {
      await database
        .update(deliveries)
        .set({ settings, sealed: true })
        .where(and(eq(deliveries.id, id), eq(deliveries.updatedAt, updatedAt), eq(deliveries.sealed, false)));
    },
  };
}

/** The statement that adds a delivery; the owner's id may be an expression. */
export function insertDelivery(
  database: Database,
  workspaceId: string,
  owner: DeliveryOwner | { documentId: SQL<number> },
  delivery: NewDelivery & { id?: string },
  now: Date,
) {
  return database.insert(deliveries).values({
    id: newId(),
    workspaceId,
    ...owner,
    ...delivery,
    createdAt: now.getTime(),
    updatedAt: now.getTime(),
    sealed: true,
  });
}

/** The statement that gives a new document the deliveries of another one, in the same order. */
export function copyDeliveries(
  database: Database,
  workspaceId: string,
  documentId: number,
  newDocument: SQL,
  now: Date,
): Statement {
  return database.insert(deliveries).select(sql`
    select ${newId()} || printf('-%03d', row_number() over (order by id)), workspace_id, ${newDocument}, null, kind, name,
      active, settings, ${now.getTime()}, ${now.getTime()}, sealed, 1
    from deliveries where ${isOf(workspaceId, { documentId })}`);
}

/** The same for a new data route. */
export function copyRouteDeliveries(
  database: Database,
  workspaceId: string,
  routeId: number,
  newRoute: SQL,
  now: Date,
): Statement {
  return database.insert(deliveries).select(sql`
    select ${newId()} || printf('-%03d', row_number() over (order by id)), workspace_id, null, ${newRoute}, kind, name,
      active, settings, ${now.getTime()}, ${now.getTime()}, sealed, 1
    from deliveries where ${isOf(workspaceId, { routeId })} and ${newRoute} is not null`);
}

function isOf(workspaceId: string, owner: DeliveryOwner | { documentId: SQL<number> }): SQL | undefined {
  const isOwner =
    "documentId" in owner ? eq(deliveries.documentId, owner.documentId) : eq(deliveries.routeId, owner.routeId);
  return and(isOwner, eq(deliveries.workspaceId, workspaceId));
}

/** The deliveries of a document or data route, in the order of their creation. */
export const selectDeliveries = (
  database: Database,
  workspaceId: string,
  owner: DeliveryOwner | { documentId: SQL<number> },
) => database.select().from(deliveries).where(isOf(workspaceId, owner)).orderBy(asc(deliveries.id));

export function toDelivery({ id, kind, name, active, settings, revision }: typeof deliveries.$inferSelect): Delivery {
  return { id, kind, name, active, settings, revision };
}
