import { MergeSlots } from "../domain/scheduling/merge-slots.ts";
import type { MergeServices } from "./context.ts";

/** Of this isolate: all that computes in it shares a thread. */
const slots = new MergeSlots();

/**
 * Refuses a merge before anything is written of it if too many of its workspace wait. What a queue brings was accepted.
 * @throws Failure `rate_limited`
 */
export function requireSlot({ isPool, isQueued }: MergeServices, workspaceId: string): void {
  if (!isPool && !isQueued) slots.requireRoom(workspaceId);
}

/**
 * Whether database and files are in the same thread, too: then what is written of a merge belongs to its turn. On the platform, where it only
 * waits for them, others compute meanwhile.
 */
export const sharesThread = ({ env }: MergeServices): boolean => env.POOL_PROCESS === "1";

/**
 * Does what computes when its workspace has its turn. The pool has places of its own.
 * @param of `isTaken`: it is not refused, as its run is written
 * @throws Failure those of the work; before it begins `rate_limited`, `overloaded`
 */
export async function withSlot<Result>(
  services: MergeServices,
  { workspaceId, isTaken = false }: { workspaceId: string; isTaken?: boolean },
  work: (services: MergeServices) => Promise<Result>,
): Promise<Result> {
  if (services.isPool) return await work(services);
  const of = { workspaceId, isTaken: isTaken || services.isQueued === true };
  return await slots.withSlot(of, (aside) => work({ ...services, aside }));
}
