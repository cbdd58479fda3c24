import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Statement } from "../batch.ts";
import type { Database } from "../database.ts";
import { type BinnedKind, bin } from "../schema/bin.ts";
import { samples } from "../schema/documents.ts";
import { deliveries } from "../schema/routes.ts";
import { fonts, signingIdentities } from "../schema/workspaces.ts";

interface Binned {
  table: SQLiteTable;
  name: SQL;
  documentId?: SQL;
  routeId?: SQL;
  /** Name of the column that is kept apart. */
  content?: string;
  blobKey?: SQL;
  sizeBytes?: SQL;
}

const BINNED: Readonly<Record<BinnedKind, Binned>> = {
  sample: {
    table: samples,
    name: sql`${samples.name}`,
    documentId: sql`${samples.documentId}`,
    content: "data",
    sizeBytes: sql`length(cast(${samples.data} as blob))`,
  },
  delivery: {
    table: deliveries,
    name: sql`${deliveries.name}`,
    documentId: sql`${deliveries.documentId}`,
    routeId: sql`${deliveries.routeId}`,
  },
  font: {
    table: fonts,
    name: sql`${fonts.family} || ' ' || ${fonts.weight} || iif(${fonts.isItalic}, ' italic', '')`,
    blobKey: sql`${fonts.blobKey}`,
    sizeBytes: sql`${fonts.sizeBytes}`,
  },
  identity: { table: signingIdentities, name: sql`${signingIdentities.name}` },
};

const NOTHING = sql`null`;

/** The statement that puts a row into the bin; the one that deletes it from its table comes after it in the same batch. */
export function putIntoBin(database: Database, kind: BinnedKind, isRow: SQL | undefined, now: Date): Statement {
  const { table, name, documentId = NOTHING, routeId = NOTHING, content, blobKey = NOTHING, sizeBytes } = BINNED[kind];
  const columns = Object.values(getTableColumns(table));
  const members = columns
    .filter((column) => column.name !== content)
    .map((column) => sql`${sql.raw(`'${column.name}'`)}, ${column}`);
  const apart = columns.find((column) => column.name === content);

  return database.insert(bin).select(sql`
    select ${sql.raw(`'${kind}'`)}, id, workspace_id, ${documentId}, ${routeId}, ${name},
      json_object(${sql.join(members, sql`, `)}), ${apart ? sql`${apart}` : NOTHING}, ${blobKey}, ${sizeBytes ?? sql`0`},
      ${now.getTime()}
    from ${table} where ${isRow}`);
}

/**
 * The statement that writes a row of the bin into its table again, as it was; nothing if what it needs to be unique is taken.
 * @param name in place of the one that it had
 */
export function takeOutOfBin(database: Database, kind: BinnedKind, isItem: SQL | undefined, name?: string): Statement {
  const { table, content } = BINNED[kind];
  const values = Object.values(getTableColumns(table)).map((column) => {
    if (column.name === content) return sql`${bin.content}`;
    if (column.name === "name" && name !== undefined) return sql`${name}`;
    const value = sql`${bin.row} ->> ${sql.raw(`'$.${column.name}'`)}`;
    // A column that was added while the row lay in the bin begins as it begins everywhere.
    return column.notNull && typeof column.default === "number" ? sql`coalesce(${value}, ${column.default})` : value;
  });

  return database
    .insert(table)
    .select(sql`select ${sql.join(values, sql`, `)} from ${bin} where ${isItem}`)
    .onConflictDoNothing();
}

/** Whether the row of an item of the bin is in its table again. */
export const isBack = (kind: BinnedKind): SQL =>
  sql`exists (select 1 from ${BINNED[kind].table} as back where back.id = ${bin.id})`;
