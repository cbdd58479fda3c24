/**
 * Eight merges a second for as long as it is told, and for each nineteen of them a hostile file, against the Worker as `npm start`
 * runs it: `[minutes=60] [a second=8]`. Prints, for each minute, the memory and files of all its processes, latencies and failures. Fails
 * if merges failed, if 95 % of them took more than twice as long as in the two minutes before without hostile files, or if memory grew by
 * more than 5 % from the third quarter to the last.
 */
import fs from "node:fs";
import { present } from "../../src/domain/present.ts";
import { amplifiedCase } from "../../test/hostile/amplify/amplified-cases.ts";
import { prepareTarget } from "../../test/hostile/target.ts";
import { AUTHORIZATION } from "../../test/support/servers/first-credentials.ts";
import { mergeAddress } from "../../test/support/servers/measured-service.ts";
import { ProcessMeter, processesBelow } from "../../test/support/servers/process-meter.ts";
import { type ServedWorker, servedWorker } from "../../test/support/servers/served-worker.ts";
import { filesOf, MB, median, quantile, sum, withScratch } from "../harness.ts";
import { type Answer, dataOf, isMerged, phase, TEMPLATES } from "../steady-rate.ts";

const MAX_GROWTH = 1.05;
const MAX_SLOWER = 2;
/** An address has a limit of its own. */
const ADDRESSES_EACH = 4;
const CALM_MINUTES = 2;
const MERGES_FOR_EACH_HOSTILE = 19;
const SEED = 34;

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
        const { answers, bytes, failed: lost } = await minute(`${each} min`);
        memory.push(bytes);
        all.push(...answers);
        failed.push(...lost);
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
  const meters = processesBelow(present(served.program.pid)).map(({ pid, command }) => {
    const meter = new ProcessMeter(pid);
    return { command, bytes: meter.bytes("VmRSS") || 0, files: meter.filesOpen() };
  });
  const bytes = sum(meters.map((each) => each.bytes));
  const times = answers.map(({ ms }) => ms);
  const [half, most] = [0.5, 0.95].map((part) => Math.round(quantile(times, part)));
  const kinds = Object.keys(TEMPLATES);
  const slowest = kinds.map((kind, at) => {
    const own = times.filter((_, index) => index % kinds.length === at);
    return `${kind} ${Math.round(quantile(own, 0.95))}`;
  });
  const each = meters.map(({ command, bytes }) => `${command} ${Math.round(bytes / MB)}`).join(", ");
  const disk = sum(filesOf(state, /./).map((file) => fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0));
  const restarts = served.lines.filter((line) => line.includes('"pool.restarted"')).length;
  // They are not needed, and become many.
  served.lines.splice(0, served.lines.length, ...served.lines.filter((line) => line.includes('"pool.restarted"')));
  console.log(
    `${name}: ${answers.length} sent, ${answers.filter((answer) => !isMerged(answer)).length} failed; median ${half} ms, 95 % ${most} ms (${slowest.join(", ")}); ` +
      `${Math.round(bytes / MB)} MB (${each}), ${sum(meters.map(({ files }) => files))} files open, ${Math.round(disk / MB)} MB on disk, ` +
      `${restarts} restarts of the pool`,
  );
  return bytes;
}

/** Sends one after the other, in even intervals, until it is told to stop. */
async function hostileFiles(base: string, everyMs: number): Promise<{ stop(): Promise<string> }> {
  const { authorizations, documents } = await prepareTarget(base, AUTHORIZATION);
  const targets = await documents();
  const statuses = new Map<number, number>();
  const pending = new Set<Promise<void>>();
  let sent = 0;
  const send = async () => {
    const { path, method, headers, body } = amplifiedCase(SEED, sent, targets).larger();
    const authorization = present(authorizations[sent++ % authorizations.length]);
    const request = { method, headers: { ...headers, authorization }, ...(body === undefined ? {} : { body }) };
    const answer = await fetch(base + path, request as RequestInit).catch(() => undefined);
    await answer?.arrayBuffer().catch(() => undefined);
    statuses.set(answer?.status ?? 0, (statuses.get(answer?.status ?? 0) ?? 0) + 1);
  };
  const timer = setInterval(() => {
    const one = send().finally(() => pending.delete(one));
    pending.add(one);
  }, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(pending);
      return [...statuses].map(([status, count]) => `${count} ${status}`).join(", ");
    },
  };
}
