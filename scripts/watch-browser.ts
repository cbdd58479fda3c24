// Ends processes of the local browser that take more than one page may have, and lets those that take long come after all others: memory
// and processor time have no limit of the browser's own, and it gives a page that is seen more priority than any other program has.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { LIMITS } from "../src/domain/limits.ts";
import { lowerPriority } from "./serve/lower-priority.ts";

const LOOK_EVERY_MS = 1_000;
/** While a page takes this part of what it may have, looks are more frequent: memory may grow by a gigabyte a second. */
const MUCH = 0.25;
const LOOK_AGAIN_MS = 200;
/** A page of a letter takes a tenth of it. Machines list whole seconds: this one and the next. */
const ORDINARY_PAGE_SECONDS = 1;
const MAX_LISTING_BYTES = 16 * 1024 * 1024;

/** A process as the machine lists it. */
export interface ListedProcess {
  pid: number;
  parent: number;
  residentBytes: number;
  processorSeconds: number;
  command: string;
}

/** Those of `ps -A -o pid=,ppid=,rss=,time=,args=`. */
export function listedProcesses(listing: string): ListedProcess[] {
  return listing.split("\n").flatMap((line) => {
    const [, pid, parent, kibibytes, time = "", command = ""] =
      /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    if (pid === undefined) return [];
    return {
      pid: Number(pid),
      parent: Number(parent),
      residentBytes: 1024 * Number(kibibytes),
      processorSeconds: secondsOf(time),
      command,
    };
  });
}

/** `[[dd-]hh:]mm:ss`, of some systems with hundredths. */
function secondsOf(time: string): number {
  const [rest = "", days = "0"] = time.split("-").reverse();
  return Number(days) * 86_400 + rest.split(":").reduce((sum, part) => 60 * sum + Number(part), 0);
}

/** All that a process has started, and what those have. */
export function processesBelow(processes: readonly ListedProcess[], root: number): ListedProcess[] {
  const children = Map.groupBy(processes, ({ parent }) => parent);
  const below = (pid: number): ListedProcess[] =>
    (children.get(pid) ?? []).flatMap((child) => [child, ...below(child.pid)]);
  return below(root);
}

/**
 * The processes of pages below a process that take too much, each with what it takes, and the one that draws for all pages, which no
 * print uses, if it has too much memory: the browser starts it anew. The browser's own process and others are not among them.
 * @param part of what a page may have
 */
export function greedyPages(
  processes: readonly ListedProcess[],
  root: number,
  part = 1,
): { pid: number; takes: string }[] {
  return processesBelow(processes, root).flatMap(({ pid, residentBytes, processorSeconds, command }) => {
    const isPage = command.includes("--type=renderer");
    if (!isPage && !command.includes("--type=gpu-process")) return [];
    if (residentBytes > part * LIMITS.browserPageBytes.most)
      return { pid, takes: `${Math.round(residentBytes / 1e6)} MB of memory` };
    if (isPage && processorSeconds > part * LIMITS.browserPageSeconds.most)
      return { pid, takes: `${processorSeconds} s of processor time` };
    return [];
  });
}

/** The pages below a process that take longer than ordinary ones. */
export function slowPages(processes: readonly ListedProcess[], root: number): number[] {
  return processesBelow(processes, root).flatMap(({ pid, processorSeconds, command }) =>
    command.includes("--type=renderer") && processorSeconds >= ORDINARY_PAGE_SECONDS ? [pid] : [],
  );
}

/**
 * Looks at the pages of the browser that a process has started, until it is told to stop.
 * @param root asked at each look: what runs the browser may be started anew
 * @param log a line for the operator
 */
export function watchBrowser(root: () => number | undefined, log: (line: string) => void): { stop(): void } {
  let timer: ReturnType<typeof setTimeout>;
  const lookAfter = (delayMs: number) => {
    timer = setTimeout(() => void look(), delayMs);
    timer.unref();
  };
  const look = async () => {
    const pid = root();
    const processes = pid === undefined ? [] : await allProcesses(log);
    // At each look: the browser raises them again.
    for (const slow of slowPages(processes, pid ?? 0)) unlessEnded(() => lowerPriority(slow));
    for (const page of greedyPages(processes, pid ?? 0)) {
      unlessEnded(() => process.kill(page.pid, "SIGKILL"));
      log(`A process of the browser took ${page.takes}: it was ended.`);
    }
    lookAfter(greedyPages(processes, pid ?? 0, MUCH).length > 0 ? LOOK_AGAIN_MS : LOOK_EVERY_MS);
  };
  lookAfter(LOOK_EVERY_MS);
  return { stop: () => clearTimeout(timer) };
}

export async function allProcesses(log: (line: string) => void): Promise<ListedProcess[]> {
  try {
    const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pid=,ppid=,rss=,time=,args="], {
      maxBuffer: MAX_LISTING_BYTES,
    });
    return listedProcesses(stdout);
  } catch (error) {
    log(`The pages of the browser are not watched: ${error instanceof Error ? error.message : String(error)}`);
    return [];
  }
}

/** Does something to a process that may have ended by itself in the meantime. */
function unlessEnded(change: () => void): void {
  try {
    change();
  } catch (error) {
    const { code, info } = error as NodeJS.ErrnoException & { info?: NodeJS.ErrnoException };
    // /proc has no such folder any more; Node keeps what a system call that sets a priority says in `info`.
    if (!["ESRCH", "ENOENT"].includes(info?.code ?? code ?? "")) throw error;
  }
}
