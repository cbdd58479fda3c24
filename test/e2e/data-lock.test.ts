import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { isPrepared, prepare } from "../../scripts/prepare.mjs";
import { dataFiles } from "../../scripts/serve/data-files.ts";
import { holdData } from "../../scripts/serve/data-lock.ts";
import { freePort } from "../../scripts/serve/free-port.ts";
import { present } from "../../src/domain/present.ts";

const root = path.resolve(import.meta.dirname, "../..");
const folders: string[] = [];
const programs: ChildProcess[] = [];
const newFolder = () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "docloom-lock-"));
  folders.push(folder);
  return folder;
};
afterEach(async () => {
  for (const program of programs.splice(0)) {
    if (program.exitCode !== null || program.signalCode !== null) continue;
    program.kill("SIGTERM");
    await once(program, "exit");
  }
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});

/** Waits for a line of what a program says. */
async function untilLine(program: ChildProcess, text: string): Promise<void> {
  for await (const line of createInterface({ input: present(program.stdout) })) if (line.includes(text)) return;
  throw new Error(`The program ended without a line with "${text}".`);
}

/** Another process that holds a folder, until it is killed. */
async function holderOf(folder: string, port: number): Promise<ChildProcess> {
  const lock = path.join(root, "scripts/serve/data-lock.ts");
  const script = `const { holdData } = await import(${JSON.stringify(lock)});
    holdData(${JSON.stringify(folder)}, "A service", ${port});
    globalThis.gc();
    console.log("held");
    setInterval(() => {}, 1000);`;
  const program = spawn(process.execPath, ["--expose-gc", "--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  programs.push(program);
  await untilLine(program, "held");
  return program;
}

describe("a folder of data", () => {
  it("is held by one process, which the others are told, until that is killed", async () => {
    const folder = path.join(newFolder(), "data");
    const holder = await holderOf(folder, 4321);
    const named = `A service (process ${holder.pid}, port 4321) already runs on ${folder}.`;
    expect(() => holdData(folder, "A restore")).toThrow(named);
    // Whoever was refused has changed nothing for the next one.
    expect(() => holdData(folder, "A restore")).toThrow(named);
    holder.kill("SIGKILL");
    await once(holder, "exit");
    holdData(folder, "A restore")();
    // And was given back.
    holdData(folder, "A service", 1)();
  });

  it("is held in this process, too, and by whoever cannot be read all the same", () => {
    const folder = newFolder();
    const giveBack = holdData(folder, "A restore");
    expect(() => holdData(folder, "A service", 1)).toThrow(`A restore (process ${process.pid}) already runs on`);
    fs.rmSync(path.join(folder, "lock/holder.json"));
    expect(() => holdData(folder, "A service", 1)).toThrow("Another program already runs on");
    giveBack();
  });

  it("is refused with the lock's name where that cannot be taken", () => {
    const folder = newFolder();
    fs.mkdirSync(path.join(folder, "lock"));
    fs.writeFileSync(path.join(folder, "lock/held"), "no database".repeat(500));
    expect(() => holdData(folder, "A service", 1)).toThrow(
      `The lock ${path.join(folder, "lock/held")} cannot be taken (`,
    );
  });

  it("names the machine or container if it is another one", () => {
    const folder = newFolder();
    const giveBack = holdData(folder, "A service", 8787);
    const file = path.join(folder, "lock/holder.json");
    fs.writeFileSync(file, JSON.stringify({ ...JSON.parse(fs.readFileSync(file, "utf8")), pid: 1, host: "box-7" }));
    expect(() => holdData(folder, "A service", 1)).toThrow("A service (process 1 of box-7, port 8787) already runs");
    giveBack();
  });

  it("has nothing of the lock among its data", () => {
    const folder = newFolder();
    const giveBack = holdData(folder, "A service", 1);
    fs.writeFileSync(path.join(folder, "secrets-key"), "");
    expect(dataFiles(folder)).toEqual({ blobs: [], others: ["secrets-key"] });
    giveBack();
  });
});

// Which programs a service has started is read from /proc.
describe.skipIf(process.platform !== "linux")("npm run serve", () => {
  beforeAll(async () => {
    if (!isPrepared()) await prepare();
  });

  const start = (script: string, folder: string, port: number) => {
    const program = spawn(process.execPath, [script], {
      cwd: root,
      env: { ...process.env, DATA_DIR: folder, PORT: String(port), METRICS_PORT: "" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    programs.push(program);
    return program;
  };

  async function refusal(folder: string): Promise<{ code: unknown; said: string }> {
    const program = start("scripts/serve.mjs", folder, await freePort());
    let said = "";
    program.stderr?.on("data", (chunk) => {
      said += chunk;
    });
    const [code] = await once(program, "close");
    return { code, said };
  }

  const childrenOf = (pid: number) =>
    fs.readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);

  /** Whether a process that may be gone has a group of its own, which those that look at others for a moment have not. */
  function isLeader(pid: number): boolean {
    try {
      const [, , group] = fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
      return Number(group) === pid;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      return false;
    }
  }

  it("leaves alone a folder on which a service runs, also while that one is started anew inside", async () => {
    const folder = newFolder();
    const port = await freePort();
    const first = start("scripts/serve.mjs", folder, port);
    await untilLine(first, "service.ready");
    const registry = fs.readdirSync(path.join(folder, "registry"));
    const [own = 0] = childrenOf(present(first.pid));
    const named = `A service (process ${own}, port ${port}) already runs on ${folder}.`;
    expect(await refusal(folder)).toEqual({ code: 1, said: expect.stringContaining(named) });
    expect(fs.readdirSync(path.join(folder, "registry"))).toEqual(expect.arrayContaining(registry));
    expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200);
    // What runs the Worker is a group of its own, which the watcher ends and starts anew.
    const programs = childrenOf(own).filter(isLeader);
    expect(programs).not.toEqual([]);
    for (const program of programs) process.kill(-program, "SIGKILL");
    expect(await refusal(folder)).toEqual({ code: 1, said: expect.stringContaining(named) });
  });
});
