/** A value of a row, or of a parameter. */
export type StatementValue = string | number | null;

/** A statement as it goes to an object. */
export interface StatementCall {
  sql: string;
  parameters: readonly StatementValue[];
}

/** What a statement has led to. */
export interface StatementResult {
  columns: string[];
  rows: StatementValue[][];
  meta: {
    /** Rows that it and its triggers changed. */
    changes: number;
    lastRowId: number;
    rowsRead: number;
    rowsWritten: number;
    /** Bytes. */
    sizeAfter: number;
  };
}

/** Results in the statements' order, why none of them has changed anything, or the migration for which nothing can be asked. */
export type StatementsAnswer = { results: StatementResult[] } | { problem: string } | { failedMigration: string };

/**
 * Runs statements one after the other in one transaction. What SQLite refuses is an answer: across a call an error keeps its
 * message only, and could not be told from one of the object itself.
 */
export function runStatements(
  storage: Pick<DurableObjectStorage, "sql" | "transactionSync">,
  calls: readonly StatementCall[],
): StatementsAnswer {
  try {
    return { results: storage.transactionSync(() => calls.map((call) => runStatement(storage.sql, call))) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { problem: error.message };
  }
}

function runStatement(sql: SqlStorage, call: StatementCall): StatementResult {
  const { total: before } = changesOf(sql);
  const cursor = sql.exec<Record<string, StatementValue>>(call.sql, ...call.parameters);
  const columns = cursor.columnNames;
  const rows = [...cursor.raw()] as StatementValue[][];
  const { total, lastRowId } = changesOf(sql);
  const { rowsRead, rowsWritten } = cursor;
  return {
    columns,
    rows,
    meta: { changes: total - before, lastRowId, rowsRead, rowsWritten, sizeAfter: sql.databaseSize },
  };
}

/** A statement that reads does not touch what `changes()` says to the next one. */
const changesOf = (sql: SqlStorage) =>
  sql
    .exec<{ total: number; lastRowId: number }>("select total_changes() as total, last_insert_rowid() as lastRowId")
    .one();
