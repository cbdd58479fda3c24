import { Failure } from "../../domain/failure.ts";
import { type LeasedRun, RUN_LEASE_MS } from "../../store/runs.ts";
import type { MergeServices } from "../context.ts";

/** A run that this worker holds for as long as it makes progress. */
export interface RenewableRun extends LeasedRun {
  /**
   * Says that the run goes on: lengthens the lease when a good part of it has passed.
   * @throws Failure `merge_failed` when the lease was lost, so that nothing more is done in vain
   */
  renewLease(): Promise<void>;
  /** The same, immediately, however recently the lease was lengthened: for work that must not begin in vain. */
  renew(): Promise<void>;
}

/** A lease is lengthened when this much of it has passed. */
const RENEWED_AFTER_MS = RUN_LEASE_MS / 4;

/** The longest that a worker may hold a run: what the platform allows a queue's consumer. */
const MAX_LEASE_MS = 15 * 60 * 1000;

/** The failure of a worker that finds that another one has its run. */
export const leaseLost = (): Failure =>
  new Failure("merge_failed", "The merge took so long that it was started again elsewhere.");

/**
 * Does a run's work and lengthens its lease meanwhile, even during one long step. A worker that dies stops doing so,
 * and one that hangs is given up after `MAX_LEASE_MS`: then another one takes the run up.
 */
export async function withLease<Result>(
  { store, now, log }: MergeServices,
  leased: LeasedRun,
  work: (leased: RenewableRun) => Promise<Result>,
): Promise<Result> {
  const { run, lease } = leased;
  const started = now().getTime();
  let renewed = started;

  async function renewLease(): Promise<void> {
    const time = now();
    if (time.getTime() - renewed < RENEWED_AFTER_MS || time.getTime() - started > MAX_LEASE_MS) return;
    await renew();
  }

  async function renew(): Promise<void> {
    const time = now();
    renewed = time.getTime();
    if (!(await store.runs.renew(run.workspaceId, run.id, lease, time))) throw leaseLost();
  }

  const timer = setInterval(() => {
    renewLease().catch((error) => {
      // The work has ended in another isolate, or is found to be another's where its end is written.
      if (error instanceof Failure) clearInterval(timer);
      else log.failure("run.lease_not_renewed", error, { workspace_id: run.workspaceId, run_id: run.id });
    });
  }, RENEWED_AFTER_MS);
  try {
    return await work({ run, lease, renewLease, renew });
  } finally {
    clearInterval(timer);
  }
}
