import { spawnSync } from "node:child_process";
import fs from "node:fs";

export interface ProcessUsage {
  cpuSeconds: number;
  /** Resident memory. */
  bytes: number;
}

/** Ticks a second in /proc, on every Linux there is. */
const TICKS_PER_SECOND = 100;

/** What a process has used; undefined if there is none of that id. */
export function processUsage(pid: number): ProcessUsage | undefined {
  return process.platform === "linux" ? fromProc(pid) : fromPs(pid);
}

function fromProc(pid: number): ProcessUsage | undefined {
  try {
    const fields = fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    const rss = /VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    // A process that has ended and was not collected yet has no memory any more.
    if (rss === undefined) return undefined;
    return { cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND, bytes: Number(rss) * 1024 };
  } catch {
    return undefined;
  }
}

function fromPs(pid: number): ProcessUsage | undefined {
  const { stdout = "" } = spawnSync("ps", ["-o", "rss=,time=", "-p", String(pid)], { encoding: "utf8" });
  const [rss, time = ""] = stdout.trim().split(/\s+/);
  if (!rss) return undefined;
  return { cpuSeconds: secondsOf(time), bytes: Number(rss) * 1024 };
}

/** @param time processor time as ps writes it: `12-01:02:03`, `1:02.50` */
export function secondsOf(time: string): number {
  const [clock = "", days = "0"] = time.split("-").reverse();
  return clock.split(":").reduce((sum, part) => sum * 60 + Number(part), 0) + Number(days) * 86_400;
}

/** The workerd processes that a process has started, with their command lines. */
export function workerdsOf(parent: number): { pid: number; command: string }[] {
  const { stdout = "" } = spawnSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" });
  return stdout.split("\n").flatMap((line) => {
    const [, pid, ppid, command = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(ppid) === parent && /workerd\b.* serve /.test(command) ? [{ pid: Number(pid), command }] : [];
  });
}

/** That one of them which listens at a port. */
export function workerdListeningAt(port: number, parent: number): number | undefined {
  return workerdsOf(parent).find(({ command }) => new RegExp(`=entry=\\S+:${port} `).test(command))?.pid;
}

export function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
