import { type AuditHead, type NewAuditEntry, sealEntry } from "../../domain/audit/entry.ts";

/** A change with the entry that tells of it. */
export interface Recorded {
  workspaceId: string;
  entry: NewAuditEntry;
  /** The end of the chain as it was read with the caller; read again when it is no longer the end. */
  head: AuditHead | undefined;
  /**
   * Fails if whoever makes the change may not any more. It is asked where the chain has gone on since the caller was read: every change of
   * rights is an entry, so nothing is written by rights that had ended before.
   */
  requireAllowed?: () => Promise<void>;
  /** The change makes a row of this table, whose id the database gives: the entry's resource has it. */
  creates?: "documents" | "routes";
}

/** As many changes of one workspace at once find their place in the chain. */
const MAX_TRIES = 200;
/** Those that lost a race wait for a time at random, at most this long. */
const MAX_WAIT_MS = 40;

const IS_WRITE = /^\s*(insert|update|delete|replace)\b/i;

const INSERT_ENTRY = `insert into audit_log
  (workspace_id, seq, entry, hash, at, actor, action, resource_type, resource_id)
  select ?, ?, ?, ?, ?, ?, ?, ?, ?`;

/** The same for what the change has made: without the expected id there is no `seq`, which the table refuses. */
const INSERT_CREATED = INSERT_ENTRY.replace(
  "select ?, ?,",
  "select ?, case when (select seq from sqlite_sequence where name = ?) = ? then ? end,",
);

/** Makes the statement that writes an entry at the end of the chain. */
function entryStatements(binding: D1Database, { workspaceId, entry, creates, requireAllowed, ...recorded }: Recorded) {
  let { head } = recorded;

  return {
    /** @param condition of the statement, in SQL */
    async next(condition: string): Promise<D1PreparedStatement> {
      const row =
        head && !creates
          ? undefined
          : await binding
              .prepare(READ_HEAD)
              .bind(workspaceId, creates ?? "")
              .first<HeadRow>();
      const end = head && !creates ? head : { seq: row?.seq ?? 0, hash: row?.hash ?? "" };
      // After the end was read, which the batch is held to: rights that end later than this move it once more.
      if (end.hash !== recorded.head?.hash) await requireAllowed?.();
      const id = (row?.last_id ?? 0) + 1;
      const resource = creates ? { ...entry.resource, id: String(id) } : entry.resource;
      const { seq, text, hash } = await sealEntry(workspaceId, end, { ...entry, resource });
      const columns = [text, hash, entry.at.getTime(), entry.actor.id, entry.action, resource.type, resource.id];
      return creates
        ? binding.prepare(`${INSERT_CREATED} ${condition}`).bind(workspaceId, creates, id, seq, ...columns)
        : binding.prepare(`${INSERT_ENTRY} ${condition}`).bind(workspaceId, seq, ...columns);
    },

    /** Somebody else's entry has come first: the end of the chain is read again, after a moment. */
    async hasLost(tries: number): Promise<void> {
      head = undefined;
      await scheduler.wait(Math.random() * Math.min(MAX_WAIT_MS, tries * 2));
    },
  };
}

/** Does something with the entry's statement until no other entry takes its place in the chain. */
async function untilInChain<Result>(
  binding: D1Database,
  recorded: Recorded,
  condition: string,
  write: (entry: D1PreparedStatement) => Promise<Result>,
): Promise<Result> {
  const statements = entryStatements(binding, recorded);
  for (let tries = 1; ; tries++) {
    try {
      return await write(await statements.next(condition));
    } catch (error) {
      if (tries === MAX_TRIES || !isLostRace(error)) throw error;
      await statements.hasLost(tries);
    }
  }
}

/** Writes an entry about something that changes no row, such as reading the log. */
export async function recordAct(binding: D1Database, recorded: Recorded): Promise<void> {
  await untilInChain(binding, recorded, "", (entry) => entry.run());
}

/**
 * The database for one change: what writes to it writes the change's entry to the log in the same transaction, after the
 * last statement that writes, if that has changed something. The entry is written once. An entry whose place in the chain
 * was taken meanwhile fails the transaction, which is made again with the chain's new end: the change never succeeds
 * without its entry, and the chain never forks.
 */
export function recordingDatabase(binding: D1Database, recorded: Recorded): D1Database {
  let isWritten = false;

  async function batch<T>(statements: D1PreparedStatement[]): Promise<D1Result<T>[]> {
    const own = statements as unknown as RecordingStatement[];
    const inner = own.map((statement) => statement.inner);
    const last = own.findLastIndex(({ isWrite }) => isWrite);
    if (last < 0 || isWritten) return binding.batch<T>(inner);

    const results = await untilInChain(binding, recorded, "where changes() > 0", (entry) =>
      binding.batch<T>(inner.toSpliced(last + 1, 0, entry)),
    );
    isWritten = (results[last + 1]?.meta.changes ?? 0) > 0;
    return results.toSpliced(last + 1, 1);
  }

  /** A statement that is sent in a batch of its own if it writes. */
  class RecordingStatement {
    readonly isWrite: boolean;
    readonly sql: string;
    readonly inner: D1PreparedStatement;

    constructor(sql: string, inner: D1PreparedStatement) {
      this.sql = sql;
      this.inner = inner;
      this.isWrite = IS_WRITE.test(sql);
    }

    bind(...values: unknown[]) {
      return new RecordingStatement(this.sql, this.inner.bind(...values));
    }

    async all<T>(): Promise<D1Result<T>> {
      if (!this.isWrite) return this.inner.all<T>();
      const [result] = await batch<T>([this as unknown as D1PreparedStatement]);
      if (!result) throw new Error("A batch has answered nothing");
      return result;
    }

    run<T>(): Promise<D1Result<T>> {
      return this.isWrite ? this.all<T>() : this.inner.run<T>();
    }

    /** Rows as arrays. A statement that writes returns columns of one table, whose names differ. */
    async raw<T>(): Promise<T[]> {
      if (!this.isWrite) return (await this.inner.raw()) as T[];
      return (await this.all<Record<string, unknown>>()).results.map((row) => Object.values(row) as T);
    }

    async first<T>(): Promise<T | null> {
      return this.isWrite ? ((await this.all<T>()).results[0] ?? null) : this.inner.first<T>();
    }
  }

  return {
    prepare: (sql: string) => new RecordingStatement(sql, binding.prepare(sql)),
    batch,
  } as unknown as D1Database;
}

interface HeadRow {
  seq: number | null;
  hash: string | null;
  last_id: number | null;
}

/** The end of a chain, and the last id that a table has given: one row in any case. */
const READ_HEAD = `select seq, hash, (select seq from sqlite_sequence where name = ?2) as last_id
  from (select 1) left join (select seq, hash from audit_log where workspace_id = ?1 order by seq desc limit 1)`;

/** Somebody else's entry took the place in the chain, or somebody else's row the id. */
const isLostRace = (error: unknown): boolean =>
  error instanceof Error && /(UNIQUE|NOT NULL) constraint failed: audit_log\./.test(error.message);
