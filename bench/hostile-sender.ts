/** A thread that sends hostile files, one each so many milliseconds, from when it is told to until it is told to pause. */
import { parentPort, workerData } from "node:worker_threads";
import { present } from "../src/domain/present.ts";
import { amplifiedCase } from "../test/hostile/amplify/amplified-cases.ts";
import type { TargetDocuments } from "../test/hostile/target.ts";

export interface HostileStart {
  base: string;
  everyMs: number;
  authorizations: readonly string[];
  targets: TargetDocuments;
}

/** What it is told; once it has paused and nothing is under way, it says how many were answered how: `120 422, 3 200`. */
export type HostileMessage = "resume" | "pause";

const SEED = 34;

const { base, everyMs, authorizations, targets } = workerData as HostileStart;
const port = present(parentPort);
const statuses = new Map<number, number>();
const pending = new Set<Promise<void>>();
let sent = 0;
let timer: ReturnType<typeof setInterval> | undefined;

async function send(): Promise<void> {
  const number = sent++;
  const amplified = amplifiedCase(SEED, number, targets);
  const { path, method, headers, body } = amplified.larger();
  const authorization = present(authorizations[number % authorizations.length]);
  const request = { method, headers: { ...headers, authorization }, ...(body === undefined ? {} : { body }) };
  const answer = await fetch(base + path, request as RequestInit).catch(() => undefined);
  const said = await answer?.text().catch(String);
  // 503 says when to come again; whatever else a service answers so is a fault of its own.
  if (!answer || (answer.status >= 500 && !answer.headers.has("retry-after")))
    console.log(
      `  hostile file ${number} (${amplified.name}): ${answer?.status ?? "no answer"} ${said?.slice(0, 300)}`,
    );
  statuses.set(answer?.status ?? 0, (statuses.get(answer?.status ?? 0) ?? 0) + 1);
}

function resume(): void {
  timer ??= setInterval(() => {
    const one = send().finally(() => pending.delete(one));
    pending.add(one);
  }, everyMs);
}

async function pause(): Promise<void> {
  clearInterval(timer);
  timer = undefined;
  await Promise.all(pending);
  port.postMessage([...statuses].map(([status, count]) => `${count} ${status}`).join(", "));
}

port.on("message", (message: HostileMessage) => (message === "resume" ? resume() : void pause()));
