import { execFile } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
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
    const due = metricsText(waitingFamilies(state, Date.now()));
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

describe("a backup", () => {
  /** A folder such as the platform keeps, with a database and a stored file. */
  async function smallData(): Promise<string> {
    const { DatabaseSync } = await import("node:sqlite");
    const data = newFolder();
    for (const folder of ["v3/d1/x", "v3/r2/files/blobs", "registry"])
      fs.mkdirSync(path.join(data, folder), { recursive: true });
    const database = new DatabaseSync(path.join(data, "v3/d1/x/a.sqlite"));
    database.exec("PRAGMA journal_mode = WAL; CREATE TABLE t (n); INSERT INTO t VALUES (1)");
    database.close();
    fs.writeFileSync(path.join(data, "v3/r2/files/blobs/1"), "a file");
    fs.writeFileSync(path.join(data, "registry/pool"), "passing");
    fs.writeFileSync(path.join(data, "secrets-key"), "secret", { mode: 0o600 });
    return data;
  }

  it("holds databases, files and the key, which stays private, and nothing that passes", async () => {
    const copy = path.join(newFolder(), "copy");
    const { files } = await makeBackup(await smallData(), copy);
    expect(files.map(({ path: file }) => file)).toEqual(["secrets-key", "v3/d1/x/a.sqlite", "v3/r2/files/blobs/1"]);
    const back = path.join(newFolder(), "back");
    await restoreBackup(copy, back);
    expect(fs.statSync(path.join(back, "secrets-key")).mode & 0o077).toBe(0);
    expect(fs.readFileSync(path.join(back, "v3/r2/files/blobs/1"), "utf8")).toBe("a file");
  });

  it("has the database of one moment, however often something is written meanwhile", async () => {
    const { DatabaseSync } = await import("node:sqlite");
    const data = await smallData();
    const database = new DatabaseSync(path.join(data, "v3/d1/x/a.sqlite"));
    database.exec("BEGIN; CREATE TABLE large (x)");
    const row = database.prepare("INSERT INTO large VALUES (zeroblob(100000))");
    for (let count = 0; count < 200; count++) row.run();
    database.exec("COMMIT");
    const number = database.prepare("INSERT INTO t SELECT max(n) + 1 FROM t");
    const isWritten = setInterval(() => number.run(), 1);
    const copy = path.join(newFolder(), "copy");
    try {
      await makeBackup(data, copy);
    } finally {
      clearInterval(isWritten);
      database.close();
    }
    const copied = new DatabaseSync(path.join(copy, "v3/d1/x/a.sqlite"), { readOnly: true });
    expect(copied.prepare("SELECT count(*) AS count FROM large").get()).toEqual({ count: 200 });
    expect(copied.prepare("SELECT max(n) - count(*) AS missing FROM t").get()).toEqual({ missing: 0 });
    copied.close();
  });

  /**
   * As the platform and the service do it: a stored file is written, then the row that leads to it, then the one that names it, and they
   * are removed the other way round. Files live for a millisecond or two, and there are always some.
   */
  const BUSY_WRITER = `
    const { parentPort, workerData: data } = require("node:worker_threads");
    const { DatabaseSync } = require("node:sqlite");
    const fs = require("node:fs");
    const service = new DatabaseSync(data + "/v3/d1/x/a.sqlite", { timeout: 5000 });
    const files = new DatabaseSync(data + "/v3/r2/x/b.sqlite", { timeout: 5000 });
    const blob = (n) => data + "/v3/r2/files/blobs/" + "blob-" + n;
    const put = files.prepare("INSERT INTO objects VALUES (?, ?)");
    const name = service.prepare("INSERT INTO named VALUES (?)");
    const forget = service.prepare("DELETE FROM named WHERE key = ?");
    const remove = files.prepare("DELETE FROM objects WHERE key = ?");
    let isOver = false;
    parentPort.once("message", () => { isOver = true; });
    let n = 0;
    (async () => {
      for (; !isOver; n++) {
        fs.writeFileSync(blob(n), "content of " + n);
        put.run("key-" + n, "blob-" + n);
        name.run("key-" + n);
        if (n === 20) parentPort.postMessage("busy");
        if (n >= 10) {
          forget.run("key-" + (n - 10));
          remove.run("key-" + (n - 10));
          fs.rmSync(blob(n - 10));
        }
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      service.close();
      files.close();
      parentPort.postMessage(n);
    })();`;

  it("has all that its databases name, however often stored files are added and removed meanwhile", async () => {
    const { DatabaseSync } = await import("node:sqlite");
    const data = await smallData();
    fs.mkdirSync(path.join(data, "v3/r2/x"));
    for (const [file, sql] of [
      // So large that it takes a while to copy it.
      [
        "v3/d1/x/a.sqlite",
        "CREATE TABLE named (key); CREATE TABLE large (x); INSERT INTO large VALUES (zeroblob(4e7))",
      ],
      ["v3/r2/x/b.sqlite", "PRAGMA journal_mode = WAL; CREATE TABLE objects (key, blob_id)"],
    ] as const) {
      const database = new DatabaseSync(path.join(data, file));
      database.exec(sql);
      database.close();
    }
    const writer = new Worker(BUSY_WRITER, { eval: true, workerData: data });
    await once(writer, "message");
    const copy = path.join(newFolder(), "copy");
    const { files, lost } = await makeBackup(data, copy);
    writer.postMessage("over");
    const [written] = await once(writer, "message");
    // It was written to meanwhile: else this shows nothing.
    expect(written).toBeGreaterThan(30);

    const rows = (file: string, query: string) => {
      const copied = new DatabaseSync(path.join(copy, file), { readOnly: true });
      const found = copied.prepare(query).all();
      copied.close();
      return found;
    };
    const objects = new Map(
      rows("v3/r2/x/b.sqlite", "SELECT key, blob_id FROM objects").map(({ key, blob_id }) => [key, String(blob_id)]),
    );
    const named = rows("v3/d1/x/a.sqlite", "SELECT key FROM named").map(({ key }) => key);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((key) => !objects.has(key))).toEqual([]);
    const listed = new Set(files.map(({ path: file }) => file));
    for (const blob of objects.values()) {
      expect(listed).toContain(`v3/r2/files/blobs/${blob}`);
      const content = fs.readFileSync(path.join(copy, "v3/r2/files/blobs", blob), "utf8");
      expect(content).toBe(`content of ${blob.slice("blob-".length)}`);
    }
    expect(lost).toEqual([]);
    await expect(restoreBackup(copy, path.join(newFolder(), "back"))).resolves.toMatchObject({ files });
  });

  it("says which stored files were gone before, and is made without them", async () => {
    const { DatabaseSync } = await import("node:sqlite");
    const data = await smallData();
    const database = new DatabaseSync(path.join(data, "v3/d1/x/a.sqlite"));
    database.exec(
      "CREATE TABLE objects (key, blob_id); INSERT INTO objects VALUES ('a', '1'), ('b', 'gone'), ('c', NULL)",
    );
    database.close();
    const { files, lost } = await makeBackup(data, path.join(newFolder(), "copy"));
    expect(lost).toEqual(["gone"]);
    expect(files.map(({ path: file }) => file)).toContain("v3/r2/files/blobs/1");
  });

  it.each([
    [
      "damaged",
      (copy: string) => fs.writeFileSync(path.join(copy, "v3/r2/files/blobs/1"), "A file"),
      /damaged: v3\/r2/,
    ],
    ["incomplete", (copy: string) => fs.rmSync(path.join(copy, "secrets-key")), /not whole: secrets-key/],
    ["broken off", (copy: string) => fs.rmSync(path.join(copy, "backup.json")), /broken off/],
    [
      "forged",
      (copy: string) => {
        const file = path.join(copy, "backup.json");
        fs.writeFileSync(file, fs.readFileSync(file, "utf8").replace('"secrets-key"', '"../../etc/passwd"'));
      },
      /outside of the backup/,
    ],
  ])("that is %s restores nothing", async (_, spoil, message) => {
    const copy = path.join(newFolder(), "copy");
    await makeBackup(await smallData(), copy);
    spoil(copy);
    const back = path.join(newFolder(), "back");
    await expect(restoreBackup(copy, back)).rejects.toThrow(message);
    expect(fs.existsSync(back) ? fs.readdirSync(back) : []).toEqual([]);
  });

  it("overwrites nothing, in either direction", async () => {
    const data = await smallData();
    await expect(makeBackup(data, data)).rejects.toThrow(/is not empty/);
    const copy = path.join(newFolder(), "copy");
    await makeBackup(data, copy);
    await expect(restoreBackup(copy, data)).rejects.toThrow(/is not empty/);
    await expect(makeBackup(newFolder(), path.join(newFolder(), "x"))).rejects.toThrow(/no data of a service/);
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
  expect(stdout).toBe("");
  expect([fs.statSync(BUILT_WORKER.bindings).mtimeMs, isPrepared()]).toEqual([built, true]);
});
