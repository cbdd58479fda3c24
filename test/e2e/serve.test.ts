import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { dataFolder } from "../../scripts/data-folder.ts";
import { isPrepared, prepare } from "../../scripts/prepare.mjs";
import { scratchFolder } from "../../scripts/scratch-folder.ts";
import { makeBackup, restoreBackup } from "../../scripts/serve/backup.ts";
import { BUILT_WORKER } from "../../scripts/serve/built-worker.ts";
import { logLevel } from "../../scripts/serve/chosen-log-level.ts";
import { isShown } from "../../scripts/serve/log-level.mjs";
import { LogCounts, metricsText, serveMetrics } from "../../scripts/serve/metrics.ts";
import { processFamilies, waitingFamilies } from "../../scripts/serve/service-figures.ts";
import { WaitingWork } from "../../scripts/serve/waiting-work.ts";
import { drainWorker } from "../../scripts/serve/watched-worker.ts";
import { present } from "../../src/domain/present.ts";
import { paragraph, wordDocument } from "../support/office-files.ts";
import { AUTHORIZATION } from "../support/servers/first-credentials.ts";
import { mergeAddress } from "../support/servers/measured-service.ts";
import { type ServedWorker, servedWorker } from "../support/servers/served-worker.ts";

const folders: string[] = [];
const newFolder = () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "docloom-serve-"));
  folders.push(folder);
  return folder;
};
afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});

describe("a service on one machine", () => {
  const headers = { authorization: AUTHORIZATION };
  let served: ServedWorker;
  let state: string;
  let copy: string;
  const runsOf = async (base: string) =>
    (await (await fetch(`${base}/api/runs?limit=100`, { headers })).json()) as { id: string; status: string }[];

  beforeAll(async () => {
    state = scratchFolder();
    copy = path.join(newFolder(), "copy");
    folders.splice(0);
    served = await servedWorker(state);
  });
  afterAll(async () => {
    await served.stop();
    fs.rmSync(path.dirname(copy), { recursive: true, force: true });
  });

  it("is ready when database and files are there", async () => {
    const answer = await fetch(`${served.base}/api/health/ready`);
    expect([answer.status, await answer.json()]).toEqual([200, { status: "ready" }]);
  });

  it("is copied while it merges, and the copy has every run that was done by then", async () => {
    const address = await mergeAddress(served.base, { name: "A", type: "html", output: "pdf", html: "<p>{$Name}</p>" });
    const merge = () => fetch(address, { method: "POST", headers, body: new URLSearchParams({ Name: "Ann" }) });
    for (let time = 0; time < 3; time++) expect((await merge()).status).toBe(201);
    const before = await runsOf(served.base);
    let isOver = false;
    const meanwhile = (async () => {
      while (!isOver) expect((await merge()).status).toBe(201);
    })();
    const { files } = await makeBackup(state, copy);
    isOver = true;
    await meanwhile;
    expect(files.some(({ path: file }) => file.includes("/blobs/"))).toBe(true);

    const restored = scratchFolder();
    await restoreBackup(copy, restored);
    const second = await servedWorker(restored);
    try {
      const runs = await runsOf(second.base);
      expect(runs.map(({ id }) => id)).toEqual(expect.arrayContaining(before.map(({ id }) => id)));
      const file = await fetch(`${second.base}/api/runs/${present(before[0]).id}/files/0`, { headers });
      expect(file.status).toBe(200);
      expect(await file.text()).toMatch(/^%PDF-/);
    } finally {
      await second.stop();
    }
  });

  it("tells what is due and what its processes take", async () => {
    const due = metricsText(waitingFamilies(new WaitingWork(state, expect.fail).at(Date.now()), Date.now()));
    expect(due).toContain('docloom_due{what="run"} 0\n');
    const own = [
      {
        pid: 2,
        parent: 1,
        residentBytes: 10,
        processorSeconds: 1,
        command: "/x/workerd-linux-64/bin/workerd serve --x",
      },
      { pid: 3, parent: 1, residentBytes: 20, processorSeconds: 2, command: "/x/chrome --headless" },
      { pid: 4, parent: 3, residentBytes: 5, processorSeconds: 3, command: "/x/chrome --type=renderer" },
      { pid: 9, parent: 8, residentBytes: 99, processorSeconds: 9, command: "/x/chrome of somebody else" },
    ];
    const taken = metricsText(processFamilies(own, 1));
    expect(taken).toContain('docloom_resident_bytes{process="browser"} 25\n');
    expect(taken).toContain('docloom_processes{process="workerd"} 1\n');
  });

  it("is not ended by a stranger", async () => {
    for (const secret of ["", "undefined", "true"]) {
      const answer = await fetch(`${served.base}/local/ending`, { headers: { "docloom-ending": secret } });
      expect(answer.status).toBe(404);
    }
    expect((await fetch(`${served.base}/api/health`)).status).toBe(200);
  });

  it("answers what came in before it ends, and takes nothing new", async () => {
    // Seconds of work, done in another process than the one that answers.
    const book = Array.from({ length: 6_000 }, (_, line) => paragraph(`Line ${line * 7919} of a book`)).join("");
    const convert = () => {
      const form = new FormData();
      form.append("file", new File([wordDocument(book) as Uint8Array<ArrayBuffer>], "a.docx"));
      return fetch(`${served.base}/api/tools/convert_to_pdf`, { method: "POST", headers, body: form });
    };
    const soon = () => new Promise((resolve) => setTimeout(resolve, 100));
    const slow: Promise<Response>[] = [];
    // So that each has come to another place: read, written down, given to the other process, half done.
    for (let time = 0; time < 4; time++) {
      slow.push(convert());
      await soon();
    }
    const drained = drainWorker(served.program, 60_000);
    await soon();
    const refused = await fetch(`${served.base}/api/health`);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await refused.json()).toMatchObject({
      code: "work_interrupted",
      error: expect.stringMatching(/being stopped/),
    });
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await drained).toBe(true);
    await expect(fetch(`${served.base}/api/health`)).rejects.toThrow();
  });
});

describe("metrics", () => {
  it("count requests, runs and other events by the lines of the log", async () => {
    const counts = new LogCounts();
    for (const line of [
      '{"level":"info","event":"request","method":"POST","path":"/x","status":201,"duration_ms":70}',
      '{"level":"info","event":"request","method":"POST","path":"/y","status":201,"duration_ms":40000}',
      '{"level":"info","event":"run.done","kind":"document"}',
      '{"level":"warn","event":"run.failed","kind":"tool"}',
      '{"level":"error","event":"pool.restarted","message":"x"}',
      "{ no JSON",
      "The platform says something",
      '["a list"]',
    ])
      counts.take(line);
    const server = await serveMetrics("127.0.0.1", 0, async () => [
      ...counts.families(),
      { name: "x", type: "gauge", help: "y", samples: [{ labels: { odd: 'a"b\\c\nd' }, value: 1 }] },
    ]);
    const { port } = server.address() as { port: number };
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
    const lines = (await answer.text()).split("\n");
    expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(lines).toEqual(
      expect.arrayContaining([
        'docloom_requests_total{method="POST",status="201"} 2',
        'docloom_request_duration_seconds_bucket{le="0.05"} 0',
        'docloom_request_duration_seconds_bucket{le="0.1"} 1',
        'docloom_request_duration_seconds_bucket{le="+Inf"} 2',
        "docloom_request_duration_seconds_count 2",
        'docloom_runs_total{kind="document",outcome="done"} 1',
        'docloom_runs_total{kind="tool",outcome="failed"} 1',
        'docloom_log_events_total{event="pool.restarted"} 1',
        'x{odd="a\\"b\\\\c\\nd"} 1',
      ]),
    );
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
    server.close();
  });
});

it("LOG_LEVEL leaves out what is less serious, and nothing that is no line of the log", () => {
  const line = (level: string) => `{"level":"${level}","event":"x"}`;
  expect(["info", "warn", "error"].map((level) => isShown(line(level), "warn"))).toEqual([false, true, true]);
  expect(isShown("Error: the platform", "error")).toBe(true);
  expect([logLevel(undefined), logLevel("WARN")]).toEqual(["info", "warn"]);
  expect(() => logLevel("loud")).toThrow("LOG_LEVEL must be one of info, warn, error");
});

it("DATA_DIR is where data are, unless they are still where they were", () => {
  const [chosen, inCheckout] = [newFolder(), newFolder()];
  const folder = () => dataFolder({ DATA_DIR: chosen }, inCheckout);
  expect(dataFolder({}, inCheckout)).toBe(inCheckout);
  expect(folder()).toBe(chosen);
  fs.mkdirSync(path.join(inCheckout, "v3"));
  expect(folder()).toBe(inCheckout);
  fs.mkdirSync(path.join(chosen, "v3"));
  expect(folder()).toBe(chosen);
});

describe("what runs it elsewhere", () => {
  const root = path.resolve(import.meta.dirname, "../..");
  const read = (file: string) => fs.readFileSync(path.join(root, file), "utf8");

  it("runs programs and asks addresses that there are", () => {
    const command = /^CMD \["node", "([^"]+)"\]/m.exec(read("Dockerfile"))?.[1];
    const unit = /^ExecStart=\/usr\/bin\/env node (\S+)$/m.exec(read("scripts/serve/docloom.service"))?.[1];
    const script = /^exec node (\S+)$/.exec(JSON.parse(read("package.json")).scripts.serve)?.[1];
    expect([command, unit]).toEqual([script, script]);
    expect(fs.existsSync(path.join(root, present(script)))).toBe(true);
    const asked = /\$\{process\.env\.PORT\}(\/api\/[\w/]+)`/.exec(read("Dockerfile"))?.[1];
    expect(read("src/api/service/get-readiness.ts")).toContain(`path: "${asked}"`);
  });

  it("gives the service longer to end than the service takes", () => {
    const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(read("scripts/serve/docloom.service"))?.[1]);
    const graceMs = Number(/GRACE_PERIOD_MS = ([\d_]+);/.exec(read("scripts/serve.mjs"))?.[1]?.replaceAll("_", ""));
    expect(1000 * seconds).toBeGreaterThan(graceMs);
  });
});

it("npm run serve installs and builds nothing that is there", async () => {
  // As every suite of `npm test` has it.
  if (!isPrepared()) await prepare();
  const built = fs.statSync(BUILT_WORKER.bindings).mtimeMs;
  const run = promisify(execFile)(process.execPath, ["scripts/serve.mjs"], {
    env: { ...process.env, PORT: "none", DATA_DIR: newFolder() },
  });
  const { stdout, stderr } = (await run.catch((error) => error)) as { stdout: string; stderr: string };
  expect(stderr).toContain('PORT must be a number from 1 to 65535, not "none".');
  // Nothing of what is installed or built: it says that it has ended, and how.
  const [ended, ...others] = stdout.trim().split("\n");
  expect(JSON.parse(ended ?? "")).toMatchObject({
    event: "service.ended",
    message: "It has ended: with exit code 78.",
  });
  expect(others).toEqual([]);
  expect([fs.statSync(BUILT_WORKER.bindings).mtimeMs, isPrepared()]).toEqual([built, true]);
});
