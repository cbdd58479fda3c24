// Runs SQL on the service's D1 database through wrangler: the local one of this checkout, or the deployed one.
import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { stateFolder, toolEnvironment } from "./prepare.mjs";

/** Which database: the one in a local state folder, or the one that wrangler.toml names on Cloudflare. */
export type DatabaseTarget = { stateFolder: string } | { remote: true };

export const LOCAL_DATABASE: DatabaseTarget = { stateFolder: path.join(stateFolder, "state") };

export type Row = Record<string, string | number | null>;

/** `npm run deploy` writes the configuration that names the account's own database. */
function deployedConfig(): string[] {
  const file = path.resolve(import.meta.dirname, "../wrangler.deployed.toml");
  return fs.existsSync(file) ? ["--config", file] : [];
}

/** Runs statements; their results are in their order. */
export type Database = (statements: readonly string[]) => Promise<Row[][]>;

/** Each call starts wrangler once; an error says what it printed. */
export function databaseAt(target: DatabaseTarget): Database {
  return (statements) => execute(target, statements);
}

async function execute(target: DatabaseTarget, statements: readonly string[]): Promise<Row[][]> {
  const place =
    "remote" in target ? ["--remote", ...deployedConfig()] : ["--local", "--persist-to", target.stateFolder];
  const options = ["--json", "--yes", "--command", statements.join(";\n")];

  const { stdout } = await promisify(execFile)("wrangler", ["d1", "execute", "DB", ...place, ...options], {
    env: toolEnvironment(),
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: { stdout?: string; stderr?: string }) => {
    throw new Error(`The database did not answer: ${said(error)}`);
  });

  return (JSON.parse(stdout.slice(stdout.indexOf("["))) as { results: Row[] }[]).map(({ results }) => results);
}

/** A text as an SQL literal. */
export function sqlText(text: string): string {
  if (text.includes("\0")) throw new Error("Text for the database must not contain a NUL character.");

  return `'${text.replaceAll("'", "''")}'`;
}

/** The sentence in wrangler's output; never the command itself, which carries values. */
function said({ stdout = "", stderr = "" }: { stdout?: string; stderr?: string }): string {
  const text = /"text":\s*"((?:[^"\\]|\\.)*)"/.exec(stdout)?.[1] ?? (stderr.trim() || "wrangler gave no reason.");

  return text.includes("no such table")
    ? "its tables are missing. Apply the migrations: `npm start` does it locally, `npx wrangler d1 migrations apply DB --remote` for the deployed one."
    : text;
}
