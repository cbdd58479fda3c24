/** The most that one call names: their objects come beside whatever else is asked at the start. */
const A_CALL = 20;

/**
 * Has workspaces in objects do what is due, some at a time. It knows which from their files, where it cannot set an alarm.
 * @param base of the process that answers
 * @param secret by which it knows the program that runs it
 * @throws Error if it is not answered
 */
export async function wakeWorkspaces(base: URL, secret: string, workspaceIds: readonly string[]): Promise<void> {
  for (let from = 0; from < workspaceIds.length; from += A_CALL) {
    const answer = await fetch(new URL("/local/wake", base), {
      method: "POST",
      headers: { "docloom-front": secret, "content-type": "application/json" },
      body: JSON.stringify(workspaceIds.slice(from, from + A_CALL)),
    });
    if (!answer.ok) throw new Error(`Workspaces were not woken: ${answer.status}`);
  }
}
