/** A step of the schema. Steps are never changed once they were released. */
export interface Migration {
  /** Steps are made in the order of their names. */
  name: string;
  /** Statements, as drizzle-kit writes them. */
  text: string;
}

const MADE = "create table if not exists made_migrations (name text primary key, made_at integer not null)";

/** A step that a database refuses: it stays as it was before it, with the steps before. */
export class MigrationFailed extends Error {
  readonly migration: string;

  constructor(migration: string, cause: Error) {
    super(`The migration ${migration} failed: ${cause.message}`, { cause });
    this.migration = migration;
  }
}

/**
 * Brings a database up to date, each step in a transaction of its own.
 * @returns the names of the steps that it made
 * @throws MigrationFailed
 */
export function migrate(
  storage: Pick<DurableObjectStorage, "sql" | "transactionSync">,
  migrations: readonly Migration[],
  now: Date,
): string[] {
  const { sql } = storage;
  const missing = missingIn(sql, migrations);
  for (const { name, text } of missing) {
    try {
      storage.transactionSync(() => {
        sql.exec(text);
        sql.exec("insert into made_migrations (name, made_at) values (?, ?)", name, now.getTime());
      });
    } catch (error) {
      throw error instanceof Error ? new MigrationFailed(name, error) : error;
    }
  }
  return missing.map(({ name }) => name);
}

/** Whether steps are missing. */
export const isBehind = ({ sql }: Pick<DurableObjectStorage, "sql">, migrations: readonly Migration[]): boolean =>
  missingIn(sql, migrations).length > 0;

function missingIn(sql: SqlStorage, migrations: readonly Migration[]): readonly Migration[] {
  sql.exec(MADE);
  const made = new Set(
    sql
      .exec<{ name: string }>("select name from made_migrations")
      .toArray()
      .map(({ name }) => name),
  );
  return migrations.filter(({ name }) => !made.has(name));
}
