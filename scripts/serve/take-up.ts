/**
 * Makes due what a service that ended has left behind: its leases and the messages of its queues ended with it, and on one
 * machine nobody else can be at work on it. A tick of the clock then sends it again. What waits for a time of its own keeps it: a batch
 * that is to begin later, the next try of a delivery.
 * @param start when the present service started, in milliseconds: what it does itself is left alone
 */
export function takeUpStatements(start: number): string[] {
  // As it is in a batch's row: ISO 8601, which is in order as text.
  const startText = new Date(start).toISOString();
  return [
    `UPDATE runs SET status = 'accepted', lease = NULL, due_at = ${start}
       WHERE due_at > ${start} AND coalesce(options ->> '$.runAt', '') <= '${startText}'
         AND ((status = 'running' AND started_at < ${start}) OR (status = 'accepted' AND accepted_at < ${start}))`,
    `UPDATE outbox SET status = 'pending', lease = NULL, due_at = ${start}, queued_until = NULL
       WHERE status = 'sending' AND created_at < ${start}`,
    `UPDATE outbox SET queued_until = NULL WHERE queued_until > ${start} AND status = 'pending' AND created_at < ${start}`,
    `UPDATE hook_calls SET status = 'pending', lease = NULL, due_at = ${start}, queued_until = NULL
       WHERE status = 'sending' AND created_at < ${start}`,
    `UPDATE hook_calls SET queued_until = NULL WHERE queued_until > ${start} AND status = 'pending' AND created_at < ${start}`,
  ];
}
