import type { Jurisdiction } from "../../domain/access/workspace-place.ts";
import { Failure } from "../../domain/failure.ts";
import { HELD_STILL } from "../moving/move-triggers.ts";

/** Where a workspace has gone. */
interface Moved {
  /** Of its object; `""` for none. */
  jurisdiction: Jurisdiction | "";
}

/** By this isolate: what has moved stays where it is. By database, as an isolate of tests has several. */
const moved = new WeakMap<D1Database, Map<string, Moved>>();

const MOVED =
  "select coalesce(jurisdiction, '') as jurisdiction from moves where workspace_id = ? and step in ('moved', 'done')";

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

/** @throws Error if D1 has answered fewer statements than it was asked */
function only([result]: readonly D1Result<Row>[]): D1Result<Row> {
  if (!result) throw new Error("D1 has answered nothing");
  return result;
}

/**
 * A query whose columns have names of their own: D1 answers a batch with objects, in which of two columns of one name only one survives. SQLite
 * numbers those of a query within a query (`id`, `id:1`), and keeps its order where nothing else asks for one.
 */
const withOwnNames = (sql: string): string => (/^\s*select\b/i.test(sql) ? `select * from (${sql})` : sql);

/** @throws Error for a column that is named by a number, such as `1`: objects have these first, wherever the column was */
function valuesOf(row: Row): unknown[] {
  const names = Object.keys(row);
  const numbered = names.length > 1 && names.find((name) => /^\d+$/.test(name));
  if (numbered) throw new Error(`The column ${numbered} of a query has lost its place: it needs a name`);
  return Object.values(row);
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
export function movableDatabase(
  control: D1Database,
  workspaceId: string,
  objectIn: (jurisdiction: Jurisdiction | undefined) => D1Database,
): D1Database {
  const known = moved.get(control) ?? new Map<string, Moved>();
  moved.set(control, known);

  const bound = (database: D1Database, { sql, parameters }: Call) => database.prepare(sql).bind(...parameters);

  async function movedBy(error: unknown): Promise<Moved | null> {
    if (!isHeldStill(error)) throw error;
    return await control.prepare(MOVED).bind(workspaceId).first<Moved>();
  }

  /** What D1 answers, or the object's database if it has moved there. */
  async function inD1(calls: readonly Call[]): Promise<{ results: D1Result<Row>[] } | { object: D1Database }> {
    const since = Date.now();
    for (;;) {
      const place = known.get(workspaceId);
      if (place) return { object: objectIn(place.jurisdiction || undefined) };
      try {
        const statements = [{ sql: MOVED, parameters: [workspaceId] }, ...calls].map((call) => bound(control, call));
        const [gate, ...results] = await control.batch<Row>(statements);
        const [gone] = (gate?.results ?? []) as unknown as Moved[];
        if (!gone) return { results };
        known.set(workspaceId, gone);
      } catch (error) {
        const gone = await movedBy(error);
        if (gone) known.set(workspaceId, gone);
        else await pause(since, error);
      }
    }
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
      const found = await inD1([this.call]);
      return "object" in found ? await bound(found.object, this.call).all<Row>() : only(found.results);
    }

    run(): Promise<D1Result<Row>> {
      return this.all();
    }

    async raw(): Promise<unknown[][]> {
      const found = await inD1([{ ...this.call, sql: withOwnNames(this.call.sql) }]);
      if ("object" in found) return await bound(found.object, this.call).raw();
      return only(found.results).results.map(valuesOf);
    }

    async first(column?: string): Promise<unknown> {
      const found = await inD1([this.call]);
      if ("object" in found) {
        const statement = bound(found.object, this.call);
        return column === undefined ? await statement.first() : await statement.first(column);
      }
      const [row] = only(found.results).results;
      if (!row) return null;
      return column === undefined ? row : row[column];
    }
  }

  return {
    prepare: (sql: string) => new MovableStatement({ sql, parameters: [] }),
    async batch(statements: readonly MovableStatement[]) {
      const calls = statements.map(({ call }) => call);
      const found = await inD1(calls);
      if ("results" in found) return found.results;
      return await found.object.batch(calls.map((call) => bound(found.object, call)));
    },
  } as unknown as D1Database;
}
