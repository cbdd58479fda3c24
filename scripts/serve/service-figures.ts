// What can be read of a service that runs, without asking it: what its processes take, and what waits in its databases.
import { type ListedProcess, processesBelow } from "../watch-browser.ts";
import { diskRoom } from "./disk-room.ts";
import type { Family } from "./metrics.ts";
import type { Waiting } from "./waiting-work.ts";

/** What waits for its turn, and for how long the longest. */
export function waitingFamilies(found: readonly Waiting[], now: number): Family[] {
  if (found.length === 0) return [];
  return [
    {
      name: "docloom_due",
      type: "gauge",
      help: "Runs, deliveries and calls of hooks whose time has come and that are not done.",
      samples: found.map(({ what, count }) => ({ labels: { what }, value: count })),
    },
    {
      name: "docloom_due_oldest_seconds",
      type: "gauge",
      help: "For how long the one that waits longest has been due.",
      samples: found.map(({ what, firstAt = now }) => ({ labels: { what }, value: Math.max(0, now - firstAt) / 1000 })),
    },
  ];
}

/** How much may still be written where the data are. */
export async function diskFamilies(folder: string): Promise<Family[]> {
  const { freeBytes } = await diskRoom(folder);
  const samples = [{ labels: {}, value: freeBytes }];
  return [{ name: "docloom_data_bytes_free", type: "gauge", help: "Bytes free where the data are.", samples }];
}

/** Memory and processor time by what a process is. @param processes all of the machine @param program the one that runs the service */
export function processFamilies(processes: readonly ListedProcess[], program: number): Family[] {
  const sums = new Map<string, { bytes: number; seconds: number; count: number }>();
  for (const { command, residentBytes, processorSeconds } of processesBelow(processes, program)) {
    const what = /workerd\b.* serve /.test(command) ? "workerd" : /chrom/i.test(command) ? "browser" : "program";
    const sum = sums.get(what) ?? { bytes: 0, seconds: 0, count: 0 };
    sums.set(what, {
      bytes: sum.bytes + residentBytes,
      seconds: sum.seconds + processorSeconds,
      count: sum.count + 1,
    });
  }
  const samples = (member: "bytes" | "seconds" | "count") =>
    [...sums].map(([what, sum]) => ({ labels: { process: what }, value: sum[member] }));
  return [
    { name: "docloom_processes", type: "gauge", help: "Processes of the service.", samples: samples("count") },
    {
      name: "docloom_resident_bytes",
      type: "gauge",
      help: "Resident memory of the processes that there are; what they share counts in each.",
      samples: samples("bytes"),
    },
    {
      name: "docloom_processor_seconds",
      type: "gauge",
      help: "Processor time of the processes that there are.",
      samples: samples("seconds"),
    },
  ];
}
