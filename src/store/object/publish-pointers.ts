/** As many changes go to D1 at once. */
const STEP = 500;

interface PointerChange extends Record<string, SqlStorageValue> {
  seq: number;
  kind: string;
  value: string;
  is_removed: number;
}

/** Whether something has come that nobody can find yet; what has gone may stay findable for a while: it is asked of the object. */
export const hasUnpublished = (sql: SqlStorage): boolean =>
  sql.exec("select 1 from pointer_changes where is_removed = 0 limit 1").toArray().length > 0;

/** Writes to D1 which pointers have come and gone. If that fails they are written the next time. */
export async function publishPointers(sql: SqlStorage, control: D1Database, workspaceId: string): Promise<void> {
  for (;;) {
    const changes = sql.exec<PointerChange>("select * from pointer_changes order by seq limit ?", STEP).toArray();
    const last = changes.at(-1);
    if (!last) return;
    // What came and went again counts as it is at the end.
    const latest = new Map(changes.map((change) => [`${change.kind} ${change.value}`, change]));
    const [gone, come] = [1, 0].map((is) =>
      JSON.stringify([...latest.values()].filter((change) => change.is_removed === is)),
    );
    await control.batch([
      control.prepare(REMOVE).bind(workspaceId, gone),
      control.prepare(ADD).bind(workspaceId, come),
    ]);
    sql.exec("delete from pointer_changes where seq <= ?", last.seq);
  }
}

const REMOVE = `delete from pointers where (kind, value, workspace_id) in
  (select change.value ->> 'kind', change.value ->> 'value', ?1 from json_each(?2) as change)`;

const ADD = `insert or ignore into pointers (kind, value, workspace_id)
  select change.value ->> 'kind', change.value ->> 'value', ?1 from json_each(?2) as change`;
