// The local D1 database of a checkout, opened by this process. wrangler's own commands start twice as long, and once more for
// each migration.
import fs from "node:fs";
import path from "node:path";
import { Miniflare } from "miniflare";
import { type Database, databaseError, type Row } from "./database.ts";

const root = path.resolve(import.meta.dirname, "..");
const folder = path.join(root, "migrations");

/** As wrangler keeps it, here and on Cloudflare: what one has applied the other does not apply again. */
const MIGRATIONS_TABLE = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`;

export interface LocalDatabase {
  run: Database;
  /** Applies the migrations that are missing, each as a whole or not at all. @returns their names */
  migrate(): Promise<string[]>;
  close(): Promise<void>;
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

/** @param stateFolder what wrangler is given with `--persist-to` */
export async function openLocalDatabase(stateFolder: string): Promise<LocalDatabase> {
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
  const binding: Binding = await platform.getD1Database("DB");

  const run: Database = async (statements) => {
    const prepared = statements.map((statement) => binding.prepare(statement));
    const answers = await binding.batch(prepared).catch((error: Error) => {
      throw databaseError(error.message);
    });

    return answers.map(({ results }) => results);
  };

  return { run, migrate: () => migrate(run), close: () => platform.dispose() };
}

async function migrate(run: Database): Promise<string[]> {
  const [, rows = []] = await run([MIGRATIONS_TABLE, "SELECT name FROM d1_migrations"]);
  const applied = new Set(rows.map(({ name }) => name));
  const missing = fs
    .readdirSync(folder)
    .filter((name) => name.endsWith(".sql") && !applied.has(name))
    .sort();
  for (const name of missing) {
    const statements = fs.readFileSync(path.join(folder, name), "utf8").split("--> statement-breakpoint");
    await run([...statements, `INSERT INTO d1_migrations (name) VALUES ('${name}')`]);
  }

  return missing;
}
