import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { FolderView } from "../domain/access/rights.ts";
import type { MergeTarget } from "../domain/merge-target.ts";
import type { NewRouteRule, Route, RouteRuleChange, RouteSettings } from "../domain/route.ts";
import { idByFormerAddress } from "./addresses/former-addresses.ts";
import { runBatch } from "./batch.ts";
import type { Database } from "./database.ts";
import { copyRouteDeliveries } from "./deliveries.ts";
import { storedBytesOf } from "./document-rows.ts";
import { isFolderSeen } from "./folder-view.ts";
import { ensureFolder, folderIdByPath, pathOfFolder, requireFolder } from "./folders.ts";
import { newId, newKey } from "./ids.ts";
import { afterStart, inOrder, type Page } from "./page.ts";
import { replaceRules, writeRules } from "./rules.ts";
import { isHere } from "./schema/is-here.ts";
import { folders } from "./schema/merge-targets.ts";
import { routes, rules } from "./schema/routes.ts";
import { sha256Hex } from "./sha256.ts";

/** A route found by its merge address. */
export interface AddressedRoute extends Route {
  /** What its workspace keeps, in bytes. */
  storedBytes: number;
}

export interface RouteFilter {
  ids?: readonly number[];
  /** Part of the name; case of Latin letters does not matter. */
  search?: string;
  folderId?: string;
  active?: boolean;
}

/** What data routes can be listed by. */
export const ROUTE_ORDERS = ["id", "name", "updated_at"] as const;
export type RouteOrder = (typeof ROUTE_ORDERS)[number];

const KEYS = {
  id: { id: routes.id },
  name: { id: routes.id, by: routes.name },
  updated_at: { id: routes.id, by: routes.updatedAt },
} as const;

/** Data routes (interface 2.7): one post of data for several documents and files. */
export function createRoutes(database: Database, view?: FolderView) {
  const live = (workspaceId: string, id: number) =>
    and(
      eq(routes.id, id),
      eq(routes.workspaceId, workspaceId),
      isNull(routes.deletedAt),
      isFolderSeen(view, routes.folderId),
    );

  const select = () =>
    database
      .select({ route: routes, folder: folders.path })
      .from(routes)
      .leftJoin(folders, eq(folders.id, routes.folderId));

  return {
    async create(
      workspaceId: string,
      route: MergeTarget & { settings?: RouteSettings },
      rules: readonly NewRouteRule[],
      now: Date,
    ): Promise<Route> {
      const key = newKey();
      const keySha256 = await sha256Hex(key);
      const isNew = eq(routes.keySha256, keySha256);
      const { folder, ...values } = route;
      requireFolder(view, folder);

      const [created] = await runBatch(
        database,
        [
          ...ensureFolder(database, workspaceId, folder, now),
          database.insert(routes).values({
            ...values,
            workspaceId,
            key,
            keySha256,
            folderId: folderIdByPath(workspaceId, folder),
            createdAt: now.getTime(),
            updatedAt: now.getTime(),
          }),
          ...writeRules(database, workspaceId, sql<number>`(select id from routes where ${isNew})`, rules, now),
        ],
        database.select({ id: routes.id }).from(routes).where(isNew),
      );
      const found = created && (await this.byId(workspaceId, created.id));
      if (!found) throw new Error("A route that was just written is not there");

      return found;
    },

    /**
     * Only what is given changes; undefined if there is no such route.
     * @param revision if given, only a route that is still at it is changed
     */
    async update(
      workspaceId: string,
      id: number,
      changes: Partial<MergeTarget> & { settings?: RouteSettings },
      rules: readonly RouteRuleChange[],
      revision: number | undefined,
      now: Date,
    ): Promise<Route | undefined> {
      if (!(await this.byId(workspaceId, id))) return undefined;

      const { folder, ...values } = changes;
      if (folder !== undefined) requireFolder(view, folder);
      const isUpdated = await isWritten(
        runBatch(
          database,
          [
            ...ensureFolder(database, workspaceId, folder ?? "", now),
            ...writeRules(database, workspaceId, id, rules, now),
          ],
          database
            .update(routes)
            .set({
              ...values,
              ...(folder === undefined ? {} : { folderId: folderIdByPath(workspaceId, folder) }),
              revision: nextRevision(revision),
              updatedAt: now.getTime(),
            })
            .where(live(workspaceId, id))
            .returning({ id: routes.id }),
        ),
      );
      return isUpdated ? this.byId(workspaceId, id) : undefined;
    },

    /**
     * Puts these rules in the place of all that the route has, in one transaction; undefined if there is no such route.
     * @param revision if given, only a route that is still at it is changed
     */
    async replaceRules(
      workspaceId: string,
      id: number,
      rules: readonly (NewRouteRule & { id?: string })[],
      revision: number | undefined,
      now: Date,
    ): Promise<Route | undefined> {
      if (!(await this.byId(workspaceId, id))) return undefined;

      const isUpdated = await isWritten(
        runBatch(
          database,
          replaceRules(database, workspaceId, id, rules, now),
          database
            .update(routes)
            .set({ revision: nextRevision(revision), updatedAt: now.getTime() })
            .where(live(workspaceId, id))
            .returning({ id: routes.id }),
        ),
      );
      return isUpdated ? this.byId(workspaceId, id) : undefined;
    },

    async byId(workspaceId: string, id: number): Promise<Route | undefined> {
      const [row] = await select().where(live(workspaceId, id));
      return row && toRoute(row);
    },

    /** In the page's order, ascending by id if it names none. */
    async list(workspaceId: string, filter: RouteFilter, page: Page<RouteOrder>): Promise<Route[]> {
      const keys = KEYS[page.order ?? "id"];
      const { ids, search, folderId, active } = filter;
      const rows = await select()
        .where(
          and(
            eq(routes.workspaceId, workspaceId),
            isNull(routes.deletedAt),
            isFolderSeen(view, routes.folderId),
            ids && sql`${routes.id} in (select value from json_each(${JSON.stringify(ids)}))`,
            folderId === undefined ? undefined : eq(routes.folderId, folderId),
            search ? sql`instr(lower(${routes.name}), ${search.toLowerCase()}) > 0` : undefined,
            active === undefined ? undefined : eq(routes.active, active),
            afterStart(keys, page),
          ),
        )
        .orderBy(...inOrder(keys, page))
        .limit(page.limit);
      return rows.map(toRoute);
    },

    /** A new route with the settings, the rules and the deliveries of another one, its fill-in page off; undefined if that is gone. */
    async copy(workspaceId: string, id: number, name: string, now: Date): Promise<Route | undefined> {
      const key = newKey();
      const keySha256 = await sha256Hex(key);
      const isNew = eq(routes.keySha256, keySha256);
      const time = now.getTime();
      const newRoute = sql`(select id from routes where ${isNew})`;

      const [created] = await runBatch(
        database,
        [
          database.insert(routes).select(sql`
            select null, workspace_id, ${key}, ${keySha256}, folder_id, ${name}, output_name, active, retention_days, 1,
              ${time}, ${time}, null, '', json_replace(settings, '$.fill_in.on', json('false'))
            from routes where ${live(workspaceId, id)}`),
          database.insert(rules).select(sql`
            select ${newId()} || printf('-%03d', row_number() over (order by sort, position)), workspace_id, ${newRoute},
              document_id, file, combine, combine_docx, sort, position, loop_field, conditions, ${time}
            from rules where route_id = ${id} and workspace_id = ${workspaceId} and ${newRoute} is not null`),
          copyRouteDeliveries(database, workspaceId, id, newRoute, now),
        ],
        // Changes nothing: the last statement that writes tells whether there is a copy.
        database.update(routes).set({ revision: 1 }).where(isNew).returning({ id: routes.id }),
      );
      return created && this.byId(workspaceId, created.id);
    },

    /** Another key, and with it another merge address; undefined if there is no such route. */
    async renewKey(workspaceId: string, id: number, now: Date): Promise<Route | undefined> {
      const key = newKey();
      const keySha256 = await sha256Hex(key);
      const [renewed] = await database
        .update(routes)
        .set({ key, keySha256, revision: sql`${routes.revision} + 1`, updatedAt: now.getTime() })
        .where(live(workspaceId, id))
        .returning({ id: routes.id });
      return renewed && this.byId(workspaceId, id);
    },

    /** Into the bin, from which the sweep removes it once its time is up and no run needs it. */
    async delete(workspaceId: string, id: number, revision: number | undefined, now: Date): Promise<boolean> {
      const deleted = await database
        .update(routes)
        .set({ deletedAt: now.getTime(), deletedFrom: pathOfFolder, revision: sql`${routes.revision} + 1` })
        .where(and(live(workspaceId, id), revision === undefined ? undefined : eq(routes.revision, revision)))
        .returning({ id: routes.id });
      return deleted.length > 0;
    },
  };
}

/** Data routes by their merge addresses. */
export function createRouteLookUps(database: Database) {
  return {
    /** The route behind a merge address; a wrong id and a wrong key take the same path (see `documents`). */
    async byMergeAddress(id: number, key: string): Promise<AddressedRoute | undefined> {
      const keySha256 = await sha256Hex(key);
      const former = await idByFormerAddress("route", id, key);
      const rows = await database
        .select({ route: routes, folder: folders.path, storedBytes: storedBytesOf(routes.workspaceId) })
        .from(routes)
        .leftJoin(folders, eq(folders.id, routes.folderId))
        .where(
          and(
            sql`${routes.id} in (select id from routes where key_sha256 = ${keySha256} union all ${former})`,
            isNull(routes.deletedAt),
            isHere(routes.workspaceId),
          ),
        );
      const row = rows.find(({ route }) => route.keySha256 !== keySha256 || route.id === id);
      return row && { ...toRoute(row), storedBytes: row.storedBytes };
    },
  };
}

/** What a route's revision becomes: nothing, which its column refuses, where it is another one than expected. */
const nextRevision = (expected: number | undefined): SQL =>
  expected === undefined
    ? sql`${routes.revision} + 1`
    : sql`case when ${routes.revision} = ${expected} then ${expected + 1} end`;

/** Whether a transaction has changed something; it has not where the route's revision was another one. */
async function isWritten(transaction: Promise<readonly unknown[]>): Promise<boolean> {
  try {
    return (await transaction).length > 0;
  } catch (error) {
    if (error instanceof Error && isOtherRevision(error)) return false;
    throw error;
  }
}

const isOtherRevision = ({ message, cause }: Error): boolean =>
  message.includes("constraint failed: routes.revision") || (cause instanceof Error && isOtherRevision(cause));

function toRoute({ route, folder }: { route: typeof routes.$inferSelect; folder: string | null }): Route {
  return {
    id: route.id,
    workspaceId: route.workspaceId,
    key: route.key,
    name: route.name,
    outputName: route.outputName,
    folder: folder ?? "",
    active: route.active,
    retentionDays: route.retentionDays ?? undefined,
    settings: route.settings,
    revision: route.revision,
    createdAt: new Date(route.createdAt),
    updatedAt: new Date(route.updatedAt),
  };
}
