import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { deliveryTargets, outbox } from "./schema/runs.ts";

/** Deliveries that may be under way to one target at once: a target that works, and one that failed last. */
export const TARGET_IN_FLIGHT = { working: 8, failing: 1 } as const;

/** After this many failures in a row a target rests: 5 s, then twice as long each time, at most a minute. */
export const TARGET_REST = { failures: 3, firstMs: 5_000, maxMs: 60_000 } as const;

const failuresOf = (workspaceId: string, target: string): SQL =>
  sql`(select failures from delivery_targets where workspace_id = ${workspaceId} and target = ${target})`;

/** When the target's rest ends, in milliseconds; null if it has none. */
export const restOf = (workspaceId: string, target: string): SQL =>
  sql`(select rest_until from delivery_targets where workspace_id = ${workspaceId} and target = ${target})`;

/** Whether one more delivery may go to the target now. Expired leases do not count: their workers are gone. */
export function isReady(workspaceId: string, target: string, now: Date): SQL {
  const time = now.getTime();
  return sql`coalesce(${restOf(workspaceId, target)}, 0) <= ${time} and (
    select count(*) from ${outbox} as other indexed by outbox_sending
    where other.workspace_id = ${workspaceId} and other.target = ${target} and other.status = 'sending'
      and other.due_at > ${time}
  ) < iif(coalesce(${failuresOf(workspaceId, target)}, 0) > 0, ${TARGET_IN_FLIGHT.failing}, ${TARGET_IN_FLIGHT.working})`;
}

/** The statement that remembers how a target answered, if `condition` finds the delivery. */
export function recordTarget(
  database: Database,
  workspaceId: string,
  { target, targetWorks }: { target?: string; targetWorks?: boolean },
  condition: SQL | undefined,
  now: Date,
) {
  const time = now.getTime();
  const isThis = and(eq(deliveryTargets.workspaceId, workspaceId), eq(deliveryTargets.target, target ?? ""));
  if (!target || targetWorks !== false) {
    return database.delete(deliveryTargets).where(and(isThis, targetWorks ? undefined : sql`false`));
  }
  const { failures, firstMs, maxMs } = TARGET_REST;
  const rest = sql`min(${maxMs}, ${firstMs} << min(10, ${deliveryTargets.failures} + 1 - ${failures}))`;
  return database
    .insert(deliveryTargets)
    .select(sql`select ${workspaceId}, ${target}, 1, null, ${time} from outbox where ${condition}`)
    .onConflictDoUpdate({
      target: [deliveryTargets.workspaceId, deliveryTargets.target],
      set: {
        failures: sql`${deliveryTargets.failures} + 1`,
        restUntil: sql`iif(${deliveryTargets.failures} + 1 >= ${failures}, ${time} + ${rest}, null)`,
        updatedAt: time,
      },
    });
}
