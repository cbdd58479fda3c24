import { asc, sql } from "drizzle-orm";
import type { StoredSettings } from "../../domain/delivery/delivery-secrets.ts";
import type { OutboxEntry } from "../../domain/delivery/outbox.ts";
import type { NamedRun, RunFile } from "../../domain/run.ts";
import type { Blobs } from "../blobs.ts";
import type { Database } from "../database.ts";
import type { OutboxName } from "../outbox.ts";
import { toEntry } from "../outbox-rows.ts";
import { namedRunColumns, toNamedRun, toRunFile } from "../run-rows.ts";
import { mailServers } from "../schema/mail-servers.ts";
import { deliveries } from "../schema/routes.ts";
import { outbox, runFiles, runs } from "../schema/runs.ts";
import { selectWorkspacesIn, toWorkspaceWithFonts, type WorkspaceWithFonts } from "../workspaces.ts";
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
    const blob = run?.run.dataKey ? await blobs.get(entry.workspaceId, run.run.dataKey) : undefined;
    return {
      entry: toEntry(entry),
      run: run && toNamedRun(run),
      files: files.map(toRunFile),
      data: blob ? new TextDecoder().decode(blob) : (run?.run.data ?? undefined),
      workspace: workspace && toWorkspaceWithFonts(workspace, internalHosts),
      kept,
      mailServer,
    };
  }

  /** The rows of those deliveries that there are, of any workspaces, by their ids. */
  async function rows(names: readonly OutboxName[]): Promise<Map<string, DeliveryRows>> {
    const wanted = JSON.stringify(names.map(({ id }) => id));
    const ofEntries = (column: "run_id" | "delivery_id" | "workspace_id") =>
      sql`(select ${sql.identifier(column)} from outbox where id in (select value from json_each(${wanted})))`;
    const [entries, runRows, files, workspaces, kept, servers] = await database.batch([
      database.select().from(outbox).where(sql`${outbox.id} in (select value from json_each(${wanted}))`),
      database
        .select(namedRunColumns)
        .from(runs)
        .where(sql`${runs.id} in ${ofEntries("run_id")}`),
      database
        .select()
        .from(runFiles)
        .where(sql`${runFiles.runId} in ${ofEntries("run_id")}`)
        .orderBy(asc(runFiles.position)),
      selectWorkspacesIn(database, ofEntries("workspace_id")),
      database
        .select({ id: deliveries.id, workspaceId: deliveries.workspaceId, settings: deliveries.settings })
        .from(deliveries)
        .where(sql`${deliveries.id} in ${ofEntries("delivery_id")}`),
      database
        .select()
        .from(mailServers)
        .where(sql`${mailServers.workspaceId} in ${ofEntries("workspace_id")}`),
    ]);
    const workspaceOf = new Map(names.map(({ id, workspaceId }) => [id, workspaceId]));
    return new Map(
      entries
        .filter(({ id, workspaceId }) => workspaceOf.get(id) === workspaceId)
        .map((entry) => {
          const isOwn = ({ workspaceId }: { workspaceId: string }) => workspaceId === entry.workspaceId;
          const run = runRows.find((each) => each.run.id === entry.runId && isOwn(each.run));
          const found = {
            entry,
            run,
            files: files.filter(({ runId }) => runId === entry.runId),
            workspace: workspaces.find(({ id }) => id === entry.workspaceId),
            kept: kept.find((each) => each.id === entry.deliveryId && isOwn(each))?.settings,
            mailServer: servers.find(isOwn),
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
      const found = (await rows([{ workspaceId, id }])).get(id);
      return found && (await opened(found));
    },
  };
}
