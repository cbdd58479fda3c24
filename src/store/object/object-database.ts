import type { LocationHint } from "../../domain/access/location-hint.ts";
import type { Jurisdiction } from "../../domain/access/workspace-place.ts";
import { Failure } from "../../domain/failure.ts";
import type { StatementCall, StatementResult, StatementsAnswer, StatementValue } from "./statements.ts";

/** Objects with databases, as the Worker's binding gives them. */
export interface DatabaseObjects {
  getByName(
    name: string,
    options?: { locationHint: LocationHint },
  ): { run(calls: readonly StatementCall[]): Promise<StatementsAnswer> };
}

/** All of them: those of a jurisdiction are others than those of none, whatever their names are. */
export interface PlacedObjects extends DatabaseObjects {
  jurisdiction(jurisdiction: Jurisdiction): DatabaseObjects;
}

/** The objects of a jurisdiction; undefined: of none. */
export const objectsIn = <Objects>(
  objects: Objects & { jurisdiction(jurisdiction: Jurisdiction): Objects },
  jurisdiction: Jurisdiction | undefined,
): Objects => (jurisdiction === undefined ? objects : objects.jurisdiction(jurisdiction));

/** The object's database could not be brought up to date: it answers nothing until a version of the service comes that can. */
const stopped = (migration: string): Failure =>
  new Failure("work_interrupted", `The database of the workspace is stopped: its migration ${migration} fails.`, {
    retryAfterSeconds: 60,
  });

/**
 * An object's database as D1 presents one: queries and repositories are the same for both. A statement, and a batch, is one call.
 * @param near where the object is to be, if this is the first that is asked of it
 * @throws Failure `work_interrupted` if its database is stopped
 * @throws Error `D1_ERROR: ...` as D1 does for what SQLite refuses; what a call to a dead object throws passes as it is
 */
export function objectDatabase(objects: DatabaseObjects, name: string, near?: LocationHint): D1Database {
  async function run(calls: readonly StatementCall[]): Promise<StatementResult[]> {
    // A stub to an object that died stays as dead as that.
    const object = near === undefined ? objects.getByName(name) : objects.getByName(name, { locationHint: near });
    const answer = await object.run(calls);
    if ("failedMigration" in answer) throw stopped(answer.failedMigration);
    if ("problem" in answer) throw new Error(`D1_ERROR: ${answer.problem}`, { cause: new Error(answer.problem) });
    return answer.results;
  }

  class ObjectStatement {
    readonly call: StatementCall;

    constructor(call: StatementCall) {
      this.call = call;
    }

    bind(...values: unknown[]): ObjectStatement {
      return new ObjectStatement({ sql: this.call.sql, parameters: values.map(asValue) });
    }

    async #result(): Promise<StatementResult> {
      const [result] = await run([this.call]);
      if (!result) throw new Error("An object has answered nothing");
      return result;
    }

    async all(): Promise<D1Result<unknown>> {
      return asD1Result(await this.#result());
    }

    run(): Promise<D1Result<unknown>> {
      return this.all();
    }

    async raw(): Promise<StatementValue[][]> {
      return (await this.#result()).rows;
    }

    async first(column?: string): Promise<unknown> {
      const [row] = asD1Result(await this.#result()).results;
      if (!row) return null;
      if (column === undefined) return row;
      if (!(column in row)) throw new Error(`D1_COLUMN_NOTFOUND: Column not found (${column})`);
      return row[column];
    }
  }

  return {
    prepare: (sql: string) => new ObjectStatement({ sql, parameters: [] }),
    async batch(statements: readonly ObjectStatement[]) {
      return (await run(statements.map(({ call }) => call))).map(asD1Result);
    },
  } as unknown as D1Database;
}

/** @throws Error for what D1 refuses, too */
function asValue(value: unknown): StatementValue {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value === null || typeof value === "string" || typeof value === "number") return value;
  throw new Error(`D1_TYPE_ERROR: Type '${typeof value}' not supported for value '${String(value)}'`);
}

function asD1Result({ columns, rows, meta }: StatementResult): D1Result<Record<string, StatementValue>> {
  return {
    success: true,
    results: rows.map((row) =>
      Object.fromEntries(columns.map((column, index): [string, StatementValue] => [column, row[index] ?? null])),
    ),
    meta: {
      duration: 0,
      changes: meta.changes,
      changed_db: meta.changes > 0,
      last_row_id: meta.lastRowId,
      rows_read: meta.rowsRead,
      rows_written: meta.rowsWritten,
      size_after: meta.sizeAfter,
    },
  };
}
