import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createCredentials,
  createFirstAccess,
  createSignInLink,
  listKeys,
  revokeKey,
} from "../../scripts/credentials.ts";
import { type DatabaseTarget, execute } from "../../scripts/d1.ts";
import { toolEnvironment } from "../../scripts/prepare.mjs";

const run = promisify(execFile);
let target: DatabaseTarget & { stateFolder: string };

beforeAll(async () => {
  target = { stateFolder: await fs.mkdtemp(path.join(os.tmpdir(), "docloom-keys-")) };
});

afterAll(() => fs.rm(target.stateFolder, { recursive: true }));

describe("credentials from the command line", () => {
  it("ask for the migrations where there are no tables", async () => {
    await expect(listKeys(target)).rejects.toThrow("Apply the migrations");
  });

  it("come once for an empty database", async () => {
    const place = ["--local", "--persist-to", target.stateFolder];
    await run("wrangler", ["d1", "migrations", "apply", "DB", ...place], { env: toolEnvironment() });

    const { credentials: first, signInToken } = await createFirstAccess(target);
    expect(first).toEqual({ key: expect.stringMatching(/^dk_/), secret: expect.stringMatching(/^[\w-]{43}$/) });
    const again = await createFirstAccess(target);
    expect(again.credentials).toBeUndefined();
    expect(again.signInToken).not.toBe(signInToken);

    const [rows] = await execute(target, ["SELECT id, secret_sha256 FROM api_keys"]);
    const digest = createHash("sha256")
      .update(first?.secret ?? "")
      .digest("hex");
    expect(rows).toEqual([{ id: first?.key, secret_sha256: digest }]);
  });

  it("belong to a workspace by name, made when it does not exist", async () => {
    const name = "O'Hara; DROP TABLE api_keys --";
    const [one, two] = [await createCredentials(target, name), await createCredentials(target, name)];
    const keys = await listKeys(target);

    expect(keys.map(({ key }) => key).slice(1)).toEqual([one.key, two.key]);
    expect(keys.map(({ workspace }) => workspace)).toEqual(["Default", name, name]);
    expect((await execute(target, ["SELECT id FROM workspaces"]))[0]).toHaveLength(2);
  });

  it("sign a browser in by a link, of which only the digest is kept", async () => {
    const token = await createSignInLink(target);
    const [links = []] = await execute(target, [
      "SELECT token_sha256, expires_at - created_at AS life FROM sign_in_links",
    ]);

    expect(links).toHaveLength(3);
    expect(links).toContainEqual({
      token_sha256: createHash("sha256").update(String(token)).digest("hex"),
      life: 12 * 60 * 60 * 1000,
    });
    expect(await createSignInLink(target, "no such workspace")).toBeUndefined();
  });

  it("can be revoked, once", async () => {
    const [{ key } = { key: "" }] = await listKeys(target);

    expect(await revokeKey(target, key)).toBe(true);
    expect(await revokeKey(target, key)).toBe(false);
    expect((await listKeys(target))[0]?.revokedAt).toBeInstanceOf(Date);
  });
});

describe("npm run keys", () => {
  it("explains itself when it does not understand", async () => {
    const script = path.resolve(import.meta.dirname, "../../scripts/keys.ts");
    const failed = run("node", [script, "destroy"], { env: toolEnvironment() });

    await expect(failed).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining("revoke KEY") });
  });
});
