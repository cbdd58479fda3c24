// The Worker as `npm start` runs it: one process that answers, two for the pool, and the pages of its browser watched.
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { withLocalDatabase } from "../../../scripts/local-d1.ts";
import { signalGroup } from "../../../scripts/process-family.mjs";
import { scratchFolder } from "../../../scripts/scratch-folder.ts";
import { freePort } from "../../../scripts/serve/free-port.ts";
import { activePool } from "../../../scripts/serve/pool-pair.ts";
import { workerdListeningAt } from "../../../scripts/serve/process-usage.ts";
import { STARTS_WITHIN_MS, startWorker } from "../../../scripts/serve/watched-worker.ts";
import { watchBrowser } from "../../../scripts/watch-browser.ts";
import { AUTHORIZATION, FIRST_CREDENTIALS } from "./first-credentials.ts";

export interface ServedWorker {
  base: string;
  /** The Worker, without the server in front of it. */
  worker: string;
  /** The program that runs both. */
  program: ChildProcess;
  /** What it has logged. */
  lines: string[];
  /** Process ids, of the pool that of the one that does its work: undefined while there is none. */
  answering(): number | undefined;
  pool(): number | undefined;
  /** Ends it, however it is. */
  stop(): Promise<void>;
}

/** Starts it; it answers, and a process of the pool is there. @param state an empty folder @param vars settings beside its own */
export async function servedWorker(
  state = scratchFolder(),
  vars: Readonly<Record<string, string>> = {},
): Promise<ServedWorker> {
  await withLocalDatabase(state, ({ migrate }) => migrate());
  const port = await freePort();
  const workerPort = await freePort([port]);
  const base = `http://127.0.0.1:${port}`;
  const lines: string[] = [];
  const values = { PUBLIC_BASE_URL: base, ...FIRST_CREDENTIALS, ...vars };
  const child = startWorker({ host: "127.0.0.1", port, workerPort, state, values }, (line) => lines.push(line));
  const pages = watchBrowser(
    () => child.pid,
    (line) => lines.push(line),
  );
  const served: ServedWorker = {
    base,
    worker: `http://127.0.0.1:${workerPort}`,
    program: child,
    lines,
    answering: () => workerdListeningAt(workerPort, child.pid ?? -1),
    pool: () => activePool(state),
    async stop() {
      pages.stop();
      const isRunning = child.exitCode === null && child.signalCode === null;
      const ended = isRunning ? once(child, "exit") : undefined;
      // When the program has ended by itself, too: the pool outlives it.
      signalGroup(child.pid, "SIGKILL");
      await ended;
      fs.rmSync(state, { recursive: true, force: true });
    },
  };
  for (const until = Date.now() + STARTS_WITHIN_MS; Date.now() < until; ) {
    // It is not there, or it answers: what comes too early waits.
    const headers = { authorization: AUTHORIZATION };
    const answer = await fetch(`${base}/api/user`, { headers }).catch(() => undefined);
    if (answer && !answer.ok) {
      lines.push(`It answered ${answer.status}: ${await answer.text()}`);
      break;
    }
    if (answer && served.pool() !== undefined) return served;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await served.stop();
  throw new Error(`The Worker did not start: ${lines.join("\n")}`);
}
