import { and, asc, eq, inArray, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { HOOK_FAILING_MS, type Hook, type HookCall } from "../../domain/hooks/hook.ts";
import { alertOfHook } from "../alerts.ts";
import { runBatch, type Statement } from "../batch.ts";
import type { Database } from "../database.ts";
import { newId } from "../ids.ts";
import { toDate } from "../run-rows.ts";
import { hookCalls, hooks } from "../schema/hooks.ts";
import { isChangeable } from "../schema/is-here.ts";
import { toHook, toHookCall } from "./hook-rows.ts";

/** How long a worker may take over one try before the call is due again. */
const HOOK_LEASE_MS = 2 * 60 * 1000;
/** How long a message may take through the queue before the cron sends another one. */
const GRACE_PERIOD_MS = 5 * 60 * 1000;
/** Calls that may be under way to one hook at once: to one that works, and to one whose last call failed. */
const IN_FLIGHT = { working: 8, failing: 1 } as const;
/** How long a call that is over is kept. */
const KEPT_MS = 24 * 60 * 60 * 1000;
/** How long a hook is shown whose receiver is gone. */
const GONE_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** What a try has led to. */
export type HookOutcome =
  | { status: "done" }
  /** `isGone`: the receiver wants no more of them. */
  | { status: "dead"; isGone: boolean }
  | { status: "pending"; dueAt: Date };

/** A row and its workspace, as messages name them. */
export interface HookCallName {
  workspaceId: string;
  hookCallId: string;
}

/** Events that hooks are to be told of, each until it is taken or given up. Rows are made by triggers of the database. */
export function createHookCalls(database: Database) {
  const one = (workspaceId: string, id: string) => and(eq(hookCalls.id, id), eq(hookCalls.workspaceId, workspaceId));

  return {
    /** A call with its hook; undefined once that is gone. */
    async byId(workspaceId: string, id: string): Promise<{ call: HookCall; hook: Hook } | undefined> {
      const [row] = await database
        .select({ call: hookCalls, hook: hooks })
        .from(hookCalls)
        .innerJoin(hooks, eq(hooks.id, hookCalls.hookId))
        .where(one(workspaceId, id));
      return row && { call: toHookCall(row.call), hook: toHook(row.hook) };
    },

    /** Calls of a workspace that nobody has begun; they stay as they are, and the cron may send some of them, too. */
    async waiting(workspaceId: string, limit = 100): Promise<HookCallName[]> {
      const ofWorkspace = database.select({ id: hooks.id }).from(hooks).where(eq(hooks.workspaceId, workspaceId));
      return await database
        .select({ workspaceId: hookCalls.workspaceId, hookCallId: hookCalls.id })
        .from(hookCalls)
        .where(
          and(
            inArray(hookCalls.hookId, ofWorkspace),
            eq(hookCalls.status, "pending"),
            eq(hookCalls.tries, 0),
            isNull(hookCalls.queuedUntil),
          ),
        )
        .limit(limit);
    },

    /** Takes a due call; undefined if it is not due, another worker has it, or its hook has as many under way as it may. */
    async claim(workspaceId: string, id: string, now: Date): Promise<{ call: HookCall; lease: string } | undefined> {
      const lease = newId();
      const time = now.getTime();
      const isFree = sql`(
        select count(*) from hook_calls as other
        where other.hook_id = hook_calls.hook_id and other.status = 'sending' and other.due_at > ${time}
      ) < iif((select failing_since from hooks where hooks.id = hook_calls.hook_id) is null,
        ${IN_FLIGHT.working}, ${IN_FLIGHT.failing})`;
      const [row] = await database
        .update(hookCalls)
        .set({
          status: "sending",
          lease,
          tries: sql`${hookCalls.tries} + 1`,
          dueAt: time + HOOK_LEASE_MS,
          queuedUntil: null,
        })
        .where(and(one(workspaceId, id), lte(hookCalls.dueAt, time), isFree))
        .returning();
      return row && { call: toHookCall(row), lease };
    },

    /** Puts a due call off because its hook is busy; no try is counted. Undefined if it is not due. */
    async defer(workspaceId: string, id: string, waitMs: number, now: Date): Promise<Date | undefined> {
      const dueAt = now.getTime() + waitMs;
      const [row] = await database
        .update(hookCalls)
        .set({ status: "pending", lease: null, dueAt, queuedUntil: dueAt + GRACE_PERIOD_MS })
        .where(and(one(workspaceId, id), lte(hookCalls.dueAt, now.getTime())))
        .returning({ dueAt: hookCalls.dueAt });
      return toDate(row?.dueAt ?? null);
    },

    /**
     * Writes what came of a try in one batch: of the call, and of its hook, which a 410 and a week without success switch
     * off, the latter with an alert. Nothing is written if the lease was lost.
     */
    async settle(
      { workspaceId, id, hookId }: HookCall,
      lease: string,
      outcome: HookOutcome,
      response: string,
      now: Date,
    ): Promise<boolean> {
      const time = now.getTime();
      const held = and(one(workspaceId, id), eq(hookCalls.lease, lease), eq(hookCalls.status, "sending"));
      const mine = and(eq(hooks.id, hookId), sql`exists (select 1 from ${hookCalls} where ${held})`);
      const [settled] = await runBatch(
        database,
        [
          database
            .update(hooks)
            .set({
              lastResponse: response,
              lastCalledAt: time,
              failingSince: outcome.status === "done" ? null : sql`coalesce(${hooks.failingSince}, ${time})`,
            })
            .where(mine),
          ...(outcome.status === "done" ? [] : switchedOff(database, workspaceId, mine, outcome, now)),
        ],
        database
          .update(hookCalls)
          .set({
            status: outcome.status,
            lease: null,
            dueAt: outcome.status === "pending" ? outcome.dueAt.getTime() : null,
            queuedUntil: outcome.status === "pending" ? outcome.dueAt.getTime() + GRACE_PERIOD_MS : null,
            ...(outcome.status === "pending" ? {} : { answers: null, finishedAt: time }),
          })
          .where(held)
          .returning({ id: hookCalls.id }),
      );
      return settled !== undefined;
    },

    /** Gives up a call that there is nothing to be told of any more. */
    async drop(workspaceId: string, id: string, now: Date): Promise<void> {
      await database
        .update(hookCalls)
        .set({ status: "dead", lease: null, dueAt: null, answers: null, finishedAt: now.getTime() })
        .where(and(one(workspaceId, id), lte(hookCalls.dueAt, now.getTime())));
    },
  };
}

/** Calls of hooks that are due or over, of all workspaces. */
export function createHookCallUpkeep(database: Database) {
  return {
    /**
     * Due calls of all workspaces that no message is under way for, marked as sent to the queue in the same statement: two
     * crons do not send the same ones.
     */
    async takeDue(now: Date, limit: number): Promise<HookCallName[]> {
      const time = now.getTime();
      const waiting = database
        .select({ id: hookCalls.id })
        .from(hookCalls)
        .where(
          and(
            lte(hookCalls.dueAt, time),
            or(isNull(hookCalls.queuedUntil), lte(hookCalls.queuedUntil, time)),
            isChangeable(hookCalls.workspaceId),
          ),
        )
        .orderBy(asc(hookCalls.dueAt))
        .limit(limit);
      return await database
        .update(hookCalls)
        .set({ queuedUntil: time + GRACE_PERIOD_MS })
        .where(inArray(hookCalls.id, waiting))
        .returning({ workspaceId: hookCalls.workspaceId, hookCallId: hookCalls.id });
    },

    /** Removes calls that are over, and hooks whose receivers are gone. @returns whether there may be more of them */
    async sweep(now: Date, limit = 1_000): Promise<boolean> {
      const old = database
        .select({ id: hookCalls.id })
        .from(hookCalls)
        .where(lte(hookCalls.finishedAt, now.getTime() - KEPT_MS))
        .limit(limit);
      const [removed] = await database.batch([
        database.delete(hookCalls).where(inArray(hookCalls.id, old)).returning({ id: hookCalls.id }),
        database
          .delete(hooks)
          .where(and(sql`${hooks.state} = 'gone'`, lte(hooks.lastCalledAt, now.getTime() - GONE_KEPT_MS))),
      ]);
      return removed.length >= limit;
    },
  };
}

/** The statements that switch a hook off if it has to be, and drop what waits for it. */
function switchedOff(
  database: Database,
  workspaceId: string,
  mine: SQL | undefined,
  outcome: HookOutcome,
  now: Date,
): Statement[] {
  if (outcome.status === "dead" && outcome.isGone)
    return [database.update(hooks).set({ state: "gone" }).where(mine), dropWaiting(database, mine, now)];
  const isFailing = and(mine, eq(hooks.state, "on"), lte(hooks.failingSince, now.getTime() - HOOK_FAILING_MS));
  return [
    ...alertOfHook(database, workspaceId, isFailing, now),
    dropWaiting(database, isFailing, now),
    database.update(hooks).set({ state: "failing" }).where(isFailing),
  ];
}

/** The statement that drops what waits for the hooks of a condition. */
export const dropWaiting = (database: Database, condition: SQL | undefined, now: Date): Statement =>
  database
    .update(hookCalls)
    .set({ status: "dead", lease: null, dueAt: null, answers: null, finishedAt: now.getTime() })
    .where(
      and(sql`${hookCalls.hookId} in (select id from ${hooks} where ${condition})`, eq(hookCalls.status, "pending")),
    );
