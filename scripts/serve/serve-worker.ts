// The program that runs the Worker for start-service.ts: in one process what answers, in two others the pool. It ends when the
// first ends, and whoever started it starts everything anew.
import { once } from "node:events";
import fs from "node:fs";
import { Worker } from "node:worker_threads";
import { Miniflare } from "miniflare";
import * as z from "zod";
import { withLocalDatabase } from "../local-d1.ts";
import { onEnd } from "../process-family.mjs";
import { type AnsweringProcess, drain } from "./drain.ts";
import { freePort } from "./free-port.ts";
import { PoolPair } from "./pool-pair.ts";
import { PoolProcess } from "./pool-process.ts";
import type { PoolOrder } from "./pool-thread.ts";
import { isThere, workerdsOf } from "./process-usage.ts";
import { takeUpStatements } from "./take-up.ts";
import { POOL, registryFolder, type ServeSettings, workerOptions } from "./worker-options.ts";

const LOOK_MS = 250;

const settingsSchema = z.object({
  host: z.string(),
  port: z.number(),
  state: z.string(),
  values: z.record(z.string(), z.string()),
});

/** From whoever started it; the answer is `{ drained }`. */
const drainOrderSchema = z.object({ drainWithinMs: z.number() });

function logLine(event: string, message: string): void {
  console.log(JSON.stringify({ level: "error", event, time: new Date().toISOString(), message }));
}

/** Undefined until it answers. */
let answeringProcess: AnsweringProcess | undefined;
let isEnding = false;

const [message] = await once(process, "message");
// Whoever started it asks whether it is at work, or that it comes to its end.
process.on("message", async (question) => {
  const { data: order } = drainOrderSchema.safeParse(question);
  if (order === undefined) return void process.send?.(question);
  isEnding = true;
  const drained = answeringProcess === undefined || (await drain(answeringProcess, order.drainWithinMs));
  process.send?.({ drained });
});
const poolThread = new Worker(new URL("pool-thread.ts", import.meta.url));
poolThread.once("exit", (code) => process.exit(code));
const order = (order: PoolOrder) => poolThread.postMessage(order);
onEnd(() => order("end"));
await serve(settingsSchema.parse(message));

async function serve(settings: ServeSettings): Promise<void> {
  // What a service that was killed has left there leads nowhere.
  const registry = registryFolder(settings.state);
  fs.rmSync(registry, { recursive: true, force: true });
  // Before anything else works. Not through the answering process: to ask it for its database this program would stand still until
  // it answers, and it may stand still until this program reads what it logs.
  await withLocalDatabase(settings.state, ({ run }) => run(takeUpStatements(Date.now())));
  const endingSecret = crypto.randomUUID();
  const options = workerOptions(settings, endingSecret);
  // One after the other: whoever is there first has the database and the files.
  const answering = new Miniflare(options.answering);
  const base = await answering.ready;
  const [listening] = workerdsOf(process.pid);
  if (listening) answeringProcess = { base, pid: listening.pid, endingSecret };
  const isAnsweringThere = () => listening !== undefined && isThere(listening.pid);
  await fetch(new URL("/cdn-cgi/local/scheduled", base));

  const log = (line: string) => logLine("pool.restarted", line);
  const newPoolProcess = async (name: string) => {
    const port = await freePort();
    return new PoolProcess(name, port, () => order({ settings, name, port }), log);
  };
  const first = await newPoolProcess("pool-1");
  const pair = new PoolPair(first, registry, POOL, log);
  setInterval(() => {
    if (!isAnsweringThere() && !isEnding) process.exit(1);
    pair.look();
  }, LOOK_MS);
  // It waits: the machine is the first one's until that is there.
  await first.joined;
  pair.add(await newPoolProcess("pool-2"));
}
