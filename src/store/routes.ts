import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import type { MergeTarget } from "../domain/merge-target.ts";
import type { NewRule, Route, RuleChange } from "../domain/route.ts";
import { runBatch } from "./batch.ts";
import type { Database } from "./database.ts";
import { ensureFolder, folderIdByPath } from "./folders.ts";
import { newKey } from "./ids.ts";
import { writeRules } from "./rules.ts";
import { folders } from "./schema/merge-targets.ts";
import { routes } from "./schema/routes.ts";
import { sha256Hex } from "./sha256.ts";

export type Routes = ReturnType<typeof createRoutes>;

/** Data routes (interface 2.7): one post of data for several documents and files. */
export function createRoutes(database: Database) {
  const live = (workspaceId: string, id: number) =>
    and(eq(routes.id, id), eq(routes.workspaceId, workspaceId), isNull(routes.deletedAt));

  const select = () =>
    database
      .select({ route: routes, folder: folders.path })
      .from(routes)
      .leftJoin(folders, eq(folders.id, routes.folderId));

  return {
    async create(workspaceId: string, route: MergeTarget, rules: readonly NewRule[], now: Date): Promise<Route> {
      const key = newKey();
      const keySha256 = await sha256Hex(key);
      const isNew = eq(routes.keySha256, keySha256);
      const { folder, ...values } = route;

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

    /** Only what is given changes; undefined when there is no such route. */
    async update(
      workspaceId: string,
      id: number,
      changes: Partial<MergeTarget>,
      rules: readonly RuleChange[],
      now: Date,
    ): Promise<Route | undefined> {
      if (!(await this.byId(workspaceId, id))) return undefined;

      const { folder, ...values } = changes;
      const [updated] = await runBatch(
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
            revision: sql`${routes.revision} + 1`,
            updatedAt: now.getTime(),
          })
          .where(live(workspaceId, id))
          .returning({ id: routes.id }),
      );
      return updated && this.byId(workspaceId, id);
    },

    async byId(workspaceId: string, id: number): Promise<Route | undefined> {
      const [row] = await select().where(live(workspaceId, id));
      return row && toRoute(row);
    },

    /** The route behind a merge address; a wrong id and a wrong key take the same path (see `documents`). */
    async byMergeAddress(id: number, key: string): Promise<Route | undefined> {
      const keySha256 = await sha256Hex(key);
      const [row] = await select().where(and(eq(routes.keySha256, keySha256), isNull(routes.deletedAt)));
      return row?.route.id === id ? toRoute(row) : undefined;
    },

    /** Ascending by id, from after `after` on. */
    async list(workspaceId: string, page: { limit: number; after?: number }): Promise<Route[]> {
      const rows = await select()
        .where(and(eq(routes.workspaceId, workspaceId), isNull(routes.deletedAt), gt(routes.id, page.after ?? 0)))
        .orderBy(asc(routes.id))
        .limit(page.limit);
      return rows.map(toRoute);
    },

    /** Hides a route for good; the sweep removes it when no run needs it any more. */
    async delete(workspaceId: string, id: number, now: Date): Promise<boolean> {
      const deleted = await database
        .update(routes)
        .set({ deletedAt: now.getTime() })
        .where(live(workspaceId, id))
        .returning({ id: routes.id });
      return deleted.length > 0;
    },
  };
}

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
    revision: route.revision,
    createdAt: new Date(route.createdAt),
    updatedAt: new Date(route.updatedAt),
  };
}
