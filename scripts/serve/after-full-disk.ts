/**
 * Makes due what was accepted: messages of its queues have died while nothing could be written. What is under way has a lease, and is
 * left alone. A tick of the clock then sends the rest again.
 */
export const dueAgainStatements = (now: number): string[] => [
  `UPDATE runs SET due_at = ${now} WHERE due_at > ${now} AND status = 'accepted' AND accepted_at < ${now}`,
  `UPDATE outbox SET queued_until = NULL WHERE queued_until > ${now} AND status = 'pending' AND created_at < ${now}`,
];
