import { Failure } from "../../domain/failure.ts";
import { HELD_STILL } from "../moving/move-triggers.ts";
import { withColumnNames } from "./column-names.ts";

/** By this isolate: what has moved stays where it is. By database, as an isolate of tests has several. */
const moved = new WeakMap<D1Database, Set<string>>();

const HAS_MOVED = "select 1 from moves where workspace_id = ? and step in ('moved', 'done')";

const WAITS_MS = 15_000;
const PAUSE_MS = 50;

/** Until changes are allowed again. @throws Failure `work_interrupted` */
async function pause(since: number, cause: unknown): Promise<void> {
  if (Date.now() - since > WAITS_MS)
    throw new Failure("work_interrupted", "The workspace is just moving: try again in a moment.", {
      retryAfterSeconds: 5,
      cause,
    });
  await scheduler.wait(PAUSE_MS);
}

/** D1 says so, or a query in whose words that is the cause. */
const isHeldStill = (error: unknown): boolean =>
  error instanceof Error && (error.message.includes(HELD_STILL) || isHeldStill(error.cause));

/** Does something that may be refused as the workspace is about to move, until it is not. */
export async function untilMoved<Result>(work: () => Promise<Result>): Promise<Result> {
  const since = Date.now();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isHeldStill(error)) throw error;
      await pause(since, error);
    }
  }
}

interface Call {
  sql: string;
  parameters: readonly unknown[];
}

type Row = Record<string, unknown>;

/**
 * The database of a workspace that may move from D1 into an object at any time. With each call to D1 goes, in its transaction, the question
 * whether it has moved: so nobody is answered by what was left there. Writes that are refused while it moves wait.
 */
export function movableDatabase(control: D1Database, workspaceId: string, inObject: D1Database): D1Database {
  const known = moved.get(control) ?? new Set<string>();
  moved.set(control, known);

  const bound = (database: D1Database, { sql, parameters }: Call) => database.prepare(sql).bind(...parameters);

  async function hasMovedBy(error: unknown): Promise<boolean> {
    if (!isHeldStill(error)) throw error;
    return (await control.prepare(HAS_MOVED).bind(workspaceId).first()) !== null;
  }

  /** Undefined if it has moved. */
  async function inD1(calls: readonly Call[]): Promise<D1Result<Row>[] | undefined> {
    const since = Date.now();
    while (!known.has(workspaceId)) {
      try {
        const statements = [{ sql: HAS_MOVED, parameters: [workspaceId] }, ...calls].map((call) =>
          bound(control, call),
        );
        const [gate, ...results] = await control.batch<Row>(statements);
        if (gate?.results.length === 0) return results;
        known.add(workspaceId);
      } catch (error) {
        if (await hasMovedBy(error)) known.add(workspaceId);
        else await pause(since, error);
      }
    }
    return undefined;
  }

  class MovableStatement {
    readonly call: Call;

    constructor(call: Call) {
      this.call = call;
    }

    bind(...parameters: unknown[]): MovableStatement {
      return new MovableStatement({ sql: this.call.sql, parameters });
    }

    async all(): Promise<D1Result<Row>> {
      const results = await inD1([this.call]);
      return results?.[0] ?? (await bound(inObject, this.call).all<Row>());
    }

    run(): Promise<D1Result<Row>> {
      return this.all();
    }

    async raw(): Promise<unknown[][]> {
      const results = await inD1([{ ...this.call, sql: withColumnNames(this.call.sql) }]);
      return results?.[0]?.results.map((row) => Object.values(row)) ?? (await bound(inObject, this.call).raw());
    }

    async first(column?: string): Promise<unknown> {
      const results = await inD1([this.call]);
      if (!results) {
        const statement = bound(inObject, this.call);
        return column === undefined ? await statement.first() : await statement.first(column);
      }
      const [row] = results[0]?.results ?? [];
      if (!row) return null;
      return column === undefined ? row : row[column];
    }
  }

  return {
    prepare: (sql: string) => new MovableStatement({ sql, parameters: [] }),
    async batch(statements: readonly MovableStatement[]) {
      const calls = statements.map(({ call }) => call);
      return (await inD1(calls)) ?? (await inObject.batch(calls.map((call) => bound(inObject, call))));
    },
  } as unknown as D1Database;
}
