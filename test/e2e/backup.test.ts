import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { chosenDataFolder } from "../../scripts/data-folder.ts";
import { PrepareError } from "../../scripts/prepare.mjs";
import { scratchFolder } from "../../scripts/scratch-folder.ts";
import { makeBackup, restoreBackup } from "../../scripts/serve/backup.ts";
import { requireWholeData } from "../../scripts/serve/data-files.ts";
import { fillFolder } from "../../scripts/serve/fill-folder.ts";

let scratch: string;
beforeAll(() => {
  scratch = scratchFolder();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const newFolder = () => fs.mkdtempSync(path.join(scratch, "x-"));
const newPath = () => path.join(newFolder(), "new");
/** Paths of all files below a folder. */
const filesIn = (folder: string) =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();

const DATABASE = "v3/d1/x/a.sqlite";
const BLOB = "v3/r2/files/blobs/1";

/** A folder such as the platform keeps, with a database and a stored file. */
function smallData(): string {
  const data = newFolder();
  for (const folder of ["v3/d1/x", "v3/r2/files/blobs", "registry"])
    fs.mkdirSync(path.join(data, folder), { recursive: true });
  const database = new DatabaseSync(path.join(data, DATABASE));
  database.exec("PRAGMA journal_mode = WAL; CREATE TABLE t (n); INSERT INTO t VALUES (1)");
  database.close();
  fs.writeFileSync(path.join(data, BLOB), "a file");
  fs.writeFileSync(path.join(data, "registry/pool"), "passing");
  fs.writeFileSync(path.join(data, "secrets-key"), "secret", { mode: 0o600 });
  return data;
}
const KEPT = ["secrets-key", DATABASE, BLOB];

async function smallBackup(): Promise<string> {
  const copy = newPath();
  await makeBackup(smallData(), copy);
  return copy;
}

/** What a system call says of which there is no room, or no right. */
const systemError = (code: string) => Object.assign(new Error(`${code}: refused`), { code });

/** From its second call on. */
function failsLater(call: "copyFileSync" | "renameSync", code: string): void {
  const original = fs[call] as (...args: unknown[]) => void;
  let calls = 0;
  vi.spyOn(fs, call).mockImplementation((...args: unknown[]) => {
    if (++calls > 1) throw systemError(code);
    original(...args);
  });
}

const scripts = path.resolve(import.meta.dirname, "../../scripts");
const command = path.join(scripts, "backup.ts");
/** What a command that fails writes to its error output. */
async function refusal(environment: Record<string, string>, ...args: string[]): Promise<string> {
  const run = promisify(execFile)(process.execPath, [command, ...args], { env: { ...process.env, ...environment } });
  const failed = (await run.catch((error) => error)) as { code?: number; stderr: string };
  expect(failed.code).toBe(1);
  return failed.stderr.trim();
}

/** In the process of its own that `program` runs in, `fs[call]` ends it, without a word, when it is called for the second time. */
const KILLED = (call: string, then: string) => `
  import fs from "node:fs";
  import { makeBackup, restoreBackup } from ${JSON.stringify(path.join(scripts, "serve/backup.ts"))};
  const original = fs.${call};
  let calls = 0;
  fs.${call} = (...args) => {
    if (++calls > 1) process.kill(process.pid, "SIGKILL");
    return original(...args);
  };
  await ${then}(...process.argv.slice(1));`;
async function killedIn(call: string, then: string, ...args: string[]): Promise<void> {
  const program = ["--input-type=module", "-e", KILLED(call, then), ...args];
  const killed = spawn(process.execPath, program, { stdio: "inherit" });
  expect(await once(killed, "exit")).toEqual([null, "SIGKILL"]);
}

describe("a backup", () => {
  it("holds databases, files and the key, which stays private, and nothing that passes", async () => {
    const copy = newPath();
    const { files } = await makeBackup(smallData(), copy);
    expect(files.map(({ path: file }) => file)).toEqual(["secrets-key", "v3/d1/x/a.sqlite", "v3/r2/files/blobs/1"]);
    const back = newPath();
    await restoreBackup(copy, back);
    expect(fs.statSync(path.join(back, "secrets-key")).mode & 0o077).toBe(0);
    expect(fs.readFileSync(path.join(back, BLOB), "utf8")).toBe("a file");
  });

  it("has the database of one moment, however often something is written meanwhile", async () => {
    const data = smallData();
    const database = new DatabaseSync(path.join(data, "v3/d1/x/a.sqlite"));
    database.exec("BEGIN; CREATE TABLE large (x)");
    const row = database.prepare("INSERT INTO large VALUES (zeroblob(100000))");
    for (let count = 0; count < 200; count++) row.run();
    database.exec("COMMIT");
    const number = database.prepare("INSERT INTO t SELECT max(n) + 1 FROM t");
    const isWritten = setInterval(() => number.run(), 1);
    const copy = newPath();
    try {
      await makeBackup(data, copy);
    } finally {
      clearInterval(isWritten);
      database.close();
    }
    const copied = new DatabaseSync(path.join(copy, DATABASE), { readOnly: true });
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
    const data = smallData();
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
    const copy = newPath();
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
    await expect(restoreBackup(copy, newPath())).resolves.toMatchObject({ files });
  });

  it.each([
    ["damaged", (copy: string) => fs.writeFileSync(path.join(copy, BLOB), "A file"), /damaged: v3\/r2/],
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
    const copy = newPath();
    await makeBackup(smallData(), copy);
    spoil(copy);
    const back = newPath();
    await expect(restoreBackup(copy, back)).rejects.toThrow(message);
    expect(fs.existsSync(back) ? fs.readdirSync(back) : []).toEqual([]);
  });

  it("overwrites nothing, in either direction", async () => {
    const data = smallData();
    const copy = newPath();
    await makeBackup(data, copy);
    await expect(makeBackup(data, copy)).rejects.toThrow(/is not empty/);
    await expect(restoreBackup(copy, data)).rejects.toThrow(/is not empty/);
    await expect(makeBackup(newFolder(), newPath())).rejects.toThrow(/no data of a service/);
  });

  it.each([
    ["copied", "copyFileSync", "ENOSPC", /^There is no room in .*new/],
    ["copied", "copyFileSync", "EIO", /new cannot be filled: EIO/],
    ["moved to its place", "renameSync", "EIO", /new cannot be filled: EIO/],
  ] as const)("that fails while data are %s (%s, %s) leaves nothing", async (_, call, code, message) => {
    const [data, copy] = [smallData(), newPath()];
    failsLater(call, code);
    await expect(makeBackup(data, copy)).rejects.toThrow(message);
    expect(fs.existsSync(copy)).toBe(false);
    vi.restoreAllMocks();
    await makeBackup(data, copy);
    expect(filesIn(copy)).toEqual(["backup.json", ...KEPT]);
  });

  it("says which database cannot be written where it goes", async () => {
    const [data, copy] = [smallData(), newPath()];
    const database = new DatabaseSync(path.join(data, DATABASE));
    database.exec("INSERT INTO t VALUES (zeroblob(1000000))");
    database.close();
    // No file may be larger than that; a signal that is not ignored would end the command.
    const limited = `trap '' XFSZ; ulimit -f 500; exec "$0" "$@"`;
    const run = promisify(execFile)("bash", ["-c", limited, process.execPath, command, copy], {
      env: { ...process.env, DATA_DIR: data },
    });
    await expect(run).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        new RegExp(`^${path.join(data, DATABASE)} cannot be copied to ${copy}: disk I/O error\\s*$`),
      ),
    });
    expect(fs.existsSync(copy)).toBe(false);
  });

  it.each(["copyFileSync", "renameSync"])("that is killed (%s) is none, and begins anew", async (call) => {
    const [data, copy] = [smallData(), newPath()];
    await killedIn(call, "makeBackup", data, copy);
    await expect(restoreBackup(copy, newPath())).rejects.toThrow("is no backup, or one that was broken off");
    const said = vi.spyOn(console, "error").mockReturnValue();
    await makeBackup(data, copy);
    expect(said.mock.calls.flat()).toEqual([expect.stringMatching(/broken off has left in .* is removed/)]);
    expect(filesIn(copy)).toEqual(["backup.json", ...KEPT]);
  });

  it.each([
    ["its middle", 4096 * 20, 4096 * 40],
    ["its beginning", 0, 4096],
  ])("of a database that is damaged in %s is none", async (_, from, to) => {
    const [data, copy] = [smallData(), newPath()];
    const file = path.join(data, DATABASE);
    const database = new DatabaseSync(file);
    database.exec(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) INSERT INTO t SELECT i || hex(zeroblob(50)) FROM n",
    );
    database.close();
    const bytes = fs.readFileSync(file);
    expect(bytes.length).toBeGreaterThan(to);
    fs.writeFileSync(file, bytes.fill(0x5a, from, to));
    await expect(makeBackup(data, copy)).rejects.toThrow(`${file} is damaged`);
    expect(fs.existsSync(copy)).toBe(false);
  });

  it("needs a database", async () => {
    const [data, copy] = [newFolder(), newPath()];
    fs.mkdirSync(path.join(data, "v3"));
    fs.writeFileSync(path.join(data, "secrets-key"), "secret");
    await expect(makeBackup(data, copy)).rejects.toThrow("no database of a service");
    expect(fs.existsSync(copy)).toBe(false);
  });

  it("is not within the data, nor around them", async () => {
    const data = smallData();
    const link = newPath();
    fs.symlinkSync(data, link);
    for (const copy of [data, path.join(data, "backup"), path.join(link, "a/b"), path.join(data, "v3/.x")])
      await expect(makeBackup(data, copy)).rejects.toThrow("lies within the other");
    await expect(makeBackup(link, path.dirname(data))).rejects.toThrow("lies within the other");
    expect(filesIn(data)).toEqual(["registry/pool", ...KEPT]);
  });

  it("has what a service keeps, and nothing else that is in the folder", async () => {
    const [data, copy] = [smallData(), newPath()];
    for (const folder of [".npm/_logs", "lost+found", "older/v3/d1/x", "answering/do/x", "pool-2/do"])
      fs.mkdirSync(path.join(data, folder), { recursive: true });
    for (const file of [".npm/_logs/log", "notes.txt", "answering/do/x/y", "pool-2/do/z"])
      fs.writeFileSync(path.join(data, file), "x");
    fs.copyFileSync(path.join(data, DATABASE), path.join(data, "older", DATABASE));
    const { files } = await makeBackup(data, copy);
    expect(files.map(({ path: file }) => file)).toEqual(["answering/do/x/y", "pool-2/do/z", ...KEPT]);
    expect(filesIn(copy)).toEqual(["answering/do/x/y", "backup.json", "pool-2/do/z", ...KEPT]);
  });

  it("goes to a fresh disk, and names what is in the way elsewhere", async () => {
    const [data, disk] = [smallData(), newFolder()];
    fs.mkdirSync(path.join(disk, "lost+found"));
    await makeBackup(data, disk);
    expect(fs.readdirSync(disk).sort()).toEqual(["backup.json", "lost+found", "secrets-key", "v3"]);
    await expect(makeBackup(data, disk)).rejects.toThrow(/is not empty: \S+ is there\. Name a folder/);
  });

  it("says which stored files were gone before, in itself and when it is restored, and is made without them", async () => {
    const [data, copy] = [smallData(), newPath()];
    const database = new DatabaseSync(path.join(data, DATABASE));
    database.exec(
      "CREATE TABLE objects (key, blob_id); INSERT INTO objects VALUES ('a', '1'), ('b', 'gone'), ('c', NULL)",
    );
    database.close();
    const { files, lost } = await makeBackup(data, copy);
    expect(lost).toEqual(["gone"]);
    expect(files.map(({ path: file }) => file)).toContain(BLOB);
    expect(JSON.parse(fs.readFileSync(path.join(copy, "backup.json"), "utf8"))).toMatchObject({ lost: ["gone"] });
    expect((await restoreBackup(copy, newPath())).lost).toEqual(["gone"]);
  });
});

describe("a restore", () => {
  it.each([
    ["copied", "copyFileSync", "ENOSPC", /There is no room in .*new/],
    ["copied", "copyFileSync", "EIO", /new cannot be filled: EIO/],
    ["moved to its place", "renameSync", "EIO", /new cannot be filled: EIO/],
  ] as const)("that fails while data are %s (%s, %s) leaves nothing", async (_, call, code, message) => {
    const copy = await smallBackup();
    const back = newPath();
    failsLater(call, code);
    await expect(restoreBackup(copy, back)).rejects.toThrow(message);
    expect(fs.existsSync(back)).toBe(false);
    vi.restoreAllMocks();
    await restoreBackup(copy, back);
    expect(filesIn(back)).toEqual(KEPT);
  });

  it("that fails leaves what else was in the folder", async () => {
    const [copy, home] = [await smallBackup(), newFolder()];
    fs.mkdirSync(path.join(home, ".npm"));
    failsLater("copyFileSync", "ENOSPC");
    await expect(restoreBackup(copy, home)).rejects.toThrow("There is no room");
    expect(fs.readdirSync(home)).toEqual([".npm"]);
  });

  it("copies nothing where there is too little room", async () => {
    const copy = await smallBackup();
    const room = fs.statfsSync(scratch);
    vi.spyOn(fs, "statfsSync").mockReturnValue({ ...room, bavail: 1 } as never);
    const copied = vi.spyOn(fs, "copyFileSync");
    await expect(restoreBackup(copy, newPath())).rejects.toThrow(
      /no room in .*: the backup takes .* MB, and 0.0 MB are/,
    );
    expect(copied).not.toHaveBeenCalled();
  });

  it.each([
    ["copies", "copyFileSync"],
    ["moves", "renameSync"],
  ] as const)("that is killed while it %s is no service's data, and begins anew", async (_, call) => {
    const [copy, back] = [await smallBackup(), newPath()];
    await killedIn(call, "restoreBackup", copy, back);
    expect(fs.existsSync(path.join(back, "v3"))).toBe(false);
    expect(() => requireWholeData(back)).toThrow(/was broken off.*npm run restore/);

    const said = vi.spyOn(console, "error").mockReturnValue();
    await restoreBackup(copy, back);
    expect(said.mock.calls.flat()).toEqual([expect.stringMatching(/broken off has left in .* is removed/)]);
    expect(filesIn(back)).toEqual(KEPT);
    expect(() => requireWholeData(back)).not.toThrow();
  });

  it("does not disturb one that is at work", async () => {
    const [copy, back] = [await smallBackup(), newPath()];
    const kind = { own: (name: string) => name === "v3", last: "v3", instead: "" };
    await fillFolder(back, kind, async (content) => {
      fs.mkdirSync(path.join(content, "v3"));
      fs.writeFileSync(path.join(content, "v3/mine"), "");
      await expect(restoreBackup(copy, back)).rejects.toThrow("is being filled by somebody else");
      expect(() => requireWholeData(back)).toThrow("or is at work");
    });
    expect(filesIn(back)).toEqual(["v3/mine"]);
  });

  it.each(["lost+found", ".npm", "registry"])("does not mind %s", async (name) => {
    const [copy, back] = [await smallBackup(), newFolder()];
    fs.mkdirSync(path.join(back, name));
    await restoreBackup(copy, back);
    expect(filesIn(back)).toEqual(KEPT);
  });

  it("names what is in the way", async () => {
    const [copy, back] = [await smallBackup(), newFolder()];
    fs.writeFileSync(path.join(back, "notes.txt"), "");
    await expect(restoreBackup(copy, back)).rejects.toThrow(/is not empty: notes.txt is there. Nothing is overwritten/);
  });

  it.skipIf(process.getuid?.() !== 0)(
    "by root belongs to whom the folder, or the one around it, belongs to",
    async () => {
      const copy = await smallBackup();
      fs.chownSync(path.join(copy, "secrets-key"), 3456, 3456);
      for (const [below, owner] of [
        ["", 1234],
        ["new", 1234],
        ["", 0],
      ] as const) {
        const owned = newFolder();
        fs.chownSync(owned, owner, owner);
        const back = path.join(owned, below);
        await restoreBackup(copy, back);
        const all = ["", ...fs.readdirSync(back, { recursive: true, encoding: "utf8" })];
        expect(all.length).toBeGreaterThan(KEPT.length);
        const owners = all.map((name) => fs.statSync(path.join(back, name))).map(({ uid, gid }) => `${uid}:${gid}`);
        expect(new Set(owners)).toEqual(new Set([`${owner}:${owner}`]));
      }
    },
  );

  it.each(["{ no JSON", '{"format":1}', "[]"])("says that backup.json is damaged: %s", async (text) => {
    const [copy, back] = [await smallBackup(), newPath()];
    const manifest = path.join(copy, "backup.json");
    fs.writeFileSync(manifest, text);
    await expect(restoreBackup(copy, back)).rejects.toThrow(
      expect.objectContaining({ constructor: PrepareError, message: expect.stringContaining(manifest) }),
    );
    expect(fs.existsSync(back)).toBe(false);
  });

  it("leaves out what an earlier release took with it", async () => {
    const [data, copy, back] = [smallData(), newPath(), newPath()];
    await makeBackup(data, copy);
    const file = path.join(copy, "backup.json");
    const manifest = JSON.parse(fs.readFileSync(file, "utf8"));
    fs.copyFileSync(path.join(copy, "secrets-key"), path.join(copy, "notes.txt"));
    const { bytes, sha256 } = manifest.files[0];
    manifest.files.push({ path: "notes.txt", bytes, sha256 });
    fs.writeFileSync(file, JSON.stringify(manifest));
    const said = vi.spyOn(console, "error").mockReturnValue();
    await restoreBackup(copy, back);
    expect(filesIn(back)).toEqual(KEPT);
    expect(said.mock.calls.flat()).toEqual([expect.stringMatching(/^1 files .* left out/)]);
  });
});

describe("the command", () => {
  it("takes DATA_DIR as it is given", () => {
    const inCheckout = smallData();
    expect(chosenDataFolder({ DATA_DIR: "/x" }, inCheckout)).toBe("/x");
    expect(chosenDataFolder({}, inCheckout)).toBe(inCheckout);
  });

  it.each([
    ["no folder", [], /^Name one folder: npm run backup -- FOLDER$/],
    ["a folder without a name", [""], /^Name one folder: npm run backup -- FOLDER$/],
    ["two folders to restore", ["--restore", "a", "b"], /^Name one folder: npm run restore -- FOLDER$/],
    ["an option that there is not", ["--fast", "a"], /^Unknown option '--fast'[^\n]*$/],
    ["a file", [command], /^\S*backup\.ts is a file, not a folder\.$/],
    ["a folder in a file", [`${command}/a`], /^\S+ cannot be filled: ENOTDIR[^\n]*$/],
    ["a folder that cannot be made", ["/proc/nope"], /^\/proc\/nope cannot be filled: ENOENT[^\n]*$/],
    ["what is no backup", ["--restore", "/proc/nope"], /^\/proc\/nope is no backup[^\n]*$/],
  ])("says in one sentence what is wrong with %s", async (_, args, message) => {
    expect(await refusal({ DATA_DIR: smallData() }, ...args)).toMatch(message);
  });

  it("says where there are no data", async () => {
    const data = newFolder();
    expect(await refusal({ DATA_DIR: data }, newPath())).toMatch(`There are no data of a service in ${data}.`);
  });
});
