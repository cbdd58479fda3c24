// Runs the platform for the processes of the pool, in a thread of its own: to start one takes all of a thread for up to a second, in
// which the program that runs the Worker has to tell it where the other one is.
import { parentPort } from "node:worker_threads";
import { Log, LogLevel, Miniflare } from "miniflare";
import { onProcessEnd } from "./started-processes.ts";
import { type ServeSettings, workerOptions } from "./worker-options.ts";

/**
 * What the thread is asked for: to start a process, or a process anew, or to end with all of them. `start` counts the starts of a
 * process: the platform starts one that ended anew, too, but that one does not find the process that answers.
 */
export type PoolOrder = { settings: ServeSettings; name: string; port: number; start: number } | "end";

/** It has done what it was asked for. */
export type PoolStarted = Pick<Exclude<PoolOrder, "end">, "name" | "start">;

/** A process has ended that nobody had ended. */
export interface PoolEnded {
  pid: number;
  how: string;
}

const log = new Log(LogLevel.ERROR);
const running = new Map<string, Miniflare>();
/** How many are being ended for a new start. */
let disposals = 0;
onProcessEnd((pid, how, command) => {
  const report: PoolEnded = { pid, how };
  if (disposals === 0 && /workerd\b.* serve /.test(command)) parentPort?.postMessage(report);
});

parentPort?.on("message", (order: PoolOrder) => {
  // What the platform has put on the disk goes with it.
  if (order === "end") process.exit(0);
  void start(order);
});

async function start({ settings, name, port, start }: Exclude<PoolOrder, "end">): Promise<void> {
  try {
    const former = running.get(name);
    if (former) {
      disposals++;
      // One that never came up says so once more when it is to go, and would never be followed by another one.
      await former
        .dispose()
        .catch((error: unknown) => log.warn(`A process of the pool had not started: ${String(error)}`))
        .finally(() => disposals--);
    }
    const platform = new Miniflare(workerOptions(settings).pool(name, port));
    running.set(name, platform);
    await platform.ready;
    const started: PoolStarted = { name, start };
    parentPort?.postMessage(started);
  } catch (error) {
    // It is started anew when it is not there after a while.
    log.error(error instanceof Error ? error : new Error(String(error)));
  }
}
