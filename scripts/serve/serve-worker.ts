// The program that runs the Worker for run-service.ts: in one process what answers, in two others the pool, and in a
// thread the server in front of them. It ends when the first process ends, and whoever started it starts everything anew.
import { once } from "node:events";
import fs from "node:fs";
import { Worker } from "node:worker_threads";
import { Miniflare } from "miniflare";
import * as z from "zod";
import { withLocalDatabase } from "../local-d1.ts";
import { onEnd } from "../process-family.mjs";
import { type AnsweringProcess, drain } from "./drain.ts";
import { freePort } from "./free-port.ts";
import type { FrontAnswer, FrontOrder } from "./front/front-thread.ts";
import { PoolPair } from "./pool-pair.ts";
import { PoolProcess } from "./pool-process.ts";
import type { PoolEnded, PoolOrder, PoolStarted } from "./pool-thread.ts";
import { isThere, workerdsOf } from "./process-usage.ts";
import { onProcessEnd } from "./started-processes.ts";
import { dueAgainStatements, takeUpStatements } from "./take-up.ts";
import { takeUpObjects } from "./take-up-objects.ts";
import { wakeWorkspaces } from "./wake-workspaces.ts";
import { POOL, registryFolder, type ServeSettings, workerOptions } from "./worker-options.ts";

/**
 * What a request leaves behind of the platform's own objects goes with a whole collection of its isolate's heap, and that is small: with
 * the heap that V8 begins with the process took 20 kB more for each request, to well over a gigabyte. An isolate that begins small is
 * collected as it grows.
 */
const ANSWERING_HEAP = "--initial-old-space-size=1";
const LOOK_MS = 250;
const CRON_INTERVAL_MS = 60_000;

const settingsSchema = z.object({
  host: z.string(),
  port: z.number(),
  workerPort: z.number(),
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
const frontThread = new Worker(new URL("front/front-thread.ts", import.meta.url));
frontThread.once("error", (error) => logLine("front.failed", String(error)));
frontThread.once("exit", (code) => {
  if (!isEnding) logLine("front.failed", `The server in front has ended with exit code ${code}.`);
  process.exit(1);
});
const askFront = (order: FrontOrder) => frontThread.postMessage(order);
const front = {
  listens: Promise.withResolvers<void>(),
  drained: Promise.withResolvers<boolean>(),
  closed: Promise.withResolvers<void>(),
  hasRoomAgain: () => {},
};
frontThread.on("message", (answer: FrontAnswer) => {
  if (answer === "listens") front.listens.resolve();
  else if (answer === "closed") front.closed.resolve();
  else if (answer === "room again") front.hasRoomAgain();
  else if ("drained" in answer) front.drained.resolve(answer.drained);
  else process.send?.(answer.question);
});
// Whoever started it asks whether it is at work, and the server in front, or that it comes to its end.
process.on("message", async (question) => {
  const { data: order } = drainOrderSchema.safeParse(question);
  if (order === undefined) return askFront({ question });
  isEnding = true;
  const until = Date.now() + order.drainWithinMs;
  askFront(order);
  // Whoever waits in front comes first: the Worker takes nothing new once it is told to end.
  const isNobodyLeft = await front.drained.promise;
  const drained = answeringProcess === undefined || (await drain(answeringProcess, until - Date.now()));
  askFront("close");
  await front.closed.promise;
  process.send?.({ drained: drained && isNobodyLeft });
});
const poolThread = new Worker(new URL("pool-thread.ts", import.meta.url));
poolThread.once("error", (error) => logLine("pool.failed", String(error)));
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
  const start = Date.now();
  await withLocalDatabase(settings.state, ({ run }) => run(takeUpStatements(start)));
  const waiting = takeUpObjects(settings.state, start, (problem) => logLine("objects.not_taken_up", problem));
  const secrets = { ending: crypto.randomUUID(), front: crypto.randomUUID() };
  const options = workerOptions(settings, secrets);
  // One after the other: whoever is there first has the database and the files.
  process.env.MINIFLARE_WORKERD_V8_FLAGS ??= ANSWERING_HEAP;
  const ends = new Map<number, string>();
  onProcessEnd((pid, how) => ends.set(pid, how));
  const answering = new Miniflare(options.answering);
  const base = await answering.ready;
  const [listening] = workerdsOf(process.pid);
  if (listening) answeringProcess = { base, pid: listening.pid, endingSecret: secrets.ending };
  const isAnsweringThere = () => listening !== undefined && isThere(listening.pid);
  // Cloudflare's clock does not tick locally.
  const tick = () => fetch(new URL("/cdn-cgi/local/scheduled", base));
  const ticked = tick();
  const missed = (error: unknown) => {
    if (!isEnding) logLine("service.clock_not_heard", String(error));
  };
  setInterval(() => void tick().catch(missed), CRON_INTERVAL_MS).unref();
  // Nobody waits for it: whoever is not told wakes when its alarm comes.
  void wakeWorkspaces(base, secrets.front, waiting).catch((error) => logLine("objects.not_woken", String(error)));
  front.hasRoomAgain = () => {
    withLocalDatabase(settings.state, ({ run }) => run(dueAgainStatements(Date.now())))
      .then(tick)
      .catch((error: unknown) => logLine("service.not_taken_up", String(error)));
  };

  const { host, port, workerPort, values } = settings;
  const { PUBLIC_BASE_URL: publicBaseUrl, CLIENT_ADDRESS_HEADER } = values;
  const clientAddressHeader = CLIENT_ADDRESS_HEADER?.toLowerCase();
  askFront({
    listen: {
      host,
      port,
      state: settings.state,
      workerPort,
      secret: secrets.front,
      publicBaseUrl,
      clientAddressHeader,
    },
  });
  await Promise.all([ticked, front.listens.promise]);

  const log = (line: string) => logLine("pool.restarted", line);
  poolThread.on("message", (report: PoolStarted | PoolEnded) => {
    if ("how" in report && !isEnding)
      logLine("pool.process_ended", `A process of the pool (workerd, ${report.pid}) has ended ${report.how}.`);
  });
  const newPoolProcess = async (name: string) => {
    const port = await freePort();
    const member = new PoolProcess(name, port, (start) => order({ settings, name, port, start }), log);
    poolThread.on("message", (report: PoolStarted | PoolEnded) => {
      if ("start" in report && report.name === name) member.started(report.start);
    });
    return member;
  };
  const first = await newPoolProcess("pool-1");
  const pair = new PoolPair(first, registry, POOL, log);
  setInterval(() => {
    if (!isAnsweringThere() && !isEnding) {
      const how = ends.get(listening?.pid ?? 0) ?? "by itself";
      logLine("service.process_ended", `The process that answers (workerd, ${listening?.pid}) has ended ${how}.`);
      process.exit(1);
    }
    pair.look();
  }, LOOK_MS);
  // It waits: the machine is the first one's until that is there.
  await first.joined;
  pair.add(await newPoolProcess("pool-2"));
}
