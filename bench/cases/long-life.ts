/**
 * Eight merges a second for as long as it is told, against the Worker as `npm start` runs it: `[minutes=60] [a second=8]`. Prints,
 * for each minute, the memory and files of all its processes, latencies and failures, and fails if merges failed, or if memory of
 * the second half grew by more than 5 %.
 */
import fs from "node:fs";
import { present } from "../../src/domain/present.ts";
import { mergeAddress } from "../../test/support/servers/measured-service.ts";
import { ProcessMeter, processesBelow } from "../../test/support/servers/process-meter.ts";
import { servedWorker } from "../../test/support/servers/served-worker.ts";
import { filesOf, MB, quantile, sum, withScratch } from "../harness.ts";
import { dataOf, isMerged, phase, TEMPLATES } from "../steady-rate.ts";

const MAX_GROWTH = 1.05;
/** An address has a limit of its own. */
const ADDRESSES_EACH = 4;

export const run = ([minutes = "60", rate = "8"]: readonly string[]): Promise<boolean> =>
  withScratch(async (state) => {
    const served = await servedWorker(state);
    const memory: number[] = [];
    let [sent, allFailed] = [0, 0];
    try {
      const kinds = Array.from({ length: ADDRESSES_EACH }, () => Object.values(TEMPLATES)).flat();
      const addresses = await Promise.all(
        kinds.map((members) => mergeAddress(served.base, { name: "Long", ...members })),
      );
      for (let minute = 1; minute <= Number(minutes); minute++) {
        const answers = await phase(Number(rate), 60, addresses, (index) => dataOf(20, sent + index));
        sent += answers.length;
        const failed = answers.filter((answer) => !isMerged(answer)).length;
        allFailed += failed;
        const meters = processesBelow(present(served.program.pid)).map(({ pid, command }) => {
          const meter = new ProcessMeter(pid);
          return { command, bytes: meter.bytes("VmRSS") || 0, files: meter.filesOpen() };
        });
        memory.push(sum(meters.map(({ bytes }) => bytes)));
        const [half, most] = [0.5, 0.95].map((part) =>
          Math.round(
            quantile(
              answers.map(({ ms }) => ms),
              part,
            ),
          ),
        );
        const each = meters.map(({ command, bytes }) => `${command} ${Math.round(bytes / MB)}`).join(", ");
        const disk = sum(filesOf(state, /./).map((file) => fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0));
        console.log(
          `${minute} min: ${sent} sent, ${failed} failed; median ${half} ms, 95 % ${most} ms; ` +
            `${Math.round(present(memory.at(-1)) / MB)} MB (${each}), ${sum(meters.map(({ files }) => files))} files open, ` +
            `${Math.round(disk / MB)} MB on disk`,
        );
      }
    } finally {
      await served.stop();
    }
    const half = memory.slice(memory.length >> 1);
    const growth = present(half.at(-1)) / present(half[0]);
    console.log(`${allFailed} failed; memory of the second half grew to ${(100 * growth).toFixed(1)} %`);
    return allFailed === 0 && growth <= MAX_GROWTH;
  });
