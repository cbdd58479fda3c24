import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const chromium = path.resolve(import.meta.dirname, "../../.docloom/chromium");

/** Process ids of the browsers that services of the tests started, without their helpers. */
export function browserProcesses(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const command = readOrEmpty(`/proc/${pid}/cmdline`);
      return command.startsWith(chromium) && !command.includes("--type=") && descendsFrom(pid, process.pid);
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
