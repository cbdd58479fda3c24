import { dropOldEntries, keepHeads } from "./audit/keep-heads.ts";
import { moveOldRuns } from "./jobs/day-files.ts";
import { resendDueDeliveries, sendDueHookCalls } from "./jobs/delivery-consumer.ts";
import { resendDueRuns } from "./jobs/run-consumer.ts";
import { sealSecrets } from "./jobs/seal-secrets.ts";
import { sweep } from "./jobs/sweep.ts";

/** What is done again and again in a database: in D1 by the cron, in an object when it wakes. */
export const UPKEEP_STEPS = {
  resend_runs: resendDueRuns,
  resend_deliveries: resendDueDeliveries,
  send_hook_calls: sendDueHookCalls,
  keep_audit_heads: keepHeads,
  drop_old_audit_entries: dropOldEntries,
  sweep,
  move_old_runs: moveOldRuns,
  seal_secrets: sealSecrets,
} as const;
