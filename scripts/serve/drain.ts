import { isThere, workerdListeningAt } from "./process-usage.ts";

const LOOK_MS = 100;

/**
 * Has the process that answers take no more connections, and waits until it has answered those it has: workerd does so at
 * SIGTERM. What was accepted for later stays in the database, and is taken up at the next start.
 * @param program the program whose process it is
 * @param withinMs afterwards what is still being answered is broken off
 * @returns whether everything was answered
 */
export async function drain(port: number, program: number, withinMs: number): Promise<boolean> {
  const answering = workerdListeningAt(port, program);
  if (answering === undefined) return true;
  process.kill(answering, "SIGTERM");
  for (const until = Date.now() + withinMs; Date.now() < until; ) {
    if (!isThere(answering)) return true;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return false;
}
