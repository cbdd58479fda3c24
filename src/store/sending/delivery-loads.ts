import { and, asc, eq, sql } from "drizzle-orm";
import type { StoredSettings } from "../../domain/delivery/delivery-secrets.ts";
import type { OutboxEntry } from "../../domain/delivery/outbox.ts";
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

/** What a try at a delivery needs, in one call. */
export function createDeliveryLoads(database: Database, blobs: Blobs, internalHosts: string | undefined) {
  return {
    /** Undefined if there is no such delivery. */
    async of(workspaceId: string, outboxId: string): Promise<DeliveryLoad | undefined> {
      const ofEntry = (column: "run_id" | "delivery_id") =>
        sql`(select ${sql.identifier(column)} from outbox where id = ${outboxId} and workspace_id = ${workspaceId})`;
      const [entries, runRows, files, workspaces, kept, servers] = await database.batch([
        database
          .select()
          .from(outbox)
          .where(and(eq(outbox.id, outboxId), eq(outbox.workspaceId, workspaceId))),
        database
          .select(namedRunColumns)
          .from(runs)
          .where(and(eq(runs.id, ofEntry("run_id")), eq(runs.workspaceId, workspaceId))),
        database
          .select()
          .from(runFiles)
          .where(eq(runFiles.runId, ofEntry("run_id")))
          .orderBy(asc(runFiles.position)),
        selectWorkspace(database, workspaceId),
        database
          .select({ settings: deliveries.settings })
          .from(deliveries)
          .where(and(eq(deliveries.id, ofEntry("delivery_id")), eq(deliveries.workspaceId, workspaceId))),
        database.select().from(mailServers).where(eq(mailServers.workspaceId, workspaceId)),
      ]);
      const [row] = entries;
      if (!row) return undefined;
      const [found] = runRows;
      const blob = found?.run.dataKey ? await blobs.get(workspaceId, found.run.dataKey) : undefined;
      return {
        entry: toEntry(row),
        run: found && toNamedRun(found),
        files: files.map(toRunFile),
        data: blob ? new TextDecoder().decode(blob) : (found?.run.data ?? undefined),
        workspace: workspaces[0] && toWorkspaceWithFonts(workspaces[0], internalHosts),
        kept: kept[0]?.settings,
        mailServer: servers[0],
      };
    },
  };
}
