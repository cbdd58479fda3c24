import type { DatabaseSync, SQLInputValue } from "node:sqlite";

/** Writes rows by the names of their columns; the statement of a table is made once, of the columns that its first row has. */
export function rowWriter(
  database: DatabaseSync,
): (table: string, row: Readonly<Record<string, SQLInputValue>>) => void {
  const statements = new Map<string, ReturnType<DatabaseSync["prepare"]>>();
  return (table, row) => {
    const names = Object.keys(row);
    const insert = () =>
      database.prepare(`insert into ${table} (${names.join(", ")}) values (${names.map(() => "?").join(", ")})`);
    const statement = statements.get(table) ?? insert();
    statements.set(table, statement);
    statement.run(...Object.values(row));
  };
}
