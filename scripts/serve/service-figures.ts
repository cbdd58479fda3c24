// What can be read of a service that runs, without asking it: what its processes take, and what waits in its database.
import { DatabaseSync } from "node:sqlite";
import { type ListedProcess, processesBelow } from "../watch-browser.ts";
import { databaseFile } from "./data-files.ts";
import { diskRoom } from "./disk-room.ts";
import type { Family } from "./metrics.ts";

/** Work that is due, in both tables under the same names. */
const WAITING = [
  { table: "runs", label: "run" },
  { table: "outbox", label: "delivery" },
] as const;

/** What waits for its turn, and for how long the longest. */
export function waitingFamilies(folder: string, now: number): Family[] {
  const file = databaseFile(folder);
  if (file === undefined) return [];
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const found = WAITING.map(({ table, label }) => {
      const row = database
        .prepare(
          `SELECT count(*) AS count, min(due_at) AS oldest FROM ${table} WHERE due_at IS NOT NULL AND due_at <= ?`,
        )
        .get(now) as { count: number; oldest: number | null };
      return { label, count: row.count, seconds: row.oldest === null ? 0 : (now - row.oldest) / 1000 };
    });
    return [
      {
        name: "docloom_due",
        type: "gauge",
        help: "Runs and deliveries whose time has come and that are not done.",
        samples: found.map(({ label, count }) => ({ labels: { what: label }, value: count })),
      },
      {
        name: "docloom_due_oldest_seconds",
        type: "gauge",
        help: "For how long the one that waits longest has been due.",
        samples: found.map(({ label, seconds }) => ({ labels: { what: label }, value: seconds })),
      },
    ];
  } finally {
    database.close();
  }
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
