import { MOVED_TABLES, type MovedTable } from "./moved-tables.ts";

/** As many rows are copied at once: each may have 64 KB of data. */
export const PAGE = 250;

type Row = Record<string, SqlStorageValue>;

/** Rows that have changed in D1, and what they are there now: undefined for one that has gone. */
export interface ChangedRows {
  /** Numbers of the changes. */
  seqs: number[];
  tables: { table: MovedTable; keys: SqlStorageValue[][]; rows: Row[] }[];
}

/**
 * Reads the next rows that were noted, and what they are now, as of one moment: what they refer to is among them, or was copied before.
 * @param copied numbers of changes that are done with
 */
export async function readChanges(
  control: D1Database,
  workspaceId: string,
  copied: readonly number[],
  limit = PAGE,
): Promise<ChangedRows> {
  const next = "from move_changes where workspace_id = ?1 order by position, seq limit ?2";
  const bound = (text: string) => control.prepare(text).bind(workspaceId, limit);
  const [, noted, ...found] = await control.batch<Row>([
    forgetting(control, copied),
    bound(`select seq, position, key ${next}`),
    ...MOVED_TABLES.map((table, position) => bound(rowsNoted(table, position, next))),
  ]);
  const notes = (noted?.results ?? []) as { seq: number; position: number; key: string }[];
  const byTable = Map.groupBy(notes, ({ position }) => position);
  return {
    seqs: notes.map(({ seq }) => seq),
    tables: MOVED_TABLES.flatMap((table, position) => {
      const keys = byTable.get(position)?.map(({ key }) => JSON.parse(key) as SqlStorageValue[]);
      return keys ? [{ table, keys, rows: found[position]?.results ?? [] }] : [];
    }),
  };
}

const forgetting = (control: D1Database, copied: readonly number[]): D1PreparedStatement =>
  control
    .prepare("delete from move_changes where seq in (select value from json_each(?1))")
    .bind(JSON.stringify(copied));

/** Removes the notes of rows that were written, where no more are read for now. */
export async function forgetChanges(control: D1Database, copied: readonly number[]): Promise<void> {
  await forgetting(control, copied).run();
}

function rowsNoted({ name, key }: MovedTable, position: number, next: string): string {
  const values = key.map((_, index) => `key ->> ${index}`).join(", ");
  return `select * from ${name} where (${key.join(", ")}) in (select ${values} from (select position, key ${next}) where position = ${position})`;
}

/** Makes the rows of an object what they are in D1. */
export function writeChanges(
  storage: Pick<DurableObjectStorage, "sql" | "transactionSync">,
  { tables }: Pick<ChangedRows, "tables">,
): void {
  const { sql } = storage;
  storage.transactionSync(() => {
    sql.exec("pragma defer_foreign_keys = on");
    for (const { table, keys, rows } of tables) {
      const there = new Set(rows.map((row) => JSON.stringify(table.key.map((column) => row[column]))));
      const isKey = table.key.map((column) => `${column} = ?`).join(" and ");
      for (const key of keys)
        if (!there.has(JSON.stringify(key))) sql.exec(`delete from ${table.name} where ${isKey}`, ...key);
      for (const row of rows) sql.exec(upsert(table, Object.keys(row)), ...Object.values(row));
    }
  });
}

function upsert({ name, key }: MovedTable, columns: readonly string[]): string {
  const others = columns
    .filter((column) => !key.includes(column))
    .map((column) => `"${column}" = excluded."${column}"`);
  const values = columns.map(() => "?").join(", ");
  const change = others.length > 0 ? `update set ${others.join(", ")}` : "nothing";
  return `insert into ${name} (${columns.map((column) => `"${column}"`).join(", ")}) values (${values})
    on conflict (${key.join(", ")}) do ${change}`;
}

const COUNTS = MOVED_TABLES.map(({ name, isOwn }) => ({
  own: `select '${name}' as name, count(*) as rows from ${name} where ${isOwn}`,
  all: `select count(*) as rows from ${name}`,
}));

/** The first table that has not as many rows in an object as in D1. */
export async function unlikeTable(
  control: D1Database,
  sql: SqlStorage,
  workspaceId: string,
): Promise<string | undefined> {
  const counted = await control.batch<{ name: string; rows: number }>(
    COUNTS.map(({ own }) => control.prepare(own).bind(workspaceId)),
  );
  return counted.flatMap(({ results }, index) => {
    const [inD1] = results;
    const here = sql.exec<{ rows: number }>(COUNTS[index]?.all ?? "").one().rows;
    return inD1 && inD1.rows !== here ? [`${inD1.name} (${inD1.rows} rows in D1, ${here} in the object)`] : [];
  })[0];
}
