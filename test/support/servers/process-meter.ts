import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { present } from "../../../src/domain/present.ts";

const TICKS_PER_SECOND = 100;

/** CPU, memory and open files of a process, as Linux counts them. */
export class ProcessMeter {
  readonly #folder: string;

  constructor(pid: number) {
    this.#folder = `/proc/${pid}`;
  }

  cpuSeconds(): number {
    const fields = present(readFileSync(`${this.#folder}/stat`, "utf8").split(") ")[1]).split(" ");
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  }

  /** Files and connections. */
  filesOpen(): number {
    return readdirSync(`${this.#folder}/fd`).length;
  }

  resetPeak(): void {
    writeFileSync(`${this.#folder}/clear_refs`, "5");
  }

  /** @param field `VmRSS` or `VmHWM`, the peak */
  bytes(field: "VmRSS" | "VmHWM"): number {
    const status = readFileSync(`${this.#folder}/status`, "utf8");
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) * 1024;
  }
}

/** Of the workerd processes below another process, such as those that a service has started. */
export const workerMeters = (ancestor: number): ProcessMeter[] =>
  processesBelow(ancestor).flatMap(({ pid, command }) => (command === "workerd" ? [new ProcessMeter(pid)] : []));

/** Of a service's processes, the one that has done work is the isolate's. */
export const busiest = (meters: readonly ProcessMeter[]): ProcessMeter =>
  meters.reduce((most, other) => (other.cpuSeconds() > most.cpuSeconds() ? other : most));

/** A process and all below it, with the names of their programs. */
export function processesBelow(ancestor: number): { pid: number; command: string }[] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,comm="], { encoding: "utf8" }).trim().split("\n");
  const all = lines.map((line) => {
    const [pid, parent, command = ""] = line.trim().split(/\s+/);
    return { pid: Number(pid), parent: Number(parent), command };
  });
  const below = (pid: number): typeof all => all.flatMap((one) => (one.parent === pid ? [one, ...below(one.pid)] : []));
  return [...all.filter(({ pid }) => pid === ancestor), ...below(ancestor)];
}

export interface ProcessUse {
  command: string;
  /** Of its memory those that are resident. */
  bytes: number;
  /** Files and connections that it has open. */
  files: number;
}

/** What a process and all below it take; without those that have ended since they were listed. */
export const usesBelow = (ancestor: number): ProcessUse[] =>
  processesBelow(ancestor).flatMap(({ pid, command }) => {
    const meter = new ProcessMeter(pid);
    try {
      return [{ command, bytes: meter.bytes("VmRSS") || 0, files: meter.filesOpen() }];
    } catch (error) {
      if (isGone(error)) return [];
      throw error;
    }
  });

const isGone = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ESRCH");
