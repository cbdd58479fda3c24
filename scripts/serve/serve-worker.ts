// The program that runs the Worker for start-service.ts: in one process what answers, in another one the pool. It ends when the
// first ends, and whoever started it starts everything anew.
import { once } from "node:events";
import fs from "node:fs";
import { Miniflare } from "miniflare";
import * as z from "zod";
import { onEnd } from "../process-family.mjs";
import { PoolWatch } from "./pool-watch.ts";
import { isThere, processUsage, workerdsOf } from "./process-usage.ts";
import { takeUpStatements } from "./take-up.ts";
import { ANSWERING, registryFolder, type ServeSettings, workerOptions } from "./worker-options.ts";

const LOOK_MS = 250;

const settingsSchema = z.object({
  host: z.string(),
  port: z.number(),
  state: z.string(),
  values: z.record(z.string(), z.string()),
});

function logLine(event: string, message: string): void {
  console.log(JSON.stringify({ level: "error", event, time: new Date().toISOString(), message }));
}

const [message] = await once(process, "message");
onEnd(() => process.exit(0));
await serve(settingsSchema.parse(message));

async function serve(settings: ServeSettings): Promise<void> {
  const start = Date.now();
  // What a service that was killed has left there leads nowhere.
  fs.rmSync(registryFolder(settings.state), { recursive: true, force: true });
  const options = workerOptions(settings);
  // One after the other: whoever is there first has the database and the files.
  const answering = new Miniflare(options.answering);
  const base = await answering.ready;
  const [answeringProcess] = workerdsOf(process.pid);
  const isAnsweringThere = () => answeringProcess !== undefined && isThere(answeringProcess.pid);
  const database = await answering.getD1Database("DB", ANSWERING);
  await database.batch(takeUpStatements(start).map((statement) => database.prepare(statement)));
  await fetch(new URL("/cdn-cgi/local/scheduled", base));

  const pool = new Miniflare(options.pool);
  const pulse = await pool.ready;
  const findPool = () => workerdsOf(process.pid).find(({ pid }) => pid !== answeringProcess?.pid)?.pid;
  let poolPid = findPool();
  const watch = new PoolWatch(
    {
      pid: () => poolPid,
      usage: processUsage,
      answer: async () => {
        await (await fetch(pulse)).arrayBuffer();
      },
      kill: (pid) => process.kill(pid, "SIGKILL"),
    },
    (line) => logLine("pool.restarted", line),
  );
  setInterval(() => {
    if (!isAnsweringThere()) process.exit(1);
    if (poolPid === undefined || !isThere(poolPid)) poolPid = findPool();
    watch.look();
  }, LOOK_MS);
}
