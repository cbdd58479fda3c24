/**
 * Eight merges a second for as long as it is told, and for each nineteen of them a hostile file, against the Worker as `npm start`
 * runs it: `[minutes=60] [a second=8]`. Prints, for each minute, the memory and files of all its processes, latencies and failures. Fails
 * if merges failed, if 95 % of them took more than twice as long as in the minutes without hostile files (two before, and one after each
 * ten), or if memory grew by more than 5 % from the third quarter to the last.
 */
import { once } from "node:events";
import fs from "node:fs";
import { Worker } from "node:worker_threads";
import { present } from "../../src/domain/present.ts";
import { prepareTarget } from "../../test/hostile/target.ts";
import { AUTHORIZATION } from "../../test/support/servers/first-credentials.ts";
import { mergeAddress } from "../../test/support/servers/measured-service.ts";
import { usesBelow } from "../../test/support/servers/process-meter.ts";
import { type ServedWorker, servedWorker } from "../../test/support/servers/served-worker.ts";
import { filesOf, MB, median, quantile, sum, withScratch } from "../harness.ts";
import type { HostileMessage, HostileStart } from "../hostile-sender.ts";
import { type Answer, dataOf, isMerged, phase, TEMPLATES } from "../steady-rate.ts";

const MAX_GROWTH = 1.05;
const MAX_SLOWER = 2;
/** An address has a limit of its own. */
const ADDRESSES_EACH = 4;
const CALM_MINUTES = 2;
/** After so many minutes one is calm again: a machine is not as fast at each time of an hour. */
const CALM_AFTER_MINUTES = 10;
const MERGES_FOR_EACH_HOSTILE = 19;

export const run = ([minutes = "60", rate = "8"]: readonly string[]): Promise<boolean> =>
  withScratch(async (state) => {
    const served = await servedWorker(state);
    try {
      const kinds = Array.from({ length: ADDRESSES_EACH }, () => Object.values(TEMPLATES)).flat();
      const addresses = await Promise.all(
        kinds.map((members) => mergeAddress(served.base, { name: "Long", ...members })),
      );
      let sent = 0;
      const minute = async (name: string) => {
        const answers = await phase(Number(rate), 60, addresses, (index) => dataOf(20, sent + index));
        sent += answers.length;
        return {
          failed: answers.filter((answer) => !isMerged(answer)),
          bytes: show(name, served, state, answers),
          answers,
        };
      };
      const calm: Answer[] = [];
      for (let each = 1; each <= CALM_MINUTES; each++) calm.push(...(await minute(`calm ${each}`)).answers);

      const hostile = await hostileFiles(served.base, (MERGES_FOR_EACH_HOSTILE / Number(rate)) * 1_000);
      const [memory, all, failed]: [number[], Answer[], Answer[]] = [[], [], []];
      for (let each = 1; each <= Number(minutes); each++) {
        hostile.resume();
        const { answers, bytes, failed: lost } = await minute(`${each} min`);
        memory.push(bytes);
        all.push(...answers);
        failed.push(...lost);
        if (each % CALM_AFTER_MINUTES !== 0) continue;
        await hostile.pause();
        calm.push(...(await minute(`calm after ${each}`)).answers);
      }
      console.log(`hostile files: ${await hostile.stop()}`);
      const quarter = memory.length >> 2;
      const growth = median(memory.slice(-quarter)) / median(memory.slice(-2 * quarter, -quarter));
      const [before, after] = [calm, all].map((answers) =>
        quantile(
          answers.map(({ ms }) => ms),
          0.95,
        ),
      );
      console.log(
        `${failed.length} of ${all.length} failed (${failed.slice(0, 5).map(({ status }) => status)}); 95 %: ${before} ms calm, ${after} ms beside hostile ` +
          `files; memory of the last quarter is ${(100 * growth).toFixed(1)} % of the one before`,
      );
      return failed.length === 0 && growth <= MAX_GROWTH && present(after) <= MAX_SLOWER * present(before);
    } finally {
      await served.stop();
    }
  });

/** @returns the memory of all processes */
function show(name: string, served: ServedWorker, state: string, answers: readonly Answer[]): number {
  const uses = usesBelow(present(served.program.pid));
  const bytes = sum(uses.map((each) => each.bytes));
  const times = answers.map(({ ms }) => ms);
  const [half, most] = [0.5, 0.95].map((part) => Math.round(quantile(times, part)));
  const kinds = Object.keys(TEMPLATES);
  const slowest = kinds.map((kind, at) => {
    const own = times.filter((_, index) => index % kinds.length === at);
    return `${kind} ${Math.round(quantile(own, 0.95))}`;
  });
  const each = uses.map(({ command, bytes }) => `${command} ${Math.round(bytes / MB)}`).join(", ");
  const disk = sum(filesOf(state, /./).map((file) => fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0));
  for (const line of served.lines) if (/"level":"error"/.test(line)) console.log(`  ${line.slice(0, 1_000)}`);
  const restarts = served.lines.filter((line) => line.includes('"pool.restarted"'));
  // The others are not needed any more, and become many.
  served.lines.splice(0, served.lines.length, ...restarts);
  console.log(
    `${name}: ${answers.length} sent, ${answers.filter((answer) => !isMerged(answer)).length} failed; median ${half} ms, 95 % ${most} ms (${slowest.join(", ")}); ` +
      `${Math.round(bytes / MB)} MB (${each}), ${sum(uses.map(({ files }) => files))} files open, ${Math.round(disk / MB)} MB on disk, ` +
      `${restarts.length} restarts of the pool`,
  );
  return bytes;
}

interface HostileFiles {
  resume(): void;
  /** Waits until nothing of them is under way. */
  pause(): Promise<void>;
  /** Ends as `pause`, for good. @returns how they were answered */
  stop(): Promise<string>;
}

/** Sends one after the other, in even intervals. A thread of its own makes them: what a merge takes must not hold how long that takes. */
async function hostileFiles(base: string, everyMs: number): Promise<HostileFiles> {
  const { authorizations, documents } = await prepareTarget(base, AUTHORIZATION);
  const start: HostileStart = { base, everyMs, authorizations, targets: await documents() };
  const thread = new Worker(new URL("../hostile-sender.ts", import.meta.url), { workerData: start });
  const failed = new Promise<never>((_, reject) => thread.once("error", reject));
  const say = (message: HostileMessage) => thread.postMessage(message);
  const paused = async () => {
    say("pause");
    const [answered] = (await Promise.race([once(thread, "message"), failed])) as [string];
    return answered;
  };
  return {
    resume: () => say("resume"),
    pause: async () => void (await paused()),
    async stop() {
      const answered = await paused();
      await thread.terminate();
      return answered;
    },
  };
}
