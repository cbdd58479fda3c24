// Runs SQL on the service's D1 database: the local one of this checkout, or the deployed one, which wrangler reaches.
import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { dataFolder } from "./data-folder.ts";
import { type Database, databaseError, type Row } from "./database.ts";
import { withLocalDatabase } from "./local-d1.ts";
import { toolEnvironment } from "./prepare.mjs";

/** Which database: the one in a local state folder, or the one that wrangler.toml names on Cloudflare. */
export type DatabaseTarget = { stateFolder: string } | { remote: true };

export const LOCAL_DATABASE: DatabaseTarget = { stateFolder: dataFolder() };

/** `npm run deploy` writes the configuration that names the account's own database. */
function deployedConfig(): string[] {
  const file = path.resolve(import.meta.dirname, "../wrangler.deployed.toml");
  return fs.existsSync(file) ? ["--config", file] : [];
}

/** What `use` makes of a database, which is open for as long as that takes. An error says what the database said. */
export function withDatabase<Result>(
  target: DatabaseTarget,
  use: (database: Database) => Promise<Result>,
): Promise<Result> {
  return "remote" in target ? use(deployedDatabase) : withLocalDatabase(target.stateFolder, ({ run }) => use(run));
}

/** Each call starts wrangler once. */
export const deployedDatabase: Database = async (statements) => {
  const options = ["--remote", ...deployedConfig(), "--json", "--yes", "--command", statements.join(";\n")];
  const { stdout } = await promisify(execFile)("wrangler", ["d1", "execute", "DB", ...options], {
    env: toolEnvironment(),
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: { stdout?: string; stderr?: string }) => {
    throw databaseError(said(error));
  });

  return (JSON.parse(stdout.slice(stdout.indexOf("["))) as { results: Row[] }[]).map(({ results }) => results);
};

/** The sentence in wrangler's output; never the command itself, which carries values. */
function said({ stdout = "", stderr = "" }: { stdout?: string; stderr?: string }): string {
  return /"text":\s*"((?:[^"\\]|\\.)*)"/.exec(stdout)?.[1] ?? (stderr.trim() || "wrangler gave no reason.");
}
