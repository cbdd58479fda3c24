// The local D1 database of a checkout, opened by this process. wrangler's own commands start twice as long, and once more for
// each migration.
import fs from "node:fs";
import path from "node:path";
import { Miniflare } from "miniflare";
import { type Database, databaseError, type Row, sqlText } from "./database.ts";
import { readMigrations } from "./migrations.ts";

const root = path.resolve(import.meta.dirname, "..");

/** As wrangler keeps it, here and on Cloudflare: what one has applied the other does not apply again. */
const MIGRATIONS_TABLE = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`;

export interface LocalDatabase {
  run: Database;
  /** Applies the migrations that are missing, each as a whole or not at all. @returns their names */
  migrate(): Promise<string[]>;
}

/** What is used here of D1's binding. */
interface Binding {
  prepare(statement: string): object;
  batch(prepared: object[]): Promise<{ results: Row[] }[]>;
}

/** The database's id in wrangler.toml, by which the local platform names its file. */
function databaseId(): string {
  const id = /^database_id = "([^"]+)"/m.exec(fs.readFileSync(path.join(root, "wrangler.toml"), "utf8"))?.[1];
  if (!id) throw new Error("wrangler.toml names no database_id.");

  return id;
}

/** What `use` makes of the database, which is open for as long as that takes. @param stateFolder wrangler's `--persist-to` */
export async function withLocalDatabase<Result>(
  stateFolder: string,
  use: (database: LocalDatabase) => Promise<Result>,
): Promise<Result> {
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
  const run: Database = async (statements) => {
    const binding: Binding = await platform.getD1Database("DB");
    const prepared = statements.map((statement) => binding.prepare(statement));
    const answers = await binding.batch(prepared).catch((error: Error) => {
      throw databaseError(error.message);
    });

    return answers.map(({ results }) => results);
  };

  try {
    return await use({ run, migrate: () => migrate(run) });
  } finally {
    await platform.dispose();
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
