// Where tests keep what they throw away again: databases, queues, browser profiles.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const MEMORY = "/dev/shm";
const ROOM_BYTES = 4 * 2 ** 30;

/** Whether that folder in memory exists, has room, both its own and the machine's, and lets programs run. */
function isMemoryRoomy(): boolean {
  if (process.platform !== "linux" || !fs.existsSync(MEMORY)) return false;
  const mounts = fs.readFileSync("/proc/mounts", "utf8").split("\n");
  const options = mounts.map((line) => line.split(" ")).find(([, folder]) => folder === MEMORY)?.[3] ?? "";
  const { bavail, bsize } = fs.statfsSync(MEMORY);

  return options.startsWith("rw") && !options.includes("noexec") && Math.min(bavail * bsize, os.freemem()) > ROOM_BYTES;
}

/** A new folder, in memory if there is enough, so that nothing waits for the disk; gone when this process ends. */
export function scratchFolder(): string {
  const folder = fs.mkdtempSync(path.join(isMemoryRoomy() ? MEMORY : os.tmpdir(), "docloom-tests-"));
  process.once("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));

  return folder;
}
