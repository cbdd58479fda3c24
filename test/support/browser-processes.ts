import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const chromium = path.resolve(import.meta.dirname, "../../.docloom/chromium");

/** Process ids of the browsers that services of the tests started, without their helpers. */
export const browserProcesses = (): number[] => processesOf((command) => !command.includes("--type="));

/** Process ids of their pages, each with how long it has computed, in hundredths of a second. */
export const pageProcesses = (): { pid: number; ticks: number }[] =>
  processesOf((command) => command.includes("--type=renderer")).map((pid) => {
    const [user, system] = readOrEmpty(`/proc/${pid}/stat`).split(") ").at(-1)?.split(" ").slice(11, 13) ?? [];
    return { pid, ticks: Number(user) + Number(system) };
  });

function processesOf(isOne: (command: string) => boolean): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const command = readOrEmpty(`/proc/${pid}/cmdline`);
      return command.startsWith(chromium) && isOne(command) && descendsFrom(pid, process.pid);
    });
}

/** Those that start from now on: of the file's own service, and not of the one that files share. */
export function browserProcessesFromNow(): () => number[] {
  const earlier = new Set(browserProcesses());

  return () => browserProcesses().filter((pid) => !earlier.has(pid));
}

function descendsFrom(pid: number, ancestor: number): boolean {
  for (let current = pid; current > 1; ) {
    if (current === ancestor) return true;
    current = Number(/^PPid:\s+(\d+)/m.exec(readOrEmpty(`/proc/${current}/status`))?.[1] ?? 0);
  }
  return false;
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
