// `npm run serve` as whoever keeps a machine meets it: by its output, its signals and its files.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { scratchFolder } from "../../scripts/scratch-folder.ts";
import { dataFiles } from "../../scripts/serve/data-files.ts";
import { freePort } from "../../scripts/serve/free-port.ts";
import { activePool } from "../../scripts/serve/pool-pair.ts";
import { workerdsOf } from "../../scripts/serve/process-usage.ts";
import { allProcesses, processesBelow } from "../../scripts/watch-browser.ts";
import { AUTHORIZATION, FIRST_CREDENTIALS } from "../support/servers/first-credentials.ts";

const STARTS_WITHIN_MS = 90_000;

interface Served {
  program: ChildProcess;
  data: string;
  base: string;
  metrics: string;
  /** What it has written, to either output. */
  lines: string[];
  events(event: string): Record<string, unknown>[];
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const left = new Set<Served>();

async function serve(settings: Record<string, string> = {}): Promise<Served> {
  const data = scratchFolder();
  const port = await freePort();
  const metricsPort = await freePort([port]);
  const program = spawn(process.execPath, ["scripts/serve.mjs"], {
    // As systemd starts it: without a terminal.
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: data,
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      ...settings,
    },
  });
  const lines: string[] = [];
  for (const stream of [program.stdout, program.stderr])
    createInterface({ input: stream }).on("line", (line) => lines.push(line));
  const served: Served = {
    program,
    data,
    base: `http://127.0.0.1:${port}`,
    metrics: `http://127.0.0.1:${metricsPort}/metrics`,
    lines,
    events: (event) =>
      lines
        .filter((line) => line.startsWith("{"))
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter((line) => line.event === event),
    async stop(signal = "SIGTERM") {
      const isRunning = program.exitCode === null && program.signalCode === null;
      const closed = isRunning ? once(program, "close") : undefined;
      program.kill(signal);
      await closed;
    },
  };
  left.add(served);
  return served;
}

async function ready(settings: Record<string, string> = {}): Promise<Served> {
  const served = await serve(settings);
  while (served.events("service.ready").length === 0) {
    if (served.program.exitCode !== null) throw new Error(`It did not start: ${served.lines.join("\n")}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return served;
}

async function endAll(): Promise<void> {
  for (const served of left) {
    await served.stop();
    fs.rmSync(served.data, { recursive: true, force: true });
  }
  left.clear();
}

describe("a service whose settings have a key", () => {
  let served: Served;
  beforeAll(async () => {
    served = await ready(FIRST_CREDENTIALS);
  }, STARTS_WITHIN_MS);
  afterAll(endAll);

  it("makes no other, and writes no secret", async () => {
    const answer = await fetch(`${served.base}/api/keys`, { headers: { authorization: AUTHORIZATION } });
    expect([answer.status, await answer.json()]).toEqual([200, []]);
    expect(served.lines.join("\n")).not.toMatch(/secret|sign-in#/);
    expect(fs.readdirSync(served.data)).not.toContain("first-credentials.txt");
  });

  it("neither logs nor counts its own health calls, and does so with those of others", async () => {
    const health = () => served.events("request").filter((line) => line.path === "/api/health").length;
    const before = health();
    // Its watcher calls every three seconds.
    await new Promise((resolve) => setTimeout(resolve, 7_000));
    expect(health()).toBe(before);
    await fetch(`${served.base}/api/health`);
    await expect.poll(health).toBe(before + 1);
    const metrics = await (await fetch(served.metrics)).text();
    expect(metrics).toMatch(/^docloom_data_bytes_free [1-9]\d+$/m);
    expect(metrics).toContain(`docloom_request_duration_seconds_count ${served.events("request").length}\n`);
  });
});

describe("a process of a service that somebody else ends", () => {
  const within = { timeout: STARTS_WITHIN_MS };
  let served: Served;
  beforeAll(async () => {
    served = await ready(FIRST_CREDENTIALS);
  }, STARTS_WITHIN_MS);
  afterAll(endAll);

  /** Its processes by what is on their command lines. */
  const pids = async (what: RegExp) => {
    const all = await allProcesses((line) => served.lines.push(line));
    return processesBelow(all, served.program.pid ?? 0).flatMap(({ pid, command }) => (what.test(command) ? pid : []));
  };
  const messages = (event: string) => served.events(event).map(({ message }) => String(message));

  it("is named with the signal: of the pool", async () => {
    await expect.poll(async () => (await pids(/workerd\b.* serve /)).length, within).toBe(3);
    const pool = activePool(served.data) ?? 0;
    process.kill(pool, "SIGKILL");
    await expect
      .poll(() => messages("pool.process_ended"), within)
      .toEqual([`A process of the pool (workerd, ${pool}) has ended by the signal SIGKILL.`]);
  });

  it(
    "is named with the signal: what answers",
    async () => {
      const [program = 0] = await pids(/serve-worker\.ts/);
      // The first that was started.
      const listening = Math.min(...workerdsOf(program).map(({ pid }) => pid));
      process.kill(listening, "SIGKILL");
      await expect
        .poll(() => messages("service.process_ended"), within)
        .toEqual([`The process that answers (workerd, ${listening}) has ended by the signal SIGKILL.`]);
      await expect
        .poll(() => messages("service.restarted"), within)
        .toEqual(["The service's process has ended with exit code 1: it is started anew."]);
    },
    STARTS_WITHIN_MS,
  );

  it(
    "is named with the signal: the program that runs them",
    async () => {
      const isHealthy = async () => (await fetch(`${served.base}/api/health`).catch(() => undefined))?.ok ?? false;
      await expect.poll(isHealthy, within).toBe(true);
      const [program = 0] = await pids(/serve-worker\.ts/);
      process.kill(program, "SIGKILL");
      await expect
        .poll(() => messages("service.restarted").at(-1), within)
        .toBe("The service's process has ended by the signal SIGKILL: it is started anew.");
      await expect.poll(isHealthy, within).toBe(true);
    },
    STARTS_WITHIN_MS,
  );
});

describe("a service that is to end", () => {
  afterEach(endAll);

  it(
    "says so, and that it has; a shell that has gone does not end it",
    async () => {
      const served = await ready(FIRST_CREDENTIALS);
      served.program.kill("SIGHUP");
      await expect.poll(() => served.events("service.hung_up").length).toBe(1);
      expect((await fetch(`${served.base}/api/health`)).status).toBe(200);
      await served.stop();
      expect(served.events("service.ending")).toMatchObject([
        { level: "info", message: expect.stringMatching(/^SIGTERM/) },
      ]);
      expect(served.events("service.ended")).toMatchObject([
        { level: "info", message: "It has ended: with exit code 0." },
      ]);
      expect(served.program.exitCode).toBe(0);
    },
    STARTS_WITHIN_MS,
  );
});

describe("a service's first start", () => {
  afterEach(endAll);

  it(
    "keeps what lets somebody in where only its user can read it, and out of log and backups",
    async () => {
      const served = await ready();
      const [line] = served.events("service.first_credentials");
      const file = path.join(served.data, "first-credentials.txt");
      expect(line?.message).toContain(file);
      expect(fs.statSync(file).mode & 0o077).toBe(0);
      const text = fs.readFileSync(file, "utf8");
      const [, key = "", secret = "", token = ""] = /^key +(\S+)\nsecret +(\S+)\nconsole \S+#(\S+) /.exec(text) ?? [];
      expect(served.lines.join("\n")).not.toMatch(new RegExp(`${secret}|${token}`));
      expect(dataFiles(served.data).others).not.toContain("first-credentials.txt");
      const authorization = `Basic ${btoa(`${key}:${secret}`)}`;
      expect((await fetch(`${served.base}/api/user`, { headers: { authorization } })).status).toBe(200);
    },
    STARTS_WITHIN_MS,
  );

  it(
    "says how to choose another port, and names no other command",
    async () => {
      const taken = createServer();
      await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
      const { port } = taken.address() as { port: number };
      const served = await serve({ PORT: String(port) });
      await once(served.program, "close");
      taken.close();
      expect(served.lines.join("\n")).toMatch(/in use\. .*: PORT=\d+$/m);
      expect(served.lines.join("\n")).not.toContain("npm start");
    },
    STARTS_WITHIN_MS,
  );
});
