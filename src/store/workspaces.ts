import { and, asc, eq, getTableColumns, isNotNull, sql } from "drizzle-orm";
import type { CustomFont } from "../domain/custom-font.ts";
import type { DeliveryOwner } from "../domain/delivery/delivery.ts";
import { internalHostsOf } from "../domain/internal-hosts.ts";
import type { Database } from "./database.ts";
import { type Delivery, selectDeliveries, toDelivery } from "./deliveries.ts";
import { fontsOfJson, fontsOfRow } from "./fonts.ts";
import { newId } from "./ids.ts";
import type { NewPlace } from "./places/placements.ts";
import { isChangeable, isHere } from "./schema/is-here.ts";
import { workspaces } from "./schema/workspaces.ts";

export interface Workspace {
  id: string;
  name: string;
  /** Hosts that the guarded fetch may reach although they are internal, as the deployment says: `host` or `host:port`. */
  internalHosts: string[];
  /** Defaults for the merges of documents that set none of their own. */
  locale: string | undefined;
  timezone: string | undefined;
  currency: string | undefined;
  /** Days for which merged files are kept; undefined: forever. */
  retentionDays: number | undefined;
  /** Where its users last reached the service; undefined as long as none has. */
  origin: string | undefined;
  /** Who is told of runs and deliveries that are given up: a web address or e-mail addresses; undefined: nobody. */
  alertAddress: string | undefined;
  /** Signs what goes to a web address; encrypted. */
  alertSecret: string | undefined;
  /** Days for which entries of the log are kept; undefined: forever. */
  auditDays: number | undefined;
  /** Grows with every change of what is above. */
  revision: number;
  createdAt: Date;
}

/** A workspace with the fonts that it uploaded. */
export interface WorkspaceWithFonts extends Workspace {
  fonts: readonly CustomFont[];
}

/** A workspace, and the deliveries of one of its documents or data routes. */
export interface WorkspaceWithDeliveries {
  workspace: WorkspaceWithFonts | undefined;
  deliveries: Delivery[];
}

/** What can be changed of a workspace. */
export interface WorkspaceChanges {
  name?: string;
  locale?: string | null;
  timezone?: string | null;
  currency?: string | null;
  retentionDays?: number | null;
  alertAddress?: string | null;
  alertSecret?: string | null;
  auditDays?: number | null;
}

/** The owners of everything (wire "Accounts and keys"). */
export function createWorkspaces(database: Database, internalHosts: string | undefined) {
  const toWorkspace = (row: typeof workspaces.$inferSelect): Workspace => workspaceOf(row, internalHosts);

  return {
    async byId(id: string): Promise<WorkspaceWithFonts | undefined> {
      const [row] = await selectWorkspace(database, id);
      return row && toWorkspaceWithFonts(row, internalHosts);
    },

    /** With the deliveries of a document or data route of its, as `deliveries.list` gives them, in one call. */
    async withDeliveries(id: string, owner: DeliveryOwner): Promise<WorkspaceWithDeliveries> {
      const [[row], deliveryRows] = await database.batch([
        selectWorkspace(database, id),
        selectDeliveries(database, id, owner),
      ]);
      return { workspace: row && toWorkspaceWithFonts(row, internalHosts), deliveries: deliveryRows.map(toDelivery) };
    },

    /**
     * Only what is given changes; null goes back to the default.
     * @param revision if given, only a workspace that is still at it is changed
     */
    async update(id: string, changes: WorkspaceChanges, revision?: number): Promise<Workspace | undefined> {
      const [row] = await database
        .update(workspaces)
        .set({ ...changes, revision: sql`${workspaces.revision} + 1` })
        .where(and(eq(workspaces.id, id), revision === undefined ? undefined : eq(workspaces.revision, revision)))
        .returning();
      return row && toWorkspace(row);
    },

    /** Writes only if it has changed. */
    async noteOrigin(id: string, origin: string): Promise<void> {
      await database
        .update(workspaces)
        .set({ origin })
        .where(and(eq(workspaces.id, id), sql`${workspaces.origin} is not ${origin}`));
    },
  };
}

/** Which workspaces there are. @param makeInObject makes one that is not to be in this database */
export function createWorkspaceRegister(
  database: Database,
  internalHosts: string | undefined,
  makeInObject: ((name: string, now: Date, place?: NewPlace) => Promise<typeof workspaces.$inferSelect>) | undefined,
) {
  const toWorkspace = (row: typeof workspaces.$inferSelect): Workspace => workspaceOf(row, internalHosts);

  return {
    /** @param place of its object, if it gets one */
    async create(name: string, now: Date, place?: NewPlace): Promise<Workspace> {
      if (makeInObject) return toWorkspace(await makeInObject(name, now, place));
      const [row] = await database
        .insert(workspaces)
        .values({ id: newId(), name, createdAt: now.getTime() })
        .returning();
      if (!row) throw new Error("A workspace that was just written is not there");
      return toWorkspace(row);
    },

    /** All workspaces of this database, oldest first. */
    async list(): Promise<Workspace[]> {
      const rows = await database.select().from(workspaces).where(isHere(workspaces.id)).orderBy(asc(workspaces.id));
      return rows.map(toWorkspace);
    },
  };
}

/** Workspaces whose secrets are in clear. */
export function createWorkspaceUpkeep(database: Database) {
  return {
    /** The secrets that sign alerts, as they are kept. */
    async withAlertSecrets(): Promise<{ id: string; secret: string }[]> {
      const rows = await database
        .select({ id: workspaces.id, secret: workspaces.alertSecret })
        .from(workspaces)
        .where(and(isNotNull(workspaces.alertSecret), isChangeable(workspaces.id)));
      return rows.flatMap(({ id, secret }) => (secret === null ? [] : [{ id, secret }]));
    },

    /** Keeps another form of a secret, unless another secret has taken its place. */
    async replaceAlertSecret(id: string, former: string, secret: string): Promise<void> {
      await database
        .update(workspaces)
        .set({ alertSecret: secret })
        .where(and(eq(workspaces.id, id), eq(workspaces.alertSecret, former)));
    },
  };
}

/** One workspace with its fonts. */
export const selectWorkspace = (database: Database, id: string) =>
  database
    .select({ ...getTableColumns(workspaces), fonts: fontsOfRow })
    .from(workspaces)
    .where(eq(workspaces.id, id));

export const toWorkspaceWithFonts = (
  row: typeof workspaces.$inferSelect & { fonts: string },
  internalHosts: string | undefined,
): WorkspaceWithFonts => ({ ...workspaceOf(row, internalHosts), fonts: fontsOfJson(row.fonts) });

function workspaceOf(row: typeof workspaces.$inferSelect, internalHosts: string | undefined): Workspace {
  return {
    id: row.id,
    name: row.name,
    internalHosts: internalHostsOf(internalHosts, row.id),
    locale: row.locale ?? undefined,
    timezone: row.timezone ?? undefined,
    currency: row.currency ?? undefined,
    retentionDays: row.retentionDays ?? undefined,
    origin: row.origin ?? undefined,
    alertAddress: row.alertAddress ?? undefined,
    alertSecret: row.alertSecret ?? undefined,
    auditDays: row.auditDays ?? undefined,
    revision: row.revision,
    createdAt: new Date(row.createdAt),
  };
}
