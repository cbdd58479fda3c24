// What waits for its turn in the databases of a service that runs: read as files, as whoever watches it asks again and again.
import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { databaseFile, workspaceFiles } from "./data-files.ts";
import { workspaceOf } from "./object-workspace.ts";

/** Work that is due, in each table under the same name. */
const WAITING = [
  { table: "runs", label: "run" },
  { table: "outbox", label: "delivery" },
  { table: "hook_calls", label: "hook" },
] as const;

/** Times are milliseconds since 1970. */
export interface Waiting {
  what: (typeof WAITING)[number]["label"];
  /** Of those whose time has come. */
  count: number;
  /** When the first of all had, or will have, its time. */
  firstAt: number | undefined;
}

/** A database as it was when it was read. */
interface Known {
  changedAt: number;
  waiting: readonly Waiting[];
}

/**
 * Of an object's database is kept what was found in it: to open each takes some milliseconds, and there may be hundreds in which
 * nothing happens.
 */
export class WaitingWork {
  readonly #folder: string;
  readonly #failed: (problem: string) => void;
  #known = new Map<string, Known>();

  /** @param failed is told of each object's database that cannot be read: the others are */
  constructor(folder: string, failed: (problem: string) => void) {
    this.#folder = folder;
    this.#failed = failed;
  }

  /** What waits in all of them. Empty where no service has worked yet. @throws if the service's own database cannot be read */
  at(now: number): Waiting[] {
    const file = databaseFile(this.#folder);
    if (file === undefined) return [];
    const known = new Map(workspaceFiles(this.#folder).map((file) => [file, this.#ofObject(file, now)]));
    this.#known = known;
    const found = [
      read(file, (database) => waitingIn(database, now)),
      ...[...known.values()].map((each) => each.waiting),
    ];
    return WAITING.map(({ label }) => together(label, found.flat()));
  }

  #ofObject(file: string, now: number): Known {
    const whole = path.join(this.#folder, file);
    const changedAt = Math.max(...[whole, `${whole}-wal`].map(changeTime));
    const before = this.#known.get(file);
    const isSame = before?.changedAt === changedAt && before.waiting.every(({ firstAt = Infinity }) => firstAt > now);
    if (before && isSame) return before;
    try {
      const waiting = read(whole, (database) => (workspaceOf(database) ? waitingIn(database, now) : []));
      return { changedAt, waiting };
    } catch (error) {
      this.#failed(`${file}: ${error instanceof Error ? error.message : String(error)}`);
      return { changedAt, waiting: [] };
    }
  }
}

const changeTime = (file: string): number => fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function read<Result>(file: string, use: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return use(database);
  } finally {
    database.close();
  }
}

const waitingIn = (database: DatabaseSync, now: number): Waiting[] =>
  WAITING.map(({ table, label }) => {
    const row = database
      .prepare(
        `SELECT count(*) FILTER (WHERE due_at <= ?) AS count, min(due_at) AS first FROM ${table} WHERE due_at IS NOT NULL`,
      )
      .get(now) as { count: number; first: number | null };
    return { what: label, count: row.count, firstAt: row.first ?? undefined };
  });

function together(what: Waiting["what"], found: readonly Waiting[]): Waiting {
  const own = found.filter((each) => each.what === what);
  const times = own.flatMap(({ firstAt }) => firstAt ?? []);
  return {
    what,
    count: own.reduce((sum, { count }) => sum + count, 0),
    firstAt: times.length > 0 ? times.reduce((least, time) => Math.min(least, time)) : undefined,
  };
}
