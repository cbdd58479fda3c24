import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { DeliveryKind } from "../domain/delivery/delivery.ts";
import type { OutboxStatus } from "../domain/delivery/outbox.ts";
import type { HookEvent } from "../domain/hooks/hook.ts";
import type { Run } from "../domain/run.ts";
import type { Statement } from "./batch.ts";
import type { Database } from "./database.ts";
import { newId } from "./ids.ts";
import { toRun } from "./run-rows.ts";
import { hooks } from "./schema/hooks.ts";
import { attempts, outbox, runs } from "./schema/runs.ts";

/** What is given up within this time of the first one goes into the same alert. */
const GATHERED_MS = 60 * 1000;
/** A workspace gets no two alerts within this time: what is given up meanwhile waits for the next one. */
const APART_MS = 10 * 60 * 1000;

/** A delivery that was given up, as an alert reports it. */
interface GivenUpDelivery {
  id: string;
  runId: string;
  kind: DeliveryKind;
  name: string;
  target: string;
  tries: number;
  finishedAt: Date;
  /** What the last try led to, or why there was none yet. */
  response: string;
  status: OutboxStatus;
}

/** A hook that was switched off because nothing got through. */
interface GivenUpHook {
  id: string;
  event: HookEvent;
  targetUrl: string;
  failingSince: Date;
  response: string;
}

/** The content of an alert: the first ones, and how many there are. */
export interface GivenUp {
  runs: Run[];
  runCount: number;
  deliveries: GivenUpDelivery[];
  deliveryCount: number;
  /** All of them: a workspace has few. */
  hooks: GivenUpHook[];
}

/** Alerts are rows of the outbox, written in the batch that gives something up; this is what each of them reports. */
export function createAlerts(database: Database) {
  return {
    /** Nothing is added to an alert once it has been claimed: every try reports the same. */
    async givenUp(workspaceId: string, alertId: string, limit: number): Promise<GivenUp> {
      const ofRuns = and(eq(runs.alertId, alertId), eq(runs.workspaceId, workspaceId));
      const ofDeliveries = and(eq(outbox.alertId, alertId), eq(outbox.workspaceId, workspaceId));
      const ofHooks = and(eq(hooks.alertId, alertId), eq(hooks.workspaceId, workspaceId));
      const [runRows, deliveryRows, runCount, deliveryCount, hookRows] = await Promise.all([
        database.select().from(runs).where(ofRuns).orderBy(runs.id).limit(limit),
        database
          .select({ entry: outbox, response: attempts.response })
          .from(outbox)
          .leftJoin(attempts, and(eq(attempts.outboxId, outbox.id), eq(attempts.number, outbox.tries)))
          .where(ofDeliveries)
          .orderBy(outbox.id)
          .limit(limit),
        database.$count(runs, ofRuns),
        database.$count(outbox, ofDeliveries),
        database.select().from(hooks).where(ofHooks).orderBy(hooks.id),
      ]);
      return {
        runs: runRows.map(toRun),
        runCount,
        deliveries: deliveryRows.flatMap(({ entry, response }) => {
          const { id, runId, kind, name, target, tries, finishedAt, createdAt, status, preview } = entry;
          if (kind === "alert" || runId === null) return [];
          const time = new Date(finishedAt ?? createdAt);
          const reported =
            status === "pending" && typeof preview?.waits === "string" ? preview.waits : (response ?? "");
          return [{ id, runId, kind, name, target, tries, finishedAt: time, status, response: reported }];
        }),
        deliveryCount,
        hooks: hookRows.map(({ id, event, targetUrl, failingSince, createdAt, lastResponse }) => ({
          ...{ id, event, targetUrl, response: lastResponse },
          failingSince: new Date(failingSince ?? createdAt),
        })),
      };
    },
  };
}

/** The statements that put a run into its workspace's next alert; before the one that makes it failed. */
export function alertOfRun(database: Database, workspaceId: string, held: SQL | undefined, now: Date): Statement[] {
  const isReported = and(held, eq(runs.test, false), isNull(runs.alertId));
  return [
    insertAlert(database, workspaceId, sql`select id from runs where ${isReported}`, now),
    database
      .update(runs)
      .set({ alertId: openAlert(workspaceId) })
      .where(isReported),
  ];
}

/** The same for a delivery that becomes dead, reaches only some of its recipients, or has to wait for its bound. The fate of an alert is not reported in another one. */
export function alertOfDelivery(
  database: Database,
  workspaceId: string,
  held: SQL | undefined,
  now: Date,
): Statement[] {
  const isReported = and(
    held,
    ne(outbox.kind, "alert"),
    isNull(outbox.alertId),
    sql`not (select test from runs where runs.id = ${outbox.runId})`,
  );
  return [
    insertAlert(database, workspaceId, sql`select run_id as id from outbox where ${isReported}`, now),
    database
      .update(outbox)
      .set({ alertId: openAlert(workspaceId) })
      .where(isReported),
  ];
}

/** The same for hooks that are switched off because nothing gets through: such an alert may be there without any run. */
export function alertOfHook(
  database: Database,
  workspaceId: string,
  condition: SQL | undefined,
  now: Date,
): Statement[] {
  const ofNoRun = sql`select null as id from hooks where ${condition}`;
  return [
    insertAlert(database, workspaceId, ofNoRun, now),
    database
      .update(hooks)
      .set({ alertId: openAlert(workspaceId) })
      .where(condition),
  ];
}

const newestAlert = (workspaceId: string): SQL => sql`
  select id, status, tries, created_at from outbox
  where workspace_id = ${workspaceId} and kind = 'alert' order by created_at desc limit 1`;

/** The alert that is still gathering: nobody has tried to send it. */
const openAlert = (workspaceId: string): SQL =>
  sql`(select id from (${newestAlert(workspaceId)}) where status = 'pending' and tries = 0)`;

/** Begins an alert if the workspace wants them, none is gathering, and `runId` finds a row: the id of a run, or null. */
function insertAlert(database: Database, workspaceId: string, runId: SQL, now: Date): Statement {
  const id = newId();
  const time = now.getTime();
  return database.insert(outbox).select(sql`
    select ${id}, workspaces.id, given_up.id, ${id}, 'alert', '',
      json_object('address', alert_address), '', 'pending', null, 0, null,
      max(${time} + ${GATHERED_MS}, coalesce((select created_at from (${newestAlert(workspaceId)})), 0) + ${APART_MS}),
      ${time}, null, null, null
    from workspaces, (${runId}) as given_up
    where workspaces.id = ${workspaceId} and alert_address is not null and ${openAlert(workspaceId)} is null`);
}
