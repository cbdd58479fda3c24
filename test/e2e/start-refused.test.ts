// What a start on one machine refuses, before anything of it answers.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { dataFolder } from "../../scripts/data-folder.ts";
import { databaseError } from "../../scripts/database.ts";
import { withLocalDatabase } from "../../scripts/local-d1.ts";
import { readMigrations } from "../../scripts/migrations.ts";
import { isPrepared, PrepareError, prepare } from "../../scripts/prepare.mjs";
import { scratchFolder } from "../../scripts/scratch-folder.ts";
import { refuseBusyPorts } from "../../scripts/serve/busy-ports.ts";
import { databaseFile } from "../../scripts/serve/data-files.ts";
import { freePort } from "../../scripts/serve/free-port.ts";
import { serveMetrics } from "../../scripts/serve/metrics.ts";
import { EXIT_LASTING, LastingError, makeFolder, refusedStart } from "../../scripts/serve/refused-start.ts";
import { present } from "../../src/domain/present.ts";

const scratch = scratchFolder();
const newState = () => fs.mkdtempSync(path.join(scratch, "state-"));

/** A folder with a database such as a start makes it. @returns with the database's file */
async function migrated(): Promise<{ state: string; file: string }> {
  const state = newState();
  await withLocalDatabase(state, ({ migrate }) => migrate());
  return { state, file: present(databaseFile(state)) };
}

/** The database as it is found; its companions go with it. */
function empty(file: string): void {
  for (const end of ["-wal", "-shm"]) fs.rmSync(file + end, { force: true });
  fs.writeFileSync(file, "");
}

function write(state: string, file: string): void {
  fs.mkdirSync(path.dirname(path.join(state, file)), { recursive: true });
  fs.writeFileSync(path.join(state, file), "x");
}

const migrate = (state: string) => withLocalDatabase(state, (database) => database.migrate());

it("a database says whether its data were written under a key, which a first start that was broken off has not done", async () => {
  const state = newState();
  const hadKey = () => withLocalDatabase(state, async (database) => database.hadKey);
  expect(await hadKey()).toBe(false);
  // As releases without a key have left it.
  const { name } = present(readMigrations()[0]);
  const table = ["CREATE TABLE d1_migrations (name TEXT)", `INSERT INTO d1_migrations VALUES ('${name}')`];
  await withLocalDatabase(state, ({ run }) => run(table));
  expect(await hadKey()).toBe(false);
  await withLocalDatabase(state, ({ run }) => run(["DROP TABLE d1_migrations"]));
  await migrate(state);
  expect(await hadKey()).toBe(true);
});

describe("a database that is gone", () => {
  const gone = [
    ["empty", empty],
    ["missing", (file: string) => fs.rmSync(path.dirname(file), { recursive: true })],
    ["missing with its folders", (file: string) => fs.rmSync(path.join(file, "../../.."), { recursive: true })],
  ] as const;
  const traces = ["v3/r2/docloom-files/blobs/1", "answering/do/docloom-WorkspaceObject/metadata.sqlite"];

  it.each(gone.flatMap(([how, lose]) => traces.map((trace) => [how, trace, lose] as const)))(
    "is not made anew where it is %s beside %s",
    async (_, trace, lose) => {
      const { state, file } = await migrated();
      lose(file);
      write(state, trace);
      const before = fs.readdirSync(state, { recursive: true }).toSorted();
      await expect(migrate(state)).rejects.toThrow(
        new RegExp(`${state} has files of a service \\(${trace}\\), but not its database: .*npm run restore`),
      );
      expect(fs.readdirSync(state, { recursive: true }).toSorted()).toEqual(before);
    },
  );

  it("is made where no service has worked yet: also after a first start that was broken off at any place", async () => {
    const state = newState();
    write(state, "secrets-key");
    write(state, "lock/held");
    await withLocalDatabase(state, async () => undefined);
    const { length } = await migrate(state);
    expect(length).toBeGreaterThan(30);
    const file = present(databaseFile(state));
    empty(file);
    expect(await migrate(state)).toHaveLength(length);
    fs.rmSync(file);
    expect(await migrate(state)).toHaveLength(length);
  });

  it("is not looked for elsewhere where some of the data are", () => {
    const [chosen, inCheckout] = [newState(), newState()];
    write(inCheckout, "v3/d1/x/a.sqlite");
    write(chosen, traces[1] ?? "");
    expect(dataFolder({ DATA_DIR: chosen }, inCheckout)).toBe(chosen);
  });

  it("is no question where it is there", async () => {
    const { state } = await migrated();
    for (const trace of traces) write(state, trace);
    expect(await migrate(state)).toEqual([]);
  });
});

describe("what keeps a start from its data", () => {
  it.each([
    ["EROFS", LastingError, /can only be read/],
    ["EACCES", LastingError, /may not be read and written by the user of this process \(id \d+\)/],
    ["EEXIST", LastingError, /is no folder/],
    ["ENOTDIR", LastingError, /is no folder/],
    ["ENOSPC", PrepareError, /the disk is full/],
    ["EIO", PrepareError, /cannot be used: EIO, it says/],
  ] as const)("is a sentence with its path: %s", (code, kind, reason) => {
    const error = Object.assign(new Error(`${code}, it says`), { code, syscall: "open", path: "/data/v3/x" });
    const refused = refusedStart(error) as Error;
    expect(refused).toBeInstanceOf(kind);
    // What goes by itself is tried again.
    expect(refused instanceof LastingError).toBe(kind === LastingError);
    expect(refused.message).toMatch(/^\/data\/v3\/x /);
    expect(refused.message).toMatch(reason);
  });

  it("is shown as it is where it is a fault of ours", () => {
    for (const error of [new TypeError("x is not a function"), new Error("y"), "z"])
      expect(refusedStart(error)).toBe(error);
  });

  it("is found before a folder is made in it", () => {
    const file = path.join(newState(), "file");
    fs.writeFileSync(file, "");
    for (const folder of [file, path.join(file, "a/b")])
      expect(() => makeFolder(folder)).toThrow(expect.objectContaining({ code: "ENOTDIR", path: file }));
  });

  /** A database of many pages where the platform has the service's. */
  function largeDatabase(): { state: string; file: string } {
    const state = newState();
    const file = path.join(state, "v3/d1/x/a.sqlite");
    fs.mkdirSync(path.dirname(file), { recursive: true });
    const database = new DatabaseSync(file);
    database.exec("CREATE TABLE d1_migrations (name TEXT); INSERT INTO d1_migrations VALUES (hex(randomblob(200000)))");
    database.close();
    return { state, file };
  }
  const damages = [
    ["cut off", (file: string) => fs.truncateSync(file, 8_192)],
    ["overwritten at its beginning", (file: string) => overwrite(file, 0, 100)],
    ["overwritten behind its header", (file: string) => overwrite(file, 100, 4_000)],
  ] as const;
  function overwrite(file: string, from: number, length: number): void {
    const bytes = fs.readFileSync(file);
    fs.writeFileSync(file, bytes.fill(0x5a, from, from + length));
  }

  it.each(damages)("is a database that is %s, with its file and the way back", async (_, damage) => {
    const { state, file } = largeDatabase();
    damage(file);
    const error: unknown = await migrate(state).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(LastingError);
    expect((error as Error).message).toContain(`The database ${file} is damaged (`);
    expect((error as Error).message).toContain("npm run restore -- FOLDER");
  });

  it("is a database that somebody else holds, or one that cannot be written: also in the middle of a migration", async () => {
    const { state, file } = largeDatabase();
    // As node:sqlite throws them.
    const failed = async (errcode: number) => {
      const cause = Object.assign(new Error("it says"), { code: "ERR_SQLITE_ERROR", errcode });
      return (await withLocalDatabase(state, () => Promise.reject(databaseError("no", cause))).catch(
        (thrown) => thrown,
      )) as Error;
    };
    for (const errcode of [8, 14, 776]) {
      expect(await failed(errcode)).toBeInstanceOf(LastingError);
      expect((await failed(errcode)).message).toContain(`The database ${file} cannot be opened for writing (it says)`);
    }
    for (const [errcode, text] of [
      [5, "is used by another program"],
      [13, "the disk is full"],
      [10, "see to the disk"],
    ] as const) {
      expect(await failed(errcode)).not.toBeInstanceOf(LastingError);
      expect((await failed(errcode)).message).toContain(text);
    }
    expect((await failed(19)).message).toBe("The database did not answer: no");
  });
});

describe("ports", () => {
  const host = "127.0.0.1";
  /** Somebody who listens at a free port, until the test ends. */
  async function listener(): Promise<number> {
    const server = createServer();
    await new Promise<void>((listening) => server.listen(0, host, listening));
    onTestFinished(() => void server.close());
    return (server.address() as { port: number }).port;
  }

  it.each([["PORT"], ["METRICS_PORT"]])("that are in use are refused by the setting's name: %s", async (setting) => {
    const port = await listener();
    const free = await freePort();
    const places = ["PORT", "METRICS_PORT"].map((each) => ({
      setting: each,
      host,
      port: each === setting ? port : free,
    }));
    const refused = refuseBusyPorts(places);
    await expect(refused).rejects.toThrow(
      `Port ${port} (${setting}) is in use. Stop what listens there, or choose another: ${setting}=`,
    );
    // Whoever is there may go.
    await expect(refused).rejects.not.toBeInstanceOf(LastingError);
    // And what was tried beside it is free again.
    await refuseBusyPorts([{ setting: "PORT", host, port: free }]);
  });

  it("are two, also where one of them is at all addresses", async () => {
    const port = await freePort();
    const both = refuseBusyPorts([
      { setting: "PORT", host: "0.0.0.0", port },
      { setting: "METRICS_PORT", host, port },
    ]);
    await expect(both).rejects.toThrow(`METRICS_PORT and PORT are both ${port}`);
    await expect(both).rejects.toBeInstanceOf(LastingError);
  });

  it("are at addresses of this machine", async () => {
    const place = { setting: "METRICS_PORT", host: "192.0.2.1", port: await freePort() };
    await expect(refuseBusyPorts([place])).rejects.toThrow(
      `Port ${place.port} (METRICS_PORT) cannot be used at 192.0.2.1: `,
    );
  });

  it("that somebody took in the meantime are named without a stack", async () => {
    const port = await listener();
    const error: unknown = await serveMetrics(host, port, async () => []).catch((thrown: unknown) => thrown);
    expect(refusedStart(error)).toBeInstanceOf(PrepareError);
    expect((refusedStart(error) as Error).message).toContain(`${host}:${port}`);
  });
});

const ENDS_WITHIN_MS = 60_000;

describe("npm run serve", () => {
  const root = path.resolve(import.meta.dirname, "../..");
  let port: number;
  beforeAll(async () => {
    port = await freePort();
  });
  const settings = (state: string) => ({ ...process.env, DATA_DIR: state, PORT: String(port), METRICS_PORT: "" });
  const start = (env: NodeJS.ProcessEnv) =>
    spawnSync(process.execPath, ["scripts/start-service.ts", "--serve"], {
      ...{ cwd: root, env, encoding: "utf8" },
      // One that is not refused would run on.
      timeout: ENDS_WITHIN_MS,
    });

  it.each([
    [
      "a file in place of the folder",
      (state: string) => {
        fs.writeFileSync(path.join(state, "file"), "");
        return { DATA_DIR: path.join(state, "file") };
      },
      /\/file is no folder/,
    ],
    [
      "a database that is none",
      (state: string) => {
        write(state, "v3/d1/x/a.sqlite");
        fs.appendFileSync(path.join(state, "v3/d1/x/a.sqlite"), "y".repeat(5_000));
        return {};
      },
      /a\.sqlite is damaged \(file is not a database\)/,
    ],
    [
      "two databases",
      (state: string) => {
        for (const name of ["a", "b"]) write(state, `v3/d1/x/${name}.sqlite`);
        return {};
      },
      /has 2 databases/,
    ],
    [
      "an empty key",
      (state: string) => {
        fs.writeFileSync(path.join(state, "secrets-key"), "");
        return {};
      },
      /secrets-key is empty/,
    ],
    ["a level that there is not", () => ({ LOG_LEVEL: "loud" }), /LOG_LEVEL must be one of/],
    ["a wrong port of the figures", () => ({ METRICS_PORT: "8931x" }), /METRICS_PORT must be a number/],
    [
      "one port for service and figures",
      () => ({ PORT: "9871", METRICS_PORT: "9871" }),
      /METRICS_PORT and PORT are both 9871; choose another: METRICS_PORT=9872/,
    ],
    ["a wrong port", () => ({ PORT: "87x" }), /PORT must be a number/],
  ])("ends with a sentence, and for good: %s", (_, spoil, reason) => {
    const state = newState();
    const { status, stdout, stderr } = start({ ...settings(state), ...spoil(state) });
    expect([status, stdout]).toEqual([EXIT_LASTING, ""]);
    expect(stderr).toMatch(reason);
    expect(stderr).not.toMatch(/^\s+at |node:internal/m);
  });

  it("ends at once by what the service says of its settings", async () => {
    if (!isPrepared()) await prepare();
    const ports = { PORT: String(await freePort()) };
    const { status, stderr } = start({ ...settings(newState()), ...ports, PUBLIC_BASE_URL: "foo" });
    expect(stderr).toMatch(/^The Worker's settings are not right: PUBLIC_BASE_URL must be an http or https address/m);
    expect(status).toBe(EXIT_LASTING);
  }, 60_000);

  it("is not started again by systemd then", () => {
    const unit = fs.readFileSync(path.join(root, "scripts/serve/docloom.service"), "utf8");
    expect(/^RestartPreventExitStatus=(.*)$/m.exec(unit)?.[1]).toBe(String(EXIT_LASTING));
  });
});
