export interface MovedIn extends Record<string, SqlStorageValue> {
  workspace_id: string;
  /** Of the move in D1. */
  token: string;
  /** Everything is there: it may be asked as soon as D1 says so. */
  is_open: number;
  /** It has moved, and D1 has none of its rows any more. */
  is_over: number;
}

/** Undefined for a workspace that was made here. */
export const readMovedIn = (sql: SqlStorage): MovedIn | undefined =>
  sql.exec<MovedIn>("select * from moved_in limit 1").toArray()[0];

/** Whether rows are still to come. */
export const isBeingFilled = (sql: SqlStorage): boolean => {
  const isKnown = sql.exec("select 1 from sqlite_master where name = 'moved_in'").toArray().length > 0;
  return isKnown && readMovedIn(sql)?.is_open === 0;
};

/** Our own triggers: they note whoever can be found, and give out ids. */
const OWN = "name glob 'pointer_*' or name in ('documents_ids', 'routes_ids')";

/**
 * Takes triggers and unique indexes away while rows are copied: what triggers did is in the rows already, and rows come in another
 * order than the one in which they were changed.
 */
export function holdSchema(storage: Pick<DurableObjectStorage, "sql" | "transactionSync">): void {
  const { sql } = storage;
  storage.transactionSync(() => {
    const held = sql
      .exec<{ type: string; name: string; sql: string }>(
        `select type, name, sql from sqlite_master where (type = 'trigger' and not (${OWN})) or (type = 'index' and sql like 'create unique %')`,
      )
      .toArray();
    for (const { type, name, sql: text } of held) {
      sql.exec("insert or replace into held_schema (name, sql) values (?, ?)", name, text);
      sql.exec(`drop ${type} "${name}"`);
    }
  });
}

/** Brings them back. @throws Error if the rows are not what unique indexes allow */
export function releaseSchema(sql: SqlStorage): void {
  const held = sql.exec<{ sql: string }>("select sql from held_schema order by sql like '%trigger%'").toArray();
  for (const { sql: text } of held) sql.exec(text);
  sql.exec("delete from held_schema");
}
