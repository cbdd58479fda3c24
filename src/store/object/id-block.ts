import type { StatementsAnswer } from "./statements.ts";

/** Tables whose ids are numbers that are given once in all workspaces. */
const NUMBERED_TABLES = ["documents", "routes"] as const;
export type NumberedTable = (typeof NUMBERED_TABLES)[number];

const IDS_IN_BLOCK = 1_000;

const USED_UP = /ids are used up: (documents|routes)/;

/** A table and triggers that refuse ids which are not of the workspace's own blocks. */
export const ID_TRIGGERS: string = [
  "create table if not exists id_block (table_name text primary key, last_id integer not null);",
  ...NUMBERED_TABLES.map(
    (table) => `
create trigger if not exists ${table}_ids after insert on ${table}
  when (exists (select 1 from workspaces where id glob 'o*') or exists (select 1 from moved_in where is_open = 1))
    and new.id > coalesce((select last_id from id_block where table_name = '${table}'), 0)
  begin select raise(abort, 'ids are used up: ${table}'); end;`,
  ),
].join("\n");

/** The table whose ids were used up, which is why nothing was done. */
export function usedUp(answer: StatementsAnswer): NumberedTable | undefined {
  return "problem" in answer ? (USED_UP.exec(answer.problem)?.[1] as NumberedTable | undefined) : undefined;
}

/** Takes the next block of ids from D1, whose own ids go on behind it. */
export async function takeBlock(
  storage: Pick<DurableObjectStorage, "sql" | "transactionSync">,
  control: D1Database,
  { table, workspaceId }: { table: NumberedTable; workspaceId: string },
): Promise<void> {
  const results = await control.batch<{ last_id: number }>([
    control
      .prepare(
        "insert into sqlite_sequence (name, seq) select ?1, 0 where not exists (select 1 from sqlite_sequence where name = ?1)",
      )
      .bind(table),
    control.prepare("update sqlite_sequence set seq = seq + ?2 where name = ?1").bind(table, IDS_IN_BLOCK),
    control
      .prepare(
        `insert into id_blocks (table_name, first_id, last_id, workspace_id)
        select name, seq - ?2 + 1, seq, ?3 from sqlite_sequence where name = ?1 returning last_id`,
      )
      .bind(table, IDS_IN_BLOCK, workspaceId),
  ]);
  const lastId = results.at(-1)?.results[0]?.last_id;
  if (lastId === undefined) throw new Error("D1 has given no ids");
  storage.transactionSync(() => {
    storage.sql.exec("delete from sqlite_sequence where name = ?", table);
    storage.sql.exec("insert into sqlite_sequence (name, seq) values (?, ?)", table, lastId - IDS_IN_BLOCK);
    storage.sql.exec("insert or replace into id_block (table_name, last_id) values (?, ?)", table, lastId);
  });
}
