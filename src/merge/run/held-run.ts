import type { LeasedRun } from "../../store/runs.ts";

/** A run that this worker holds for as long as it makes progress. */
export interface HeldRun extends LeasedRun {
  /**
   * Says that the run goes on: lengthens the lease when a good part of it has passed.
   * @throws Failure `merge_failed` when the lease was lost, so that nothing more is done in vain
   */
  goesOn(): Promise<void>;
  /** The same, immediately, however recently the lease was lengthened: for work that must not begin in vain. */
  renew(): Promise<void>;
}
