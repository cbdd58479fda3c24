import { and, asc, eq, sql } from "drizzle-orm";
import type { StoredSettings } from "../../domain/delivery/delivery-secrets.ts";
import type { OutboxEntry } from "../../domain/delivery/outbox.ts";
import { joinedData } from "../../domain/merge-data.ts";
import type { NamedRun, RunFile } from "../../domain/run.ts";
import type { Blobs } from "../blobs.ts";
import type { Database } from "../database.ts";
import { toEntry } from "../outbox-rows.ts";
import { namedRunColumns, toNamedRun, toRunFile } from "../run-rows.ts";
import { mailServers } from "../schema/mail-servers.ts";
import { deliveries } from "../schema/routes.ts";
import { outbox, runFiles, runs } from "../schema/runs.ts";
import { selectWorkspace, toWorkspaceWithFonts, type WorkspaceWithFonts } from "../workspaces.ts";
import type { StoredMailServer } from "./mail-servers.ts";

/** A delivery on its way, with all that a try at it reads. */
export interface DeliveryLoad {
  entry: OutboxEntry;
  /** Undefined once it is gone. */
  run: NamedRun | undefined;
  files: RunFile[];
  /** The merge data as JSON text; undefined if none are kept. */
  data: string | undefined;
  workspace: WorkspaceWithFonts | undefined;
  /** The settings of the delivery as it is now, for its secrets; undefined once it is gone. */
  kept: StoredSettings | undefined;
  mailServer: StoredMailServer | undefined;
}

/** The same as its rows say it, to be handed on as JSON; data too large for a row are not among them. */
export interface DeliveryRows {
  entry: typeof outbox.$inferSelect;
  run?: { run: typeof runs.$inferSelect; askerName: string | null };
  files: (typeof runFiles.$inferSelect)[];
  workspace?: Parameters<typeof toWorkspaceWithFonts>[0];
  kept?: StoredSettings;
  mailServer?: StoredMailServer;
}

/** What tries at deliveries need, in one call. */
export function createDeliveryLoads(database: Database, blobs: Blobs, internalHosts: string | undefined) {
  /** What rows say; data too large for one are read. */
  async function opened({ entry, run, files, workspace, kept, mailServer }: DeliveryRows): Promise<DeliveryLoad> {
    const { data: own, dataKey } = run?.run ?? {};
    const blob = dataKey ? await blobs.get(entry.workspaceId, dataKey) : undefined;
    const stored = blob && joinedData(new TextDecoder().decode(blob), own);
    return {
      entry: toEntry(entry),
      run: run && toNamedRun(run),
      files: files.map(toRunFile),
      data: dataKey ? stored : (own ?? undefined),
      workspace: workspace && toWorkspaceWithFonts(workspace, internalHosts),
      kept,
      mailServer,
    };
  }

  /** The rows of those deliveries that there are, by their ids. */
  async function rows(workspaceId: string, ids: readonly string[]): Promise<Map<string, DeliveryRows>> {
    const wanted = JSON.stringify(ids);
    const isWanted = sql`id in (select value from json_each(${wanted})) and workspace_id = ${workspaceId}`;
    const ofEntries = (column: "run_id" | "delivery_id") =>
      sql`(select ${sql.identifier(column)} from outbox where ${isWanted})`;
    const [entries, runRows, files, [workspace], kept, [mailServer]] = await database.batch([
      database.select().from(outbox).where(isWanted),
      database
        .select(namedRunColumns)
        .from(runs)
        .where(and(sql`${runs.id} in ${ofEntries("run_id")}`, eq(runs.workspaceId, workspaceId))),
      database
        .select()
        .from(runFiles)
        .where(sql`${runFiles.runId} in ${ofEntries("run_id")}`)
        .orderBy(asc(runFiles.position)),
      selectWorkspace(database, workspaceId),
      database
        .select({ id: deliveries.id, settings: deliveries.settings })
        .from(deliveries)
        .where(and(sql`${deliveries.id} in ${ofEntries("delivery_id")}`, eq(deliveries.workspaceId, workspaceId))),
      database.select().from(mailServers).where(eq(mailServers.workspaceId, workspaceId)),
    ]);
    return new Map(
      entries.map((entry) => {
        const found = {
          entry,
          run: runRows.find(({ run }) => run.id === entry.runId),
          files: files.filter(({ runId }) => runId === entry.runId),
          workspace,
          kept: kept.find(({ id }) => id === entry.deliveryId)?.settings,
          mailServer,
        };
        return [entry.id, found];
      }),
    );
  }

  return {
    rows,
    opened,

    /** Undefined if there is no such delivery. */
    async of(workspaceId: string, id: string): Promise<DeliveryLoad | undefined> {
      const found = (await rows(workspaceId, [id])).get(id);
      return found && (await opened(found));
    },
  };
}
