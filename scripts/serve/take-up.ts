/** What waits for a time of its own keeps it: a batch that is to begin later. As it is in its row: ISO 8601, in order as text. */
const isItsTime = (now: number) => `coalesce(options ->> '$.runAt', '') <= '${new Date(now).toISOString()}'`;

/** A workspace that moves to another database stands still from then on: a change of its rows would fail, and all others with it. */
const isHere = (table: string) =>
  `NOT EXISTS (SELECT 1 FROM moves WHERE moves.workspace_id = ${table}.workspace_id AND moves.step IN ('fenced', 'moved', 'done'))`;

const isMessageLost = (table: string, now: number) =>
  `queued_until > ${now} AND status = 'pending' AND created_at < ${now} AND ${isHere(table)}`;

/**
 * Makes due what a service that ended has left behind: its leases and the messages of its queues ended with it, and on one
 * machine nobody else can be at work on it. A tick of the clock then sends it again.
 * @param start when the present service started, in milliseconds: what it does itself is left alone
 */
export function takeUpStatements(start: number): string[] {
  const isLeft = (table: string) => `status = 'sending' AND created_at < ${start} AND ${isHere(table)}`;
  return [
    `UPDATE runs SET status = 'accepted', lease = NULL, due_at = ${start}
       WHERE due_at > ${start} AND ${isItsTime(start)} AND ${isHere("runs")}
         AND ((status = 'running' AND started_at < ${start}) OR (status = 'accepted' AND accepted_at < ${start}))`,
    ...["outbox", "hook_calls"].flatMap((table) => [
      `UPDATE ${table} SET status = 'pending', lease = NULL, due_at = ${start}, queued_until = NULL WHERE ${isLeft(table)}`,
      `UPDATE ${table} SET queued_until = NULL WHERE ${isMessageLost(table, start)}`,
    ]),
  ];
}

/**
 * Makes due what was accepted: messages of its queues have died while nothing could be written. What is under way has a lease, and is
 * left alone. A tick of the clock then sends the rest again.
 */
export const dueAgainStatements = (now: number): string[] => [
  `UPDATE runs SET due_at = ${now}
     WHERE due_at > ${now} AND status = 'accepted' AND accepted_at < ${now} AND ${isItsTime(now)} AND ${isHere("runs")}`,
  ...["outbox", "hook_calls"].map(
    (table) => `UPDATE ${table} SET queued_until = NULL WHERE ${isMessageLost(table, now)}`,
  ),
];
