// The local D1 database of a checkout, as a file: to open it by the platform takes a second, and wrangler's own commands twice as long.
import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type Database, databaseError, type Row, sqlText } from "./database.ts";
import { readMigrations } from "./migrations.ts";
import { databaseFile, requireWholeData, traceOfService } from "./serve/data-files.ts";
import { LastingError, refusedDatabase } from "./serve/refused-start.ts";

const root = path.resolve(import.meta.dirname, "..");

/** As wrangler keeps it, here and on Cloudflare: what one has applied the other does not apply again. */
const MIGRATIONS_TABLE = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`;

/** It made the first table of what is encrypted. */
const FIRST_SEALED = "0008_signing.sql";

/** The service may be at work on it: it holds the file for moments. */
const WAIT_MS = 10_000;

export interface LocalDatabase {
  run: Database;
  /** Whether services with a SECRETS_KEY have worked on it: each start has had one before it made the tables of what is encrypted. */
  hadKey: boolean;
  /** Applies the migrations that are missing, each as a whole or not at all. @returns their names */
  migrate(): Promise<string[]>;
}

/** The database's id in wrangler.toml, by which the local platform names its file. */
function databaseId(): string {
  const id = /^database_id = "([^"]+)"/m.exec(fs.readFileSync(path.join(root, "wrangler.toml"), "utf8"))?.[1];
  if (!id) throw new Error("wrangler.toml names no database_id.");

  return id;
}

/** Has the platform make the file, under the name by which it finds it. */
async function makeFile(stateFolder: string): Promise<void> {
  const { Miniflare } = await import("miniflare");
  const module = { type: "esm", contents: "export default {}" } as const;
  const platform = new Miniflare({
    resourcePersistencePath: path.join(stateFolder, "v3"),
    workers: [
      {
        config: {
          name: "database",
          compatibilityDate: "2026-10-20",
          manifest: { mainModule: "index.js", modulesRoot: root, modules: { "index.js": module } },
          env: { DB: { type: "d1", id: databaseId() } },
        },
      },
    ],
  });
  try {
    const database: { exec(statement: string): Promise<unknown> } = await platform.getD1Database("DB");
    await database.exec("SELECT 1");
  } finally {
    await platform.dispose();
  }
}

/**
 * What `use` makes of the database, which is open for as long as that takes.
 * @param stateFolder wrangler's `--persist-to`
 * @throws PrepareError for a database that is damaged or cannot be written, and where a service has worked whose database is gone: a new one
 *   would have none of what the files belong to
 */
export async function withLocalDatabase<Result>(
  stateFolder: string,
  use: (database: LocalDatabase) => Promise<Result>,
): Promise<Result> {
  let file = databaseFile(stateFolder);
  if (file === undefined) {
    requireWholeData(stateFolder);
    refuseLost(stateFolder, "it is missing");
    await makeFile(stateFolder);
    file = databaseFile(stateFolder);
  }
  if (file === undefined) throw new Error(`The local platform has made no database in ${stateFolder}.`);
  try {
    return await withFile(stateFolder, file, use);
  } catch (error) {
    throw refusedDatabase(error, file) ?? error;
  }
}

async function withFile<Result>(
  stateFolder: string,
  file: string,
  use: (database: LocalDatabase) => Promise<Result>,
): Promise<Result> {
  const opened = new DatabaseSync(file, { timeout: WAIT_MS });
  const run: Database = async (statements) => asOne(opened, statements);
  try {
    const applied = appliedMigrations(opened);
    if (applied.size === 0) refuseLost(stateFolder, `${file} has no tables`);
    return await use({ run, hadKey: applied.has(FIRST_SEALED), migrate: () => migrate(run) });
  } finally {
    opened.close();
  }
}

function refuseLost(stateFolder: string, how: string): void {
  const trace = traceOfService(stateFolder);
  if (trace === undefined) return;
  throw new LastingError(
    `${stateFolder} has files of a service (${trace}), but not its database: ${how}. Move that folder away and put a backup in its place (npm run restore -- FOLDER), or, to begin anew without what was in it, start with an empty one.`,
  );
}

/** Their names; none for a database without tables, as a first start that was broken off leaves it. */
function appliedMigrations(database: DatabaseSync): ReadonlySet<string> {
  if (!database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'd1_migrations'").get()) return new Set();
  return new Set(
    database
      .prepare("SELECT name FROM d1_migrations")
      .all()
      .map(({ name }) => String(name)),
  );
}

/** All of them or none, as a batch of D1. */
function asOne(database: DatabaseSync, statements: readonly string[]): Row[][] {
  try {
    database.exec("BEGIN IMMEDIATE");
    const rows = statements.map((statement) => database.prepare(statement).all() as Row[]);
    database.exec("COMMIT");
    return rows;
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw databaseError(error instanceof Error ? error.message : String(error), error);
  }
}

async function migrate(run: Database): Promise<string[]> {
  const [, rows = []] = await run([MIGRATIONS_TABLE, "SELECT name FROM d1_migrations"]);
  const applied = new Set(rows.map(({ name }) => name));
  const missing = readMigrations().filter(({ name }) => !applied.has(name));
  for (const { name, statements } of missing)
    await run([...statements, `INSERT INTO d1_migrations (name) VALUES (${sqlText(name)})`]);

  return missing.map(({ name }) => name);
}
