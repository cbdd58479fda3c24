import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import {
  createCredentials,
  createFirstAccess,
  createSignInLink,
  listKeys,
  revokeKey,
} from "../../scripts/credentials.ts";
import { type Database, databaseAt, type Row } from "../../scripts/d1.ts";
import { toolEnvironment } from "../../scripts/prepare.mjs";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../..");
const NAME = "O'Hara; DROP TABLE api_keys --";
const sha256 = (text: string | undefined) =>
  createHash("sha256")
    .update(text ?? "")
    .digest("hex");

/** The service's tables in memory: SQLite without wrangler, which takes a second to start. */
async function migratedDatabase(): Promise<Database> {
  const database = new DatabaseSync(":memory:");
  const folder = path.join(root, "migrations");
  const files = (await fs.readdir(folder)).filter((file) => file.endsWith(".sql"));
  for (const file of files.sort()) database.exec(await fs.readFile(path.join(folder, file), "utf8"));
  return async (statements) => statements.map((statement) => database.prepare(statement).all() as Row[]);
}

describe("credentials through wrangler", () => {
  it("ask for the migrations if there are no tables, and are made once they are applied", async () => {
    const stateFolder = await fs.mkdtemp(path.join(os.tmpdir(), "docloom-keys-"));
    try {
      const database = databaseAt({ stateFolder });
      await expect(listKeys(database)).rejects.toThrow("Apply the migrations");
      const place = ["--local", "--persist-to", stateFolder];
      await run("wrangler", ["d1", "migrations", "apply", "DB", ...place], { env: toolEnvironment() });

      const { credentials: first } = await createFirstAccess(database);
      const second = await createCredentials(database, NAME);
      const keys = await listKeys(database);
      expect(keys.map(({ key, workspace }) => [key, workspace])).toEqual([
        [first?.key, "Default"],
        [second.key, NAME],
      ]);
    } finally {
      await fs.rm(stateFolder, { recursive: true });
    }
  });
});

describe("credentials", () => {
  let database: Database;
  beforeAll(async () => {
    database = await migratedDatabase();
  });

  it("are made once for an empty database", async () => {
    const { credentials: first, signInToken } = await createFirstAccess(database);
    expect(first).toEqual({ key: expect.stringMatching(/^dk_/), secret: expect.stringMatching(/^[\w-]{43}$/) });
    const again = await createFirstAccess(database);
    expect(again.credentials).toBeUndefined();
    expect(again.signInToken).not.toBe(signInToken);

    const [rows] = await database(["SELECT id, secret_sha256 FROM api_keys"]);
    expect(rows).toEqual([{ id: first?.key, secret_sha256: sha256(first?.secret) }]);
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
