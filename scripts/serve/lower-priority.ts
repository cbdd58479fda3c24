import fs from "node:fs";
import os from "node:os";

/** Threads of a process; where there is no /proc, what is set of a process holds for all of them. */
const threadsOf = (pid: number): number[] =>
  process.platform === "linux" ? fs.readdirSync(`/proc/${pid}/task`).map(Number) : [pid];

/**
 * Lets the work of other processes come first, while they have any. On Linux each thread has a priority of its own, and
 * passes it to those that it starts.
 * @throws Error if the process has just ended
 */
export function lowerPriority(pid: number): void {
  const parent = os.getPriority();
  const priority = Math.min(os.constants.priority.PRIORITY_LOW, parent + os.constants.priority.PRIORITY_BELOW_NORMAL);
  // Where one is lower by itself, to raise it would need a right.
  for (const thread of threadsOf(pid)) if (os.getPriority(thread) < priority) os.setPriority(thread, priority);
}
