import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  createCredentials,
  createFirstAccess,
  createSignInLink,
  listKeys,
  revokeKey,
} from "../../scripts/credentials.ts";
import { withDatabase } from "../../scripts/d1.ts";
import type { Database, Row } from "../../scripts/database.ts";
import { withLocalDatabase } from "../../scripts/local-d1.ts";
import { readMigrations } from "../../scripts/migrations.ts";
import { toolEnvironment } from "../../scripts/prepare.mjs";
import { databaseFile } from "../../scripts/serve/data-files.ts";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../..");
const NAME = "O'Hara; DROP TABLE api_keys --";
const sha256 = (text: string | undefined) =>
  createHash("sha256")
    .update(text ?? "")
    .digest("hex");

/** The service's tables in memory: SQLite without the platform, which takes a second to start. */
function migratedDatabase(): Database {
  const database = new DatabaseSync(":memory:");
  for (const { statements } of readMigrations()) database.exec(statements.join(""));
  return async (statements) => statements.map((statement) => database.prepare(statement).all() as Row[]);
}

describe("the local database", () => {
  let stateFolder: string;
  beforeEach(async () => {
    stateFolder = await fs.mkdtemp(path.join(os.tmpdir(), "docloom-keys-"));
  });
  afterEach(() => fs.rm(stateFolder, { recursive: true }));

  it("asks for the migrations if there are no tables, and keeps credentials once they are applied", async () => {
    await expect(withDatabase({ stateFolder }, listKeys)).rejects.toThrow("Apply the migrations");
    const { first, second } = await withLocalDatabase(stateFolder, async ({ run: database, migrate }) => {
      expect(await migrate()).toEqual(readMigrations().map(({ name }) => name));
      const { credentials } = (await createFirstAccess(database)) ?? {};

      return { first: credentials, second: await createCredentials(database, NAME) };
    });

    const keys = await withDatabase({ stateFolder }, listKeys);
    expect(keys.map(({ key, workspace }) => [key, workspace])).toEqual([
      [first?.key, "Default"],
      [second.key, NAME],
    ]);
  });

  it("is all or nothing where a statement fails, and is not guessed among several", async () => {
    await withLocalDatabase(stateFolder, async ({ run: database, migrate }) => {
      await migrate();
      const workspace = (id: string) => `INSERT INTO workspaces (id, name, created_at) VALUES ('${id}', 'W', 0)`;
      await expect(database([workspace("a"), workspace("a")])).rejects.toThrow("The database did not answer: UNIQUE");
      await database([workspace("b")]);
      expect(await database(["SELECT id FROM workspaces"])).toEqual([[expect.objectContaining({ id: "b" })]]);
    });
    const file = databaseFile(stateFolder) ?? "";
    await fs.copyFile(file, path.join(path.dirname(file), "other.sqlite"));
    await expect(withDatabase({ stateFolder }, listKeys)).rejects.toThrow("has 2 databases");
  });

  it("is the one that wrangler opens, which finds nothing left to apply", async () => {
    const { key } = await withLocalDatabase(stateFolder, async ({ run: database, migrate }) => {
      await migrate();
      expect(await migrate()).toEqual([]);

      return createCredentials(database, NAME);
    });

    const place = ["DB", "--local", "--persist-to", stateFolder];
    const wrangler = (...args: string[]) => run("wrangler", ["d1", ...args], { env: toolEnvironment() });
    const list = await wrangler("migrations", "list", ...place);
    expect(list.stdout).toContain("No migrations to apply");
    const rows = await wrangler("execute", ...place, "--json", "--command", "SELECT id FROM api_keys");
    expect(JSON.parse(rows.stdout)).toMatchObject([{ results: [{ id: key }] }]);
  });
});

describe("credentials", () => {
  let database: Database;
  beforeAll(async () => {
    database = migratedDatabase();
  });

  it("are made once for an empty database", async () => {
    const { credentials: first, signInToken } = (await createFirstAccess(database)) ?? {};
    expect(first).toEqual({ key: expect.stringMatching(/^dk_/), secret: expect.stringMatching(/^[\w-]{43}$/) });
    const again = await createFirstAccess(database);
    expect(again?.credentials).toBeUndefined();
    expect(again?.signInToken).not.toBe(signInToken);

    const [rows] = await database(["SELECT id, secret_sha256 FROM api_keys"]);
    expect(rows).toEqual([{ id: first?.key, secret_sha256: sha256(first?.secret) }]);
  });

  it("are not made where the settings have a pair", async () => {
    const empty = migratedDatabase();
    const access = await createFirstAccess(empty, true);
    expect([access?.credentials, access?.signInToken]).toEqual([undefined, expect.stringMatching(/^[\w-]{32}$/)]);
    const [keys, workspaces] = await empty(["SELECT id FROM api_keys", "SELECT name FROM workspaces"]);
    expect([keys, workspaces]).toEqual([[], [{ name: "Default" }]]);
  });

  it("belong to a workspace by name, made if it does not exist", async () => {
    const [one, two] = [await createCredentials(database, NAME), await createCredentials(database, NAME)];
    const keys = await listKeys(database);

    expect(keys.map(({ key }) => key).slice(1)).toEqual([one.key, two.key]);
    expect(keys.map(({ workspace }) => workspace)).toEqual(["Default", NAME, NAME]);
    expect((await database(["SELECT id FROM workspaces"]))[0]).toHaveLength(2);
  });

  it("sign a browser in by a link, of which only the digest is kept", async () => {
    const token = await createSignInLink(database);
    const [links = []] = await database(["SELECT token_sha256, expires_at - created_at AS life FROM sign_in_links"]);

    expect(links).toHaveLength(3);
    expect(links).toContainEqual({ token_sha256: sha256(token), life: 12 * 60 * 60 * 1000 });
    expect(await createSignInLink(database, "no such workspace")).toBeUndefined();
  });

  it("can be revoked, once", async () => {
    const [{ key } = { key: "" }] = await listKeys(database);

    expect(await revokeKey(database, key)).toBe(true);
    expect(await revokeKey(database, key)).toBe(false);
    expect((await listKeys(database))[0]?.revokedAt).toBeInstanceOf(Date);
  });
});

describe("npm run keys", () => {
  it("explains itself if it does not understand", async () => {
    const failed = run("node", [path.join(root, "scripts/keys.ts"), "destroy"], { env: toolEnvironment() });

    await expect(failed).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining("revoke KEY") });
  });
});
