import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { FolderView } from "../../domain/access/rights.ts";
import { type Hook, type HookFilter, MAX_HOOKS } from "../../domain/hooks/hook.ts";
import { runBatch } from "../batch.ts";
import type { Database } from "../database.ts";
import { isFolderSeen } from "../folder-view.ts";
import { documents } from "../schema/documents.ts";
import { hooks } from "../schema/hooks.ts";
import { routes } from "../schema/routes.ts";
import { dropWaiting } from "./hook-calls.ts";
import { toHook } from "./hook-rows.ts";

/** A hook to be made; it is on. */
export type NewHook = Pick<Hook, "id" | "event" | "targetUrl" | "filter" | "sealedSecret" | "view" | "madeBy">;

/** What can be changed of a hook; what is undefined stays. */
export interface HookChanges {
  targetUrl: string | undefined;
  filter: HookFilter | undefined;
  active: boolean | undefined;
}

/** Addresses that are called when something has happened. With a view: those that see no more than it, or one thing in it. */
export function createHooks(database: Database, view?: FolderView) {
  const isSeen = view && isHookSeen(view);
  const one = (workspaceId: string, id: string) => and(eq(hooks.id, id), eq(hooks.workspaceId, workspaceId), isSeen);
  const hasRoom = (workspaceId: string, besides = ""): SQL => sql`(
    select count(*) from hooks as other where other.workspace_id = ${workspaceId} and other.state = 'on'
      and other.id <> ${besides}) < ${MAX_HOOKS}`;

  return {
    /** Undefined if the workspace has as many as it may. */
    async create(workspaceId: string, hook: NewHook, now: Date): Promise<Hook | undefined> {
      const { id, event, targetUrl, filter, sealedSecret, madeBy } = hook;
      const [row] = await database
        .insert(hooks)
        .select(sql`
          select ${id}, ${workspaceId}, ${event}, ${targetUrl}, ${filter.documentId ?? null}, ${filter.routeId ?? null},
            ${filter.test ? 1 : 0}, ${sealedSecret}, ${hook.view ? JSON.stringify(hook.view) : null}, ${madeBy}, 'on', null, '',
            null, ${now.getTime()}, null
          where ${hasRoom(workspaceId)}`)
        .returning();
      return row && toHook(row);
    },

    /** In the order in which they were made. */
    async list(workspaceId: string): Promise<Hook[]> {
      const rows = await database
        .select()
        .from(hooks)
        .where(and(eq(hooks.workspaceId, workspaceId), isSeen))
        .orderBy(asc(hooks.id));
      return rows.map(toHook);
    },

    async byId(workspaceId: string, id: string): Promise<Hook | undefined> {
      const [row] = await database.select().from(hooks).where(one(workspaceId, id));
      return row && toHook(row);
    },

    /**
     * What waits for a hook that is switched off is dropped; one that is switched on begins anew.
     * @returns undefined if there is no such hook, or it would be one too many
     */
    async update(workspaceId: string, id: string, changes: HookChanges, now: Date): Promise<Hook | undefined> {
      const { targetUrl, filter, active } = changes;
      const fits = active ? hasRoom(workspaceId, id) : undefined;
      const [row] = await runBatch(
        database,
        active === false ? [dropWaiting(database, one(workspaceId, id), now)] : [],
        database
          .update(hooks)
          .set({
            ...(targetUrl === undefined ? {} : { targetUrl }),
            ...(filter && {
              documentId: filter.documentId ?? null,
              routeId: filter.routeId ?? null,
              test: filter.test,
            }),
            ...(active === undefined ? {} : { state: active ? ("on" as const) : ("off" as const) }),
            ...(active ? { failingSince: null, alertId: null } : {}),
          })
          .where(and(one(workspaceId, id), fits))
          .returning(),
      );
      return row && toHook(row);
    },

    /** With what waits for it. */
    async delete(workspaceId: string, id: string): Promise<boolean> {
      const deleted = await database.delete(hooks).where(one(workspaceId, id)).returning({ id: hooks.id });
      return deleted.length > 0;
    },
  };
}

function isHookSeen(view: FolderView): SQL {
  const ofDocument = sql`exists (select 1 from ${documents} where ${documents.id} = ${hooks.documentId}
    and ${documents.workspaceId} = ${hooks.workspaceId} and ${isFolderSeen(view, documents.folderId)})`;
  const ofRoute = sql`exists (select 1 from ${routes} where ${routes.id} = ${hooks.routeId}
    and ${routes.workspaceId} = ${hooks.workspaceId} and ${isFolderSeen(view, routes.folderId)})`;

  return sql`(${hooks.view} = ${JSON.stringify(view)} or ${ofDocument} or ${ofRoute})`;
}
