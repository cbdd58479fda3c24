// What a start on one machine refuses, before anything of it answers.
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { dataFolder } from "../../scripts/data-folder.ts";
import { withLocalDatabase } from "../../scripts/local-d1.ts";
import { readMigrations } from "../../scripts/migrations.ts";
import { scratchFolder } from "../../scripts/scratch-folder.ts";
import { databaseFile } from "../../scripts/serve/data-files.ts";
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
