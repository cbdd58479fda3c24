import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";

/**
 * What `npm start` starts, with a service that only waits: npm, the script that it runs, the service, and a program
 * that the service has started and that ignores the service's end.
 */
const family = path.resolve(import.meta.dirname, "../../scripts/process-family.mjs");
const { scripts } = JSON.parse(fs.readFileSync(path.resolve(import.meta.dirname, "../../package.json"), "utf8"));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "docloom-family-"));
fs.mkdirSync(path.join(folder, "scripts"));
const write = (name: string, text: string) => fs.writeFileSync(path.join(folder, name), text);
write("package.json", JSON.stringify({ name: "family", private: true, scripts: { start: scripts.start } }));
write(
  "scripts/start.mjs",
  `import { runFamily } from ${JSON.stringify(family)};
   import fs from "node:fs";
   fs.appendFileSync(process.env.PIDS, "script " + process.pid + "\\n");
   const outlivesTerminal = process.env.OUTLIVES === "1";
   const note = (kind) => (what) => fs.appendFileSync(process.env.PIDS, kind + " " + what + "\\n");
   const ways = { outlivesTerminal, ending: note("ending"), ended: note("ended"), hungUp: note("hung_up") };
   process.exit(await runFamily(process.execPath, ["scripts/service.mjs"], {}, ways));`,
);
write(
  "scripts/service.mjs",
  `import { onEnd } from ${JSON.stringify(family)};
   import { spawn } from "node:child_process";
   import fs from "node:fs";
   const waiting = "process.on('SIGINT', () => {}); setInterval(() => {}, 1000)";
   const worker = spawn(process.execPath, ["-e", waiting], { detached: true });
   process.send({ group: worker.pid });
   onEnd(() => worker.kill("SIGTERM"));
   worker.once("exit", () => process.exit(0));
   fs.appendFileSync(process.env.PIDS, "service " + process.pid + "\\nworker " + worker.pid + "\\n");`,
);
const started = new Set<number>();
afterAll(() => {
  for (const pid of started) if (isThere(pid)) process.kill(pid, "SIGKILL");
  fs.rmSync(folder, { recursive: true });
});

function isThere(pid: number): boolean {
  try {
    // A process that has ended but whose exit code was not collected yet is gone, too.
    return process.kill(pid, 0) && !/^State:\s+Z/m.test(fs.readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

async function until(holds: () => boolean): Promise<void> {
  for (let looks = 0; looks < 400 && !holds(); looks++) await new Promise((resolve) => setTimeout(resolve, 50));
}

const listOf = (name: string) => path.join(folder, `${name}.pids`);

/** Starts the family, and returns its members once all of them run. */
async function start(
  name: string,
  settings: Record<string, string> = {},
): Promise<Record<"npm" | "script" | "service" | "worker", number>> {
  const list = listOf(name);
  const child: ChildProcess = spawn("npm", ["start"], {
    cwd: folder,
    env: { ...process.env, PIDS: list, ...settings },
    stdio: "ignore",
    // A group of its own, which a terminal that closes tells of it.
    detached: true,
  });
  const lines = () => (fs.existsSync(list) ? fs.readFileSync(list, "utf8").trim().split("\n") : []);
  await until(() => lines().length === 3);
  const members = Object.fromEntries(lines().map((line) => line.split(" "))) as Record<string, string>;
  const pids = {
    npm: child.pid ?? 0,
    script: Number(members.script),
    service: Number(members.service),
    worker: Number(members.worker),
  };
  for (const pid of Object.values(pids)) started.add(pid);
  expect(Object.values(pids).every(isThere)).toBe(true);
  return pids;
}

// Which processes there are is read from /proc, which other systems do not have.
describe.skipIf(process.platform !== "linux")("npm start leaves nothing behind", () => {
  it.each([
    ["npm", "SIGTERM"],
    ["npm", "SIGINT"],
    ["npm", "SIGHUP"],
    ["npm", "SIGKILL"],
    ["script", "SIGTERM"],
    ["script", "SIGHUP"],
    ["script", "SIGKILL"],
    ["service", "SIGKILL"],
    ["worker", "SIGKILL"],
  ] as const)("when %s gets %s", async (member, signal) => {
    const pids = await start(`${member}-${signal}`);
    process.kill(pids[member], signal);
    const left = () => Object.entries(pids).flatMap(([name, pid]) => (isThere(pid) ? [name] : []));
    await until(() => left().length === 0);
    expect(left()).toEqual([]);
  });
});

describe.skipIf(process.platform !== "linux")("without a terminal", () => {
  const heard = (name: string) =>
    fs
      .readFileSync(listOf(name), "utf8")
      .split("\n")
      .filter((line) => /^(?:ending|ended|hung_up)/.test(line));

  it("what is to outlive one goes on when the shell is gone that ran npm, until it is told to end", async () => {
    const pids = await start("outlives", { OUTLIVES: "1" });
    process.kill(-pids.npm, "SIGHUP");
    await until(() => !isThere(pids.npm));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const { npm: _, ...rest } = pids;
    expect(Object.values(rest).every(isThere)).toBe(true);
    process.kill(pids.script, "SIGTERM");
    await until(() => !Object.values(rest).some(isThere));
    expect(Object.values(rest).some(isThere)).toBe(false);
    expect(heard("outlives")).toEqual(["hung_up undefined", "ending SIGTERM", "ended with exit code 0"]);
  });

  it.each([
    ["script", "SIGHUP", ["ending SIGHUP", "ended with exit code 0"]],
    ["service", "SIGKILL", ["ended by the signal SIGKILL"]],
  ] as const)("says how it ends when %s gets %s", async (member, signal, lines) => {
    const name = `says-${member}-${signal}`;
    const pids = await start(name);
    process.kill(pids[member], signal);
    await until(() => !Object.values(pids).some(isThere));
    expect(heard(name)).toEqual(lines);
  });
});
