// Runs the platform for the processes of the pool, in a thread of its own: to start one takes all of a thread for up to a second, in
// which the program that runs the Worker has to tell it where the other one is.
import { parentPort } from "node:worker_threads";
import { Log, LogLevel, Miniflare } from "miniflare";
import { type ServeSettings, workerOptions } from "./worker-options.ts";

/** What the thread is asked for: to start a process, or a process anew, or to end with all of them. */
export type PoolOrder = { settings: ServeSettings; name: string; port: number } | "end";

const log = new Log(LogLevel.ERROR);
const running = new Map<string, Miniflare>();

parentPort?.on("message", (order: PoolOrder) => {
  // What the platform has put on the disk goes with it.
  if (order === "end") process.exit(0);
  void start(order);
});

async function start({ settings, name, port }: Exclude<PoolOrder, "end">): Promise<void> {
  try {
    await running.get(name)?.dispose();
    const platform = new Miniflare(workerOptions(settings).pool(name, port));
    running.set(name, platform);
    await platform.ready;
  } catch (error) {
    // It is started anew when it is not there after a while.
    log.error(error instanceof Error ? error : new Error(String(error)));
  }
}
