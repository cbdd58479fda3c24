import { MOVE_TRIGGER_NAMES, MOVE_TRIGGERS } from "./move-triggers.ts";
import { keyOf, MOVED_TABLES } from "./moved-tables.ts";

/** How far a workspace has come on its way (docs/decisions/workspaces-as-objects.md, "Moving"). */
export type MoveStep = "asked" | "copying" | "fenced" | "moved" | "done";

/** A move as D1 knows it: what is there decides, whoever works on it. */
export interface Move {
  workspaceId: string;
  /** Of this try: an object that was filled by another one begins again. */
  token: string;
  step: MoveStep;
}

const ROWS_REMOVED = 1_000;

interface TriggerRow {
  name: string;
  sql: string;
}

const areOurs = (triggers: readonly TriggerRow[]): boolean => {
  const found = new Set(triggers.map(({ sql }) => sql));
  return triggers.length === MOVE_TRIGGERS.length && MOVE_TRIGGERS.every(({ sql }) => found.has(sql));
};

/** The changes of a move in D1, each a transaction that does nothing where the move is no longer at the step that it goes on from. */
export function moveSteps(control: D1Database, workspaceId: string) {
  const bound = (text: string, ...values: unknown[]) => control.prepare(text).bind(workspaceId, ...values);
  const isAt = (step: MoveStep) =>
    `exists (select 1 from moves where workspace_id = ?1 and token = ?2 and step = '${step}')`;
  const readTriggers = control
    .prepare("select name, sql from sqlite_master where type = 'trigger' and name glob ?")
    .bind(MOVE_TRIGGER_NAMES);

  /** What makes the triggers anew, if any is missing or of another version. Notes of other moves may be missing then, or mean other tables. */
  async function missingTriggers(): Promise<D1PreparedStatement[]> {
    const { results } = await readTriggers.all<TriggerRow>();
    if (areOurs(results)) return [];
    return [
      ...dropOf([...results, ...MOVE_TRIGGERS]),
      ...MOVE_TRIGGERS.map(({ sql }) => control.prepare(sql)),
      bound("update moves set step = 'asked' where workspace_id <> ?1 and step in ('copying', 'fenced')"),
    ];
  }

  const dropOf = (triggers: readonly { name: string }[]) =>
    [...new Set(triggers.map(({ name }) => name))].map((name) => control.prepare(`drop trigger if exists ${name}`));

  return {
    async read(): Promise<Move | undefined> {
      const row = await bound("select token, step from moves where workspace_id = ?1").first<
        Omit<Move, "workspaceId">
      >();
      return row ? { workspaceId, ...row } : undefined;
    },

    /** Why it cannot begin yet, in words for whoever asked for it. */
    async obstacle(): Promise<string | undefined> {
      const [workspace, unnamed] = await control.batch([
        bound("select 1 from workspaces where id = ?1"),
        control.prepare("select 1 from idempotency_keys where workspace_id is null limit 1"),
      ]);
      if (workspace?.results.length === 0) return "There is no such workspace in D1.";
      if (unnamed?.results.length === 0) return undefined;
      return "It waits until the answers that the version before kept for Idempotency-Keys are forgotten: a day after the update at most.";
    },

    /** Has every row noted as changed, and from now on each that changes. */
    async begin({ token }: Move): Promise<void> {
      await control.batch([
        ...(await missingTriggers()),
        bound("delete from move_changes where workspace_id = ?1"),
        bound("update moves set step = 'copying', problem = null where workspace_id = ?1 and token = ?2", token),
        ...MOVED_TABLES.map((table, position) =>
          bound(
            `insert into move_changes (workspace_id, position, key)
            select ?1, ${position}, ${keyOf(table, table.name)} from ${table.name} where ${table.isOwn} and ${isAt("copying")}`,
            token,
          ),
        ),
      ]);
    },

    /** Refuses changes from now on. @returns false if changes may have been missed: since it began a table was made anew, or a version came that notes otherwise */
    async fence({ token }: Move): Promise<boolean> {
      const [, triggers] = await control.batch<TriggerRow>([
        bound("update moves set step = 'fenced' where workspace_id = ?1 and token = ?2 and step = 'copying'", token),
        readTriggers,
      ]);
      return areOurs(triggers?.results ?? []);
    },

    /** Allows changes again: it is copied on. */
    async unfence({ token }: Move, problem: string): Promise<void> {
      await bound(
        "update moves set step = 'copying', problem = ?3 where workspace_id = ?1 and token = ?2 and step = 'fenced'",
        token,
        problem,
      ).run();
    },

    /** From here on the object is asked, for good. @returns false if somebody has given the move up */
    async arrive({ token }: Move, now: Date): Promise<boolean> {
      const idsOf = (table: string) =>
        bound(
          `insert or ignore into id_blocks (table_name, first_id, last_id, workspace_id)
          select '${table}', id, id, ?1 from ${table} where workspace_id = ?1 and ${isAt("fenced")}`,
          token,
        );
      const results = await control.batch([
        bound(
          `insert or ignore into placements (workspace_id, created_at, jurisdiction)
          select id, created_at, (select jurisdiction from moves where workspace_id = ?1)
          from workspaces where id = ?1 and ${isAt("fenced")}`,
          token,
        ),
        idsOf("documents"),
        idsOf("routes"),
        bound(
          `update moves set step = 'moved', moved_at = ?3, problem = null
          where workspace_id = ?1 and token = ?2 and step = 'fenced' returning 1`,
          token,
          now.getTime(),
        ),
      ]);
      return results.at(-1)?.results.length === 1;
    },

    /** Removes rows that were left, table by table. @returns false if time was up before they were gone */
    async remove(isTimeUp: () => boolean): Promise<boolean> {
      for (const { name, isOwn } of MOVED_TABLES.toReversed()) {
        const some = `select ${name}.rowid from ${name} where ${isOwn} limit ${ROWS_REMOVED}`;
        let removed = 0;
        do {
          if (isTimeUp()) return false;
          const { results } = await bound(`delete from ${name} where rowid in (${some}) returning 1`).run();
          removed = results.length;
        } while (removed === ROWS_REMOVED);
      }
      return true;
    },

    /** Why it does not go on. */
    async note(problem: string): Promise<void> {
      await bound("update moves set problem = ?2 where workspace_id = ?1", problem).run();
    },

    /** It is over. The triggers go with the last one. */
    async end({ token }: Move): Promise<void> {
      await control.batch([
        bound("delete from move_changes where workspace_id = ?1"),
        bound("update moves set step = 'done' where workspace_id = ?1 and token = ?2 and step = 'moved'", token),
      ]);
      const others = await control.prepare("select 1 from moves where step <> 'done' limit 1").first();
      if (!others) await control.batch(dropOf(MOVE_TRIGGERS));
    },
  };
}
