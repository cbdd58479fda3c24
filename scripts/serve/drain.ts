import * as z from "zod";
import { isThere } from "./process-usage.ts";

const LOOK_MS = 100;

/** The process that answers. */
export interface AnsweringProcess {
  /** Where it listens. */
  base: URL;
  pid: number;
  /** Whoever knows it may tell it to end. */
  endingSecret: string;
}

const underWaySchema = z.object({ underWay: z.number() });

/**
 * Has the process that answers take no more calls (503, and soon no connections), waits until it has answered those it has, and
 * ends it. Not by its SIGTERM alone: workerd then closes at once the connections by which the pool's process reaches database and
 * files, and what it works on for a caller fails. What was accepted for later stays in the database, and is taken up at the next
 * start.
 * @param withinMs afterwards what is still being answered is broken off
 * @returns whether everything was answered
 */
export async function drain({ base, pid, endingSecret }: AnsweringProcess, withinMs: number): Promise<boolean> {
  const until = Date.now() + withinMs;
  const look = () => new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  while (isThere(pid) && Date.now() < until && (await underWayAt(base, endingSecret, until - Date.now())) > 0)
    await look();
  // What streams its answer is given the rest of the time.
  if (isThere(pid)) process.kill(pid, "SIGTERM");
  for (; Date.now() < until; await look()) if (!isThere(pid)) return true;
  return false;
}

/** How many calls it has not answered; tells it to take no more. One that does not say counts as one that has some. */
async function underWayAt(base: URL, endingSecret: string, withinMs: number): Promise<number> {
  try {
    const answer = await fetch(new URL("/local/ending", base), {
      headers: { "docloom-ending": endingSecret },
      signal: AbortSignal.timeout(Math.max(1, withinMs)),
    });
    return underWaySchema.parse(await answer.json()).underWay;
  } catch {
    // It is busy, or ends by itself: it is asked again, and whoever waits is told by the result.
    return 1;
  }
}
