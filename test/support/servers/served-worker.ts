// The Worker as `npm start` runs it: one process that answers, one for the pool.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { withLocalDatabase } from "../../../scripts/local-d1.ts";
import { toolEnvironment } from "../../../scripts/prepare.mjs";
import { signalGroup } from "../../../scripts/process-family.mjs";
import { scratchFolder } from "../../../scripts/scratch-folder.ts";
import { workerdsOf } from "../../../scripts/serve/process-usage.ts";
import { FIRST_CREDENTIALS } from "./first-credentials.ts";
import { freePort } from "./free-port.ts";

const program = path.resolve(import.meta.dirname, "../../../scripts/serve/serve-worker.ts");
const STARTS_WITHIN_MS = 90_000;

export interface ServedWorker {
  base: string;
  /** The program that runs both. */
  program: ChildProcess;
  /** What it has logged. */
  lines: string[];
  /** Process ids: undefined while there is none. */
  answering(): number | undefined;
  pool(): number | undefined;
  /** Ends it, however it is. */
  stop(): Promise<void>;
}

/** Starts it; it answers, and both processes are there. @param state an empty folder @param vars settings beside its own */
export async function servedWorker(
  state = scratchFolder(),
  vars: Readonly<Record<string, string>> = {},
): Promise<ServedWorker> {
  await withLocalDatabase(state, ({ migrate }) => migrate());
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [program], {
    env: toolEnvironment(),
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    detached: true,
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    if (stream) createInterface({ input: stream }).on("line", (line) => lines.push(line));
  const values = { PUBLIC_BASE_URL: base, ...FIRST_CREDENTIALS, ...vars };
  child.send({ host: "127.0.0.1", port, state, values });
  const processes = () => workerdsOf(child.pid ?? -1);
  const isAnswering = ({ command }: { command: string }) => command.includes(`=127.0.0.1:${port} `);
  const served: ServedWorker = {
    base,
    program: child,
    lines,
    answering: () => processes().find((one) => isAnswering(one))?.pid,
    pool: () => processes().find((one) => !isAnswering(one))?.pid,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, "exit");
        signalGroup(child.pid, "SIGKILL");
        await ended;
      }
      fs.rmSync(state, { recursive: true, force: true });
    },
  };
  for (const until = Date.now() + STARTS_WITHIN_MS; Date.now() < until; ) {
    const answer = await fetch(`${base}/api/health`).catch(() => undefined);
    if (answer?.ok && served.pool() !== undefined) return served;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await served.stop();
  throw new Error(`The Worker did not start: ${lines.join("\n")}`);
}
