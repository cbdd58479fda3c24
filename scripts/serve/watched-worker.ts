// The Worker as `npm start` runs it, watched: started anew whenever it ends, or no longer answers.
import type { ChildProcess } from "node:child_process";
import { on, once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { howEnded, signalGroup } from "../process-family.mjs";
import { ServiceWatch } from "../watch-service.ts";
import { isAnswered } from "./is-answered.ts";
import { processUsage, workerdListeningAt } from "./process-usage.ts";
import type { ServeSettings } from "./worker-options.ts";
import { startProgram } from "./worker-program.ts";

export const STARTS_WITHIN_MS = 90_000;
/**
 * What works may take long to answer: many calls may wait before this one, or one takes all of the thread. What stands still is
 * given up sooner. Three calls are missed before everything is started anew.
 */
const GRACE_PERIOD = { workingMs: 15_000, stillMs: 3_000 };
const WATCH = { intervalMs: 3_000, retryMs: 500, startMs: STARTS_WITHIN_MS };

/** How long the program may take to say how it went. */
const ANSWER_MS = 2_000;
const drainedSchema = z.object({ drained: z.boolean() });

/** What whoever runs it is told. */
export interface WatchedWorkerEvents {
  /** A program was started, in a group of its own. */
  started(program: ChildProcess): void;
  /** A line that the program or the platform has written. */
  line(line: string): void;
  /** Something for the operator. */
  log(line: string): void;
  /** Five starts in a row have failed. */
  giveUp(): void;
}

export interface WatchedWorker {
  /** The program that runs it now. */
  program(): ChildProcess | undefined;
  /** It may end from now on. */
  stop(): void;
}

/** @param waiting a program that has been started and waits for its settings */
export function watchedWorker(
  settings: ServeSettings,
  events: WatchedWorkerEvents,
  waiting?: ChildProcess,
): WatchedWorker {
  let program: ChildProcess | undefined;
  let next = waiting;
  const callId = crypto.randomUUID();
  const line = (line: string) => {
    if (!isOwnCall(line, callId)) events.line(line);
  };
  const watch = new ServiceWatch(
    {
      start(ended) {
        program = startWorker(settings, line, next?.exitCode === null ? next : undefined);
        next = undefined;
        program.once("exit", (code, signal) => ended(howEnded(code, signal)));
        events.started(program);
      },
      kill: () => void signalGroup(program?.pid, "SIGKILL"),
      isHealthy: () => isHealthy(settings.workerPort, program, callId),
    },
    WATCH,
    events.log,
    events.giveUp,
  );
  watch.start();
  return { program: () => program, stop: () => watch.stop() };
}

/** Has a program run the Worker. @param line is called with each line that it writes */
export function startWorker(
  settings: ServeSettings,
  line: (line: string) => void,
  program = startProgram(),
): ChildProcess {
  for (const stream of [program.stdout, program.stderr]) {
    if (stream) createInterface({ input: stream }).on("line", line);
  }
  // Not on its command line, which everybody on the machine can read.
  program.send(settings);
  return program;
}

/** Whether a line says that a call of the watcher was answered as it is to be: nobody asks for one every three seconds. */
function isOwnCall(line: string, callId: string): boolean {
  return [`"event":"request"`, `"request_id":"${callId}"`, `"status":200`].every((part) => line.includes(part));
}

/** Whether the process that answers does so, and the program that runs it. @param callId by which the log knows the call */
async function isHealthy(port: number, program: ChildProcess | undefined, callId: string): Promise<boolean> {
  const pid = program?.pid;
  if (program === undefined || pid === undefined) return false;
  const headers = { "x-request-id": callId };
  const call = async (signal: AbortSignal) =>
    (await fetch(`http://127.0.0.1:${port}/api/health`, { signal, headers })).ok;
  const ask = async (signal: AbortSignal) => {
    const answer = once(program, "message", { signal });
    await Promise.all([answer, send(program, "Are you there?")]);
    return true;
  };
  const answers = await Promise.all([
    isAnswered(call, () => cpuSecondsOf(workerdListeningAt(port, pid)), GRACE_PERIOD),
    isAnswered(ask, () => cpuSecondsOf(pid), GRACE_PERIOD),
  ]);
  return answers.every(Boolean);
}

/**
 * Has what is being answered answered, and nothing new taken; what answers has ended then.
 * @param withinMs afterwards what is still being answered is broken off
 * @returns whether everything was answered
 */
export async function drainWorker(program: ChildProcess, withinMs: number): Promise<boolean> {
  const end = new AbortController();
  const { signal } = end;
  const untilDrained = async () => {
    for await (const [message] of on(program, "message", { signal })) {
      const { data } = drainedSchema.safeParse(message);
      if (data) return data.drained;
    }
    return false;
  };
  const untilExit = async () => {
    await once(program, "exit", { signal });
    return true;
  };
  try {
    const drained = Promise.race([untilDrained(), untilExit(), pause(withinMs + ANSWER_MS, false, { signal })]);
    await send(program, { drainWithinMs: withinMs });
    return await drained;
  } finally {
    end.abort();
  }
}

function send(program: ChildProcess, message: string | { drainWithinMs: number }): Promise<void> {
  return new Promise((sent, fail) => program.send(message, (error) => (error ? fail(error) : sent())));
}

function cpuSecondsOf(pid: number | undefined): number | undefined {
  return pid === undefined ? undefined : processUsage(pid)?.cpuSeconds;
}
